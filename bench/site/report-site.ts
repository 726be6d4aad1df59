/** Two sites with many rooms and a year behind them, one with twenty times the other's alerts: what reports are read from. */
import { sumDays } from '@mimamori/service/insight/metrics/metrics.days.jobs.ts'
import { workOutNights } from '@mimamori/service/insight/metrics/metrics.sleep.jobs.ts'
import { openDatabase } from '@mimamori/service/platform/postgres/database.ts'
import { drain } from '@mimamori/service/platform/work/jobs.ts'
import type postgres from 'postgres'
import { round } from '../bench.ts'
import { agentId, cameraId, madeId, tenantId, UNITS_PER_TENANT, unitId } from '../part/alert-history.ts'
import { type HistorySite, openHistorySite } from './history-site.ts'

export const ROOMS = 200
export const YEAR_DAYS = 365
export const BUSY_ALERTS = 1_000_000
export const QUIET_ALERTS = 50_000
/** The sites, by their number among all. */
export const [BUSY, QUIET] = [0, 1]
const SITES = 2
/** Other cameras of the history have lower numbers. */
const FIRST_CAMERA = 500_000
const BATCH = 50_000
const HOURLY_DAYS = 70
/** After a day was noted it is summed. */
const SETTLED_MS = 120_000
const ROOMS_AT_ONCE = 25

/** The n-th room of a site. */
export const roomId = (site: number, n: number) => madeId('camera', FIRST_CAMERA + n * SITES + site)

/** Every alert, hour and night ends before this hour. `roomCount` are of each site. */
export async function openReportSite(say: (line: string) => void, roomCount = ROOMS): Promise<HistorySite> {
  const site = await openHistorySite({ alerts: 0, say })
  const { sql } = site
  const begunMs = performance.now()
  await sql`set synchronous_commit = off`
  for (const number of [BUSY, QUIET]) {
    await makeRooms(sql, number, roomCount)
    await makeHours(sql, number, roomCount)
    await makeNights(sql, number, roomCount)
  }
  await makeAlerts(sql, { site: BUSY, count: BUSY_ALERTS, roomCount })
  await makeAlerts(sql, { site: QUIET, count: QUIET_ALERTS, roomCount })
  await runJobs(site)
  await sql`vacuum analyze`
  await sql`checkpoint`
  say(`two sites of ${roomCount} rooms and ${YEAR_DAYS} days made in ${round((performance.now() - begunMs) / 1000)} s`)
  return site
}

/** As the service does every few minutes. */
async function runJobs({ databaseUrl }: HistorySite): Promise<void> {
  const database = openDatabase({ url: databaseUrl })
  await drain(workOutNights, database, new Date())
  for (const later of [0, SETTLED_MS]) await drain(sumDays, database, new Date(Date.now() + later))
  await database.stop()
}

const ROOM = `${cameraId(`${FIRST_CAMERA} + n * ${SITES} + site`)}`
const rooms = (site: number, from: number, to: number) =>
  `(select n, ${site} as site from generate_series(${from}, ${to - 1}) n) r`

/** In place of the cameras that the history made there. */
async function makeRooms(sql: postgres.Sql, site: number, roomCount: number): Promise<void> {
  await sql.unsafe(`
    delete from camera where tenant_id = ${tenantId(String(site))};
    insert into camera (tenant_id, id, name, description, type, brand, model, stream_url, location, location_type, streaming_id,
        unit_id, agent_id, status)
      select ${tenantId('site')}, ${ROOM}, 'Camera ' || n, 'A camera', 'UNKNOWN', 'Brand', 'Model', 'rtsp://10.0.0.1/s',
        'Room ' || n, 'ROOM', 'stream', ${unitId(`site + 200 * (n % ${UNITS_PER_TENANT})`)}, ${agentId('site')}, 'Online'
      from ${rooms(site, 0, roomCount)}`)
}

/** Every day of the year is measured, and of the newest ones every hour, which the ends of ranges are read from. */
async function makeHours(sql: postgres.Sql, site: number, roomCount: number): Promise<void> {
  await sql`alter table measured_hour disable trigger user`
  for (let from = 0; from < roomCount; from += ROOMS_AT_ONCE) {
    await sql.unsafe(`
      insert into measured_hour (tenant_id, camera_id, starts_at, seconds_observed, seconds_bed_known, seconds_in_bed,
        seconds_person, motion_inside, motion_outside, motion_in_bed, minutes)
      select ${tenantId('site')}, ${ROOM}, at, 3600, 3600, case when night then 3600 else 0 end, 300, 9000, 20000,
        case when night then 9000 else 0 end,
        decode(repeat(case when night then '3c3c3c00' else '3c3c0005' end || '000000960000014d' ||
          case when night then '00000096' else '00000000' end, 60), 'hex')
      from ${rooms(site, from, from + ROOMS_AT_ONCE)} cross join lateral (
        select at, extract(hour from at at time zone 'Asia/Tokyo') not between 6 and 20 as night
        from generate_series(date_trunc('hour', now()) - interval '${HOURLY_DAYS} days',
          date_trunc('hour', now()) - interval '1 hour', interval '1 hour') at) h`)
  }
  await sql`alter table measured_hour enable trigger user`
  await sql.unsafe(`
    insert into measured_day (tenant_id, camera_id, day, seconds_observed)
      select ${tenantId('site')}, ${ROOM}, d::date, 86400 from ${rooms(site, 0, roomCount)} cross join lateral
        generate_series((now() - interval '${YEAR_DAYS} days')::date::timestamp, now()::date::timestamp, interval '1 day') d`)
}

async function makeNights(sql: postgres.Sql, site: number, roomCount: number): Promise<void> {
  await sql.unsafe(`
    insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, bedtime, onset, wake, get_up,
      bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings, motion, worked_from)
    select ${tenantId('site')}, ${ROOM}, d::date, (d + interval '18 hours') at time zone 'Asia/Tokyo', 0.98, 180 + v, 200 + v,
      700 + v, 710 + v, 1260 + v, 340 + v, 350 + v, 20 + v, 2, 3 + v / 20.0, 1
    from ${rooms(site, 0, roomCount)} cross join lateral (select d, (n * 31 + extract(doy from d)::integer * 17) % 60 as v
      from generate_series((now() - interval '${YEAR_DAYS} days')::date::timestamp, (now() - interval '2 days')::date::timestamp,
        interval '1 day') d) nights`)
}

/** In the order of time; one in five is for somebody to come, one in a thousand a fall, nearly all were seen. */
type Made = { site: number; count: number; roomCount: number }
async function makeAlerts(sql: postgres.Sql, { site, count, roomCount }: Made): Promise<void> {
  await sql`alter table alert disable trigger alert_notice`
  await sql`alter table alert disable trigger alert_escalation_plan`
  for (let from = 0; from < count; from += BATCH) {
    await sql.unsafe(`
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, detections,
        first_seen_by, first_seen_name, first_seen_at, verdict)
      select ${tenantId('site')}, uuidv7(at - now()), ${ROOM}, ${unitId(`site + 200 * (n % ${UNITS_PER_TENANT})`)},
        case kind when 0 then 'A005' when 1 then 'A006' when 2 then 'A004' when 3 then 'A001' else 'A003' end,
        case kind when 0 then 'critical' when 1 then 'high' when 2 then 'medium' else 'low' end,
        at, at + interval '1 s', '[]', null, case when dice % 50 > 0 then 'User' end,
        case when dice % 50 > 0 then at + (10 + dice % 600) * interval '1 s' end,
        case when kind < 3 and dice % 4 = 0 then case when dice % 12 = 0 then 'false-alarm' else 'real' end end
      from (
        select at, dice, dice % ${roomCount} as n, ${site} as site,
          case when dice % 1000 = 0 then 0 when dice % 100 < 12 then 1 when dice % 100 < 20 then 2
            when dice % 100 < 40 then 3 else 4 end as kind
        from (
          select now() - interval '${YEAR_DAYS} days' + i * interval '${YEAR_DAYS} days' / ${count} as at,
            hashint8(i)::bigint & 2147483647 as dice
          from generate_series(${from}::bigint, ${Math.min(from + BATCH, count) - 1}) i) drawn) alerts`)
  }
  await sql`alter table alert enable trigger alert_notice`
  await sql`alter table alert enable trigger alert_escalation_plan`
}
