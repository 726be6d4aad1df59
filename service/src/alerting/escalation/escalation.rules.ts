/** Decides when a rule escalates an alert: pure functions. Requirement SET-05; domain.md "Escalation". */

import type { Week } from '@mimamori/contract/camera/week.ts'
import { isOn, nextChange } from '@mimamori/contract/camera/week-clock.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { type Feature, opensFeature } from '@mimamori/contract/site/packages.ts'

/** An alert and a rule that watches it, at the moment of the decision. */
export type Waiting = {
  tenantId: string
  alertId: string
  escalationId: string
  escalationName: string
  /** The unit of the alert; decides which consoles are notified. */
  unitId: string | null
  /** When the alarm opened, or the alert was stored, ms since the epoch. */
  openSinceMs: number
  /** The end of the 24 hours in which it may be fired, ms since the epoch. */
  endsAtMs: number
  /** Nobody has claimed the alarm, or read the activity alert. */
  isOpen: boolean
  thresholdMinutes: number
  /** It fires without waiting for its threshold: the step before it reached nobody. */
  isHurried: boolean
  activeHours: Week | null
  timezone: string
  packages: readonly string[]
  isSiteDisabled: boolean
}

/**
 * `wait`: decide again at that time. `give-up`: it cannot fire under the current settings. `drop`: the alert is not
 * open any more.
 */
export type Decision = { kind: 'fire' } | { kind: 'wait'; untilMs: number } | { kind: 'give-up' } | { kind: 'drop' }

/** Rules need it; rounds do not. */
export const NEEDED: Feature = 'escalation-rules'
/**
 * A threshold of 24 hours ends together with the window: allow the minute that has begun, so that a small delay is
 * harmless.
 */
const LAST_MINUTE_MS = MINUTE_MS

/** Decides at `nowMs`. */
export function decide(of: Waiting, nowMs: number): Decision {
  if (!of.isOpen) return { kind: 'drop' }
  if (of.isSiteDisabled || !opensFeature(of.packages, NEEDED) || nowMs > of.endsAtMs + LAST_MINUTE_MS) {
    return { kind: 'give-up' }
  }
  const earliestMs = of.openSinceMs + of.thresholdMinutes * MINUTE_MS
  if (!of.isHurried && nowMs < earliestMs) return { kind: 'wait', untilMs: earliestMs }
  const untilMs = inactiveUntil(of, nowMs)
  if (untilMs === null) return { kind: 'fire' }
  return untilMs <= of.endsAtMs ? { kind: 'wait', untilMs } : { kind: 'give-up' }
}

/** The hours of a rule and the time zone in which they count; null: always. */
export type Hours = Pick<Waiting, 'activeHours' | 'timezone'>

/** Returns null if the rule is active. Malformed hours count as active, so that they never stop a notification. */
export function inactiveUntil({ activeHours, timezone }: Hours, nowMs: number): number | null {
  try {
    const now = new Date(nowMs)
    if (isOn(activeHours, now, timezone)) return null
    return nextChange(activeHours, now, timezone)?.getTime() ?? Number.POSITIVE_INFINITY
  } catch {
    return null
  }
}
