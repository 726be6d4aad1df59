/** The only access to the system's clock: code that needs time takes a Clock, so that tests can control it. */
import { randomBytes } from 'node:crypto'
import { uptimeMs } from './standstill-watch.ts'

/** Cancels a timer; calling it twice, or after the timer fired, does nothing. */
export type Cancel = () => void

export type Clock = {
  /** Ms since the epoch, by the service's clock after the first contact. */
  now(): number
  /** Monotonic time in ms, for durations and pauses. */
  monotonicMs(): number
  /** Runs `work` once, `delayMs` from now. A waiting timer keeps the program alive. */
  after(delayMs: number, work: () => void): Cancel
  /** Whether it is the service's; undefined: it was compared with none. */
  readonly isConfirmed?: boolean | undefined
}

export type CorrectedClock = Clock & {
  /**
   * Takes the service's time `serviceNowMs` from its response to a request sent at `sentAtMs` (by this clock).
   * `isConfirmed` false: it is the time of a hub that has not heard the service's.
   */
  correct(serviceNowMs: number, sentAtMs: number, isConfirmed?: boolean): void
  /** How far this machine's clock is behind the service's, in ms. */
  readonly offsetMs: number
}

/** Smaller differences are within the error of the measurement, and time must not jump needlessly. */
const TOLERANCE_MS = 250
/** A larger step of this machine's clock is a standby, or somebody set it. */
const STEP_MS = 1000

/**
 * The hub's clock: this machine's until the first contact with the service, then the service's, whatever the machine is set
 * to. With a clock set back, an alert would count as late and not ring. It counts the machine's standby (`readUptimeMs`).
 */
export function createClock(
  readMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
  readUptimeMs: () => number = uptimeMs,
): CorrectedClock {
  /** Time at the origin of the monotonic clock; null before the first contact. */
  let beganMs: number | null = null
  let isConfirmed: boolean | undefined
  let machineMs = readMs() - steadyMs()
  let standbyMs = readUptimeMs() - steadyMs()
  let wokenMs = steadyMs()
  /**
   * The monotonic clock stops in standby. The uptime does not, but costs a hundred times as much to read: it is read once a
   * second, and when the machine's clock stepped. A standby that is as long as the clock was set back meanwhile shows no step.
   */
  const wake = () => {
    const steppedMs = readMs() - steadyMs() - machineMs
    if (Math.abs(steppedMs) < STEP_MS && steadyMs() - wokenMs < STEP_MS) return
    wokenMs = steadyMs()
    machineMs += steppedMs
    const sleptMs = readUptimeMs() - steadyMs() - standbyMs
    if (sleptMs < STEP_MS) return
    standbyMs += sleptMs
    if (beganMs !== null) beganMs += sleptMs
  }
  const now = () => {
    wake()
    return beganMs === null ? readMs() : Math.round(beganMs + steadyMs())
  }
  return {
    now,
    monotonicMs: steadyMs,
    after(delayMs, work) {
      const timer = setTimeout(work, Math.max(0, delayMs))
      return () => clearTimeout(timer)
    },
    correct(serviceNowMs, sentAtMs, isSure = true) {
      isConfirmed = isSure
      const halfRoundTripMs = Math.max(0, (now() - sentAtMs) / 2)
      const errorMs = serviceNowMs - (now() - halfRoundTripMs)
      beganMs ??= readMs() - steadyMs()
      if (Math.abs(errorMs) > halfRoundTripMs + TOLERANCE_MS) beganMs += Math.round(errorMs)
    },
    get isConfirmed() {
      return isConfirmed
    },
    get offsetMs() {
      return now() - readMs()
    },
  }
}

/** Whether less than `lengthMs` passed between two times of the wall clock; false if it was set back in between. */
export function isWithin(passedMs: number, lengthMs: number): boolean {
  return passedMs >= 0 && passedMs < lengthMs
}

/** Resolves `delayMs` from now by `clock`, or at once when `signal` aborts. */
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

/** A new UUID of version 7 (RFC 9562): its first 48 bits are `nowMs`, so that ids sort by when they were made. */
export function uuidV7(nowMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
