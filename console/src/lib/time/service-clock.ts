/** The time of the service, whatever this device is set to: how long somebody has waited must not hang on its clock. */

import { createStore } from '../store.ts'

/** Times in headers are whole seconds, and an answer is a while on its way. */
const TOLERANCE_MS = 2_000
const HALF_SECOND_MS = 500

/** The time at the beginning of the clock that nobody sets; null before the service was heard. */
let beganMs: number | null = null

/** Milliseconds since the epoch by the clock of the service; before its first answer by that of the device. */
export function serviceNowMs(): number {
  return beganMs === null ? Date.now() : Math.round(beganMs + performance.now())
}

/** The same as a date: what a page calls now. */
export function serviceNow(): Date {
  return new Date(serviceNowMs())
}

/** From here on a person reads wrong times elsewhere on the device, and a notice says so. */
const WRONG_MS = 120_000

/** How many milliseconds this device is ahead of the service; 0 while that is little. */
export const deviceAheadMs = createStore(() => 0)

function compareDevice(): void {
  const aheadMs = Date.now() - serviceNowMs()
  deviceAheadMs.set(Math.abs(aheadMs) < WRONG_MS ? 0 : Math.round(aheadMs / WRONG_MS) * WRONG_MS)
}

/** `date`: the header of an answer that came just now from the service itself, and from no cache. */
export function hearServiceTime(date: string | null): void {
  const saidMs = Date.parse(date ?? '') + HALF_SECOND_MS
  if (Number.isNaN(saidMs)) return
  beganMs ??= Date.now() - performance.now()
  const errorMs = saidMs - serviceNowMs()
  if (Math.abs(errorMs) > TOLERANCE_MS) beganMs += errorMs
  compareDevice()
}

/** For tests. */
export function forgetServiceTime(): void {
  beganMs = null
  deviceAheadMs.set(0)
}
