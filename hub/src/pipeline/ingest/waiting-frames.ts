/** Frames of one connection, in a row that somebody takes them from. */
import type { CameraError } from '#platform/camera-error.ts'
import type { VideoPacket } from '../media/packet-source.ts'

/** Frames that may wait to be taken; then the camera waits. */
const WAITING_MAX = 64

export class WaitingFrames {
  readonly #signal: AbortSignal
  readonly #pause: (isPaused: boolean) => void
  #waiting: VideoPacket[] = []
  #wake: (() => void) | null = null
  #isOver = false
  #error: CameraError | null = null

  constructor(signal: AbortSignal, pause: (isPaused: boolean) => void) {
    this.#signal = signal
    this.#pause = pause
  }

  put(packet: VideoPacket): void {
    this.#waiting.push(packet)
    if (this.#waiting.length === WAITING_MAX) this.#pause(true)
    this.#wake?.()
  }

  /** The connection ended; null: normally. */
  end(error: CameraError | null): void {
    this.#isOver = true
    this.#error = error
    this.#wake?.()
  }

  /** Throws the error of the connection behind its last frame. */
  async *taken(): AsyncGenerator<VideoPacket> {
    while (!this.#signal.aborted) {
      const [...packets] = this.#waiting
      this.#waiting = []
      if (packets.length >= WAITING_MAX) this.#pause(false)
      for (const packet of packets) {
        if (this.#signal.aborted) return
        yield packet
      }
      if (packets.length > 0) continue
      if (this.#isOver) break
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#error && !this.#signal.aborted) throw this.#error
  }
}
