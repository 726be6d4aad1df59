/** Reads nights that were worked out, and what the reports rest on. Requirement METRIC-02. */
import type { ReportBasis } from '@mimamori/contract/metrics-general.ts'
import { SLEEP_ROOMS_MAX, type SleepNightRecord, type SleepRoom } from '@mimamori/contract/metrics-sleep.ts'
import { COMPARED_DAYS, type KnownNight, sleptNights, sleptRange } from '@mimamori/contract/sleep-days.ts'
import { VALID_COVERAGE_SHARE } from '@mimamori/contract/sleep-night.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { inUnits } from '#platform/resident-scope.ts'
import { isWanted, type MetricsQuestion } from './metrics.question.ts'

const NIGHT_START = 18 * 60
/** Nights of the thirty days before need thirty days before themselves. */
const READ_BEFORE_DAYS = 2 * COMPARED_DAYS
/** Rooms whose nights are read at once: between them others have their turn. */
const ROOMS_AT_ONCE = 20

type NightRow = {
  cameraId: string
  day: string
  startsAt: string
  isInRange: boolean
  coverageShare: number
  bedtime: number | null
  onset: number
  wake: number
  getUp: number
  bedtimeOfDay: number
  wakeOfDay: number
  getUpOfDay: number
  wasoMinutes: number
  awakenings: number
  motion: number | null
}
type RoomRow = Pick<SleepRoom, 'cameraId' | 'cameraName' | 'location' | 'unitName'>

const ROOM = sql`select c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName"
  from camera c left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id`

/** Rooms of which any night of the range is known, by name. */
export async function readSleepRooms(db: TenantDb, by: MetricsQuestion): Promise<SleepRoom[]> {
  const rooms = await db.rows(sql<RoomRow>`
    ${ROOM}
    where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and c.location_type = 'ROOM'
      and ${isWanted(sql`c`, by, sql`id`)}
      and exists (select from sleep_night s where s.tenant_id = c.tenant_id and s.camera_id = c.id
        and s.starts_at >= ${by.from} and s.starts_at < ${by.to})
    order by c.sort_name, c.id limit ${SLEEP_ROOMS_MAX}`)
  const read: SleepRoom[] = []
  for (let from = 0; from < rooms.length; from += ROOMS_AT_ONCE) {
    const some = rooms.slice(from, from + ROOMS_AT_ONCE)
    const ids = some.map(({ cameraId }) => cameraId)
    const nights = Map.groupBy(await readNights(db, by, ids), ({ cameraId }) => cameraId)
    read.push(...some.map((room) => sleepRoom(room, nights.get(room.cameraId) ?? [])))
  }
  return read
}

/** A room of the scope; undefined when there is none, whatever the reason. */
export function readRoom(db: TenantDb, by: MetricsQuestion): Promise<RoomRow | undefined> {
  return db.first(sql<RoomRow>`${ROOM}
    where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and ${isWanted(sql`c`, by, sql`id`)}`)
}

/** The nights of a room in the range, oldest first. */
export async function readSleepNights(
  db: TenantDb,
  by: MetricsQuestion,
  cameraId: string,
): Promise<SleepNightRecord[]> {
  const rows = await readNights(db, by, [cameraId])
  const first = rows.find(({ isInRange }) => isInRange)
  if (!first) return []
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return sleptNights(rows.map(knownNight), first.day).map((night) => {
    const { startsAt, bedtime, onset, wake, getUp, wasoMinutes, awakenings } = byDay.get(night.day)!
    return {
      ...night,
      startsAt: new Date(startsAt).toISOString(),
      span: bedtime === null ? null : { bedtime, onset, wake, getUp, wasoMinutes, awakenings },
    }
  })
}

/** How many rooms of the scope were seen for how much of the range, up to now, and their nights. */
export async function readBasis(db: TenantDb, by: MetricsQuestion, now: Date): Promise<ReportBasis> {
  const to = new Date(Math.min(Date.parse(by.to), now.getTime()))
  const wantedCamera = isWanted(sql`c`, by, sql`id`)
  const row = await db.first(sql<ReportBasis>`
    with room as materialized (
      select c.tenant_id, c.id from camera c
      where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and ${wantedCamera}),
    whole as (
      select least(${to}::timestamptz, date_trunc('day', ${by.from}::timestamptz + interval '1 day' - interval '1 microsecond', 'UTC')) as start),
    span as (select start, greatest(start, date_trunc('day', ${to}::timestamptz, 'UTC')) as stop from whole),
    seen as (
      select sum(m.seconds_observed) as seconds from span s cross join room r cross join lateral (
        select d.seconds_observed from measured_day d where d.tenant_id = r.tenant_id and d.camera_id = r.id
          and d.day >= (s.start at time zone 'UTC')::date and d.day < (s.stop at time zone 'UTC')::date
        union all
        select h.seconds_observed from measured_hour h where h.tenant_id = r.tenant_id and h.camera_id = r.id
          and h.starts_at >= ${by.from} and h.starts_at < s.start
        union all
        select h.seconds_observed from measured_hour h where h.tenant_id = r.tenant_id and h.camera_id = r.id
          and h.starts_at >= s.stop and h.starts_at < ${to} offset 0) m
      group by r.id),
    night as (
      select s.coverage_share >= ${VALID_COVERAGE_SHARE} and s.bedtime is not null as is_valid
      from room r cross join lateral (
        select s.coverage_share, s.bedtime from sleep_night s where s.tenant_id = r.tenant_id and s.camera_id = r.id
          and s.starts_at >= ${by.from} and s.starts_at < ${by.to} offset 0) s)
    select (select count(*) from room) as cameras, count(*) as "measuredCameras",
      least(1, sum(seconds) / nullif(count(*) * extract(epoch from ${to}::timestamptz - ${by.from}::timestamptz), 0))::double precision
        as "coverageShare",
      (select count(*) from night) as nights, (select count(*) from night where is_valid) as "validNights"
    from seen`)
  return row!
}

/** Of the range and of the sixty days before it, by camera, then by day. */
function readNights(
  db: TenantDb,
  { scope, from, to }: MetricsQuestion,
  cameraIds: readonly string[],
): Promise<NightRow[]> {
  return db.rows(sql<NightRow>`
    select s.camera_id as "cameraId", s.day, s.starts_at as "startsAt",
      s.starts_at >= ${from} as "isInRange", s.coverage_share as "coverageShare", s.bedtime, s.onset, s.wake,
      s.get_up as "getUp", s.bedtime_of_day as "bedtimeOfDay", s.wake_of_day as "wakeOfDay",
      s.get_up_of_day as "getUpOfDay", s.waso_minutes as "wasoMinutes", s.awakenings, s.motion
    from camera c join sleep_night s on s.tenant_id = c.tenant_id and s.camera_id = c.id
    where c.tenant_id = any(${scope.tenantIds}::uuid[]) and ${inUnits(sql`c.unit_id`, scope)}
      and c.id = any(${cameraIds}::uuid[]) and s.starts_at < ${to}
      and s.day >= (${from}::timestamptz - make_interval(days => ${READ_BEFORE_DAYS}::integer))::date
    order by s.camera_id, s.day`)
}

function sleepRoom(room: RoomRow, rows: readonly NightRow[]): SleepRoom {
  const inRange = rows.filter(({ isInRange }) => isInRange)
  return {
    ...room,
    ...sleptRange(rows.map(knownNight), inRange[0]!.day),
    coverageShare: inRange.reduce((sum, { coverageShare }) => sum + coverageShare, 0) / inRange.length,
  }
}

function knownNight({ day, coverageShare, bedtime, onset, wake, getUp, ...night }: NightRow): KnownNight {
  if (bedtime === null) return { day, coverageShare, night: null }
  const { bedtimeOfDay, wakeOfDay, getUpOfDay, wasoMinutes, awakenings, motion } = night
  return {
    day,
    coverageShare,
    night: {
      bedtimeMinute: NIGHT_START + bedtime,
      onsetMinute: NIGHT_START + onset,
      wakeMinute: NIGHT_START + wake,
      getUpMinute: NIGHT_START + getUp,
      ...{ bedtimeOfDay, wakeOfDay, getUpOfDay, wasoMinutes, awakenings, motion },
    },
  }
}
