/** The fall report in one statement. Requirement METRIC-03; domain.md "Fall report". */

import {
  FALL_ROOMS_NAMED,
  FALLS_NAMED,
  type FallReport,
  METRICS_BY_DAY_MAX,
} from '@mimamori/contract/insight/metrics.ts'
import { MONTHS_COMPARED } from '@mimamori/contract/insight/metrics-general.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { ANSWERED_AT } from './metrics.days.jobs.ts'
import { CAMERA_NAMED, cameraOf, isWanted, type MetricsSearch, readRangeBefore, recentFrom } from './metrics.search.ts'

const DAY_MS = 86_400_000
const NONE = { confirmed: 0, undecided: 0 }
/** The report for a caller without access. */
export function noFalls({ from, now }: Pick<MetricsSearch, 'from' | 'now'>): FallReport {
  const { response } = NO_FALLS
  const before = { ...NONE, falseAlarms: 0, from, to: from }
  return { ...NO_FALLS, before, response: { ...response, recentFrom: recentFrom(now) } }
}

type NoFalls = Omit<FallReport, 'before' | 'response'> & { response: Omit<FallReport['response'], 'recentFrom'> }
const NO_FALLS: NoFalls = {
  ...NONE,
  lowered: 0,
  falseAlarms: 0,
  response: {
    ...{ seen: 0, neverSeen: 0, notAnsweredYet: 0, medianSeconds: null, p90Seconds: null },
    arrived: { count: 0, medianSeconds: null, p90Seconds: null },
  },
  bedDays: { occupied: 0, falls: 0, fallsPer1000: null },
  day: 0,
  night: 0,
  byHour: Array.from({ length: 24 }, () => 0),
  step: 'day',
  series: [],
  rooms: [],
  months: [],
  falls: [],
}

const COUNTS = sql`count(*) filter (where is_confirmed) as confirmed, count(*) filter (where not is_confirmed) as undecided`
const MEDIAN = sql`percentile_cont(0.5) within group (order by response) as "medianSeconds",
  percentile_cont(0.5) within group (order by arrival) as "arrivedMedianSeconds"`

/** Clocks of hubs and service may differ slightly; an answer before the alert counts as 0 seconds. */
const secondsUntil = (at: Sql) =>
  sql`extract(epoch from greatest(${at}, a.created_at) - a.created_at)::double precision * case when ${at} is not null then 1 end`
/** Seconds until somebody claimed it. */
const RESPONSE = secondsUntil(ANSWERED_AT)
/** Until somebody was in the room. */
const ARRIVAL = secondsUntil(sql`a.arrived_at`)

/** Exact, from the falls themselves, which index alert_fall has apart from all other alerts. */
export async function readFalls(db: TenantDb, by: MetricsSearch): Promise<FallReport> {
  const lengthMs = Date.parse(by.to) - Date.parse(by.from)
  const step = lengthMs <= METRICS_BY_DAY_MAX * DAY_MS ? 'day' : 'month'
  const before = await readRangeBefore(db, by)
  const recent = recentFrom(by.now)
  const row = await db.first(sql<{
    report: Omit<FallReport, 'step' | 'bedDays' | 'months'>
    occupied: number
    fallen: number
  }>`
    with judged as materialized (${judgedFalls(by, before.from)}),
    fall as materialized (select * from judged where occurred_at >= ${by.from} and verdict is distinct from 'false-alarm'),
    bed as materialized (${occupiedBeds(by)})
    select (select to_jsonb(t) from (
      select ${COUNTS},
        count(*) filter (where not is_confirmed and outcome = 'lowered-themselves') as lowered,
        (select count(*) from judged where occurred_at >= ${by.from} and verdict = 'false-alarm') as "falseAlarms",
        (select to_jsonb(b) from (select ${before.from}::text as from, ${before.to}::text as to,
            count(*) filter (where is_confirmed) as confirmed,
            count(*) filter (where verdict is null or verdict = 'unsure') as undecided,
            count(*) filter (where verdict = 'false-alarm') as "falseAlarms"
          from judged where occurred_at < ${by.from}) b) as before,
        jsonb_build_object('seen', count(response), 'recentFrom', ${recent}::text,
          'neverSeen', count(*) filter (where response is null and occurred_at < ${recent}),
          'notAnsweredYet', count(*) filter (where response is null and occurred_at >= ${recent}),
          'medianSeconds', percentile_cont(0.5) within group (order by response),
          'p90Seconds', percentile_cont(0.9) within group (order by response),
          'arrived', jsonb_build_object('count', count(arrival),
            'medianSeconds', percentile_cont(0.5) within group (order by arrival),
            'p90Seconds', percentile_cont(0.9) within group (order by arrival))) as response,
        count(*) filter (where hour between 6 and 17) as day, count(*) filter (where hour not between 6 and 17) as night,
        (select jsonb_agg(coalesce(h.falls, 0) order by n)
          from generate_series(0, 23) n left join (select hour, count(*) as falls from fall group by 1) h on h.hour = n)
          as "byHour",
        (${series(by, step)}) as series, (${rooms()}) as rooms, (${named()}) as falls
      from fall) t) as report,
      (select coalesce(sum(days), 0)::integer from bed) as occupied,
      (select count(*)::integer from fall join bed using (tenant_id, camera_id) where is_confirmed) as fallen`)
  const { report, occupied, fallen: falls } = row!
  const fallsPer1000 = occupied === 0 ? null : (1000 * falls) / occupied
  return { ...report, step, bedDays: { occupied, falls, fallsPer1000 }, months: await readMonths(db, by) }
}

/** Whole months, from the falls themselves. Index: alert_fall. */
function readMonths(db: TenantDb, by: MetricsSearch): Promise<FallReport['months']> {
  const start = (month: ReturnType<typeof sql>) => sql`(${month} at time zone ${by.timezone})`
  return db.rows(sql<FallReport['months'][number]>`
    with month as (select m as first from generate_series(
      date_trunc('month', (${by.to}::timestamptz - interval '1 microsecond') at time zone ${by.timezone})
        - ${`${MONTHS_COMPARED - 1} months`}::interval,
      (${by.to}::timestamptz - interval '1 microsecond') at time zone ${by.timezone}, interval '1 month') m)
    select to_char(m.first, 'YYYY-MM') as month, f.* from month m cross join lateral (
      select count(*) filter (where a.verdict = 'real')::integer as confirmed,
        count(*) filter (where a.verdict is null or a.verdict = 'unsure')::integer as undecided,
        count(*) filter (where a.verdict = 'false-alarm')::integer as "falseAlarms",
        percentile_cont(0.5) within group (order by ${RESPONSE})
          filter (where a.verdict is distinct from 'false-alarm') as "medianSeconds",
        percentile_cont(0.5) within group (order by ${ARRIVAL})
          filter (where a.verdict is distinct from 'false-alarm') as "arrivedMedianSeconds"
      from alert a where a.tenant_id = any(${by.scope.tenantIds}::uuid[]) and a.activity = 'A005' and a.deleted_at is null
        and a.occurred_at >= ${start(sql`m.first`)} and a.occurred_at < ${start(sql`(m.first + interval '1 month')`)}
        and ${isWanted(sql`a`, by)}) f
    order by m.first`)
}

/** Falls of the range and of the time before it, judged false or not. */
function judgedFalls(by: MetricsSearch, beforeFrom: string): Sql {
  return sql`
    select a.*, a.verdict is not distinct from 'real' as is_confirmed, (a.occurred_at at time zone t.timezone)::date as day,
      extract(hour from a.occurred_at at time zone t.timezone)::integer as hour,
      ${RESPONSE} as response, ${ARRIVAL} as arrival,
      case when a.alarm_state is null then a.first_seen_name
        else coalesce(a.claimer_name, a.resolved_name) end as answered_name
    from tenant t cross join lateral (
      select a.tenant_id, a.id, a.camera_id, a.unit_id, a.occurred_at, a.created_at, a.verdict, a.first_seen_at, a.first_seen_name,
        a.alarm_state, a.claimed_at, a.claimer_name, a.arrived_at, a.resolved_at, a.resolved_name, a.outcome
      from alert a where a.tenant_id = t.id and a.activity = 'A005' and a.deleted_at is null
        and a.occurred_at >= ${beforeFrom} and a.occurred_at < ${by.to} and ${isWanted(sql`a`, by)}
      offset 0) a
    where t.id = any(${by.scope.tenantIds}::uuid[])`
}

/** Rooms with occupied beds, and the number of nights. Index: sleep_night's primary key, for each room separately. */
function occupiedBeds(by: MetricsSearch): Sql {
  return sql`
    select c.tenant_id, c.id as camera_id, count(*) as days
    from camera c cross join lateral (
      select from sleep_night s where s.tenant_id = c.tenant_id and s.camera_id = c.id and s.bedtime is not null
        and s.starts_at >= ${by.from} and s.starts_at < ${by.to}
        and s.day >= ${by.from}::timestamptz::date - 2 and s.day <= ${by.to}::timestamptz::date + 1 offset 0) s
    where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and ${isWanted(sql`c`, by, sql`id`)}
    group by 1, 2`
}

function series({ from, to, timezone }: MetricsSearch, step: 'day' | 'month'): Sql {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('day', d::date, 'confirmed', coalesce(c.confirmed, 0),
      'undecided', coalesce(c.undecided, 0)) order by d), '[]')
    from generate_series(date_trunc(${step}, site_day(${from}::timestamptz, ${timezone})::timestamp),
      site_day(${to}::timestamptz - interval '1 microsecond', ${timezone})::timestamp, ${`1 ${step}`}::interval) d
    left join (select date_trunc(${step}, day::timestamp) as first, ${COUNTS} from fall group by 1) c on c.first = d`
}

function rooms(): Sql {
  return sql`
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select ${CAMERA_NAMED}, f.confirmed, f.undecided, f."medianSeconds", f."arrivedMedianSeconds"
      from (select tenant_id, camera_id, ${COUNTS}, ${MEDIAN} from fall group by 1, 2) f ${cameraOf(sql`f`)}
      order by f.confirmed desc, f."medianSeconds" nulls last, c.sort_name, c.id limit ${FALL_ROOMS_NAMED}) r`
}

function named(): Sql {
  return sql`
    select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
      select f.id as "alertId", to_char(f.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt",
        f.camera_id as "cameraId", c.location, u.name as "unitName", f.verdict, f.answered_name as "answeredName",
        f.response as "responseSeconds", f.arrival as "arrivalSeconds"
      from (select * from fall order by occurred_at desc, id desc limit ${FALLS_NAMED}) f
        cross join lateral (select c.location from camera c where c.tenant_id = f.tenant_id and c.id = f.camera_id offset 0) c
        left join lateral (select u.name from unit u where u.tenant_id = f.tenant_id and u.id = f.unit_id offset 0) u on true
      order by f.occurred_at desc, f.id desc) n`
}
