/** Statements about alarms: those that are not over, locking one of them, and storing its next state. */
import type { Alarm, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { OPEN_ALARMS_MAX } from '@mimamori/contract/alerting/alarm.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { Statements, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import {
  type AlarmColumns,
  alarmColumns,
  arrivedLate,
  inAlarmOrder,
  isPossible,
  toAlarm,
} from '#shared/alarm/alarm-row.ts'
import { roomKey } from '#shared/alarm/room-call.ts'
import { aroundClip, isRefused } from '#shared/consent.ts'
import { residentsAt } from '#shared/resident-reach.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** Alarms that are not over, in the order of alarms: the limit cuts off the least severe. Index: alert_unresolved. */
export function readOpenAlarms(db: TenantDb, scope: ResidentScope, hasResidents: boolean): Promise<OpenRow[]> {
  return db.rows(sql<OpenRow>`
    select a.id as "alertId", ${roomKey} as room, a.camera_id as "cameraId", coalesce(c.location, a.agent_name) as location,
      u.name as "unitName", a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity, a.occurred_at as "occurredAt",
      a.thumbnail_media_id as "thumbnailMediaId", a.blurred_media_id as "blurredMediaId",
      ${isRefused('clear-images', aroundClip(sql`a.occurred_at`))} as "isClearRefused",
      ${residentsAt(hasResidents, sql`a.tenant_id`, sql`a.camera_id`, sql`a.occurred_at`)} as residents, ${alarmColumns}
    from alert a
      left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      left join unit u on u.tenant_id = a.tenant_id and u.id = a.unit_id
    where ${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)}
      and a.alarm_state <> 'resolved' and a.deleted_at is null
    ${inAlarmOrder} limit ${OPEN_ALARMS_MAX}`)
}
export type OpenRow = Omit<OpenAlarm, 'thumbnailUrl' | 'alarm'> &
  AlarmColumns & { thumbnailMediaId: string | null; blurredMediaId: string | null; isClearRefused: boolean }

/** Index: alert_unresolved. */
export async function countOpenAlarms(db: TenantDb, scope: ResidentScope) {
  const row = await db.first(sql<{ totalCount: number; roomCount: number; unclaimedCount: number }>`
    select count(*)::integer as "totalCount", (count(distinct ${roomKey}))::integer as "roomCount",
      (count(distinct ${roomKey}) filter (where a.alarm_state = 'open'))::integer as "unclaimedCount"
    from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where ${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)}
      and a.alarm_state <> 'resolved' and a.deleted_at is null`)
  return row!
}

export type AlarmPlace = { id: string; tenantId: string; unitId: string | null }

/** Alarms of these alerts that are in the scope and not deleted, in the order of their ids. */
export function findAlarms(db: TenantDb, scope: ResidentScope, ids: readonly string[]): Promise<AlarmPlace[]> {
  return db.rows(sql<AlarmPlace>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
    where ${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)} and a.id = any(${ids}::uuid[])
      and a.deleted_at is null
    order by a.id`)
}

/** Those of the alerts that came late and that nobody has gone to so far. */
export function findLateAlarms(db: TenantDb, scope: ResidentScope, ids: readonly string[]): Promise<AlarmPlace[]> {
  return db.rows(sql<AlarmPlace>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
    where ${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)} and a.id = any(${ids}::uuid[])
      and a.alarm_state = 'open' and a.opening = 1 and a.deleted_at is null and ${arrivedLate}
    order by a.id`)
}

/** Locks rows in the order of their ids, so that two callers cannot deadlock. */
export async function lockAlarms(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db.run(sql`select from alert where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[])
    order by id for update`)
}

/**
 * The unresolved alarms of the room of this alert, and the alert itself, in the order of their ids: the others that the
 * scope does not reach are left out. Indexes: camera_of_room, alert_unresolved.
 */
export function findInRoom(db: TenantDb, scope: ResidentScope, id: string): Promise<AlarmPlace[]> {
  const unresolved = sql`a.alarm_state <> 'resolved' and a.deleted_at is null and ${inUnits(sql`a.unit_id`, scope)}`
  const named = sql`n.tenant_id = ${db.tenantId} and n.id = ${id}`
  const place = sql`a.id, a.tenant_id as "tenantId", a.unit_id as "unitId"`
  // One branch each, so that none reads all alerts of the site.
  return db.rows(sql<AlarmPlace>`
    select ${place} from alert a where a.tenant_id = ${db.tenantId} and a.id = ${id} and a.deleted_at is null
      and ${inUnits(sql`a.unit_id`, scope)}
    union
    select ${place} from alert n join camera k on k.tenant_id = n.tenant_id and k.id = n.camera_id
      join camera c on c.tenant_id = k.tenant_id and c.tally_unit_id = k.tally_unit_id and c.location = k.location
      join alert a on a.tenant_id = c.tenant_id and a.camera_id = c.id
    where ${named} and ${unresolved}
    union
    select ${place} from alert n join alert a on a.tenant_id = n.tenant_id and a.agent_id = n.agent_id
      and a.unit_id is not distinct from n.unit_id
    where ${named} and n.camera_id is null and ${unresolved}
    order by 1`)
}

/** An alarm as it is now. `isRepeated`: the press was already processed for it. */
export type Standing = {
  id: string
  severity: AlertSeverity
  activity: Activity
  createdAt: string
  alarm: Alarm | null
  isRepeated: boolean
  hasGone: boolean
  arrivalLimitMs: number
}

/** The alarms of these alerts, locked until the transaction ends. */
export async function lockStanding(
  db: TenantDb,
  ids: readonly string[],
  { requestId, userId }: { requestId: string; userId: string },
): Promise<Standing[]> {
  await lockAlarms(db, ids)
  const rows = await db.rows(sql<AlarmColumns & Omit<Standing, 'alarm'>>`
    select a.id, a.severity, a.activity, a.created_at as "createdAt", ${alarmColumns},
      exists (select from alert_step s where s.tenant_id = a.tenant_id and s.alert_id = a.id
        and s.request_id = ${requestId}) as "isRepeated",
      exists (select from alert_step s where s.tenant_id = a.tenant_id and s.alert_id = a.id
        and s.user_id = ${userId} and s.kind in ('claimed', 'joined', 'arrived')
        and not exists (select from alert_step u where u.tenant_id = s.tenant_id and u.alert_id = s.alert_id
          and u.undoes = s.request_id)) as "hasGone",
      (select t.arrival_limit_seconds * 1000 from tenant t where t.id = a.tenant_id) as "arrivalLimitMs"
    from alert a where a.tenant_id = ${db.tenantId} and a.id = any(${ids}::uuid[]) and a.deleted_at is null
    order by a.id`)
  return rows.map((row) => ({ ...row, alarm: toAlarm(row) }))
}

/** Stores all fields of the alarm; `resolved` is null or belongs to this state. */
export async function storeAlarm(db: Statements, tenantId: string, id: string, alarm: Alarm): Promise<void> {
  const { claimer, arrived, resolved } = alarm
  await db.run(sql`
    update alert set alarm_state = ${alarm.state}, open_since = ${alarm.openSince}, opening = ${alarm.opening},
      claimer_id = ${claimer?.userId ?? null}, claimer_name = ${claimer?.userName ?? null},
      claimed_at = ${claimer?.at ?? null}, claim_ends_at = ${alarm.claimEndsAt},
      joined = ${JSON.stringify(alarm.joined)}::jsonb,
      arrived_by = ${arrived?.userId ?? null}, arrived_at = ${arrived?.at ?? null},
      arrived_name = ${arrived?.seenBy === 'person' ? arrived.userName : null},
      resolved_by = ${resolved?.userId ?? null}, resolved_name = ${resolved?.userName ?? null},
      resolved_at = ${resolved?.at ?? null}, outcome = ${resolved?.outcome ?? null},
      outcome_note = ${resolved?.note ?? null}, reopened = ${alarm.reopened}
    where tenant_id = ${tenantId} and id = ${id}`)
}

/** Notifies the subscribers and the former claimer that the alarm is open again. */
export async function addReopenedNotice(
  db: Statements,
  of: { tenantId: string; alertId: string; claimerId: string | null },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into notice (tenant_id, cause, alert_id, user_id, created_at)
    select a.tenant_id, 'reopened', a.id, ${of.claimerId}, ${now} from alert a
    where a.tenant_id = ${of.tenantId} and a.id = ${of.alertId} and a.occurred_at > ${now}::timestamptz - interval '24 hours'`)
}
