/** Rooms for check-ins: A008 is on now, and the site has live streaming. Requirements LIVE-03, APP-01. */

import type { LiveOff } from '@mimamori/contract/camera/running.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { isOn } from '@mimamori/contract/camera/week-clock.ts'
import type { CheckInRoom } from '@mimamori/contract/care/event.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import type { PageNumber } from '#platform/postgres/nearer-end.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { storedContains } from '#platform/postgres/text-search.ts'
import { aroundClip, isRefused } from '#shared/consent.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'
import { type LiveSwitches, liveOffOf, liveSwitches } from '#shared/live-off.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** Cameras `c` of the scope with A008 `x`. */
const OF_ROOMS = sql`camera c join tenant t on t.id = c.tenant_id
  join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id and x.app_code = 'A008' ${appJoins}
  left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id`
const SCHEDULE = sql`coalesce(x.schedule, ua.schedule, sa.schedule)`
const IS_OPEN = sql`c.deregistered_at is null and t.is_live_streaming_enabled and ${isAppOn}`

type Asked = { cameraIds?: readonly string[]; text?: string }
type RoomRow = Omit<CheckInRoom, 'imageUrl'> & { mediaId: string | null; isClearRefused: boolean }

/**
 * Rooms by name, except those whose schedule is off now. Schedules are few and shared by many rooms, so they are
 * evaluated first.
 */
export async function searchRooms(
  db: TenantDb,
  scope: ResidentScope,
  asked: Asked,
  { pageNumber, pageSize }: PageNumber,
  now: Date,
): Promise<{ rows: RoomRow[]; totalCount: number }> {
  const closed = await closedSchedules(db, scope, now)
  const parts: Sql[] = [inTenants(sql`c.tenant_id`, scope), inUnits(sql`c.unit_id`, scope), IS_OPEN]
  if (asked.cameraIds && asked.cameraIds.length > 0) parts.push(sql`c.id = any(${asked.cameraIds}::uuid[])`)
  parts.push(storedContains(sql`c.search_text`, asked.text))
  if (closed.length > 0) {
    parts.push(sql`not exists (select from jsonb_array_elements(${JSON.stringify(closed)}::jsonb) k
      where k->'schedule' = ${SCHEDULE} and k->>'timezone' = t.timezone)`)
  }
  const where = sql.join(parts, ' and ')
  const count = await db.first(sql<{ count: number }>`select count(*)::int as count from ${OF_ROOMS} where ${where}`)
  const rows = await db.rows(sql<RoomRow>`
    select r.*,
      (select jsonb_build_object('eventTime', to_char(e.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'userName', e.person_name)
        from check_in e where e.tenant_id = r."tenantId" and e.camera_id = r."cameraId" and e.stream_at is not null
        order by e.started_at desc limit 1) as "lastCheckIn",
      to_jsonb(array(select e.person_name from check_in e
        where e.tenant_id = r."tenantId" and e.camera_id = r."cameraId" and e.ended_at is null
        order by e.started_at)) as "watchedBy"
    from (
      select c.tenant_id as "tenantId", c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName",
        t.name as "tenantName", c.shown_status as status, c.latest_frame_media_id as "mediaId",
        ${isRefused('clear-images', aroundClip(sql`c.latest_frame_at`))} as "isClearRefused"
      from ${OF_ROOMS} where ${where}
      order by c.sort_name, c.id limit ${pageSize} offset ${pageNumber * pageSize}) r`)
  return { rows, totalCount: count!.count }
}

/** The schedules of live streaming that are off now, each with its time zone. */
async function closedSchedules(db: TenantDb, scope: ResidentScope, now: Date) {
  const rows = await db.rows(sql<{ schedule: Schedule; timezone: string }>`
    select distinct ${SCHEDULE} as schedule, t.timezone from ${OF_ROOMS}
    where ${inTenants(sql`c.tenant_id`, scope)} and ${IS_OPEN} and ${SCHEDULE} is not null`)
  return rows.filter(({ schedule, timezone }) => !isOn(schedule, now, timezone))
}

export type Room = {
  tenantId: string
  unitId: string | null
  /** Null: live streaming is on. */
  liveOff: LiveOff | null
}

/** The camera of the scope, whether or not its live streaming is on. */
export async function findRoom(
  db: TenantDb,
  scope: ResidentScope,
  cameraId: string,
  now: Date,
): Promise<Room | undefined> {
  const row = await db.first(sql<Omit<Room, 'liveOff'> & { switches: LiveSwitches }>`
    select c.tenant_id as "tenantId", c.unit_id as "unitId", ${liveSwitches} as switches
    from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${cameraId} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
  if (!row) return undefined
  const { switches, ...room } = row
  return { ...room, liveOff: liveOffOf(switches, now) }
}
