/** Whether the machine was in standby, or paused as a virtual machine. */
import { uptime } from 'node:os'

/** Ms since the machine started, its standby included: Node's monotonic clock stops there. */
export const uptimeMs = (): number => uptime() * 1000

export class StandstillWatch {
  readonly #longMs: number
  readonly #uptimeMs: () => number
  #checkedMs: number
  #endedMs = Number.NEGATIVE_INFINITY

  /** `longMs`: more than ever passes between two checks. */
  constructor(longMs: number, readMs: () => number = uptimeMs) {
    this.#longMs = longMs
    this.#uptimeMs = readMs
    this.#checkedMs = readMs()
  }

  /** Called every few seconds, and before anything is reported about the time since. True when a standstill has ended. */
  check(): boolean {
    const nowMs = this.#uptimeMs()
    const hasEnded = nowMs - this.#checkedMs > this.#longMs
    if (hasEnded) this.#endedMs = nowMs
    this.#checkedMs = nowMs
    return hasEnded
  }

  /** Whether it ended no longer ago. */
  endedWithin(ms: number): boolean {
    return this.#uptimeMs() - this.#endedMs <= ms
  }
}
