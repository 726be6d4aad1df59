/**
 * Detects changes of this machine's time: by hand, by its time service, or while it was suspended. Times planned by a
 * clock that was ahead are corrected, and deletion by age waits until a new time has lasted.
 */
import type { Logger } from 'pino'
import type { Cancel, Clock } from './clock.ts'
import type { Sign } from './sign.ts'

const LOOK_EVERY_MS = 1_000
/** A backward step this large turns past times into future ones. */
const BACK_MS = 1_000
/** A step that the health page reports. */
const REPORTED_MS = 5_000
const REPORTED_FOR_MS = 10 * 60_000
/** After a larger forward step, deletion by age pauses for this long: the time may be wrong. */
const FAR_AHEAD_MS = 60 * 60_000
const DOUBTED_FOR_MS = 60 * 60_000
/** Interval for checking times of another instance whose clock was ahead: that instance may be gone. */
const OTHERS_EVERY_MS = 60_000

type ClockSteps = {
  start(): void
  stop(): Promise<void>
  /** Resolves when the corrections of the last step are done. For tests. */
  idle(): Promise<void>
  /** Whether rows past their retention time may be deleted. */
  mayForget(): boolean
  sign: Sign
}
type Options = {
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  /** Corrects impossible times in the future; also at the start, for a clock that was ahead before it. */
  bringBack(now: Date): Promise<void>
  /** When the service last ran, according to the database; null: never. */
  lastRanAt(): Promise<Date | null>
  /** Whether the database has a time that only a clock ahead can have written. */
  hasFuture(now: Date): Promise<boolean>
}

/** Compares the time with the monotonic clock once a second after `start`. */
export function createClockSteps({ clock, log, bringBack, lastRanAt, hasFuture }: Options): ClockSteps {
  const offsetMs = () => clock.now().getTime() - clock.monotonicMs()
  let knownMs = offsetMs()
  let steps = 0
  let reportedUntilMs = Number.NEGATIVE_INFINITY
  // Until the start has determined how long the service was down.
  let doubtedUntilMs = Number.POSITIVE_INFINITY
  let cancel: Cancel = () => {}
  let othersAtMs = clock.monotonicMs() + OTHERS_EVERY_MS
  let isStopped = true
  let working: Promise<void> = Promise.resolve()

  function doubtAfter(aheadMs: number): void {
    if (aheadMs > FAR_AHEAD_MS) doubtedUntilMs = clock.monotonicMs() + DOUBTED_FOR_MS
  }
  function repair(): void {
    working = working
      .then(() => bringBack(clock.now()))
      .catch((error: unknown) => {
        log.error({ err: error }, 'times in the future could not be brought back')
        // The database may be unreachable: retry until it succeeds.
        if (!isStopped) clock.after(LOOK_EVERY_MS, repair)
      })
  }
  function lookAtOthers(): void {
    othersAtMs = clock.monotonicMs() + OTHERS_EVERY_MS
    working = working
      .then(() => hasFuture(clock.now()))
      .then((isSo) => (isSo ? bringBack(clock.now()) : undefined))
      // An unreachable database has its own sign; the next check is a minute later.
      .catch(() => {})
  }
  /** Answers the step since the last time. */
  function notice(): number {
    const stepMs = offsetMs() - knownMs
    knownMs += stepMs
    if (Math.abs(stepMs) > REPORTED_MS) {
      steps++
      reportedUntilMs = clock.monotonicMs() + REPORTED_FOR_MS
      log.warn({ stepSeconds: Math.round(stepMs / 1_000) }, 'The time of this machine was set.')
    }
    doubtAfter(stepMs)
    if (stepMs < -BACK_MS) repair()
    return stepMs
  }
  function look(): void {
    if (isStopped) return
    const stepMs = notice()
    if (stepMs >= -BACK_MS && clock.monotonicMs() >= othersAtMs) lookAtOthers()
    cancel = clock.after(LOOK_EVERY_MS, look)
  }
  async function lookBack(): Promise<void> {
    const ranAt = await lastRanAt().catch(() => null)
    doubtedUntilMs = clock.monotonicMs()
    if (ranAt) doubtAfter(clock.now().getTime() - ranAt.getTime())
  }

  return {
    start() {
      isStopped = false
      knownMs = offsetMs()
      working = lookBack()
      repair()
      cancel = clock.after(LOOK_EVERY_MS, look)
    },
    async stop() {
      isStopped = true
      cancel()
      await working
    },
    idle: () => working,
    mayForget() {
      // The time may have been set since the last look.
      if (!isStopped) notice()
      return clock.monotonicMs() >= doubtedUntilMs
    },
    sign: {
      errors: () => (clock.monotonicMs() < reportedUntilMs ? ['clock-moved'] : []),
      figures: () => ['# TYPE mimamori_clock_steps_total counter', `mimamori_clock_steps_total ${steps}`],
    },
  }
}
