/** Health of the media workers from their heartbeats: memory, and the time of each camera's last frame. HUB-01. */
import type { HeartbeatMessage } from '#pipeline/worker/worker-message.ts'

/** Time without a heartbeat after which a worker is gone. */
const SILENT_MS = 30_000

export class WorkerHealth {
  readonly #memory = new Map<number, { bytes: number; atMs: number }>()
  readonly #lastFrameAtMs = new Map<string, number>()
  /** Pictures since the camera's worker started, as its last heartbeat said. */
  readonly #frameCounts = new Map<string, number>()

  heard({ workerPid, rssBytes, cameras }: HeartbeatMessage, atMs: number): void {
    this.#memory.set(workerPid, { bytes: rssBytes, atMs })
    for (const { cameraId, frames } of cameras) {
      if (frames > (this.#frameCounts.get(cameraId) ?? 0)) this.#lastFrameAtMs.set(cameraId, atMs)
      this.#frameCounts.set(cameraId, frames)
    }
  }

  /** A picture itself came, taken then. */
  sawFrame(cameraId: string, capturedAtMs: number): void {
    this.#lastFrameAtMs.set(cameraId, capturedAtMs)
  }

  lastFrameAtMs(cameraId: string): number | undefined {
    return this.#lastFrameAtMs.get(cameraId)
  }

  /** Of the workers with a recent heartbeat. */
  memoryBytes(nowMs: number): number {
    const alive = [...this.#memory.values()].filter(({ atMs }) => atMs >= nowMs - SILENT_MS)
    return alive.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
