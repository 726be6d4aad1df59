/** Counts of alerts from the tallies: whole days of the site's calendar, then whole hours, and the rest from an index. */

import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isBeyondTallies, matching, matchingTally, type Search, wasSeen, within } from './alert.search.ts'

/** How many alerts match, exactly. */
export async function countAlerts(db: TenantDb, by: Search): Promise<number> {
  if (by.hasRead === false) return countUnseen(db, by)
  const either = await countEither(db, by)
  return by.hasRead === null ? either : either - (await countUnseen(db, by))
}

type Sum = { alerts: number }

async function countEither(db: TenantDb, by: Search): Promise<number> {
  if (isBeyondTallies(by)) return countOneByOne(db, by)
  const query =
    by.from === null && by.to === null
      ? sql<Sum>`select coalesce(sum(x.alerts), 0) as alerts from alert_camera_tally x
          where x.tenant_id = any(${by.scope.tenantIds}::uuid[]) and x.day = '-infinity' ${matchingTally(by, true)}`
      : sql<Sum>`${spans(by)} select coalesce(sum(alerts), 0) as alerts from (${counted(by)}) counted`
  return (await db.first(query))!.alerts
}

/**
 * For each tenant of the scope: the whole days in the range (`first_day` in, `last_day` not) and the ragged ends before
 * and after them. A range within one day has its lower end alone.
 */
export function spans({ scope, from, to }: Pick<Search, 'scope' | 'from' | 'to'>): Sql {
  return sql`
    with bound as (
      select t.id as tenant_id, t.timezone,
        coalesce(${from}::timestamptz, '-infinity') as range_start, coalesce(${to}::timestamptz, 'infinity') as range_end
      from tenant t where t.id = any(${scope.tenantIds}::uuid[])),
    whole as (
      select *,
        -- Later than '-infinity', the day of the totals. A day may have 23 or 25 hours.
        case when range_start = '-infinity' then date '4000-01-01 BC'
          when range_start = site_day_start(site_day(range_start, timezone), timezone) then site_day(range_start, timezone)
          else site_day(range_start, timezone) + 1 end as first_day,
        case when range_end = 'infinity' then date 'infinity' else site_day(range_end, timezone) end as last_day
      from bound),
    span as (
      select *, least(first_start, range_end) as lower_end, greatest(last_start, least(first_start, range_end)) as upper_start
      from whole cross join lateral (
        select site_day_start(first_day, timezone) as first_start, site_day_start(last_day, timezone) as last_start) starts)`
}

type Column = (value: Sql) => Sql
/** `at` makes a row's first column from when it was, `camera` its second one and the comma after it. */
type Interval = { start: Sql; stop: Sql; at: Column; camera: Column }

const withoutCamera: Column = () => sql``
const ofSiteDay: Column = (at) => sql`site_day(${at}, s.timezone)`
/** A partial day at one end of the range. Without a range it is empty: it begins and stops at the same infinity. */
const LOWER_END = { start: sql`s.range_start`, stop: sql`s.lower_end`, at: ofSiteDay }
const UPPER_END = { start: sql`s.upper_start`, stop: sql`s.range_end`, at: ofSiteDay }

/**
 * Rows (day, camera_id if requested, severity, activity, alerts) that sum up to the range; after `spans`. `offset 0`
 * keeps the planner from joining whole tables: each span is looked up separately.
 */
export function counted(by: Search, withCamera = by.cameraIds !== null): Sql {
  const camera: Column = withCamera ? (column) => sql`${column},` : withoutCamera
  const tally = withCamera ? sql`alert_camera_tally` : sql`alert_tally`
  return sql`
    select x.day, ${camera(sql`x.camera_id`)} x.severity, x.activity, x.alerts
    from span s cross join lateral (
      select x.day, ${camera(sql`x.camera_id`)} x.severity, x.activity, x.alerts from ${tally} x
      where x.tenant_id = s.tenant_id and x.day >= s.first_day and x.day < s.last_day ${matchingTally(by, withCamera)}
      offset 0) x
    union all ${countedByHour(by, { ...LOWER_END, camera })}
    union all ${countedByHour(by, { ...UPPER_END, camera })}`
}

/** Rows (hour as an instant, severity, activity, alerts) that sum up to the range; after `spans`. */
export function countedHours(by: Search): Sql {
  const range = { start: sql`s.range_start`, stop: sql`s.range_end` }
  return countedByHour(by, { ...range, at: (instant) => sql`utc_hour(${instant})`, camera: withoutCamera })
}

/** The whole hours of an interval from the tally, the minutes before and after them from the index alert_by_time. */
function countedByHour(by: Search, { start, stop, at, camera }: Interval): Sql {
  const firstHour = sql`least(utc_hour(${start} + interval '1 hour' - interval '1 microsecond'), ${stop})`
  const lastHour = sql`greatest(utc_hour(${stop}), ${firstHour})`
  const minutes = (from: Sql, to: Sql) => sql`
    select ${at(sql`a.occurred_at`)}, ${camera(sql`coalesce(a.camera_id, uuid_nil())`)} a.severity, a.activity, 1
    from span s cross join lateral (
      select a.occurred_at, a.camera_id, a.severity, a.activity from alert a
      where a.tenant_id = s.tenant_id and a.occurred_at >= ${from} and a.occurred_at < ${to} ${matching(by)}
      offset 0) a`
  return sql`
    select ${at(sql`x.hour`)} as at, ${camera(sql`x.camera_id`)} x.severity, x.activity, x.alerts
    from span s cross join lateral (
      select x.hour, x.camera_id, x.severity, x.activity, x.alerts from alert_hour_tally x
      where x.tenant_id = s.tenant_id and x.hour >= ${firstHour} and x.hour < ${lastHour} ${matchingTally(by, true)}
      offset 0) x
    union all ${minutes(start, firstHour)}
    union all ${minutes(lastHour, stop)}`
}

/** What no tally knows is counted from the index alert_by_time, over a range that has a beginning: see alert.narrowing.ts. */
async function countOneByOne(db: TenantDb, by: Search): Promise<number> {
  const row = await db.first(sql<Sum>`
    select count(*) as alerts from unnest(${by.scope.tenantIds}::uuid[]) t (tenant_id)
    join alert a on a.tenant_id = t.tenant_id where true ${matching(by)} ${within(by)}`)
  return row!.alerts
}

/** Counts alerts that arrived after the user's watermark, without those that the user has opened since. */
async function countUnseen(db: TenantDb, by: Search): Promise<number> {
  const hasRange = by.from !== null || by.to !== null
  if (hasRange) return countUnseenInRange(db, by)
  const row = await db.first(sql<Sum>`
    with mark as (
      select t.id as tenant_id, t.timezone, w.seen_until, site_day(w.seen_until, t.timezone) as seen_on
      from tenant t left join user_alert_watermark w on w.tenant_id = t.id and w.user_id = ${by.userId}
      where t.id = any(${by.scope.tenantIds}::uuid[]))
    select coalesce(sum(alerts), 0) as alerts from (
      select x.alerts from mark m cross join lateral (select x.alerts from alert_camera_tally x
        where x.tenant_id = m.tenant_id and x.day = '-infinity' ${matchingTally(by, true)} offset 0) x
      where m.seen_until is null
      union all ${arrivedSince(by)}
      union all
      select -1 from mark m
        cross join lateral (select s.alert_id from alert_seen s
          where s.tenant_id = m.tenant_id and s.user_id = ${by.userId} offset 0) s
        -- By its key alone: before the tables are analysed the time of arrival looks like the better index, and is not.
        cross join lateral (select * from alert a where a.tenant_id = m.tenant_id and a.id = s.alert_id offset 0) a
        where a.created_at > coalesce(m.seen_until, '-infinity') ${matching(by)}) counted`)
  return row!.alerts
}

/** After the watermark: later arrival days from the tally, the rest of its own day from the index alert_by_arrival. */
function arrivedSince(by: Search): Sql {
  const untilNextDay = by.cameraIds === null ? sql`and a.created_at < site_day_start(m.seen_on + 1, m.timezone)` : sql``
  const rest = sql`select 1 from mark m cross join lateral (select from alert a
    where a.tenant_id = m.tenant_id and a.created_at > m.seen_until ${untilNextDay} ${matching(by)} offset 0) a`
  // The tally by arrival has no cameras: then all arrived alerts are read.
  if (by.cameraIds !== null) return rest
  return sql`
    select x.alerts from mark m cross join lateral (select x.alerts from alert_tally x
      where x.tenant_id = m.tenant_id and x.arrived_on > m.seen_on ${matchingTally(by, false)} offset 0) x
    union all ${rest}`
}

/** A range and a watermark together: counted one by one, over the range alone. */
async function countUnseenInRange(db: TenantDb, by: Search): Promise<number> {
  const row = await db.first(sql<Sum>`
    select count(*) as alerts
    from unnest(${by.scope.tenantIds}::uuid[]) t (tenant_id)
    left join user_alert_watermark w on w.tenant_id = t.tenant_id and w.user_id = ${by.userId}
    join alert a on a.tenant_id = t.tenant_id
    where not ${wasSeen(by.userId, sql`coalesce(w.seen_until, '-infinity')`)} ${matching(by)} ${within(by)}`)
  return row!.alerts
}
