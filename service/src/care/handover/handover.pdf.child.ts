/** Renders a handover in a separate process, so that it blocks nobody. HANDOVER-01. */
import { serveChild } from '#platform/work/child-work.ts'
import { drawHandover, type HandoverPaper } from './handover.pdf.ts'

serveChild<HandoverPaper, Uint8Array>(
  (paper) => drawHandover(paper),
  (error) => String(error),
)
