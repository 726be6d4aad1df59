/** The one order of alarms, wherever several are shown. No zod here: browsers take it as it is. Requirement ALARM-03. */

import { ALARM_STATES, type AlarmState } from './alarm-state.ts'
import { SEVERITIES } from './app-catalogue.ts'
import type { Activity, AlertSeverity } from './apps.ts'

/** What places an alarm among others. `occurredAt`: ISO text; `id`: of its alert. */
export type AlarmPlace = {
  id: string
  state: AlarmState
  severity: AlertSeverity
  activity: Activity
  occurredAt: string
}

/** Falls, then bed exits, then the rest. */
const FIRST: readonly Activity[] = ['A005', 'A006']

/** Whether somebody fell, or may have fallen. */
export function isFall({ activity }: { activity: Activity }): boolean {
  return activity === 'A005'
}

type Badness = Pick<AlarmPlace, 'severity' | 'activity'>

/** Negative: `a` is worse than `b`. Order: severity; then falls, bed exits, others. In SQL: alarm_rank of one state. */
export function compareBadness(a: Badness, b: Badness): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || kindRank(a.activity) - kindRank(b.activity)
}

/**
 * Negative: `a` comes before `b`. Order: open, claimed, arrived, resolved; then severity; then falls, bed exits,
 * others; then newest first. The service's inAlarmOrder is the same order in SQL.
 */
export function compareAlarms(a: AlarmPlace, b: AlarmPlace): number {
  return (
    ALARM_STATES.indexOf(a.state) - ALARM_STATES.indexOf(b.state) ||
    compareBadness(a, b) ||
    Date.parse(b.occurredAt) - Date.parse(a.occurredAt) ||
    (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
  )
}

function kindRank(activity: Activity): number {
  const place = FIRST.indexOf(activity)
  return place === -1 ? FIRST.length : place
}
