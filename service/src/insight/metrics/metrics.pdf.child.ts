/** Renders a report in a separate process, so that it blocks nobody. METRIC-04. */
import { serveChild } from '#platform/work/child-work.ts'
import { drawReport, type PdfInput } from './metrics.pdf.ts'

serveChild<PdfInput, Uint8Array>(
  (input, onProgress) => drawReport(input, onProgress),
  (error) => String(error),
)
