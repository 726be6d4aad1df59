/**
 * When a camera is read: what comes in many small packets is gathered, since each reading costs as much as what is read;
 * one that sends more than any camera can is read only as fast as one can send.
 */

/** As much as a camera's own network port carries (100 Mbit/s), and what may come at once, bytes. */
const BYTES_PER_SECOND = 12_500_000
/** A picture's packets come within milliseconds; so much later is no picture seen. */
const GATHER_MS = 8
/** Who sends so much at once is read on at once. */
const PLENTY_BYTES = 32 * 1024

export class ReadingPace {
  readonly #onGoOn: () => void
  #bytes = BYTES_PER_SECOND
  /** The bytes above may come as of then. */
  #atMs = performance.now()
  #rest: NodeJS.Timeout | undefined

  constructor(onGoOn: () => void) {
    this.#onGoOn = onGoOn
  }

  get isResting(): boolean {
    return this.#rest !== undefined
  }

  /** Counts what came; true: nothing more is to be read until `onGoOn`. */
  mustRest(received: number): boolean {
    const nowMs = performance.now()
    const allowed = this.#bytes + ((nowMs - this.#atMs) / 1000) * BYTES_PER_SECOND
    this.#bytes = Math.min(BYTES_PER_SECOND, allowed) - received
    this.#atMs = nowMs
    const restMs = this.#bytes < 0 ? (-this.#bytes / BYTES_PER_SECOND) * 1000 : GATHER_MS
    if (this.isResting || (this.#bytes >= 0 && received >= PLENTY_BYTES)) return this.isResting
    this.#rest = setTimeout(() => {
      this.#rest = undefined
      this.#onGoOn()
    }, restMs)
    return true
  }

  stop(): void {
    clearTimeout(this.#rest)
  }
}
