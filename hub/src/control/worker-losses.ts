/** Which processes of cameras were lost, for the heartbeat: the service stores them, and says them again to nobody. HUB-04 */
import { WORKER_LOSS_HOURS, WORKER_LOSSES_MAX, type WorkerLoss } from '@mimamori/contract/fleet/worker-loss.ts'

const RETAINED_MS = WORKER_LOSS_HOURS * 60 * 60_000

export class WorkerLosses {
  #losses: WorkerLoss[] = []

  /** `nowMs`: when it was lost. */
  note({ cause, cameraIds }: Omit<WorkerLoss, 'at'>, nowMs: number): void {
    this.#losses = [...this.#losses, { at: new Date(nowMs).toISOString(), cause, cameraIds }].slice(-WORKER_LOSSES_MAX)
  }

  /** The newest of a day, the oldest first. */
  list(nowMs: number): WorkerLoss[] {
    return this.#losses.filter(({ at }) => nowMs - Date.parse(at) < RETAINED_MS)
  }
}
