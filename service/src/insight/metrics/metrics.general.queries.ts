/** Counts of the General Report: completed days from their sums, the rest from the alerts. METRIC-01, METRIC-03. */

import { ANSWERED_SEVERITIES, INCIDENT_SEVERITIES } from '@mimamori/contract/insight/metrics-behind.ts'
import {
  FALSE_ALARM_CAMERAS,
  type GeneralReport,
  INCIDENT_ROOMS,
  MONTHS_COMPARED,
} from '@mimamori/contract/insight/metrics-general.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { ALERT_FACTS, ALL_CAMERAS, ANSWERED_AT, hourOf, packedSeconds } from './metrics.days.jobs.ts'
import { CAMERA_NAMED, cameraOf, isWanted, type MetricsRange, type MetricsSearch } from './metrics.search.ts'

/** `now`, `before`, or a month: `2026-11`. */
type Part = string
/** Eight bytes for each number: metrics.seconds.ts. */
type PackedSeconds = Uint8Array

/** Figures of a part that has alerts: rows to be added up. */
export type Figures = {
  part: Part
  alerts: number
  incidents: number
  falls: number
  judged: number
  falseAlarms: number
  returned: number
} & Record<`${AnsweredSeverity}Unseen`, number> &
  Record<`${AnsweredSeverity}Seconds`, PackedSeconds | null>
export type AnsweredSeverity = (typeof ANSWERED_SEVERITIES)[number]

type Report = {
  counts: {
    part: Part
    severity: AlertSeverity
    activity: GeneralReport['byActivity'][number]['activity']
    alerts: number
  }[]
  days: { day: string; severity: AlertSeverity; alerts: number }[]
  hours: { day: string; hours: number[] }[]
  steps: string[]
  /**
   * The rooms with most incidents, including ties with the last of them; `place` is the order by name, `seconds` in
   * base64.
   */
  rooms: (Omit<GeneralReport['incidentRooms'][number], 'medianSeconds' | 'arrivedMedianSeconds'> & {
    seconds: string
    place: number
  })[]
  months: string[]
} & Pick<GeneralReport, 'falseAlarmCameras'>
export type GeneralCounts = Report & { figures: Figures[] }

/** Exact at any time. */
export async function countGeneral(
  db: TenantDb,
  by: MetricsSearch,
  { before, step }: { before: MetricsRange; step: 'day' | 'month' },
): Promise<GeneralCounts> {
  const rows = await db.rows(sql<(Figures & { report: null }) | ({ [K in keyof Figures]: null } & { report: Report })>`
    with ${months(by)},
    ${slices(by, before)},
    known as materialized (
      select tenant_id, part, array_agg(day) as days, min(day) as first, max(day) as last,
        count(*) = max(day) - min(day) + 1 as is_whole
      from slice where is_summed group by 1, 2),
    unsummed as materialized (
      select p.part, p.timezone, t.* from slice p join (${alertsOfSlices(by)}) t
        on t.tenant_id = p.tenant_id and t.day = p.day and t.start >= p.start and t.stop <= p.stop
      where not p.is_summed),
    counted as materialized (${counted(by)}),
    room as materialized (${rooms(by)}),
    report as (select json_build_object(
      'counts', (${list(sql`select part, severity, activity, sum(alerts) as alerts from counted group by 1, 2, 3`)}),
      'days', (${list(sql`select date_trunc(${step}, day)::date as day, severity, sum(alerts) as alerts from counted
        where part = 'now' group by 1, 2`)}),
      'hours', (${list(hours(by, step))}),
      'steps', (${steps(by, step)}),
      'rooms', (${list(incidentRooms(by))}),
      'falseAlarmCameras', (${list(falseAlarmCameras())}),
      'months', (select json_agg(to_char(first, 'YYYY-MM') order by first) from month)) as report)
    select f.*, r.report from report r full join (${figures(by)}) f on false`)
  // Packed seconds are returned beside the JSON: as text in it they would take longer than all counting.
  return { ...rows.find(({ report }) => report)!.report!, figures: rows.filter((row) => row.report === null) }
}

/** Alerts of the range that nobody has answered and that have not ended by themselves, by severity. */
export async function countUnansweredSince(
  db: TenantDb,
  by: MetricsSearch,
  since: string,
): Promise<Partial<Record<AnsweredSeverity, number>>> {
  const rows = await db.rows(sql<{ severity: AnsweredSeverity; alerts: number }>`
    select a.severity, count(*)::integer as alerts from alert a
    where a.tenant_id = any(${by.scope.tenantIds}::uuid[]) and a.deleted_at is null and a.is_archived in (false, true)
      and ${ANSWERED_AT} is null and a.outcome is distinct from 'returned'
      and a.severity = any(${ANSWERED_SEVERITIES as readonly string[]}::text[])
      and a.occurred_at >= greatest(${since}::timestamptz, ${by.from}::timestamptz) and a.occurred_at < ${by.to}
      and ${isWanted(sql`a`, by)}
    group by 1`)
  return Object.fromEntries(rows.map(({ severity, alerts }) => [severity, alerts]))
}

const list = (rows: Sql) => sql`select coalesce(json_agg(row_to_json(x)), '[]') from (${rows}) x`

/** The month in which the range ends and the months before it. */
function months({ to, timezone }: MetricsSearch): Sql {
  const last = sql`date_trunc('month', (${to}::timestamptz - interval '1 microsecond') at time zone ${timezone})`
  return sql`
    month as (select generate_series(${last} - ${`${MONTHS_COMPARED - 1} months`}::interval, ${last}, interval '1 month') as first)`
}

/** The range, the preceding period and the months, each in the days of each site. */
function slices({ scope, from, to }: MetricsSearch, before: MetricsRange): Sql {
  return sql`
    span as (
      select t.id as tenant_id, t.timezone, r.part, r.start, r.stop
      from tenant t cross join (values ('now', ${from}::timestamptz, ${to}::timestamptz),
        ('before', ${before.from}::timestamptz, ${before.to}::timestamptz)) r (part, start, stop)
      where t.id = any(${scope.tenantIds}::uuid[])
      union all
      select t.id, t.timezone, to_char(m.first, 'YYYY-MM'), site_day_start(m.first::date, t.timezone),
        site_day_start((m.first + interval '1 month')::date, t.timezone)
      from tenant t cross join month m where t.id = any(${scope.tenantIds}::uuid[])),
    slice as materialized (
      select s.tenant_id, s.timezone, s.part, d.day, greatest(d.start, s.start) as start, least(d.stop, s.stop) as stop,
        d.start >= s.start and d.stop <= s.stop and coalesce(
          (select r.is_summed from report_day r where r.tenant_id = s.tenant_id and r.day = d.day), false) as is_summed
      from span s cross join lateral (
        select g::date as day, site_day_start(g::date, s.timezone) as start, site_day_start(g::date + 1, s.timezone) as stop
        from generate_series(site_day(s.start, s.timezone)::timestamp,
          site_day(s.stop - interval '1 microsecond', s.timezone)::timestamp, interval '1 day') g) d)`
}

/**
 * Alerts of days without sums, those of the range by room as well. Each interval between two ends of slices is looked
 * up and grouped separately. This keeps the planner from joining and sorting whole tables, and reads today's alerts
 * only once.
 */
function alertsOfSlices(by: MetricsSearch): Sql {
  return sql`
    select p.tenant_id, p.day, p.start, p.stop, t.*
    from (
      select tenant_id, day, e.start, e.stop, bool_or(p.part = 'now') as is_now
      from slice p join (
        select tenant_id, day, at as start, lead(at) over (partition by tenant_id, day order by at) as stop
        from (select tenant_id, day, start as at from slice where not is_summed
          union select tenant_id, day, stop from slice where not is_summed) ends) e using (tenant_id, day)
      where not p.is_summed and e.start >= p.start and e.stop <= p.stop
      group by 1, 2, 3, 4) p
      cross join lateral (
        select camera_id, severity, activity, is_false, count(*) as alerts, count(*) filter (where is_judged) as judged,
          count(*) filter (where response is null and not has_returned) as unseen,
          count(*) filter (where has_returned) as returned, ${packedSeconds(sql`severity <> 'low'`)} as seconds
        from (select case when p.is_now then a.camera_id end as camera_id, ${ALERT_FACTS} ${alertsOfSlice(by)}) a
        group by 1, 2, 3, 4 offset 0) t`
}

/** Alerts of one interval `p`. */
function alertsOfSlice(by: MetricsSearch): Sql {
  return sql`
    from alert a
    where a.tenant_id = p.tenant_id and a.deleted_at is null and a.is_archived in (false, true)
      and a.occurred_at >= p.start and a.occurred_at < p.stop and ${isWanted(sql`a`, by)} offset 0`
}

/** By severity and activity: for summed days the tallies have the counts. */
function counted(by: MetricsSearch): Sql {
  const tally = by.cameraIds?.length ? sql`alert_camera_tally` : sql`alert_tally`
  return sql`
    select k.part, x.day, x.severity, x.activity, x.alerts
    from known k cross join lateral (
      select x.day, x.severity, x.activity, sum(x.alerts)::integer as alerts from ${tally} x
      where x.tenant_id = k.tenant_id and ${isKnown(sql`x.day`)} and ${isWanted(sql`x`, by)}
      group by 1, 2, 3 having sum(x.alerts) > 0 offset 0) x
    where k.part in ('now', 'before')
    union all
    select part, day, severity, activity, sum(alerts)::integer from unsummed where part in ('now', 'before') group by 1, 2, 3, 4`
}

/** Whether the day belongs to a row `k` of `known`; usually no day between first and last is missing. */
function isKnown(day: Sql): Sql {
  return sql`${day} >= k.first and ${day} <= k.last and (k.is_whole or ${day} = any(k.days))`
}

/** Sums of whole days are by unit; by camera only if rooms are requested. */
function isOfSums(by: MetricsSearch): Sql {
  const isCamera = by.cameraIds?.length ? sql`true` : sql`f.camera_id = ${ALL_CAMERAS}`
  return sql`f.tenant_id = k.tenant_id and ${isKnown(sql`f.day`)} and ${isCamera} and ${isWanted(sql`f`, by)}`
}

/**
 * Groups by quarter hour first, at which the hours of all sites end: converting each alert's time to a site's clock
 * would double the cost.
 */
function hours(by: MetricsSearch, step: 'day' | 'month'): Sql {
  const sums = Array.from({ length: 24 }, (_, hour) => sql`sum(f.hours[${sql.raw(String(hour + 1))}])`)
  const counts = Array.from(
    { length: 24 },
    (_, hour) => sql`coalesce(sum(t.alerts) filter (where t.hour = ${sql.raw(String(hour))}), 0)`,
  )
  return sql`
    select f.day, f.hours from known k cross join lateral (
      select date_trunc(${step}, f.day)::date as day, array[${sql.join(sums)}] as hours
      from report_day_figures f where ${isOfSums(by)} group by 1 offset 0) f
    where k.part = 'now'
    union all
    select date_trunc(${step}, t.day)::date, array[${sql.join(counts)}]
    from (
      select p.day, ${hourOf(sql`q.quarter`, sql`p.timezone`)} as hour, q.alerts
      from slice p cross join lateral (
        select date_bin('15 minutes', occurred_at, 'epoch') as quarter, count(*) as alerts
        from (select a.occurred_at ${alertsOfSlice(by)}) a group by 1 offset 0) q
      where p.part = 'now' and not p.is_summed) t
    group by 1`
}

/** Figures of summed days and of other days, in separate rows. */
function figures(by: MetricsSearch): Sql {
  const sumWhere = (of: Sql, condition: Sql) => sql`coalesce(sum(${of}) filter (where ${condition}), 0)`
  return sql`
    select k.part, f.*
    from known k cross join lateral (
      select sum(f.alerts) as alerts, sum(f.incidents) as incidents, sum(f.falls) as falls, sum(f.judged) as judged,
        sum(f.false_alarms) as "falseAlarms", sum(f.returned) as returned, sum(f.critical_unseen) as "criticalUnseen", sum(f.high_unseen) as "highUnseen",
        sum(f.medium_unseen) as "mediumUnseen", string_agg(f.critical_seconds, ''::bytea) as "criticalSeconds",
        string_agg(f.high_seconds, ''::bytea) as "highSeconds",
        -- Reports of months do not show those.
        string_agg(f.medium_seconds, ''::bytea) filter (where k.part in ('now', 'before')) as "mediumSeconds"
      from report_day_figures f where ${isOfSums(by)} having count(*) > 0 offset 0) f
    union all
    select part, sum(alerts), ${sumWhere(sql`alerts`, isIncident)}, ${sumWhere(sql`alerts`, sql`activity = 'A005' and not is_false`)},
      sum(judged), ${sumWhere(sql`alerts`, sql`is_false`)}, sum(returned),
      ${sql.join(ANSWERED_SEVERITIES.map((of) => sumWhere(sql`unseen`, sql`severity = ${of}`)))},
      ${sql.join(ANSWERED_SEVERITIES.map((of) => sql`string_agg(seconds, ''::bytea) filter (where severity = ${of})`))}
    from unsummed group by 1`
}

/** Every camera with alerts or sums in the range. Index: the figures' primary key alone, for each camera separately. */
function rooms(by: MetricsSearch): Sql {
  return sql`
    select tenant_id, camera_id, sum(alerts)::integer as alerts, coalesce(sum(incidents), 0)::integer as incidents,
      coalesce(sum(critical), 0)::integer as critical, sum(judged)::integer as judged,
      coalesce(sum(false_alarms), 0)::integer as false_alarms,
      string_agg(seconds, ''::bytea) as unsummed_seconds
    from (
      select c.tenant_id, c.id, f.*
      from camera c join known k on k.tenant_id = c.tenant_id and k.part = 'now' cross join lateral (
        select sum(f.alerts)::integer, sum(f.incidents)::integer, sum(f.critical_incidents)::integer, sum(f.judged)::integer,
          sum(f.false_alarms)::integer, null::bytea
        from report_day_figures f
        where f.tenant_id = c.tenant_id and f.camera_id = c.id and ${isKnown(sql`f.day`)} and ${isWanted(sql`f`, by)}
        having count(*) > 0 offset 0) f
      where c.tenant_id = any(${by.scope.tenantIds}::uuid[])
      union all
      select tenant_id, camera_id, alerts, case when ${isIncident} then alerts end,
        case when ${isIncident} and severity = 'critical' then alerts end, judged, case when is_false then alerts end,
        case when ${isIncident} then seconds end
      from unsummed where part = 'now' and camera_id is not null)
      x (tenant_id, camera_id, alerts, incidents, critical, judged, false_alarms, seconds)
    group by 1, 2`
}

const isIncident = sql`severity = any(${INCIDENT_SEVERITIES as readonly string[]}::text[]) and not is_false`

function incidentRooms(by: MetricsSearch): Sql {
  return sql`
    select ${CAMERA_NAMED}, f.incidents, f.critical, encode(summed.seconds || coalesce(f.unsummed_seconds, ''), 'base64') as seconds,
      row_number() over (order by c.sort_name, c.id) as place
    from (select *, rank() over (order by incidents desc, critical desc) as among from room where incidents > 0) f ${cameraOf(sql`f`)}
      cross join lateral (
        select coalesce(string_agg(f.incident_seconds, ''::bytea), ''::bytea) as seconds
        from known k join report_day_figures f on f.tenant_id = k.tenant_id and ${isKnown(sql`f.day`)}
        where k.part = 'now' and k.tenant_id = c.tenant_id and f.camera_id = c.id and ${isWanted(sql`f`, by)}) summed
    where f.among <= ${INCIDENT_ROOMS}`
}

function falseAlarmCameras(): Sql {
  return sql`
    select ${CAMERA_NAMED}, f.alerts, f.judged, f.false_alarms as "falseAlarms" from room f ${cameraOf(sql`f`)}
    where f.false_alarms > 0
    order by f.false_alarms desc, f.judged, c.sort_name, c.id limit ${FALSE_ALARM_CAMERAS}`
}

function steps({ from, to, timezone }: MetricsSearch, step: 'day' | 'month'): Sql {
  return sql`
    select coalesce(json_agg(d::date order by d), '[]') from generate_series(
      date_trunc(${step}, site_day(${from}::timestamptz, ${timezone})::timestamp),
      site_day(${to}::timestamptz - interval '1 microsecond', ${timezone})::timestamp, ${`1 ${step}`}::interval) d`
}
