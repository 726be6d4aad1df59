/**
 * Daily sums for the General Report, computed after each day, and the columns that the report reads of each alert.
 * METRIC-03.
 */
import { INCIDENT_SEVERITIES } from '@mimamori/contract/insight/metrics-behind.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'

/** By then, transactions that insert alerts of a day not yet recorded have committed. */
const IDLE_MS = 60_000
const BATCH = 8
/** For earlier days, which a hub with a wrong clock can reach, the report reads the alerts themselves. */
const LOOKED_BACK_DAYS = 1_200
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** The sums over all cameras of a unit. */
export const ALL_CAMERAS = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/** When somebody claimed the alarm `a`, or read what is activity; null: nobody has. The function of the schema. */
export const ANSWERED_AT = sql`alert_answered_at(a.alarm_state, a.first_seen_at, a.claimed_at, a.resolved_at, a.outcome)`

/** The values of an alert for the report; `response` in seconds, null: nobody has answered it. */
export const ALERT_FACTS = sql`a.severity, a.activity, a.verdict is not null as is_judged,
  a.verdict is not distinct from 'false-alarm' as is_false, a.outcome is not distinct from 'returned' as has_returned,
  a.severity = any(${INCIDENT_SEVERITIES as readonly string[]}::text[]) and a.verdict is distinct from 'false-alarm' as is_incident,
  -- Clocks of hubs and service may differ a little; nobody answered it before it was there.
  date_part('epoch', greatest(${ANSWERED_AT}, a.created_at) - a.created_at)
    * case when ${ANSWERED_AT} is not null then 1 end as response`

/** The hour by the site's clock. */
export function hourOf(at: Sql, timezone: Sql): Sql {
  return sql`date_part('hour', ${at} at time zone ${timezone})`
}

/** Seconds as consecutive 8-byte values, of rows of ALERT_FACTS. */
export function packedSeconds(condition: Sql): Sql {
  return sql`coalesce(string_agg(float8send(response), ''::bytea) filter (where ${condition}), ''::bytea)`
}

export const sumDays = {
  name: 'metrics.sum-days',
  everyMs: 2 * 60_000,
  batchSize: BATCH,
  async batch(db, now) {
    await noteDays(db, now)
    // A change of a day's alerts locks it: it is processed next time.
    const days = await db.rows(sql<{ tenantId: string; day: string }>`
      select tenant_id as "tenantId", day from report_day
      where not is_summed and noted_at <= ${new Date(now.getTime() - IDLE_MS)}
      order by day desc limit ${BATCH} for update skip locked`)
    if (days.length > 0) await sum(db, days)
    return days.length
  },
} satisfies Job

/**
 * Records completed days, from the first alert of each site on. Index: the primary keys of alert_tally and report_day.
 */
async function noteDays(db: PlatformDb, now: Date): Promise<void> {
  await db.run(sql`
    insert into report_day (tenant_id, day, noted_at)
    select t.id, d::date, ${now}::timestamptz
    from tenant t
      cross join lateral (
        select (select min(x.day) from alert_tally x where x.tenant_id = t.id
            and x.day > site_day(${now}::timestamptz, t.timezone) - ${LOOKED_BACK_DAYS}::integer) as oldest,
          site_day(${now}::timestamptz, t.timezone) - 1 as newest,
          (select min(r.day) from report_day r where r.tenant_id = t.id) as first_noted,
          (select max(r.day) from report_day r where r.tenant_id = t.id) as last_noted) n
      cross join lateral (
        select generate_series(coalesce(n.last_noted + 1, n.oldest)::timestamp, n.newest::timestamp, interval '1 day') as d
        union all
        select generate_series(n.oldest::timestamp, n.first_noted::timestamp - interval '1 day', interval '1 day')) d
    on conflict (tenant_id, day) do nothing`)
}

/** Runs in separate statements, which see everything that was committed before the days were locked. */
async function sum(db: PlatformDb, days: readonly { tenantId: string; day: string }[]): Promise<void> {
  const keys = sql`unnest(${days.map(({ tenantId }) => tenantId)}::uuid[], ${days.map(({ day }) => day)}::date[]) k (tenant_id, day)`
  await db.run(sql`
    delete from report_day_figures f using ${keys} where f.tenant_id = k.tenant_id and f.day = k.day`)
  await db.run(sql`
    with alerts as (
      select k.tenant_id, k.day, a.* from ${keys} join tenant t on t.id = k.tenant_id cross join lateral (
        select coalesce(a.camera_id, uuid_nil()) as camera_id, coalesce(a.unit_id, uuid_nil()) as unit_id,
          ${hourOf(sql`a.occurred_at`, sql`t.timezone`)} as hour, ${ALERT_FACTS}
        from alert a where a.tenant_id = k.tenant_id and a.deleted_at is null and a.is_archived in (false, true)
          and a.occurred_at >= site_day_start(k.day, t.timezone) and a.occurred_at < site_day_start(k.day + 1, t.timezone)
        offset 0) a)
    insert into report_day_figures (tenant_id, camera_id, day, unit_id, alerts, hours, judged, false_alarms, falls, incidents,
      critical_incidents, incident_seconds, critical_seconds, high_seconds, medium_seconds, critical_unseen, high_unseen,
      medium_unseen, returned)
    select tenant_id, coalesce(camera_id, ${ALL_CAMERAS}), day, unit_id, count(*), array[${hourCounts()}],
      ${count(sql`is_judged`)}, ${count(sql`is_false`)}, ${count(sql`activity = 'A005' and not is_false`)},
      ${count(sql`is_incident`)}, ${count(sql`is_incident and severity = 'critical'`)}, ${packedSeconds(sql`is_incident`)},
      ${packedSeconds(sql`severity = 'critical'`)}, ${packedSeconds(sql`severity = 'high'`)},
      ${packedSeconds(sql`severity = 'medium'`)}, ${unseen('critical')}, ${unseen('high')}, ${unseen('medium')},
      ${count(sql`has_returned`)}
    from alerts group by grouping sets ((tenant_id, day, unit_id, camera_id), (tenant_id, day, unit_id))`)
  await db.run(sql`
    update report_day r set is_summed = true from ${keys} where r.tenant_id = k.tenant_id and r.day = k.day`)
}

const count = (condition: Sql) => sql`count(*) filter (where ${condition})`
const unseen = (severity: string) => count(sql`severity = ${severity} and response is null and not has_returned`)
const hourCounts = () => sql.join(HOURS.map((hour) => sql`${count(sql`hour = ${sql.raw(String(hour))}`)}::integer`))
