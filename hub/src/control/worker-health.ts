/** Health of the media workers from their heartbeats: memory, and the time of each camera's last frame. HUB-01. */
import type { HeartbeatMessage } from '#pipeline/worker-message.ts'
import type { Clock } from '#platform/clock.ts'

/** Time without a heartbeat after which a worker is gone. */
const SILENT_MS = 30_000

export class WorkerHealth {
  readonly #memory = new Map<number, { bytes: number; atMs: number }>()
  readonly #lastFrameAtMs = new Map<string, number>()
  /** Frames since the camera's worker started, as its last heartbeat said. */
  readonly #frameCounts = new Map<string, number>()

  heard({ workerPid, rssBytes, cameras }: HeartbeatMessage, clock: Pick<Clock, 'now' | 'monotonicMs'>): void {
    this.#memory.set(workerPid, { bytes: rssBytes, atMs: clock.monotonicMs() })
    for (const { cameraId, frames } of cameras) {
      if (frames > (this.#frameCounts.get(cameraId) ?? 0)) this.#lastFrameAtMs.set(cameraId, clock.now())
      this.#frameCounts.set(cameraId, frames)
    }
  }

  /** A frame itself came, taken then. */
  sawFrame(cameraId: string, capturedAtMs: number): void {
    this.#lastFrameAtMs.set(cameraId, capturedAtMs)
  }

  lastFrameAtMs(cameraId: string): number | undefined {
    return this.#lastFrameAtMs.get(cameraId)
  }

  /** Counts workers with a recent heartbeat. `nowMs` is a monotonic time. */
  memoryBytes(nowMs: number): number {
    const alive = [...this.#memory.values()].filter(({ atMs }) => atMs >= nowMs - SILENT_MS)
    return alive.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
