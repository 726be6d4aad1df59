/** Reads computed nights, and the basis of the reports. Requirement METRIC-02. */

import type { ReportBasis } from '@mimamori/contract/insight/metrics-general.ts'
import { SLEEP_ROOMS_MAX, type SleepNightRecord, type SleepRoom } from '@mimamori/contract/insight/metrics-sleep.ts'
import {
  COMPARED_DAYS,
  type SleepValues,
  type SleptRange,
  sleptNights,
  sleptRange,
} from '@mimamori/contract/insight/sleep-days.ts'
import { VALID_COVERAGE_SHARE } from '@mimamori/contract/insight/sleep-night.ts'
import { MEAN_NIGHTS } from '@mimamori/contract/insight/sleep-score.ts'
import { DAY_MINUTES } from '@mimamori/contract/shared/duration.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inUnits } from '#shared/resident-scope.ts'
import { isWanted, type MetricsSearch } from './metrics.search.ts'
import { knownNight, NIGHT, NIGHT_START, type NightRow } from './metrics.sleep.nights.ts'

/** The thirty days before the range are themselves compared with thirty days before them. */
const READ_BEFORE_DAYS = 2 * COMPARED_DAYS
/** Rooms whose nights are read at once: in between other tasks get their turn. */
const ROOMS_AT_ONCE = 20

type RoomNightRow = NightRow & { cameraId: string; isInRange: boolean }
type RoomRow = Pick<SleepRoom, 'cameraId' | 'cameraName' | 'location' | 'unitName'>

const ROOM = sql`select c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName"
  from camera c left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id`

type Sums = {
  /** False: within the thirty days before the first night of the range. */
  isInRange: boolean
  isValued: boolean
  nights: number
  validNights: number
  coverageShare: number
  /** In the order of MEANS, over the valid nights. */
  means: (number | null)[]
}
/** Times of day counted from 18:00, where nights begin, so that midnight does not split them. */
const fromStart = (ofDay: Sql) => sql`(${ofDay} + ${DAY_MINUTES - NIGHT_START}) % ${DAY_MINUTES}`
const MEANS = sql.join(
  [
    ...['score', 'duration', 'efficiency', 'tranquility', 'bedtime_score', 'wake_up_score', 'sleep_minutes'].map(
      (name) => sql.ref(`s.${name}`),
    ),
    ...[sql`s.bedtime_of_day`, sql`s.wake_of_day`].map(
      (ofDay) => sql`case when s.score is not null then ${fromStart(ofDay)} end`,
    ),
  ].map((value) => sql`avg(${value})::double precision`),
)

/**
 * Rooms with at least one known night in the range, by name. Index: sleep_night's primary key, for each room
 * separately.
 */
export async function readSleepRooms(db: TenantDb, by: MetricsSearch): Promise<SleepRoom[]> {
  const rows = await db.rows(sql<RoomRow & Sums>`
    with room as materialized (
      select c.tenant_id, c.id, c.name, c.location, u.name as unit_name, n.day as first_day,
        row_number() over (order by c.sort_name, c.id) as place
      from camera c left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
        cross join lateral (
          select s.day from sleep_night s where s.tenant_id = c.tenant_id and s.camera_id = c.id
            and s.starts_at >= ${by.from} and s.starts_at < ${by.to} and s.day >= ${by.from}::timestamptz::date - 2
          order by s.day limit 1) n
      where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and c.location_type = 'ROOM'
        and ${isWanted(sql`c`, by, sql`id`)}
      order by c.sort_name, c.id limit ${SLEEP_ROOMS_MAX})
    select r.id as "cameraId", r.name as "cameraName", r.location, r.unit_name as "unitName", n.*
    from room r cross join lateral (
      select s.day >= r.first_day as "isInRange", bool_and(s.is_valued) as "isValued", count(*) as nights,
        count(s.score) as "validNights", avg(s.coverage_share) as "coverageShare", array[${MEANS}] as means
      from sleep_night s where s.tenant_id = r.tenant_id and s.camera_id = r.id
        and s.day >= r.first_day - ${COMPARED_DAYS}::integer and s.day <= ${by.to}::timestamptz::date + 1
        and s.starts_at < ${by.to}
      group by 1 offset 0) n
    order by r.place`)
  const sums = [...Map.groupBy(rows, ({ cameraId }) => cameraId).values()]
  const unvalued = sums.filter((of) => of.some(({ isValued }) => !isValued)).map(([room]) => room!.cameraId)
  const valuedHere = new Map((await valueRooms(db, by, unvalued)).map((of) => [of.cameraId, of]))
  return sums.map((of) => summedRoom(of, valuedHere.get(of[0]!.cameraId)))
}

/** Values rooms with nights that no job has valued yet. */
async function valueRooms(db: TenantDb, by: MetricsSearch, cameraIds: readonly string[]) {
  const read: (SleptRange & { cameraId: string })[] = []
  for (let from = 0; from < cameraIds.length; from += ROOMS_AT_ONCE) {
    const nights = await readNights(db, by, cameraIds.slice(from, from + ROOMS_AT_ONCE))
    for (const [cameraId, rows] of Map.groupBy(nights, ({ cameraId }) => cameraId)) {
      read.push({ cameraId, ...sleptRange(rows.map(knownNight), rows.find(({ isInRange }) => isInRange)!.day) })
    }
  }
  return read
}

function summedRoom(rows: readonly (RoomRow & Sums)[], valued: SleptRange | undefined): SleepRoom {
  const [now, before] = [rows.find(({ isInRange }) => isInRange)!, rows.find(({ isInRange }) => !isInRange)]
  const { cameraId, cameraName, location, unitName, nights, validNights, coverageShare } = now
  const {
    mean,
    before: meanBefore,
    ...counts
  } = valued ?? {
    ...{ nights, validNights, mean: meanOfSums(now), before: before ? meanOfSums(before) : null },
  }
  return { cameraId, cameraName, location, unitName, ...counts, coverageShare, mean, before: meanBefore }
}

/** Null with fewer than MEAN_NIGHTS. */
function meanOfSums({ validNights, means }: Sums): SleepValues | null {
  if (validNights < MEAN_NIGHTS) return null
  const [score, duration, efficiency, tranquility, bedtimeScore, wakeUpScore, sleepMinutes, bedtime, wake] =
    means as number[]
  const ofDay = (fromStartMinutes: number) => (fromStartMinutes + NIGHT_START) % DAY_MINUTES
  return {
    ...{ score, duration, efficiency, tranquility, bedtimeScore, wakeUpScore, sleepMinutes },
    ...{ bedtimeOfDay: ofDay(bedtime!), wakeOfDay: ofDay(wake!) },
  } as SleepValues
}

/** A room of the scope; undefined if it is not found or not visible. */
export function readRoom(db: TenantDb, by: MetricsSearch): Promise<RoomRow | undefined> {
  return db.first(sql<RoomRow>`${ROOM}
    where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and ${isWanted(sql`c`, by, sql`id`)}`)
}

/** The nights of a room in the range, oldest first. */
export async function readSleepNights(db: TenantDb, by: MetricsSearch, cameraId: string): Promise<SleepNightRecord[]> {
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

/** The number of rooms in the scope by their coverage of the range, up to now, and their nights. */
export async function readBasis(db: TenantDb, by: MetricsSearch, now: Date): Promise<ReportBasis> {
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
          and s.starts_at >= ${by.from} and s.starts_at < ${by.to}
          and s.day >= ${by.from}::timestamptz::date - 2 and s.day <= ${by.to}::timestamptz::date + 1 offset 0) s)
    select (select count(*) from room) as cameras, count(*) as "measuredCameras",
      case when count(*) > 0 then least(1, sum(seconds) / nullif(count(*) * extract(epoch from ${to}::timestamptz
          - ${by.from}::timestamptz), 0)) end::double precision
        as "coverageShare",
      (select count(*) from night) as nights, (select count(*) from night where is_valid) as "validNights"
    from seen`)
  return row!
}

/** Nights of the range and of the sixty days before it, by camera, then by day. */
function readNights(
  db: TenantDb,
  { scope, from, to }: MetricsSearch,
  cameraIds: readonly string[],
): Promise<RoomNightRow[]> {
  return db.rows(sql<RoomNightRow>`
    select s.camera_id as "cameraId", s.starts_at >= ${from} as "isInRange", ${NIGHT}
    from camera c join sleep_night s on s.tenant_id = c.tenant_id and s.camera_id = c.id
    where c.tenant_id = any(${scope.tenantIds}::uuid[]) and ${inUnits(sql`c.unit_id`, scope)}
      and c.id = any(${cameraIds}::uuid[]) and s.starts_at < ${to}
      and s.day >= (${from}::timestamptz - make_interval(days => ${READ_BEFORE_DAYS}::integer))::date
    order by s.camera_id, s.day`)
}
