/** Packets between a camera and its decoder. */
import type { VideoPacket } from './packet-source.ts'

/** Maximum number of queued packets (six seconds at 25 a second); beyond it, decoding jumps to the next key frame. */
const WAITING_MAX = 150

/** `capturedAtMs`: ms since the epoch. */
type TimedPacket = { packet: VideoPacket; capturedAtMs: number }

/** FIFO queue for one consumer. Never blocks the camera: a full queue is emptied up to the next key frame. */
export class PacketQueue {
  /** Packets dropped because the decoder was too slow. */
  skipped = 0
  #waiting: TimedPacket[] = []
  #mustSkipToKey = true
  #wake: (() => void) | null = null
  #idle: (() => void)[] = []

  put(item: TimedPacket): void {
    const { isKey } = item.packet
    if (isKey) this.#mustSkipToKey = false
    if (this.#waiting.length >= WAITING_MAX) {
      this.skipped += this.#waiting.length
      this.#waiting = []
      this.#mustSkipToKey = !isKey
    }
    if (this.#mustSkipToKey) return
    this.#waiting.push(item)
    this.#wake?.()
  }

  /** Drops everything before the next key frame, for a decoder that has missed packets. */
  skipToKey(): void {
    this.#mustSkipToKey = true
  }

  /** Ends when `signal` aborts. */
  async *take(signal: AbortSignal): AsyncGenerator<TimedPacket> {
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
    while (!signal.aborted) {
      const next = this.#waiting.shift()
      if (next) {
        yield next
        continue
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        for (const settle of this.#idle.splice(0)) settle()
      })
      this.#wake = null
    }
    for (const settle of this.#idle.splice(0)) settle()
  }

  /** Resolves once the consumer has processed every packet and requests the next. */
  async idle(): Promise<void> {
    if (this.#wake && this.#waiting.length === 0) return
    await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}
