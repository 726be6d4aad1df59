/** How patient the hub is with its media workers, and how many cameras each may have. */
import type { WorkerLimits } from './worker-message.ts'

export type GroupLimits = WorkerLimits & {
  camerasPerWorker: number
  rssMaxBytes: number
  /** Time without a heartbeat after which a worker hangs. */
  workerSilenceMs: number
}

export const GROUP_LIMITS: GroupLimits = {
  preflightMs: 3000,
  openMs: 12_000,
  closeMs: 8000,
  silenceMs: 10_000,
  heartbeatMs: 2000,
  retryMinMs: 1000,
  retryMaxMs: 60_000,
  camerasPerWorker: 8,
  rssMaxBytes: 1_000_000_000,
  workerSilenceMs: 10_000,
}
