/** A clock that stands still until a test moves it. */
import type { Clock } from '#platform/clock.ts'

type Timer = { atMs: number; work: () => void }

export class TestClock implements Clock {
  #nowMs: number
  readonly #timers = new Set<Timer>()

  constructor(start = '2026-11-20T01:00:00.000Z') {
    this.#nowMs = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#nowMs)
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
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.work()
    }
    this.#nowMs = untilMs
  }
}
