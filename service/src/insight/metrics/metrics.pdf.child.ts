/** Draws a report in a process of its own, so that nobody else waits for it. METRIC-04. */
import { serveChild } from '#platform/work/child-work.ts'
import { drawReport, type PdfInput } from './metrics.pdf.ts'

serveChild<PdfInput, Uint8Array>(
  (input, onProgress) => drawReport(input, onProgress),
  (error) => String(error),
)
