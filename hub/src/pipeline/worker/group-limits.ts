/** How patient the hub is with its media workers, and how many cameras each may have. */
import { totalmem } from 'node:os'
import type { WorkerLimits } from '../worker-message.ts'
import type { MemoryLimits } from './memory-watch.ts'

export type GroupLimits = WorkerLimits &
  MemoryLimits & {
    camerasPerWorker: number
    /** Time without a heartbeat after which a worker hangs. */
    workerSilenceMs: number
    /** What all processes of this machine, or of the hub's container, may take together. */
    memoryBytes: number
  }

/** What a worker takes for itself, before its first camera, and a part of the hub's other processes. */
export const WORKER_BYTES = 150_000_000
// Zero where the system sets no limit of its own.
const MEMORY_BYTES = process.constrainedMemory() || totalmem()

export const GROUP_LIMITS: GroupLimits = {
  preflightMs: 3000,
  openMs: 24_000,
  closeMs: 8000,
  silenceMs: 10_000,
  heartbeatMs: 2000,
  retryMinMs: 1000,
  retryMaxMs: 60_000,
  camerasPerWorker: 8,
  settleMs: 10 * 60_000,
  grownMs: 5 * 60_000,
  growthBytes: 300_000_000,
  rssMaxBytes: MEMORY_BYTES / 2,
  memoryBytes: MEMORY_BYTES,
  workerSilenceMs: 10_000,
}
