/** Packets between a camera and its decoder. */
import type { VideoPacket } from './packet-source.ts'

/** Packets that may wait (six seconds at 25 a second); beyond, decoding jumps to the next key frame. */
const WAITING_MAX = 150

/** `capturedAtMs`: ms since the epoch. */
type TimedPacket = { packet: VideoPacket; capturedAtMs: number }

/** First in, first out, for one taker. Never makes the camera wait: a full queue is emptied up to the next key frame. */
export class PacketQueue {
  /** Packets dropped because the decoder was too slow. */
  skipped = 0
  #waiting: TimedPacket[] = []
  #mustSkipToKey = true
  #wake: (() => void) | null = null
  #settled: (() => void)[] = []

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

  /** Drops what comes before the next key frame: the decoder has a gap behind it. */
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
        for (const settle of this.#settled.splice(0)) settle()
      })
      this.#wake = null
    }
    for (const settle of this.#settled.splice(0)) settle()
  }

  /** Resolves once the taker has finished with every packet and asks for the next. */
  async settled(): Promise<void> {
    if (this.#wake && this.#waiting.length === 0) return
    await new Promise<void>((resolve) => this.#settled.push(resolve))
  }
}
