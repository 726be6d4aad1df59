/** The only reader of the clock: code that needs the time or waits takes a Clock, so that tests can move it. */

/** Ends a waiting timer; calling it twice, or after the timer fired, does nothing. */
export type Cancel = () => void

export type Clock = {
  now(): Date
  /** Milliseconds since some moment, which no correction of the time moves. */
  monotonicMs(): number
  /** Runs `work` once, `delayMs` from now. A waiting timer does not keep the process alive. */
  after(delayMs: number, work: () => void): Cancel
}

/** Longest delay of setTimeout; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, delayMs), LONGEST_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Resolves `delayMs` from now, by that clock. */
export function wait(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve)
  })
}
