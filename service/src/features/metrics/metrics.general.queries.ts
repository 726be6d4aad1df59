/** The General Report: counts from the tally by the hour, answers and judgements from their own indexes. METRIC-01, METRIC-03. */
import type { AlertSeverity } from '@mimamori/contract/apps.ts'
import { SEVERITIES } from '@mimamori/contract/apps.ts'
import { METRICS_BY_DAY_MAX } from '@mimamori/contract/metrics.ts'
import { INCIDENT_SEVERITIES } from '@mimamori/contract/metrics-behind.ts'
import {
  ANSWERED_SEVERITIES,
  FALSE_ALARM_CAMERAS,
  type GeneralReport,
  INCIDENT_ROOMS,
  type ReportBasis,
} from '@mimamori/contract/metrics-general.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { readMonths } from './metrics.months.queries.ts'
import { isWanted, type MetricsQuestion, type MetricsRange, readRangeBefore } from './metrics.question.ts'

const DAY_MS = 86_400_000
const NONE = { critical: 0, high: 0, medium: 0, low: 0 }
export const NO_BASIS: ReportBasis = { cameras: 0, measuredCameras: 0, coverageShare: null, nights: 0, validNights: 0 }

type Counted = {
  isNow: boolean
  severity: AlertSeverity
  activity: GeneralReport['byActivity'][number]['activity']
  alerts: number
}
type Row = {
  counts: Counted[]
  days: { day: string; severity: AlertSeverity; alerts: number }[]
  hours: { day: string; hour: number; alerts: number }[]
  steps: string[]
} & Pick<GeneralReport, 'responses' | 'incidentRooms' | 'falseAlarmCameras' | 'judged' | 'falseAlarms'>

/** Of whoever may see nothing. */
export function noGeneral({ from, to }: MetricsRange): GeneralReport {
  const row = { counts: [], days: [], hours: [], steps: [], incidentRooms: [], falseAlarmCameras: [] }
  const before = { from, to: from === to ? to : from }
  return {
    ...assemble({ ...row, responses: [], judged: 0, falseAlarms: 0 }, before, 'day'),
    months: [],
    basis: NO_BASIS,
  }
}

/** Exact. `basis` is what it rests on, read by who knows the measurements. */
export async function readGeneral(db: TenantDb, by: MetricsQuestion, basis: ReportBasis): Promise<GeneralReport> {
  const step = Date.parse(by.to) - Date.parse(by.from) <= METRICS_BY_DAY_MAX * DAY_MS ? 'day' : 'month'
  const before = await readRangeBefore(db, by)
  const row = await db.first(sql<{ report: Row }>`
    ${spans(by, before)},
    counted as materialized (${counted(by)}),
    answered as materialized (${answered(by)}),
    judged as materialized (${judged(by)}),
    stepped as (select date_trunc(${step}, local)::date as day, extract(hour from local)::integer as hour, severity, alerts
      from counted where is_now)
    select jsonb_build_object(
      'counts', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
        select is_now as "isNow", severity, activity, sum(alerts) as alerts from counted group by 1, 2, 3) c),
      'days', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (
        select day, severity, sum(alerts) as alerts from stepped group by 1, 2) d),
      'hours', (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from (
        select day, hour, sum(alerts) as alerts from stepped group by 1, 2) h),
      'steps', (${steps(by, step)}),
      'responses', (${responses()}),
      'incidentRooms', (${incidentRooms()}),
      'judged', (select count(*) from judged),
      'falseAlarms', (select count(*) from judged where is_false),
      'falseAlarmCameras', (${falseAlarmCameras(by)})) as report`)
  return { ...assemble(row!.report, before, step), months: await readMonths(db, by), basis }
}

/**
 * The range and the time before it for each site. Of the time before only sums are told: its whole days come from the
 * tally by day, and what is left at both ends is a span as the range is: whole hours from the tally by the hour, and what
 * is left of them one by one.
 */
function spans({ scope, from, to }: MetricsQuestion, before: MetricsRange): RawBuilder<unknown> {
  // Zones that begin their hours at half past share no hour with the tally, which is by UTC.
  const isWhole = sql`extract(minute from s.start at time zone s.timezone) = extract(minute from s.start at time zone 'UTC')`
  const midnight = (at: RawBuilder<unknown>) =>
    sql`date_trunc('day', ${at} at time zone w.timezone) at time zone w.timezone`
  return sql`
    with whole as (
      select t.id as tenant_id, t.timezone, r.is_now, r.start, r.stop
      from tenant t cross join (values (true, ${from}::timestamptz, ${to}::timestamptz),
        (false, ${before.from}::timestamptz, ${before.to}::timestamptz)) r (is_now, start, stop)
      where t.id = any(${scope.tenantIds}::uuid[])),
    days as (
      select w.*, d.day_start, greatest(d.day_start, ${midnight(sql`w.stop`)}) as day_stop
      from whole w cross join lateral (
        select least(w.stop, ${midnight(sql`(w.start + interval '1 day' - interval '1 microsecond')`)}) as day_start) d
      where not w.is_now),
    ends as (
      select tenant_id, timezone, is_now, start, stop from whole where is_now
      union all select tenant_id, timezone, is_now, start, day_start from days
      union all select tenant_id, timezone, is_now, day_stop, stop from days),
    first_hours as (
      select s.*, case when ${isWhole} then least(utc_hour(s.start + interval '1 hour' - interval '1 microsecond'), s.stop)
        else s.stop end as first_hour
      from ends s),
    span as (select *, greatest(utc_hour(stop), first_hour) as last_hour from first_hours)`
}

/**
 * By UTC's hour first: clocks of sites are worked out for hours and not for every camera in them. `offset 0` keeps the
 * planner from joining whole tables: each span is looked up by itself.
 */
function counted(by: MetricsQuestion): RawBuilder<unknown> {
  const byDay = by.cameraIds?.length ? sql`alert_camera_tally` : sql`alert_tally`
  const oneByOne = (start: RawBuilder<unknown>, stop: RawBuilder<unknown>) => sql`
    select s.is_now, a.occurred_at at time zone s.timezone, a.severity, a.activity, 1
    from span s cross join lateral (
      select a.occurred_at, a.severity, a.activity from alert a
      where a.tenant_id = s.tenant_id and a.deleted_at is null and a.is_archived in (false, true)
        and a.occurred_at >= ${start} and a.occurred_at < ${stop} and ${isWanted(sql`a`, by)} offset 0) a`
  return sql`
    select s.is_now, x.hour at time zone s.timezone as local, x.severity, x.activity, x.alerts
    from span s cross join lateral (
      select x.hour, x.severity, x.activity, sum(x.alerts) as alerts from alert_hour_tally x
      where x.tenant_id = s.tenant_id and x.hour >= s.first_hour and x.hour < s.last_hour and x.alerts > 0
        and ${isWanted(sql`x`, by)} group by 1, 2, 3 offset 0) x
    union all
    select false, null, x.severity, x.activity, x.alerts
    from days d cross join lateral (
      select x.severity, x.activity, sum(x.alerts) as alerts from ${byDay} x
      where x.tenant_id = d.tenant_id and x.day >= (d.day_start at time zone d.timezone)::date
        and x.day < (d.day_stop at time zone d.timezone)::date and ${isWanted(sql`x`, by)} group by 1, 2 offset 0) x
    union all ${oneByOne(sql`s.start`, sql`s.first_hour`)}
    union all ${oneByOne(sql`s.last_hour`, sql`s.stop`)}`
}

/** What somebody should come for, with how long it took. Index: alert_answered. */
function answered(by: MetricsQuestion): RawBuilder<unknown> {
  return sql`
    select s.is_now, a.tenant_id, a.camera_id, a.severity, a.verdict is distinct from 'false-alarm' as is_real,
      -- Clocks of hubs and service may differ a little; nobody saw it before it was there.
      extract(epoch from greatest(a.first_seen_at, a.created_at) - a.created_at)::double precision
        * case when a.first_seen_at is not null then 1 end as response
    from whole s cross join lateral (
      select a.tenant_id, a.camera_id, a.severity, a.verdict, a.created_at, a.first_seen_at from alert a
      where a.tenant_id = s.tenant_id and a.severity <> 'low' and a.deleted_at is null
        and a.occurred_at >= s.start and a.occurred_at < s.stop and ${isWanted(sql`a`, by)} offset 0) a`
}

/** Index: alert_judged. */
function judged(by: MetricsQuestion): RawBuilder<unknown> {
  return sql`
    select a.tenant_id, a.camera_id, a.verdict = 'false-alarm' as is_false
    from whole s cross join lateral (
      select a.tenant_id, a.camera_id, a.verdict from alert a
      where a.tenant_id = s.tenant_id and a.verdict is not null and a.deleted_at is null
        and a.occurred_at >= s.start and a.occurred_at < s.stop and ${isWanted(sql`a`, by)} offset 0) a
    where s.is_now`
}

function steps({ from, to, timezone }: MetricsQuestion, step: 'day' | 'month'): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(d::date order by d), '[]') from generate_series(
      date_trunc(${step}, site_day(${from}::timestamptz, ${timezone})::timestamp),
      site_day(${to}::timestamptz - interval '1 microsecond', ${timezone})::timestamp, ${`1 ${step}`}::interval) d`
}

const median = (isNow: boolean) =>
  sql`percentile_cont(0.5) within group (order by response) filter (where is_now = ${isNow})`

function responses(): RawBuilder<unknown> {
  return sql`
    select jsonb_agg(jsonb_build_object('severity', k.severity, 'seen', coalesce(r.seen, 0),
      'neverSeen', coalesce(r.never_seen, 0), 'medianSeconds', r.shares[1], 'p90Seconds', r.shares[2],
      'medianSecondsBefore', r.median_before) order by k.place)
    from unnest(${ANSWERED_SEVERITIES as readonly string[]}::text[]) with ordinality k (severity, place)
    left join (select severity, count(response) filter (where is_now) as seen,
      count(*) filter (where is_now and response is null) as never_seen,
      percentile_cont(array[0.5, 0.9]) within group (order by response) filter (where is_now) as shares,
      ${median(false)} as median_before
      from answered group by severity) r on r.severity = k.severity`
}

const NAMED = sql`c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName"`
const NAMES = sql`join camera c on c.tenant_id = f.tenant_id and c.id = f.camera_id
  left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id`

function incidentRooms(): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select ${NAMED}, f.incidents, f.critical, f.median as "medianSeconds"
      from (select tenant_id, camera_id, count(*) as incidents, count(*) filter (where severity = 'critical') as critical,
          ${median(true)} as median
        from answered where is_now and is_real and severity = any(${INCIDENT_SEVERITIES as readonly string[]}::text[])
        group by 1, 2) f ${NAMES}
      order by f.incidents desc, f.critical desc, f.median nulls last, c.sort_name, c.id limit ${INCIDENT_ROOMS}) r`
}

function falseAlarmCameras(by: MetricsQuestion): RawBuilder<unknown> {
  const within = (start: RawBuilder<unknown>, stop: RawBuilder<unknown>) => sql`
    (select count(*) from alert a where a.tenant_id = f.tenant_id and a.camera_id = f.camera_id and a.deleted_at is null
      and a.is_archived in (false, true) and a.occurred_at >= ${start} and a.occurred_at < ${stop} and ${isWanted(sql`a`, by)})`
  return sql`
    with named as materialized (
      select c.tenant_id, c.id as camera_id, c.name, c.location, c.sort_name, u.name as unit_name, f.judged, f.false_alarms
      from (select tenant_id, camera_id, count(*) as judged, count(*) filter (where is_false) as false_alarms
          from judged group by 1, 2 having count(*) filter (where is_false) > 0) f ${NAMES}
      order by f.false_alarms desc, f.judged, c.sort_name, c.id limit ${FALSE_ALARM_CAMERAS}),
    hourly as (
      select x.tenant_id, x.camera_id, sum(x.alerts) as alerts from span s cross join lateral (
        select x.tenant_id, x.camera_id, x.alerts from alert_hour_tally x
        where x.tenant_id = s.tenant_id and x.hour >= s.first_hour and x.hour < s.last_hour
          and x.camera_id = any(array(select camera_id from named)) and ${isWanted(sql`x`, by)} offset 0) x
      where s.is_now group by 1, 2)
    select coalesce(jsonb_agg(jsonb_build_object('cameraId', f.camera_id, 'cameraName', f.name, 'location', f.location,
        'unitName', f.unit_name, 'judged', f.judged, 'falseAlarms', f.false_alarms,
        'alerts', coalesce(h.alerts, 0) + ${within(sql`s.start`, sql`s.first_hour`)} + ${within(sql`s.last_hour`, sql`s.stop`)})
      order by f.false_alarms desc, f.judged, f.sort_name, f.camera_id), '[]')
    from named f join span s on s.tenant_id = f.tenant_id and s.is_now 
      left join hourly h on h.tenant_id = f.tenant_id and h.camera_id = f.camera_id`
}

function assemble(row: Row, before: MetricsRange, step: 'day' | 'month'): Omit<GeneralReport, 'months' | 'basis'> {
  const [bySeverity, severityBefore] = [{ ...NONE }, { ...NONE }]
  const activities = new Map<string, GeneralReport['byActivity'][number]>()
  for (const { isNow, severity, activity, alerts } of row.counts) {
    const one = activities.get(activity) ?? { activity, ...NONE, total: 0, before: 0 }
    activities.set(activity, one)
    if (isNow) {
      bySeverity[severity] += alerts
      one[severity] += alerts
      one.total += alerts
    } else {
      severityBefore[severity] += alerts
      one.before += alerts
    }
  }
  const series = seriesOf(row)
  const byHour = Array.from({ length: 24 }, (_, hour) => series.reduce((sum, { hours }) => sum + hours[hour]!, 0))
  const morning = byHour.slice(6, 18).reduce((sum, alerts) => sum + alerts, 0)
  const total = sumOf(bySeverity)
  const { responses: times, incidentRooms: rooms, judged: ofJudged, falseAlarms, falseAlarmCameras: cameras } = row
  return {
    total,
    bySeverity,
    before: { ...before, total: sumOf(severityBefore), bySeverity: severityBefore },
    byActivity: [...activities.values()].sort((a, b) => b.total - a.total || a.activity.localeCompare(b.activity)),
    morning,
    night: total - morning,
    step,
    series,
    ...{ responses: times, incidentRooms: rooms, judged: ofJudged, falseAlarms, falseAlarmCameras: cameras },
  }
}

function seriesOf({ steps: days, days: bySeverity, hours }: Row): GeneralReport['series'] {
  const series = days.map((day) => ({ day, ...NONE, hours: Array.from({ length: 24 }, () => 0) }))
  const places = new Map(series.map((one) => [one.day, one]))
  // Sites of other zones may have a day more at either end: it counts with the nearest one.
  const at = (day: string) => places.get(day) ?? (day < days[0]! ? series[0]! : series.at(-1)!)
  for (const { day, severity, alerts } of bySeverity) at(day)[severity] += alerts
  for (const { day, hour, alerts } of hours) at(day).hours[hour]! += alerts
  return series
}

function sumOf(counts: Record<AlertSeverity, number>): number {
  return SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0)
}
