/** Draws a handover in a process of its own, so that nobody else waits for it. HANDOVER-01. */
import { serveChild } from '#platform/work/child-work.ts'
import { drawHandover, type HandoverPaper } from './handover.pdf.ts'

serveChild<HandoverPaper, Uint8Array>(
  (paper) => drawHandover(paper),
  (error) => String(error),
)
