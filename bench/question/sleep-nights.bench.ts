/** What the job that works out nights costs among the rooms of 200 sites: when nothing is due, and on an evening. */
import { workOutNights } from '@mimamori/service/insight/metrics/metrics.sleep.jobs.ts'
import { openDatabase } from '@mimamori/service/platform/postgres/database.ts'
import { drain } from '@mimamori/service/platform/work/jobs.ts'
import type postgres from 'postgres'
import { type Bench, median, quantile, round } from '../bench.ts'
import { CAMERAS_PER_TENANT, cameraId, TENANTS, tenantId } from '../part/alert-history.ts'
import { openHistorySite } from '../site/history-site.ts'

const ROOMS = TENANTS * CAMERAS_PER_TENANT
/** One room of each site is measured. */
const MEASURED = TENANTS
const DAYS = 35
const LOOKED_BACK_DAYS = 95
const DAY_MS = 86_400_000
const TIMES = 40
const GOAL_IDLE_MS = 5
const GOAL_ROOM_MS = 25

export const bench: Bench = {
  question: `What does working out nights cost among ${ROOMS} rooms, of which ${MEASURED} are measured?`,
  goal: `a round with nothing due p95 at most ${GOAL_IDLE_MS} ms, an evening at most ${GOAL_ROOM_MS} ms for each room`,
  async run(say) {
    const site = await openHistorySite({ alerts: 0, say })
    const database = openDatabase({ url: site.databaseUrl, connections: 1, statementTimeoutMs: 120_000 })
    try {
      // 18:00 in Tokyo, of today or of the day before.
      const evening = new Date(Math.floor((Date.now() - 9 * 3_600_000) / DAY_MS) * DAY_MS + 9 * 3_600_000)
      await measure(site.sql, new Date(evening.getTime() - DAYS * DAY_MS), evening)
      const first = await timed(() => drain(workOutNights, database, evening))
      const nights = await count(site.sql)
      say(`${MEASURED} rooms and their ${nights} nights: ${round(first / 1000)} s`)
      const idleMs: number[] = []
      for (let turn = 0; turn < TIMES; turn++) idleMs.push(await timed(() => drain(workOutNights, database, evening)))
      const lookingMs: number[] = []
      for (let turn = 0; turn < 3; turn++) lookingMs.push(await timed(() => lookThrough(site.sql, evening)))
      say(`nothing due: ${round(median(idleMs))} ms; looking through all nights: ${round(median(lookingMs))} ms`)
      const next = new Date(evening.getTime() + DAY_MS)
      await measure(site.sql, evening, next)
      const eveningMs = await timed(() => drain(workOutNights, database, next))
      const worked = (await count(site.sql)) - nights
      say(`an evening of ${worked} rooms: ${round(eveningMs / 1000)} s`)
      const ofRoomMs = eveningMs / worked
      return {
        isMet: quantile(idleMs, 0.95) <= GOAL_IDLE_MS && ofRoomMs <= GOAL_ROOM_MS && worked === MEASURED,
        figures: {
          ...{ rooms: ROOMS, measuredRooms: MEASURED, daysMeasured: DAYS },
          nothingDue: { p50Ms: round(median(idleMs)), p95Ms: round(quantile(idleMs, 0.95)), times: TIMES },
          lookingThroughAllNightsMs: round(median(lookingMs)),
          shareOfLookingThrough: round(median(idleMs) / median(lookingMs)),
          eveningMs: round(eveningMs),
          eveningOfARoomMs: round(ofRoomMs),
          firstNightMs: round(first / nights),
        },
        notes: [
          'The job of the service in the process of the bench, each batch a transaction. Nothing due: the round of every ten minutes.',
          `Looking through: one statement over the nights of ${LOOKED_BACK_DAYS} days of every room, as the owner of the tables; what finds due nights without an event.`,
          'An evening: one more night of each measured room, with thirty days of minutes behind it, one room after the other.',
        ],
      }
    } finally {
      await database.stop()
      await site.close()
    }
  },
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now()
  await work()
  return performance.now() - begunMs
}

async function count(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ nights: number }[]>`select count(*)::int as nights from sleep_night`
  return row!.nights
}

/** Hours of the first room of each site: in bed from 21 to 6 by the clock of Tokyo, still but for every tenth minute. */
async function measure(sql: postgres.Sql, from: Date, to: Date): Promise<void> {
  const minute = (motion: string, bed: string) => `3c3c${bed}00${motion}00000096${bed === '3c' ? motion : '00000000'}`
  const night = minute('00000300', '3c') + minute('00000078', '3c').repeat(9)
  await sql.unsafe(`
    insert into measured_hour (tenant_id, camera_id, starts_at, seconds_observed, seconds_bed_known, seconds_in_bed,
      seconds_person, motion_inside, motion_outside, motion_in_bed, minutes)
    select ${tenantId('n')}, ${cameraId('n')}, at, 3600, 3600, case when night then 3600 else 0 end, 0, 9000, 9000,
      case when night then 9000 else 0 end,
      decode(case when night then repeat('${night}', 6) else repeat('${minute('00000000', '00')}', 60) end, 'hex')
    from generate_series(0, ${MEASURED - 1}) n cross join lateral (
      select at, extract(hour from at at time zone 'Asia/Tokyo') not between 6 and 20 as night
      from generate_series('${from.toISOString()}'::timestamptz, '${to.toISOString()}'::timestamptz - interval '1 hour',
        interval '1 hour') at) hours`)
  await sql`vacuum analyze measured_hour, measured_day, sleep_night, sleep_due`
}

async function lookThrough(sql: postgres.Sql, now: Date): Promise<void> {
  await sql`
    select c.tenant_id, c.id from camera c join tenant t on t.id = c.tenant_id
      cross join lateral generate_series((site_day(${now}::timestamptz, t.timezone) - ${LOOKED_BACK_DAYS}::integer)::timestamp,
        (site_day(${now}::timestamptz, t.timezone) - 1)::timestamp, interval '1 day') d
      left join sleep_night s on s.tenant_id = c.tenant_id and s.camera_id = c.id and s.day = d::date
      cross join lateral (
        select sum(h.seconds_observed) as seconds from measured_hour h where h.tenant_id = c.tenant_id and h.camera_id = c.id
          and h.starts_at > (d + interval '17 hours') at time zone t.timezone
          and h.starts_at < (d + interval '42 hours') at time zone t.timezone offset 0) m
    where c.location_type = 'ROOM' and s.day is null and m.seconds is not null limit 1`
}
