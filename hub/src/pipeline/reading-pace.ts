/** A camera that sends more than any camera can is read only as fast as one can send. */

/** As much as a camera's own network port carries (100 Mbit/s), and what may come at once, bytes. */
const BYTES_PER_SECOND = 12_500_000

export class ReadingPace {
  readonly #onGoOn: () => void
  #bytes = BYTES_PER_SECOND
  /** The bytes above may come as of then. */
  #atMs = performance.now()
  #brake: NodeJS.Timeout | undefined

  constructor(onGoOn: () => void) {
    this.#onGoOn = onGoOn
  }

  get isBraking(): boolean {
    return this.#brake !== undefined
  }

  /** Counts what came; true: nothing more is to be read until `onGoOn`. */
  isTooFast(received: number): boolean {
    const nowMs = performance.now()
    const allowed = this.#bytes + ((nowMs - this.#atMs) / 1000) * BYTES_PER_SECOND
    this.#bytes = Math.min(BYTES_PER_SECOND, allowed) - received
    this.#atMs = nowMs
    if (this.#bytes >= 0 || this.#brake) return this.isBraking
    this.#brake = setTimeout(
      () => {
        this.#brake = undefined
        this.#onGoOn()
      },
      (-this.#bytes / BYTES_PER_SECOND) * 1000,
    )
    return true
  }

  stop(): void {
    clearTimeout(this.#brake)
  }
}
