/**
 * Computes nights once their 24 hours are over, and again when a hub uploads more data later. METRIC-02; docs/domain.md
 * "Sleep".
 */

import { type SleepMinute, STILL_FACTOR, sleepCoverage, sleepInterval } from '@mimamori/contract/insight/sleep-night.ts'
import { DAY_MINUTES, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { PlatformDb, Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { isInBed, type MeasuredHour, minutesOf, readMeasuredHours } from '#shared/measured.ts'
import { type Room, valueAround, valueNext } from './metrics.sleep.nights.ts'

const DAY_MS = DAY_MINUTES * MINUTE_MS
/** How far back nights are computed: two months are compared, each with the thirty days before it. */
const LOOKED_BACK_DAYS = 95
/** A hub that was offline uploads its data within these days; earlier nights stay unchanged. */
const CHANGING_DAYS = 7
/** The motion of a still sleeper is estimated from this many days before. */
const STILL_DAYS = 30
export const STILL_MS = STILL_DAYS * DAY_MS

type DueRoom = Room & { since: string }
type Due = { day: string; startsAt: string; endsAt: string; workedFrom: number }

export const workOutNights = {
  name: 'metrics.work-out-nights',
  everyMs: 10 * MINUTE_MS,
  batchSize: 1,
  async batch(db, now) {
    const room = await nextRoom(db, now)
    if (!room) return (await valueNext(db)) ? 1 : 0
    const due = await readDue(db, room, now)
    if (due.length > 0) {
      await workOutRoom(db, room, due)
      const days = due.map(({ day }) => day)
      await valueAround(db, room, days)
    }
    await settle(db, room, now)
    return 1
  },
} satisfies Job

/** A room with a completed night that has new measurements. Index: sleep_due_next. */
function nextRoom(db: PlatformDb, now: Date): Promise<DueRoom | undefined> {
  return db.first(sql<DueRoom>`
    select tenant_id as "tenantId", camera_id as "cameraId", since from sleep_due where due_at <= ${now}
    order by due_at limit 1 for update skip locked`)
}

async function workOutRoom(db: PlatformDb, room: Room, due: readonly Due[]): Promise<void> {
  const { tenantId, cameraId } = room
  const to = new Date(Math.max(...due.map(({ endsAt }) => Date.parse(endsAt))))
  const from = new Date(Math.min(...due.map(({ startsAt }) => Date.parse(startsAt))) - STILL_DAYS * DAY_MS)
  const hours = await readMeasuredHours(db, { tenantIds: [tenantId], cameraIds: [cameraId], from, to })
  const wakeUpsMs = await readWakeUpsMs(db, room, from, to)
  const past = { fromMs: from.getTime(), minutes: sleepMinutes(hours, from, to) }
  // Each night is stored before the next one is computed, so that other tasks get their turn.
  for (const night of due) await store(db, room, night, workOut(night, past, wakeUpsMs))
}

/** When the room's person sat up, during a period. */
export async function readWakeUpsMs(
  db: Pick<Statements, 'rows'>,
  { tenantId, cameraId }: Room,
  from: Date,
  to: Date,
): Promise<number[]> {
  const wakeUps = await db.rows(sql<{ at: string }>`
    select occurred_at as at from alert where tenant_id = ${tenantId} and camera_id = ${cameraId} and activity = 'A004'
      and deleted_at is null and is_archived in (false, true) and occurred_at >= ${from} and occurred_at < ${to}`)
  return wakeUps.map(({ at }) => Date.parse(at))
}

/** The room's completed nights that have new measurements since they were computed; oldest first. */
function readDue(db: PlatformDb, { tenantId, cameraId, since }: DueRoom, now: Date): Promise<Due[]> {
  return db.rows(sql<Due>`
    with night as (
      select t.id as tenant_id, d::date as day, (d + interval '18 hours') at time zone t.timezone as starts_at,
        (d + interval '42 hours') at time zone t.timezone as ends_at
      from tenant t cross join lateral generate_series(
        greatest(site_day(${now}::timestamptz, t.timezone) - ${LOOKED_BACK_DAYS}::integer,
          site_day(${since}::timestamptz, t.timezone) - 1)::timestamp,
        (site_day(${now}::timestamptz, t.timezone) - 1)::timestamp, interval '1 day') d
      where t.id = ${tenantId})
    select n.day, n.starts_at as "startsAt", n.ends_at as "endsAt", m.worked_from as "workedFrom"
    from night n
      left join sleep_night s on s.tenant_id = n.tenant_id and s.camera_id = ${cameraId} and s.day = n.day
      cross join lateral (
        select sum(h.seconds_observed::bigint + 5 * h.seconds_bed_known + 7 * h.seconds_in_bed + 11::bigint * h.motion_in_bed)
          as worked_from
        from measured_hour h where h.tenant_id = n.tenant_id and h.camera_id = ${cameraId}
          and h.starts_at > n.starts_at - interval '1 hour' and h.starts_at < n.ends_at offset 0) m
    where n.ends_at <= ${now} and n.ends_at > ${since}::timestamptz
      and (s.day is null or n.ends_at > ${now}::timestamptz - make_interval(days => ${CHANGING_DAYS}::integer))
      and m.worked_from is not null and m.worked_from is distinct from s.worked_from
    order by n.day`)
}

/** Measurements of the current night are due when it is over; a room without any is not due. */
async function settle(db: PlatformDb, { tenantId, cameraId }: Room, now: Date): Promise<void> {
  await db.run(sql`
    with going_on as (
      select n.ends_at, (n.ends_at at time zone t.timezone - interval '1 day') at time zone t.timezone as starts_at
      from tenant t cross join lateral (select night_end(${now}::timestamptz, t.timezone) as ends_at) n
      where t.id = ${tenantId}),
    retained as (
      update sleep_due d set since = g.starts_at, due_at = g.ends_at from going_on g
      where d.tenant_id = ${tenantId} and d.camera_id = ${cameraId} and exists (
        select from measured_hour h where h.tenant_id = d.tenant_id and h.camera_id = d.camera_id
          and h.starts_at > g.starts_at - interval '1 hour')
      returning d.camera_id)
    delete from sleep_due where tenant_id = ${tenantId} and camera_id = ${cameraId} and not exists (select from retained)`)
}

type Past = { fromMs: number; minutes: readonly SleepMinute[] }

/** Computes a night from the minutes of `past`, which reach STILL_MS back from its beginning. */
export function workOut(
  { startsAt, endsAt }: Pick<Due, 'startsAt' | 'endsAt'>,
  { fromMs, minutes: past }: Past,
  wakeUpsMs: readonly number[],
) {
  const minuteOf = (ms: number) => Math.floor((ms - fromMs) / MINUTE_MS)
  const [start, end] = [minuteOf(Date.parse(startsAt)), minuteOf(Date.parse(endsAt))]
  const minutes = past.slice(start, end)
  const wakeUps = wakeUpsMs.map((ms) => minuteOf(ms) - start).filter((at) => at >= 0 && at < minutes.length)
  const stillLimit = STILL_FACTOR * usualMotion(past, Math.max(0, end - STILL_DAYS * DAY_MINUTES), end)
  return { coverageShare: sleepCoverage(minutes), interval: sleepInterval({ minutes, wakeUps, stillLimit }) }
}

/** The median over the minutes in bed, 0 if unknown. Sorting bare numbers is ten times as fast. */
function usualMotion(past: readonly SleepMinute[], from: number, to: number): number {
  const motions = new Float64Array(to - from)
  let count = 0
  for (let at = from; at < to; at++) {
    const { motion } = past[at]!
    if (motion !== null) motions[count++] = motion
  }
  const sorted = motions.subarray(0, count).sort()
  return count === 0 ? 0 : (sorted[Math.floor((count - 1) / 2)]! + sorted[Math.floor(count / 2)]!) / 2
}

export function sleepMinutes(hours: readonly MeasuredHour[], from: Date, to: Date): SleepMinute[] {
  return minutesOf(hours, from, to).map((measured) => {
    const inBed = isInBed(measured)
    const { secondsInBed = 0, motionInBed = 0 } = measured ?? {}
    return { isInBed: inBed, motion: inBed === null || secondsInBed === 0 ? null : motionInBed / secondsInBed }
  })
}

async function store(
  db: PlatformDb,
  { tenantId, cameraId }: Room,
  due: Due,
  { coverageShare, interval }: ReturnType<typeof workOut>,
): Promise<void> {
  const { day, startsAt, workedFrom } = due
  const { bedtime = null, onset = null, wake = null, getUp = null } = interval ?? {}
  const { wasoMinutes = null, awakenings = null, motion = null } = interval ?? {}
  const ofDay = (minute: number | null) => sql`
    site_minute(${startsAt}::timestamptz + make_interval(mins => ${minute}::integer), t.timezone)`
  await db.run(sql`
    insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, bedtime, onset, wake, get_up,
      bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings, motion, worked_from)
    select ${tenantId}::uuid, ${cameraId}::uuid, ${day}::date, ${startsAt}::timestamptz, ${coverageShare}::double precision,
      ${bedtime}::integer, ${onset}::integer, ${wake}::integer, ${getUp}::integer, ${ofDay(bedtime)}, ${ofDay(wake)},
      ${ofDay(getUp)}, ${wasoMinutes}::integer, ${awakenings}::integer, ${motion}::double precision, ${workedFrom}::bigint
    from tenant t where t.id = ${tenantId}
    on conflict (tenant_id, camera_id, day) do update set
      (starts_at, coverage_share, bedtime, onset, wake, get_up, bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes,
        awakenings, motion, worked_from) = (excluded.starts_at, excluded.coverage_share, excluded.bedtime, excluded.onset,
        excluded.wake, excluded.get_up, excluded.bedtime_of_day, excluded.wake_of_day, excluded.get_up_of_day,
        excluded.waso_minutes, excluded.awakenings, excluded.motion, excluded.worked_from)`)
}
