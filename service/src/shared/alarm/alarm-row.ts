/** The present state of an alarm in its alert's row. Alerts show it, alarms change it. Requirement ALARM-01. */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import { LATE_AFTER_MS } from '@mimamori/contract/alerting/alert-lists.ts'
import { CLIP_UNASKED } from '@mimamori/contract/fleet/clip-error.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** Instants are ISO texts. */
export type AlarmColumns = {
  alarmState: Alarm['state'] | null
  openSince: string | null
  opening: number | null
  claimerId: string | null
  claimerName: string | null
  claimedAt: string | null
  claimEndsAt: string | null
  joined: Alarm['joined']
  arrivedBy: string | null
  arrivedName: string | null
  arrivedAt: string | null
  resolvedBy: string | null
  resolvedName: string | null
  resolvedAt: string | null
  outcome: NonNullable<Alarm['resolved']>['outcome'] | null
  outcomeNote: string | null
  reopened: Alarm['reopened']
}

/** The columns of AlarmColumns; `a` is an alert. */
export const alarmColumns = sql`
  a.alarm_state as "alarmState", a.open_since as "openSince", a.opening, a.claimer_id as "claimerId",
  a.claimer_name as "claimerName", a.claimed_at as "claimedAt", a.claim_ends_at as "claimEndsAt", a.joined,
  a.arrived_by as "arrivedBy", a.arrived_name as "arrivedName", a.arrived_at as "arrivedAt",
  a.resolved_by as "resolvedBy", a.resolved_name as "resolvedName", a.resolved_at as "resolvedAt", a.outcome,
  a.outcome_note as "outcomeNote", a.reopened`

/** The one order of alarms, of rows `a`: the contract's compareAlarms in SQL. Index for those that are not over: alert_unresolved. */
export const inAlarmOrder: Sql = sql`
  order by alarm_rank(a.alarm_state, a.severity, a.activity), a.occurred_at desc, a.id desc`

/** Whether an alert `a` still waits for somebody: the function of the schema. */
export const isWaiting: Sql<boolean> = sql`
  alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived)`

/** Whether of an alert `a`, if there is one, only the background saw the fall: isPossibleFall, in a statement. */
export const isPossible: Sql<boolean> = sql`
  coalesce(a.detections @> '[{"isPossible":true}]' and a.verdict is distinct from 'real', false)`

/** Why the clip of a signal `a` was not requested; null: it was, or it is another alert. */
export const clipUnasked: Sql = sql`
  case when a.clip_state = 'failed' and a.clip_error ->> 'code' = any(${CLIP_UNASKED}::text[]) then a.clip_error ->> 'code' end`

/** Null: the alert is activity. */
export function toAlarm(row: AlarmColumns): Alarm | null {
  const { alarmState, openSince, opening, claimEndsAt, joined, arrivedAt, arrivedName, outcome } = row
  if (alarmState === null) return null
  const arrived = personOf(row.arrivedBy, arrivedName ?? '', arrivedAt)
  const resolved = personOf(row.resolvedBy, row.resolvedName, row.resolvedAt)
  return {
    state: alarmState,
    openSince: openSince!,
    opening: opening!,
    reopened: row.reopened,
    claimer: personOf(row.claimerId, row.claimerName, row.claimedAt),
    claimEndsAt,
    joined,
    arrived: arrived && { ...arrived, seenBy: arrivedName === null ? 'camera' : 'person' },
    resolved: resolved && { ...resolved, outcome: outcome!, note: row.outcomeNote },
  }
}

function personOf(userId: string | null, userName: string | null, at: string | null) {
  return at === null || userName === null ? null : { userId, userName, at }
}

/** The alert `a` was stored long after it happened: a connection delayed it. */
export const arrivedLate = sql`a.created_at - a.occurred_at >= ${LATE_AFTER_MS / 1_000} * interval '1 second'`
