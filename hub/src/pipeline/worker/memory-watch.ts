/** Whether a media worker leaks memory. The memory that its cameras need, even if much, is not a reason to end it. */

export type MemoryLimits = {
  /** Time until a worker's memory reaches its baseline, ms. */
  settleMs: number
  /** Time for which the memory must exceed the limit, ms. */
  grownMs: number
  /** The limit is twice the baseline, and this much more, bytes. */
  growthBytes: number
  /** Ends the worker at once, whatever its baseline: the system would kill other programs, bytes. */
  rssMaxBytes: number
}

export class MemoryWatch {
  readonly #limits: MemoryLimits
  #sinceMs: number | null = null
  #idleBytes = 0
  #grownSinceMs: number | null = null

  constructor(limits: MemoryLimits) {
    this.#limits = limits
  }

  /** The cameras have changed: learns the baseline again. */
  begin(): void {
    this.#sinceMs = null
    this.#idleBytes = 0
    this.#grownSinceMs = null
  }

  /** Call it after each heartbeat, with a monotonic `nowMs`: whether the worker must be ended. */
  isTooMuch(rssBytes: number, nowMs: number): boolean {
    const { settleMs, grownMs, growthBytes, rssMaxBytes } = this.#limits
    if (rssBytes > rssMaxBytes) return true
    this.#sinceMs ??= nowMs
    if (nowMs - this.#sinceMs < settleMs) {
      this.#idleBytes = Math.max(this.#idleBytes, rssBytes)
      return false
    }
    const isGrown = rssBytes > 2 * this.#idleBytes + growthBytes
    this.#grownSinceMs = isGrown ? (this.#grownSinceMs ?? nowMs) : null
    return this.#grownSinceMs !== null && nowMs - this.#grownSinceMs >= grownMs
  }
}
