/** Renders an accident report in a separate process, so that it blocks nobody. REPORT-05. */
import { serveChild } from '#platform/work/child-work.ts'
import type { PaperForm } from './accident.paper.ts'
import { drawAccident } from './accident.pdf.ts'

serveChild<PaperForm, Uint8Array>(
  (paper) => drawAccident(paper),
  (error) => String(error),
)
