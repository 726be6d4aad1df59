/** What the report of alarm load counts, in one statement. Requirement LOAD-01; domain.md "Alarm load". */
import {
  type AlarmLoad,
  type CarerLoad,
  type HourlyLoad,
  LOAD_CAUSES,
  REPEATED_WITHIN_S,
  type ShiftLoad,
} from '@mimamori/contract/insight/alarm-load.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { shiftsBetween } from './load.shifts.ts'

export type LoadQuestion = {
  tenantId: string
  scope: ResidentScope
  from: Date
  to: Date
  /** The user whose row is returned; null: all rows. */
  onlyUserId: string | null
}
type Counted = Omit<AlarmLoad, 'from' | 'to'>

const CAUSE = sql`count(*)::integer as alarms, count(*) filter (where a.verdict in ('real', 'false-alarm'))::integer as judged,
  count(*) filter (where a.verdict = 'false-alarm')::integer as "falseAlarms",
  count(*) filter (where a.is_repeated)::integer as repeated, count(*) filter (where a.has_returned)::integer as returned`
const LOAD = sql`${CAUSE}, count(a.response)::integer as answered,
  percentile_cont(0.5) within group (order by a.response) as "medianSeconds",
  percentile_cont(0.9) within group (order by a.response) as "p90Seconds"`

export async function readLoad(db: TenantDb, by: LoadQuestion): Promise<Counted> {
  const [row, shifts, carers, causes] = [
    await readTotal(db, by),
    await readShifts(db, by),
    await readCarers(db, by),
    await readCauses(db, by),
  ]
  const { budgetPerHour, ...total } = row
  return { budgetPerHour, total: hourly(total), shifts: shifts.map(hourly), carers: carers.map(hourly), causes }
}

function hourly<T extends Omit<HourlyLoad, 'perHour'>>(row: T): T & Pick<HourlyLoad, 'perHour'> {
  const { hours, alarms } = row
  return { ...row, perHour: hours === null || hours === 0 ? null : alarms / hours }
}

/**
 * Alarms of the range: whether the previous one of the same camera and app is less than five minutes older, who
 * answered and after how long. Clocks of hubs and service may differ slightly. Index: alert_by_time.
 */
function alarms({ tenantId, scope, from, to }: LoadQuestion): Sql {
  const answeredAt = sql`alert_answered_at(a.alarm_state, a.first_seen_at, a.claimed_at, a.resolved_at, a.outcome)`
  const earlier = new Date(from.getTime() - REPEATED_WITHIN_S * 1000)
  return sql`
    select * from (
      select a.id, a.camera_id, a.agent_name, a.unit_id, a.activity, a.occurred_at, a.verdict,
        a.outcome is not distinct from 'returned' as has_returned,
        coalesce(a.claimer_id, a.resolved_by) as person_id,
        coalesce(a.claimer_name, a.resolved_name) as person_name,
        extract(epoch from greatest(${answeredAt}, a.created_at) - a.created_at)::double precision
          * case when ${answeredAt} is not null then 1 end as response,
        coalesce(a.occurred_at - lag(a.occurred_at) over (partition by coalesce(a.camera_id, a.agent_id), a.activity
          order by a.occurred_at, a.id) <= make_interval(secs => ${REPEATED_WITHIN_S}), false) as is_repeated
      from alert a
      where a.tenant_id = ${tenantId} and a.alarm_state is not null and a.deleted_at is null
        and a.is_archived in (false, true) and a.occurred_at >= ${earlier} and a.occurred_at < ${to}
        and ${inUnits(sql`a.unit_id`, scope)}) a
    where a.occurred_at >= ${from}`
}

/** A shift's part of the range. */
const spans = ({ from, to }: LoadQuestion): Sql => sql`
  select s.key, s.name, s.starts_at as began_at, greatest(s.starts_at, ${from}::timestamptz) as starts_at,
    least(s.ends_at, ${to}::timestamptz) as ends_at
  from (${shiftsBetween(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}) s`
const HOURS = sql`extract(epoch from s.ends_at - s.starts_at)::double precision / 3600`

type Total = Omit<HourlyLoad, 'perHour'> & { budgetPerHour: number | null }

async function readTotal(db: TenantDb, by: LoadQuestion): Promise<Total> {
  const row = await db.first(sql<Total>`
    with alarm as (${alarms(by)})
    select t.alarms_per_hour_budget as "budgetPerHour",
      extract(epoch from ${by.to}::timestamptz - ${by.from}::timestamptz)::double precision / 3600 as hours, x.*
    from tenant t cross join (select ${LOAD} from alarm a) x where t.id = ${by.tenantId}`)
  return row!
}

function readShifts(db: TenantDb, by: LoadQuestion): Promise<Omit<ShiftLoad, 'perHour'>[]> {
  return db.rows(sql<Omit<ShiftLoad, 'perHour'>>`
    with alarm as materialized (${alarms(by)}),
    span as materialized (
      select s.* from tenant t cross join lateral (${spans(by)}) s where t.id = ${by.tenantId}),
    ran as (
      select s.key, s.name, sum(${HOURS}) as hours,
        count(n.starts_at)::integer as "overBudget"
      from span s left join load_notice n on n.tenant_id = ${by.tenantId} and n.shift_key = s.key
        and n.starts_at = s.began_at
      group by 1, 2)
    select * from (select r.key, r.name, r.hours, r."overBudget", x.*
    from ran r cross join lateral (
      select ${LOAD} from alarm a where exists (
        select from span s where s.key = r.key and a.occurred_at >= s.starts_at and a.occurred_at < s.ends_at)) x
    union all
    select 'outside', null, null, 0, x.* from (
      select ${LOAD} from alarm a where not exists (
        select from span s where a.occurred_at >= s.starts_at and a.occurred_at < s.ends_at)) x
    where x.alarms > 0) r
    order by r.key = 'outside', r.name, r.key`)
}

/** People who claimed alarms, or resolved unclaimed ones, and the hours of their shifts. */
function readCarers(db: TenantDb, by: LoadQuestion): Promise<Omit<CarerLoad, 'perHour'>[]> {
  const { tenantId, onlyUserId } = by
  return db.rows(sql<Omit<CarerLoad, 'perHour'>>`
    with alarm as materialized (${alarms(by)}),
    span as materialized (
      select s.* from tenant t cross join lateral (${spans(by)}) s where t.id = ${tenantId})
    select a.person_id as "userId", max(a.person_name) as "userName", ${LOAD},
      (select sum(${HOURS}) from span s join user_shift m on m.tenant_id = ${tenantId} and m.user_id = a.person_id
        and m.shift_id::text = s.key) as hours
    from alarm a
    where a.person_id is not null and (${onlyUserId}::uuid is null or a.person_id = ${onlyUserId})
    group by a.person_id
    order by count(*) desc, max(a.person_name), a.person_id limit 200`)
}

function readCauses(db: TenantDb, by: LoadQuestion): Promise<AlarmLoad['causes']> {
  return db.rows(sql<AlarmLoad['causes'][number]>`
    select a.camera_id as "cameraId", coalesce(c.location, max(a.agent_name), '') as location, u.name as "unitName",
      a.activity, ${CAUSE}
    from (${alarms(by)}) a
      left join camera c on c.tenant_id = ${by.tenantId} and c.id = a.camera_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
    group by a.camera_id, case when a.camera_id is null then a.agent_name end, c.location, u.name, a.activity
    order by count(*) desc, count(*) filter (where a.verdict = 'false-alarm') desc, 2, 4 limit ${LOAD_CAUSES}`)
}
