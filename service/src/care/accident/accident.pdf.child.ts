/** Draws an accident report in a process of its own, so that nobody else waits for it. REPORT-05. */
import { serveChild } from '#platform/work/child-work.ts'
import type { PaperForm } from './accident.paper.ts'
import { drawAccident } from './accident.pdf.ts'

serveChild<PaperForm, Uint8Array>(
  (paper) => drawAccident(paper),
  (error) => String(error),
)
