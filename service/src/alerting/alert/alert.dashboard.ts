/** Dashboard figures of alerts: severities over time, and the busiest cameras. Requirement DASH-01. */
import type { SeverityCounts } from '@mimamori/contract/alerting/alert-dashboard.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { countAlerts, counted, countedHours, spans } from './alert.counts.ts'
import { matching, type Search, within } from './alert.search.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Length of a range without a beginning. */
const DEFAULT_RANGE_MS = 30 * DAY_MS
/** Ranges up to this length get an hourly series. */
const HOURLY_RANGE_MS = 2 * DAY_MS
/** About three years of days: the chart cannot show more. */
const LONGEST_RANGE_MS = 1_100 * DAY_MS
const BUSIEST = 10

export type Range = { from: string; to: string; lengthMs: number }

/** The range with both its ends. Throws `invalid-request` when it is empty or too long. */
export function toRange(
  by: { [name in 'from' | 'to' | 'startDate' | 'endDate']?: string | undefined },
  now: Date,
): Range {
  const [from, to] = [by.from ?? by.startDate, by.to ?? by.endDate]
  // Add one millisecond, so that the range includes an alert of this instant.
  const toMs = to === undefined ? now.getTime() + 1 : Date.parse(to)
  const fromMs = from === undefined ? toMs - DEFAULT_RANGE_MS : Date.parse(from)
  const lengthMs = toMs - fromMs
  if (lengthMs <= 0) throw fail('invalid-request', { from: 'range.start-before-end' })
  if (lengthMs > LONGEST_RANGE_MS) throw fail('invalid-request', { from: 'range.too-long' })
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), lengthMs }
}

/** Falls in the range, and in the preceding range of the same length. */
type Falls = { now: number; before: number; beforeFrom: string } & FallAnswers
/** Medians, in seconds from the alert. */
type FallAnswers = { claimedSeconds: number | null; arrivedSeconds: number | null }
const NOBODY: FallAnswers = { claimedSeconds: null, arrivedSeconds: null }

type SeveritySeries = {
  total: SeverityCounts
  step: 'hour' | 'day'
  series: (SeverityCounts & { startsAt: string })[]
  falls: Falls
}

const NO_ALERTS: Readonly<SeverityCounts> = { critical: 0, high: 0, medium: 0, low: 0 }

/**
 * Counts by severity for each day or hour of the range, in the time zone of the requesting tenant. `by` null: no
 * access.
 */
export async function readSeverities(
  db: TenantDb,
  by: Search | null,
  range: Range,
  timezone: string,
): Promise<SeveritySeries> {
  const step = range.lengthMs <= HOURLY_RANGE_MS ? 'hour' : 'day'
  const buckets = await readBuckets(db, range, timezone, step)
  const series = buckets.map((startsAt) => ({ startsAt, ...NO_ALERTS }))
  if (by === null) {
    const falls = { now: 0, before: 0, beforeFrom: startBefore(range), ...NOBODY }
    return { total: { ...NO_ALERTS }, step, series, falls }
  }

  const places = new Map(buckets.map((startsAt, index) => [startsAt, index]))
  const total = { ...NO_ALERTS }
  let fallsNow = 0
  const rows = step === 'day' ? byDay : buckets.every(isOnUtcHour) ? byUtcHour : byMinuteOfZone
  for (const row of await rows(db, by, timezone)) {
    total[row.severity] += row.alerts
    fallsNow += row.falls
    const bucket = series[places.get(row.startsAt) ?? -1]
    if (bucket) bucket[row.severity] += row.alerts
  }
  const before = await countFallsBefore(db, by, range)
  return { total, step, series, falls: { now: fallsNow, ...before, ...(await readFallAnswers(db, by)) } }
}

/** What clocks are changed by at least: half an hour, on Lord Howe. */
const CHANGE_BY = sql`interval '30 minutes'`

async function readBuckets(db: TenantDb, { from, to }: Range, timezone: string, step: string): Promise<string[]> {
  type Bucket = { startsAt: string }
  const last = sql`${to}::timestamptz - interval '1 microsecond'`
  const hours = sql<Bucket>`
    select distinct date_trunc('hour', b, ${timezone}) as "startsAt"
    from generate_series(date_trunc('hour', ${from}::timestamptz, ${timezone}), ${last}, ${CHANGE_BY}) b
    order by 1`
  const days = sql<Bucket>`
    select site_day_start(d::date, ${timezone}) as "startsAt" from generate_series(site_day(${from}::timestamptz, ${timezone})::timestamp,
      site_day(${last}, ${timezone})::timestamp, interval '1 day') d order by d`
  const rows = await db.rows(step === 'hour' ? hours : days)
  return rows.map((row) => row.startsAt)
}

type SeverityRow = { startsAt: string; severity: AlertSeverity; alerts: number; falls: number }

function byDay(db: TenantDb, by: Search, timezone: string): Promise<SeverityRow[]> {
  return db.rows(sql<SeverityRow>`
    ${spans(by)}
    select site_day_start(day, ${timezone}) as "startsAt", severity, sum(alerts) as alerts,
      coalesce(sum(alerts) filter (where activity = 'A005'), 0) as falls
    from (${counted(by)}) counted group by day, severity`)
}

const isOnUtcHour = (startsAt: string) => Date.parse(startsAt) % HOUR_MS === 0

/** For time zones whose hours coincide with UTC hours: nearly all of them. */
function byUtcHour(db: TenantDb, by: Search): Promise<SeverityRow[]> {
  return db.rows(sql<SeverityRow>`
    ${spans(by)}
    select at as "startsAt", severity, sum(alerts) as alerts,
      coalesce(sum(alerts) filter (where activity = 'A005'), 0) as falls
    from (${countedHours(by)}) counted group by at, severity`)
}

/** At most two days, counted from the index alert_by_time: the tallies lack hours that begin at half past. */
function byMinuteOfZone(db: TenantDb, by: Search, timezone: string): Promise<SeverityRow[]> {
  return db.rows(sql<SeverityRow>`
    select date_trunc('hour', a.occurred_at, ${timezone}) as "startsAt", a.severity, count(*) as alerts,
      count(*) filter (where a.activity = 'A005') as falls
    from unnest(${by.scope.tenantIds}::uuid[]) t (tenant_id) cross join lateral (
      select a.occurred_at, a.severity, a.activity from alert a
      where a.tenant_id = t.tenant_id ${matching(by)} ${within(by)} offset 0) a
    group by 1, 2`)
}

function startBefore({ from, lengthMs }: Range): string {
  return new Date(Date.parse(from) - lengthMs).toISOString()
}

/** Medians of falls that were not judged false. Index: alert_fall. */
async function readFallAnswers(db: TenantDb, by: Search): Promise<FallAnswers> {
  const row = await db.first(sql<FallAnswers>`
    select percentile_cont(0.5) within group (order by extract(epoch from greatest(a.claimed_at, a.created_at) - a.created_at)
        ::double precision) filter (where a.claimed_at is not null) as "claimedSeconds",
      percentile_cont(0.5) within group (order by extract(epoch from greatest(a.arrived_at, a.created_at) - a.created_at)
        ::double precision) filter (where a.arrived_at is not null) as "arrivedSeconds"
    from unnest(${by.scope.tenantIds}::uuid[]) t (tenant_id) cross join lateral (
      select a.created_at, a.claimed_at, a.arrived_at from alert a
      where a.tenant_id = t.tenant_id and a.activity = 'A005' and a.verdict is distinct from 'false-alarm'
        ${matching(by)} ${within(by)} offset 0) a`)
  return row ?? NOBODY
}

type FallsBefore = Pick<Falls, 'before' | 'beforeFrom'>

async function countFallsBefore(db: TenantDb, by: Search, range: Range): Promise<FallsBefore> {
  const beforeFrom = startBefore(range)
  const before = await countAlerts(db, { ...by, activities: ['A005'], from: beforeFrom, to: range.from })
  return { before, beforeFrom }
}

type BusyCamera = { cameraId: string; cameraName: string; location: string; count: number }

/** The cameras with most alerts in the range, busiest first. */
export function readBusiestCameras(db: TenantDb, by: Search): Promise<BusyCamera[]> {
  return db.rows(sql<BusyCamera>`
    ${spans(by)}, busiest as (
      select camera_id, sum(alerts) as alerts from (${counted(by, true)}) counted
      group by camera_id having sum(alerts) > 0)
    select c.id as "cameraId", c.name as "cameraName", c.location, b.alerts as count
    from busiest b join camera c on c.id = b.camera_id and c.tenant_id = any(${by.scope.tenantIds}::uuid[])
    order by b.alerts desc, c.name limit ${BUSIEST}`)
}
