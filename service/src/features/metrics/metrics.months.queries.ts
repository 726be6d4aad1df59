/** Months beside each other: the one in which a range ends and those before it, each as a whole. METRIC-01. */
import { INCIDENT_SEVERITIES } from '@mimamori/contract/metrics-behind.ts'
import { MONTHS_COMPARED, type MonthOfReport } from '@mimamori/contract/metrics-general.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { isWanted, type MetricsQuestion } from './metrics.question.ts'

/** Oldest first; by the calendars of the sites. */
export function readMonths(db: TenantDb, by: MetricsQuestion): Promise<MonthOfReport[]> {
  return db.rows(sql<MonthOfReport>`
    with last as (select date_trunc('month', (${by.to}::timestamptz - interval '1 microsecond') at time zone ${by.timezone}) as month),
    compared as (select d as month from last,
      generate_series(month - ${`${MONTHS_COMPARED - 1} months`}::interval, month, interval '1 month') d),
    span as (select t.id as tenant_id, c.month, t.timezone, c.month at time zone t.timezone as start,
        (c.month + interval '1 month') at time zone t.timezone as stop
      from tenant t cross join compared c where t.id = any(${by.scope.tenantIds}::uuid[])),
    answered as (${answered(by)}), judged as (${judged(by)}), fallen as (${fallen(by)}), counted as (${counted(by)})
    select to_char(m.month, 'YYYY-MM') as month, coalesce(c.alerts, 0) as alerts, coalesce(a.incidents, 0) as incidents,
      coalesce(f.falls, 0) as falls, coalesce(j.false_alarms, 0) as "falseAlarms", a.median as "medianSeconds"
    from compared m left join counted c using (month) left join answered a using (month) left join judged j using (month)
      left join fallen f using (month)
    order by m.month`)
}

/** From the tallies by day: by camera only where rooms are asked for. */
function counted(by: MetricsQuestion): RawBuilder<unknown> {
  const tally = by.cameraIds?.length ? sql`alert_camera_tally` : sql`alert_tally`
  return sql`
    select s.month, sum(x.alerts) as alerts from span s cross join lateral (
      select x.alerts from ${tally} x where x.tenant_id = s.tenant_id and x.day >= s.month::date
        and x.day < (s.month + interval '1 month')::date and ${isWanted(sql`x`, by)} offset 0) x
    group by 1`
}

/** Critical and high ones. Index: alert_answered. */
function answered(by: MetricsQuestion): RawBuilder<unknown> {
  return sql`
    select s.month, count(*) filter (where a.verdict is distinct from 'false-alarm') as incidents,
      percentile_cont(0.5) within group (order by
        extract(epoch from greatest(a.first_seen_at, a.created_at) - a.created_at)::double precision)
        filter (where a.first_seen_at is not null) as median
    from span s cross join lateral (
      select a.verdict, a.first_seen_at, a.created_at from alert a
      where a.tenant_id = s.tenant_id and a.severity <> 'low' and a.deleted_at is null
        and a.severity = any(${INCIDENT_SEVERITIES as readonly string[]}::text[])
        and a.occurred_at >= s.start and a.occurred_at < s.stop and ${isWanted(sql`a`, by)} offset 0) a
    group by 1`
}

/** Index: alert_judged. */
function judged(by: MetricsQuestion): RawBuilder<unknown> {
  return sql`
    select s.month, count(*) as false_alarms from span s cross join lateral (
      select from alert a where a.tenant_id = s.tenant_id and a.verdict is not null and a.deleted_at is null
        and a.verdict = 'false-alarm' and a.occurred_at >= s.start and a.occurred_at < s.stop and ${isWanted(sql`a`, by)}
      offset 0) a
    group by 1`
}

/** Index: alert_fall. */
function fallen(by: MetricsQuestion): RawBuilder<unknown> {
  return sql`
    select s.month, count(*) as falls from span s cross join lateral (
      select from alert a where a.tenant_id = s.tenant_id and a.activity = 'A005' and a.deleted_at is null
        and a.verdict is distinct from 'false-alarm' and a.occurred_at >= s.start and a.occurred_at < s.stop
        and ${isWanted(sql`a`, by)} offset 0) a
    group by 1`
}
