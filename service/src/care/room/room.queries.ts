/**
 * Reads rooms: their current state, their timelines, and the other content of a tile. Requirements ROOM-01, ROOM-02.
 */
import type { Room, RoomDetail } from '@mimamori/contract/care/room.ts'
import { LOOK_IN_MINUTES, ROOMS_MAX, type RoomState } from '@mimamori/contract/care/room-state.ts'
import { LOOK_IN } from '@mimamori/contract/shared/app-catalogue.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inAlarmOrder, isPossible } from '#shared/alarm/alarm-row.ts'
import { cameraRoom } from '#shared/alarm/room-call.ts'
import { measuresFalls } from '#shared/desired.ts'
import { type LiveSwitches, liveSwitches } from '#shared/live-off.ts'
import { residentsAt } from '#shared/resident-reach.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import type { SeenRoom } from '#shared/shown/room-now.ts'

export type RoomRow = Omit<Room, 'now' | 'inBedMinutes' | 'timeline'> &
  SeenRoom & {
    tenantId: string
    timezone: string
    /** The start of the site's current or next night: 18:00. */
    nightStart: string
    switches: LiveSwitches
  }

const isRoom = (scope: ResidentScope): Sql =>
  sql`${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
    and c.location_type = 'ROOM' and c.deregistered_at is null`

type Asked = { now: Date; only: string | null; hasResidents: boolean }

/** Indexes: camera_name, alert_unresolved, alert_by_camera, check_in_by_camera, visit_running. `only`: the room of one camera. */
export function readRooms(db: TenantDb, scope: ResidentScope, { now, only, hasResidents }: Asked): Promise<RoomRow[]> {
  const which = only === null ? sql`true` : sql`c.id = ${only}`
  return db.rows(sql<RoomRow>`
    select c.tenant_id as "tenantId", ${cameraRoom} as room, c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName",
      t.name as "tenantName", t.timezone, r.state, r.reason, r.since, c.shown_status as status,
      c.created_at as "createdAt", night_end(${now}::timestamptz, t.timezone) - interval '1 day' as "nightStart",
      ${liveSwitches} as switches, coalesce(open.alarm, past.alarm) as alarm,
      coalesce(open.count, 0) as "alarmCount", lost."lookIn", ${measuresFalls} as "measuresFalls",
      seen."checkIn", here.visit,
      ${residentsAt(hasResidents, sql`c.tenant_id`, sql`c.id`, sql`${now}::timestamptz`)} as residents
    from camera c join tenant t on t.id = c.tenant_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
      left join room_state r on r.tenant_id = c.tenant_id and r.camera_id = c.id
      left join lateral (select ${alarmFacts} as alarm, (count(*) over ())::integer as count from alert a
        where a.tenant_id = c.tenant_id and a.camera_id = c.id and a.alarm_state <> 'resolved' and a.deleted_at is null
        ${inAlarmOrder} limit 1) open on true
      left join lateral (select ${alarmFacts} as alarm from alert a
        where a.tenant_id = c.tenant_id and a.camera_id = c.id and a.alarm_state is not null and a.deleted_at is null
          and a.occurred_at > ${now}::timestamptz - interval '7 days'
        order by a.occurred_at desc limit 1) past on open.alarm is null
      left join lateral (select jsonb_build_object('alertId', a.id, 'occurredAt', ${iso(sql`a.occurred_at`)}) as "lookIn"
        from alert a where a.tenant_id = c.tenant_id and a.camera_id = c.id and a.activity = ${LOOK_IN}
          and a.occurred_at > ${now}::timestamptz - ${LOOK_IN_MINUTES} * interval '1 minute'
          and alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived)
        order by a.occurred_at desc limit 1) lost on true
      left join lateral (select jsonb_build_object('eventId', e.id, 'eventTime', ${iso(sql`e.started_at`)},
          'userName', e.person_name) as "checkIn" from check_in e
        where e.tenant_id = c.tenant_id and e.camera_id = c.id and e.stream_at is not null
          and e.started_at >= site_day_start(site_day(${now}::timestamptz, t.timezone), t.timezone)
        order by e.started_at desc limit 1) seen on true
      left join lateral (select jsonb_build_object('visitId', v.id, 'userId', v.user_id, 'userName', v.user_name,
          'startedAt', ${iso(sql`v.started_at`)}, 'endsAt', ${iso(sql`v.ends_at`)}, 'appCodes', v.app_codes) as visit
        from visit v where v.tenant_id = c.tenant_id and v.camera_id = c.id and v.ended_at is null
          and v.ends_at > ${now}) here on true
    where ${isRoom(scope)} and ${which}
    order by c.sort_name, c.id limit ${ROOMS_MAX}`)
}

const iso = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const alarmFacts = sql`jsonb_build_object('alertId', a.id, 'activity', a.activity, 'isPossible', ${isPossible}, 'kindName', a.kind_name, 'severity', a.severity,
  'occurredAt', ${iso(sql`a.occurred_at`)}, 'state', a.alarm_state, 'userName', coalesce(a.arrived_name, a.claimer_name))`

export async function countRooms(db: TenantDb, scope: ResidentScope): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::integer as count from camera c where ${isRoom(scope)}`)
  return row!.count
}

export type Change = { cameraId: string; state: RoomState; since: string }

/** Changes since `from` and the last one before it, oldest first. Index: room_change_by_camera. */
export function readChanges(
  db: TenantDb,
  scope: ResidentScope,
  cameraIds: readonly string[],
  from: Date,
): Promise<Change[]> {
  return db.rows(sql<Change>`
    select k.camera_id as "cameraId", x.state, x.since
    from unnest(${cameraIds}::uuid[]) k (camera_id) cross join lateral (
      select c.state, c.since from room_change c
      where ${inTenants(sql`c.tenant_id`, scope)} and c.camera_id = k.camera_id and c.since > ${from}
      union all (
        select c.state, c.since from room_change c
        where ${inTenants(sql`c.tenant_id`, scope)} and c.camera_id = k.camera_id and c.since <= ${from}
        order by c.since desc limit 1)) x
    order by k.camera_id, x.since`)
}

type DayAlert = Omit<NonNullable<Room['alarm']>, 'state' | 'userName'> & {
  state: NonNullable<Room['alarm']>['state'] | null
}

/** Alerts of one room since `from`, oldest first, at most 200. Index: alert_by_camera. */
export function readDayAlerts(db: TenantDb, room: { tenantId: string; cameraId: string }, from: Date) {
  return db.rows(sql<DayAlert>`
    select x.* from (
      select a.id as "alertId", a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity, a.occurred_at as "occurredAt", a.alarm_state as state
      from alert a
      where a.tenant_id = ${room.tenantId} and a.camera_id = ${room.cameraId} and a.deleted_at is null
        and a.occurred_at >= ${from}
      order by a.occurred_at desc limit 200) x
    order by x."occurredAt"`)
}

type DayCheckIn = NonNullable<Room['checkIn']> & { note: string }

/** Check-ins of one room since `from`, oldest first. Index: check_in_by_camera. */
export function readDayCheckIns(db: TenantDb, room: { tenantId: string; cameraId: string }, from: Date) {
  return db.rows(sql<DayCheckIn>`
    select e.id as "eventId", e.started_at as "eventTime", e.person_name as "userName", e.note from check_in e
    where e.tenant_id = ${room.tenantId} and e.camera_id = ${room.cameraId} and e.started_at >= ${from}
      and e.stream_at is not null
    order by e.started_at limit 200`)
}

const NOTES_MAX = 20

/** Notes of handovers on this room, newest first. Index: handover_note_of, by the days of their shifts. */
export function readNotes(db: TenantDb, room: { tenantId: string; cameraId: string }, from: Date) {
  return db.rows(sql<RoomDetail['notes'][number]>`
    select n.updated_at as at, n.user_name as "userName", n.text from handover_note n
    where n.tenant_id = ${room.tenantId} and n.camera_id = ${room.cameraId} and n.text <> ''
      and n.day >= ${from}::timestamptz::date - 2 and n.updated_at >= ${from}
    order by n.updated_at desc, n.id limit ${NOTES_MAX}`)
}
