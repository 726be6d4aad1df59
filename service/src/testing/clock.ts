/** What tests fix: a clock that stands still until a test moves it, and the master key. */
import type { Clock } from '#platform/clock.ts'

type Timer = { atMs: number; work: () => void }

export class TestClock implements Clock {
  #nowMs: number
  #passedMs = 0
  readonly #timers = new Set<Timer>()

  constructor(start = '2026-11-20T01:00:00.000Z') {
    this.#nowMs = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#nowMs)
  }

  monotonicMs(): number {
    return this.#passedMs
  }

  /** Sets the time as a correction does: no time passes, and no timer comes due. */
  jump(ms: number): void {
    this.#nowMs += ms
    for (const timer of this.#timers) timer.atMs += ms
  }

  after(delayMs: number, work: () => void) {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), work }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Moves the time and runs, in their order, the timers that come due on the way. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms
    for (;;) {
      const next = [...this.#timers].filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!next) break
      this.#timers.delete(next)
      this.#moveTo(Math.max(this.#nowMs, next.atMs))
      next.work()
    }
    this.#moveTo(untilMs)
  }

  #moveTo(atMs: number): void {
    this.#passedMs += Math.max(0, atMs - this.#nowMs)
    this.#nowMs = atMs
  }
}

/** The master key of all tests. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 'mimamori tests ')
