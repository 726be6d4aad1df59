/** A process of a hub that watches cameras and ended unexpectedly: for seconds nothing was seen and recorded there. HUB-04 */
import { z } from 'zod'

/**
 * `memory`: it needed more and more and was ended; `silent`: it hung and was ended; `stuck`: a camera hung inside of the video
 * library; `ended`: it ended by itself, or somebody ended it.
 */
export const WORKER_LOSS_CAUSES = ['memory', 'silent', 'stuck', 'ended'] as const
export type WorkerLossCause = (typeof WORKER_LOSS_CAUSES)[number]

/** Maximum number of losses that a hub reports and the service stores, the newest ones. */
export const WORKER_LOSSES_MAX = 20
/** How long one counts as a weak point of its cameras. */
export const WORKER_LOSS_HOURS = 24

export const workerLoss = z.strictObject({
  at: z.iso.datetime(),
  cause: z.enum(WORKER_LOSS_CAUSES),
  cameraIds: z.array(z.uuid()).min(1).max(50),
})
export type WorkerLoss = z.infer<typeof workerLoss>
