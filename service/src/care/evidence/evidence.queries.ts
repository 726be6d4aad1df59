/** Counts a site's year by month, and its reports by week. Requirement REACH-83. */
import { EVIDENCE_WEEKS } from '@mimamori/contract/care/care-lists.ts'
import type { EvidenceMonth, EvidenceWeek } from '@mimamori/contract/care/evidence.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** The night by the site's clock, in minutes of the day. */
const [NIGHT_FROM, NIGHT_TO] = [22 * 60, 5 * 60]

const during = (at: Sql) => sql`${at} >= b.from_at and ${at} < b.to_at`
/** Index: accident_by_time. */
const REPORTS = sql`select (count(*) filter (where x.kind = 'accident'))::integer as accidents,
    (count(*) filter (where x.kind = 'near-miss'))::integer as "nearMisses",
    (count(*) filter (where site_minute(coalesce(x.occurred_at, x.created_at), t.timezone) >= ${NIGHT_FROM}
      or site_minute(coalesce(x.occurred_at, x.created_at), t.timezone) < ${NIGHT_TO}))::integer as "atNight"
  from accident x where x.tenant_id = t.id and ${during(sql`coalesce(x.occurred_at, x.created_at)`)}`
const median = (at: Sql) => sql`percentile_cont(0.5) within group (order by extract(epoch from ${at} - a.occurred_at))`

/** The months of the year from April on that have begun. Indexes: alert_by_time, check_in_by_camera, visit_by_camera. */
export function readMonths(db: TenantDb, year: number, now: Date): Promise<EvidenceMonth[]> {
  return db.rows(sql<EvidenceMonth>`
    select s.day::text as "from", c.rooms, a.*, k."checkIns", v.visits, r.accidents, r."nearMisses"
    from tenant t
      cross join lateral (
        select d::date as day, (d + interval '1 month')::date as next
        from generate_series(make_date(${year}::integer, 4, 1)::timestamp, make_date(${year}::integer + 1, 3, 1)::timestamp,
          interval '1 month') d) s
      cross join lateral (
        select site_day_start(s.day, t.timezone) as from_at, site_day_start(s.next, t.timezone) as to_at) b
      cross join lateral (
        select count(distinct c.location)::integer as rooms from camera c
        where c.tenant_id = t.id and c.location_type = 'ROOM' and c.created_at < b.to_at
          and (c.deregistered_at is null or c.deregistered_at >= least(b.to_at, ${now}))) c
      cross join lateral (
        select count(*)::integer as alarms,
          (count(*) filter (where a.activity = 'A005' and a.verdict = 'real'))::integer as falls,
          ${median(sql`a.claimed_at`)} as "claimedSeconds", ${median(sql`a.arrived_at`)} as "arrivedSeconds"
        from alert a where a.tenant_id = t.id and ${during(sql`a.occurred_at`)} and a.alarm_state is not null
          and a.deleted_at is null) a
      cross join lateral (
        select count(*)::integer as "checkIns" from check_in e
        where e.tenant_id = t.id and e.stream_at is not null and ${during(sql`e.started_at`)}) k
      cross join lateral (
        select count(*)::integer as visits from visit v where v.tenant_id = t.id and ${during(sql`v.started_at`)}) v
      cross join lateral (${REPORTS}) r
    where t.id = ${db.tenantId} and b.from_at < ${now}
    order by s.day`)
}

/** Nine weeks before that day and nine from it, those that have begun. */
export function readWeeks(db: TenantDb, from: string, now: Date): Promise<EvidenceWeek[]> {
  return db.rows(sql<EvidenceWeek>`
    select s.day::text as "from", r.*
    from tenant t
      cross join lateral (
        select ${from}::date + 7 * n as day, ${from}::date + 7 * n + 7 as next
        from generate_series(${-EVIDENCE_WEEKS}::integer, ${EVIDENCE_WEEKS - 1}::integer) n) s
      cross join lateral (
        select site_day_start(s.day, t.timezone) as from_at, site_day_start(s.next, t.timezone) as to_at) b
      cross join lateral (${REPORTS}) r
    where t.id = ${db.tenantId} and b.from_at < ${now}
    order by s.day`)
}
