/** The only reader of the clock: everything that needs the time or waits takes a Clock, so that tests move it. */

/** Ends a waiting timer; calling it twice, or after the timer fired, does nothing. */
export type Cancel = () => void

export type Clock = {
  /** Ms since the epoch, by the service's clock after the first contact. */
  now(): number
  /** Runs `work` once, `delayMs` from now. A waiting timer keeps the program alive. */
  after(delayMs: number, work: () => void): Cancel
}

export type CorrectedClock = Clock & {
  /** The service said `serviceNowMs` in answer to what was sent at `sentAtMs` (by this clock). */
  correct(serviceNowMs: number, sentAtMs: number): void
  /** How far this machine's clock is behind the service's, in ms. */
  readonly offsetMs: number
}

/** Below this the machine's own clock is as good as the network's answer, and time must not jump for nothing. */
const TOLERANCE_MS = 250

/** The hub's clock: this machine's, moved to the service's where they differ by more than the network explains. */
export function createClock(readMs: () => number = Date.now): CorrectedClock {
  let offsetMs = 0
  const now = () => readMs() + offsetMs
  return {
    now,
    after(delayMs, work) {
      const timer = setTimeout(work, Math.max(0, delayMs))
      return () => clearTimeout(timer)
    },
    correct(serviceNowMs, sentAtMs) {
      const halfRoundTripMs = Math.max(0, (now() - sentAtMs) / 2)
      const errorMs = serviceNowMs - (now() - halfRoundTripMs)
      if (Math.abs(errorMs) > halfRoundTripMs + TOLERANCE_MS) offsetMs += Math.round(errorMs)
    },
    get offsetMs() {
      return offsetMs
    },
  }
}

/** Resolves `delayMs` from now by that clock, or at once when `signal` aborts. */
export function wait(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      cancel()
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = clock.after(delayMs, finish)
    signal?.addEventListener('abort', finish)
  })
}
