/** The filter of a list or count of alerts, and its conditions in SQL. */

import type { AlertFilter, VerdictOrNone } from '@mimamori/contract/alerting/alert.ts'
import { ALERT_WINDOWS, type AlertWindow } from '@mimamori/contract/alerting/alert-window.ts'
import type { AlarmState } from '@mimamori/contract/shared/alarm-state.ts'
import type { CallerRole } from '@mimamori/contract/shared/roles.ts'
import type { Actor } from '#platform/auth/session.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { arrivedLate } from '#shared/alarm/alarm-row.ts'
import { inUnits, type ResidentScope, residentScope } from '#shared/resident-scope.ts'

/** Lists are null when they narrow nothing; instants are ISO texts, `from` counted in, `to` not. */
export type Search = {
  scope: ResidentScope
  userId: string
  role: CallerRole
  /** Null: either. */
  isArchived: boolean | null
  /** Whether the user has seen it; null: either. */
  hasRead: boolean | null
  severities: readonly string[] | null
  activities: readonly string[] | null
  cameraIds: readonly string[] | null
  from: string | null
  to: string | null
  /** Only what happened within one of these; the range of time has a beginning then. */
  shifts: readonly ShiftTime[] | null
  /** Only what happened by day or by night; the range of time has a beginning then. */
  window: AlertWindow | null
  verdicts: readonly VerdictOrNone[] | null
  /** Only alarms in one of these states. */
  alarmStates: readonly AlarmState[] | null
  /** Only what happened in one of these rooms while its resident stayed there; null: everywhere. */
  stays: readonly Stay[] | null
  /** Only unclaimed alarms and unread activity. */
  isUnanswered: boolean
  /** Only alarms that a connection delayed for long. */
  isLate: boolean
}

/** Null: without a beginning or an end. */
export type Stay = { cameraId: string; fromAt: string | null; toAt: string | null }

/** A shift by the clock of its site, in minutes since midnight; an end at or before the start is on the next day. */
export type ShiftTime = {
  tenantId: string
  timezone: string
  startMinute: number
  endMinute: number
  /** Its cameras; null: it has none, and covers all of them. */
  cameraIds: readonly string[] | null
}

/**
 * Null: the user's scope is empty, and so is every result. An empty list in a filter matches everything. Tags and
 * shifts must be looked up first: see alert.narrowing.ts.
 */
export function toSearch(actor: Actor, filter: AlertFilter): Search | null {
  const scope = residentScope(actor, filter.unitIds)
  return (
    scope && {
      scope,
      userId: actor.userId,
      role: actor.role,
      isArchived: filter.archived === 'any' ? null : (filter.archived ?? false),
      hasRead: filter.hasRead ?? null,
      severities: orNull(filter.severities),
      activities: orNull(filter.activities),
      cameraIds: orNull(filter.cameraIds),
      from: filter.from ?? null,
      to: filter.to ?? null,
      shifts: null,
      stays: null,
      window: filter.window ?? null,
      verdicts: orNull(filter.verdicts),
      alarmStates: orNull(filter.alarmStates),
      isUnanswered: filter.isUnanswered ?? false,
      isLate: filter.isLate ?? false,
    }
  )
}

/** Whether rows of the tenant are excluded by a condition that an index on time does not cover. */
export function isFiltered(by: Search): boolean {
  const { scope, hasRead, severities, activities, cameraIds } = by
  return [scope.unitIds, hasRead, severities, activities, cameraIds].some((one) => one !== null) || isBeyondTallies(by)
}

/** Whether the filter has a condition that the tallies lack. */
export function isBeyondTallies({
  shifts,
  stays,
  window,
  verdicts,
  alarmStates,
  isUnanswered,
  isLate,
}: Search): boolean {
  return isUnanswered || isLate || [shifts, stays, window, verdicts, alarmStates].some((one) => one !== null)
}

function orNull<T>(list: readonly T[] | undefined): readonly T[] | null {
  return list && list.length > 0 ? list : null
}

/** `and …` for everything but tenant, time and whether it was seen; `a` is a row of alert. */
export function matching(by: Search): Sql {
  const parts = [sql`a.deleted_at is null`]
  if (by.isArchived !== null) parts.push(sql`a.is_archived = ${by.isArchived}`)
  if (by.scope.unitIds) parts.push(inUnits(sql`a.unit_id`, by.scope))
  if (by.severities) parts.push(sql`a.severity = any(${by.severities})`)
  if (by.activities) parts.push(sql`a.activity = any(${by.activities})`)
  if (by.cameraIds) parts.push(sql`a.camera_id = any(${by.cameraIds}::uuid[])`)
  if (by.shifts) parts.push(sql`(${sql.join(by.shifts.map(duringShift), ' or ')})`)
  if (by.stays) {
    parts.push(sql`exists (select from jsonb_to_recordset(${JSON.stringify(by.stays)}::jsonb)
        as x ("cameraId" uuid, "fromAt" timestamptz, "toAt" timestamptz)
      where x."cameraId" = a.camera_id and a.occurred_at >= coalesce(x."fromAt", '-infinity')
        and a.occurred_at < coalesce(x."toAt", 'infinity'))`)
  }
  if (by.window) parts.push(duringWindow(by.window))
  if (by.verdicts) parts.push(sql`coalesce(a.verdict, 'none') = any(${by.verdicts})`)
  if (by.isUnanswered) {
    parts.push(sql`alert_answered_at(a.alarm_state, a.first_seen_at, a.claimed_at, a.resolved_at, a.outcome) is null
      and a.outcome is distinct from 'returned'`)
  }
  if (by.isLate) parts.push(arrivedLate)
  if (by.alarmStates) {
    parts.push(sql`a.alarm_state = any(${by.alarmStates}::text[])`)
    // Tells the planner which index to use.
    if (!by.alarmStates.includes('resolved')) parts.push(sql`a.alarm_state <> 'resolved'`)
  }
  return sql`and ${sql.join(parts, ' and ')}`
}

function duringWindow(window: AlertWindow): Sql {
  const { startMinute, endMinute } = ALERT_WINDOWS.morning
  const minute = sql`site_minute(a.occurred_at, (select w.timezone from tenant w where w.id = a.tenant_id))`
  const isMorning = sql`(${minute} >= ${startMinute}::integer and ${minute} < ${endMinute}::integer)`
  return window === 'morning' ? isMorning : sql`not ${isMorning}`
}

function duringShift({ tenantId, timezone, startMinute, endMinute, cameraIds }: ShiftTime): Sql {
  const minute = sql`site_minute(a.occurred_at, ${timezone})`
  const [fromStart, beforeEnd] = [sql`${minute} >= ${startMinute}::integer`, sql`${minute} < ${endMinute}::integer`]
  const isWithin = startMinute < endMinute ? sql`${fromStart} and ${beforeEnd}` : sql`(${fromStart} or ${beforeEnd})`
  const isThere = cameraIds ? sql`a.camera_id = any(${cameraIds}::uuid[])` : sql`true`
  return sql`(a.tenant_id = ${tenantId} and ${isWithin} and ${isThere})`
}

/** The same conditions on a row `x` of a tally (see isBeyondTallies); `hasCameras` selects the tally. */
export function matchingTally(by: Search, hasCameras: boolean): Sql {
  const parts = [by.isArchived === null ? sql`true` : sql`x.is_archived = ${by.isArchived}`]
  if (by.scope.unitIds) parts.push(inUnits(sql`x.unit_id`, by.scope))
  if (by.severities) parts.push(sql`x.severity = any(${by.severities})`)
  if (by.activities) parts.push(sql`x.activity = any(${by.activities})`)
  if (hasCameras && by.cameraIds) parts.push(sql`x.camera_id = any(${by.cameraIds}::uuid[])`)
  return sql`and ${sql.join(parts, ' and ')}`
}

/** `and …` for the range of time. */
export function within({ from, to }: Pick<Search, 'from' | 'to'>): Sql {
  const lower = from === null ? sql`` : sql`and a.occurred_at >= ${from}`
  const upper = to === null ? sql`` : sql`and a.occurred_at < ${to}`
  return sql`${lower} ${upper}`
}

/** Whether user `userId` has seen `a`; `seenUntil` is that user's watermark. */
export function wasSeen(userId: string, seenUntil: Sql): Sql<boolean> {
  return sql`(a.created_at <= ${seenUntil} or exists (select from alert_seen s
    where s.tenant_id = a.tenant_id and s.user_id = ${userId} and s.alert_id = a.id))`
}
