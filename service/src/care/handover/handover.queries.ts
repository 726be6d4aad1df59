/** Reads the content of a shift's sheet. Requirement HANDOVER-01. */

import { HANDOVER_ROWS_MAX, HANDOVER_USUAL_SHIFTS } from '@mimamori/contract/care/care-lists.ts'
import type { HandoverAlarm, HandoverNote, HandoverSheet, HandoverSleep } from '@mimamori/contract/care/handover.ts'
import type { ResidentMark } from '@mimamori/contract/care/resident.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inAlarmOrder, isPossible } from '#shared/alarm/alarm-row.ts'
import { alarmsWithCall, cameraRoom, roomKey } from '#shared/alarm/room-call.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import type { Place } from './handover.place.ts'

type Span = { startsAt: string; endsAt: string }
type Happened = HandoverSheet['checkIns'][number]

const inScope = (row: Sql, scope: ResidentScope): Sql =>
  sql`${inTenants(sql`${row}.tenant_id`, scope)} and ${inUnits(sql`${row}.unit_id`, scope)}`
const during = (at: Sql, { startsAt, endsAt }: Span): Sql => sql`${at} >= ${startsAt} and ${at} < ${endsAt}`

/**
 * `key` of a room with the camera `c`; where several people live at the end of the shift, each camera has a row of its own:
 * it may watch one bed of them.
 */
const sheetRoom = (key: Sql<string>, { endsAt }: Span): Sql<string> => sql`
  case when (select count(distinct rs.resident_id) from room_stay rs
      where rs.tenant_id = c.tenant_id and rs.camera_id = c.id and rs.from_at < ${endsAt}::timestamptz
        and (rs.to_at is null or rs.to_at >= ${endsAt}::timestamptz)) > 1
    then c.id::text else ${key} end`

const fromRaised = (at: Sql): Sql => sql`extract(epoch from ${at} - a.occurred_at)::integer`
const alarmColumns = (
  shift: Span,
) => sql`a.id as "alertId", a.camera_id as "cameraId", ${sheetRoom(roomKey, shift)} as room, '[]'::jsonb as residents, coalesce(c.location, a.agent_name, '') as location, a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity,
  a.occurred_at as "occurredAt", a.alarm_state as state, ${fromRaised(sql`a.claimed_at`)} as "claimedSeconds",
  ${fromRaised(sql`a.arrived_at`)} as "arrivedSeconds", ${fromRaised(sql`a.resolved_at`)} as "resolvedSeconds",
  coalesce(a.claimer_name, nullif(a.resolved_name, '')) as "userName", a.outcome, a.outcome_note as note, null as "thumbnailUrl"`

/** Index: alert_by_time. */
export function readAlarms(db: TenantDb, { scope, shift }: Place): Promise<HandoverAlarm[]> {
  return db.rows(sql<HandoverAlarm>`
    select ${alarmColumns(shift)} from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where ${inScope(sql`a`, scope)} and ${during(sql`a.occurred_at`, shift)} and a.alarm_state is not null
      and a.deleted_at is null
    order by a.activity <> 'A005', severity_rank(a.severity), a.occurred_at desc, a.id desc limit ${HANDOVER_ROWS_MAX}`)
}

/** Alarms of the shift, and the calls that began in it. */
export async function countAlarms(db: TenantDb, { scope, shift }: Place) {
  const range = { from: sql`${shift.startsAt}::timestamptz`, to: sql`${shift.endsAt}::timestamptz` }
  const alarms = alarmsWithCall(sql`${db.tenantId}::uuid`, range, sql`0`, inUnits(sql`a.unit_id`, scope))
  const row = await db.first(sql<{ alarmCount: number; callCount: number }>`
    select (count(*) filter (where a.occurred_at >= ${range.from}))::integer as "alarmCount",
      (count(*) filter (where a.occurred_at >= ${range.from} and a.begins))::integer as "callCount" from (${alarms}) a`)
  return row!
}

/** All alarms that are still open, whenever they began. Index: alert_unresolved. */
export function readOpen(db: TenantDb, { scope, shift }: Place): Promise<HandoverAlarm[]> {
  return db.rows(sql<HandoverAlarm>`
    select ${alarmColumns(shift)} from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where ${inScope(sql`a`, scope)} and a.alarm_state <> 'resolved' and a.deleted_at is null
    ${inAlarmOrder} limit ${HANDOVER_ROWS_MAX}`)
}

/** A camera of a room. */
export type RoomRow = {
  room: string
  cameraId: string
  location: string
  residents: ResidentMark[]
  unitName: string | null
  checkIns: number
  visits: number
  /** Bed exits of this shift, then of earlier shifts of the same kind; null: the camera did not exist yet. */
  bedExits: (number | null)[]
}

/** The cameras of one room. Never empty; the first stands for the room. */
export type Cameras = readonly [RoomRow, ...RoomRow[]]

/** One entry a room, unless several people share it, in the order of their first cameras. HANDOVER-01, REACH-82. */
export function byRoom(rows: readonly RoomRow[]): Cameras[] {
  return [...Map.groupBy(rows, ({ room }) => room).values()].map(([first, ...others]) => [first!, ...others])
}

/** The cameras of rooms. Indexes: camera_name, alert_by_camera, check_in_by_camera, visit_by_camera. */
export function readRooms(db: TenantDb, { scope, shift }: Place): Promise<RoomRow[]> {
  const back = sql`make_interval(days => -n.back)`
  const earlier = (at: string) => sql`((${at}::timestamptz at time zone t.timezone) + ${back}) at time zone t.timezone`
  return db.rows(sql<RoomRow>`
    select ${sheetRoom(cameraRoom, shift)} as room, c.id as "cameraId", c.location, '[]'::jsonb as residents, u.name as "unitName",
      (select count(*)::integer from check_in e where e.tenant_id = c.tenant_id and e.camera_id = c.id
        and e.stream_at is not null and ${during(sql`e.started_at`, shift)}) as "checkIns",
      (select count(*)::integer from visit v where v.tenant_id = c.tenant_id and v.camera_id = c.id
        and ${during(sql`v.started_at`, shift)}) as visits,
      (select to_jsonb(array_agg(case when n.back = 0 or c.created_at <= ${earlier(shift.startsAt)} then (
            select count(*)::integer from alert a
            where a.tenant_id = c.tenant_id and a.camera_id = c.id and a.activity = 'A006' and a.deleted_at is null
              and a.occurred_at >= ${earlier(shift.startsAt)} and a.occurred_at < ${earlier(shift.endsAt)}) end
          order by n.back))
        from generate_series(0, ${HANDOVER_USUAL_SHIFTS}::integer) n (back)) as "bedExits"
    from camera c join tenant t on t.id = c.tenant_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
    where ${inScope(sql`c`, scope)} and c.location_type = 'ROOM' and c.deregistered_at is null
    order by c.sort_name, c.id limit 500`)
}

/** Final nights, by room. */
export function readNights(
  db: TenantDb,
  cameraIds: readonly string[],
  day: string,
): Promise<(Omit<HandoverSleep, 'isProvisional'> & { cameraId: string })[]> {
  return db.rows(sql<Omit<HandoverSleep, 'isProvisional'> & { cameraId: string }>`
    select s.camera_id as "cameraId", s.day, greatest(0, s.wake - s.onset - s.waso_minutes)::double precision as "sleepMinutes",
      s.bedtime_of_day as "bedtimeOfDay", s.get_up_of_day as "getUpOfDay", s.coverage_share as "coverageShare"
    from sleep_night s
    where s.tenant_id = ${db.tenantId} and s.camera_id = any(${cameraIds}::uuid[]) and s.day = ${day}::date`)
}

export function readCheckIns(db: TenantDb, { scope, shift }: Place): Promise<Happened[]> {
  return db.rows(sql<Happened>`
    select c.location, e.started_at as at, e.person_name as "userName", e.note as text
    from check_in e join camera c on c.tenant_id = e.tenant_id and c.id = e.camera_id
    where ${inScope(sql`e`, scope)} and e.stream_at is not null and ${during(sql`e.started_at`, shift)}
    order by e.started_at limit ${HANDOVER_ROWS_MAX}`)
}

/** Check-ins that were planned in the shift, are over by now, and were not done. */
export function readMissed(db: TenantDb, { scope, shift }: Place, now: Date): Promise<Happened[]> {
  return db.rows(sql<Happened>`
    select c.location, o.starts_at as at, o.user_name as "userName", b.purpose as text
    from booking_occurrence o
      join booking b on b.tenant_id = o.tenant_id and b.id = o.booking_id
      join camera c on c.tenant_id = o.tenant_id and c.id = o.camera_id
    where ${inScope(sql`c`, scope)} and ${during(sql`o.starts_at`, shift)} and o.ends_at <= ${now}
      and o.check_in_id is null and not o.is_skipped and o.removed_at is null
    order by o.starts_at limit ${HANDOVER_ROWS_MAX}`)
}

export function readAlertNotes(db: TenantDb, { scope, shift }: Place): Promise<Happened[]> {
  return db.rows(sql<Happened>`
    select coalesce(c.location, a.agent_name, '') as location, s.at, s.user_name as "userName", s.note as text
    from alert_step s join alert a on a.tenant_id = s.tenant_id and a.id = s.alert_id
      left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where ${inScope(sql`a`, scope)} and ${during(sql`s.at`, shift)} and s.kind in ('noted', 'asked')
      and s.note is not null and a.deleted_at is null and a.occurred_at > ${shift.startsAt}::timestamptz - interval '7 days'
    order by s.at limit ${HANDOVER_ROWS_MAX}`)
}

/** Cameras without frames and silent hubs, from their alerts. */
export function readErrors(db: TenantDb, { scope, shift }: Place, now: Date): Promise<HandoverSheet['errors']> {
  const heard = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
  return db.rows(sql<HandoverSheet['errors'][number]>`
    select coalesce(c.location, a.agent_name, '') as name, a.activity, a.occurred_at as at,
      coalesce(case when a.camera_id is null then h.last_active_at < ${heard} else c.shown_status <> 'Online' end, false)
        as "isDark"
    from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      left join agent h on h.tenant_id = a.tenant_id and h.id = a.agent_id
    where ${inScope(sql`a`, scope)} and ${during(sql`a.occurred_at`, shift)}
      and a.activity in ('camera-inactive', 'hub-offline') and a.deleted_at is null
    order by a.occurred_at limit ${HANDOVER_ROWS_MAX}`)
}

export type NoteRow = HandoverNote & { cameraId: string | null }

/** The note for the whole sheet, and those of every room of the shift. */
export function readNotes(db: TenantDb, { shift, unit }: Place): Promise<NoteRow[]> {
  return db.rows(sql<NoteRow>`
    select n.camera_id as "cameraId", n.text, n.version, n.user_name as "userName", n.updated_at as at
    from handover_note n
    where n.tenant_id = ${db.tenantId} and n.day = ${shift.day}::date and n.shift_key = ${shift.key}
      and (n.camera_id is not null or n.unit_id is not distinct from ${unit?.unitId ?? null}::uuid)`)
}
