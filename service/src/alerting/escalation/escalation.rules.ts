/** When a rule escalates an alert: pure. Requirement SET-05; domain.md "Escalation". */

import type { Week } from '@mimamori/contract/camera/week.ts'
import { isOn, nextChange } from '@mimamori/contract/camera/week-clock.ts'
import { type Feature, opensFeature } from '@mimamori/contract/site/packages.ts'

/** An alert and a rule that watches it, as they are at the moment of the decision. */
export type Waiting = {
  tenantId: string
  alertId: string
  escalationId: string
  escalationName: string
  /** Of the alert; decides which consoles are notified of its change. */
  unitId: string | null
  /** When the alarm opened, or the alert was stored, ms since the epoch. */
  openSinceMs: number
  /** The end of the 24 hours in which it may be fired, ms since the epoch. */
  endsAtMs: number
  /** Nobody has claimed the alarm, or read what is activity. */
  isOpen: boolean
  thresholdMinutes: number
  activeHours: Week | null
  timezone: string
  packages: readonly string[]
  isSiteDisabled: boolean
}

/**
 * `wait`: looked at again then. `give-up`: it cannot be fired as things stand. `drop`: the alert is not open any more.
 */
export type Decision = { kind: 'fire' } | { kind: 'wait'; untilMs: number } | { kind: 'give-up' } | { kind: 'drop' }

const MINUTE_MS = 60_000
const NEEDED: Feature = 'escalation-rules'
/** A threshold of 24 hours ends with the window: the minute that has begun counts, so that being late by ms costs nothing. */
const LAST_MINUTE_MS = MINUTE_MS

/** What becomes of it at `nowMs`. */
export function decide(of: Waiting, nowMs: number): Decision {
  if (!of.isOpen) return { kind: 'drop' }
  if (of.isSiteDisabled || !opensFeature(of.packages, NEEDED) || nowMs > of.endsAtMs + LAST_MINUTE_MS) {
    return { kind: 'give-up' }
  }
  const earliestMs = of.openSinceMs + of.thresholdMinutes * MINUTE_MS
  if (nowMs < earliestMs) return { kind: 'wait', untilMs: earliestMs }
  const untilMs = inactiveUntil(of, nowMs)
  if (untilMs === null) return { kind: 'fire' }
  return untilMs <= of.endsAtMs ? { kind: 'wait', untilMs } : { kind: 'give-up' }
}

/** Null: it is active. Hours that cannot be read must not stop a notification. */
function inactiveUntil({ activeHours, timezone }: Waiting, nowMs: number): number | null {
  try {
    const now = new Date(nowMs)
    if (isOn(activeHours, now, timezone)) return null
    return nextChange(activeHours, now, timezone)?.getTime() ?? Number.POSITIVE_INFINITY
  } catch {
    return null
  }
}
