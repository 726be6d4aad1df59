/** The place of one worker and its cameras. */
import type { Cancel } from '#platform/clock.ts'
import type { MemoryWatch } from './memory-watch.ts'
import type { WorkerProcess } from './worker-process.ts'

export type Slot = {
  cameraIds: Set<string>
  isAlone: boolean
  process: WorkerProcess | null
  memory: MemoryWatch
  /** By a clock that nobody sets; null: not started yet. */
  startedAtMs: number | null
  retryMs: number
  cancelRestart: Cancel
  /** Its process is being ended because of a camera whose own reason is reported already. */
  isStuck: boolean
}
