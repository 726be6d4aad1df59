/** Growing pauses between attempts, with chance in them so that many hubs do not come back at the same moment. */
import { CallError } from '@mimamori/contract/client.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

export class BackOff {
  #attempts = 0
  readonly #random: () => number

  /** `random` answers 0 to 1. */
  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  /**
   * The next pause: 1, 2, 4 … 60 s (or `longestMs`), of which the last half is by chance; never shorter than the service
   * asked for.
   */
  nextMs(error?: unknown, longestMs = LONGEST_MS): number {
    const fullMs = Math.min(longestMs, FIRST_MS * 2 ** Math.min(this.#attempts, 10))
    this.#attempts++
    const pauseMs = fullMs / 2 + (fullMs / 2) * this.#random()
    return Math.max(pauseMs, askedMs(error))
  }

  reset(): void {
    this.#attempts = 0
  }
}

/** How long the service asked to wait with this rejection, in ms; 0 when it did not. */
export function askedMs(error: unknown): number {
  return error instanceof CallError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
}
