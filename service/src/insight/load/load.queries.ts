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
import { alarmsWithCall } from '#shared/alarm/room-call.ts'
import { dutiesBetween } from '#shared/duty.ts'
import { inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { shiftsBetween } from './load.shifts.ts'

export type LoadSearch = {
  tenantId: string
  scope: ResidentScope
  from: Date
  to: Date
  /** The user whose row is returned; null: all rows. */
  onlyUserId: string | null
}
type Counted = Omit<AlarmLoad, 'from' | 'to'>

const JUDGED = sql`count(*) filter (where a.verdict in ('real', 'false-alarm'))::integer as judged,
  count(*) filter (where a.verdict = 'false-alarm')::integer as "falseAlarms"`
/** Figures of alarms `a`. */
const CAUSE = sql`count(*)::integer as alarms, ${JUDGED}, count(*) filter (where a.is_repeated)::integer as repeated,
  count(*) filter (where a.has_returned)::integer as returned`
/** Figures of calls `a`. */
const LOAD = sql`count(*)::integer as calls, coalesce(sum(a.alarms), 0)::integer as alarms,
  coalesce(sum(a.judged), 0)::integer as judged, coalesce(sum(a."falseAlarms"), 0)::integer as "falseAlarms",
  count(*) filter (where a.is_repeated)::integer as repeated,
  count(*) filter (where a.returned = a.alarms)::integer as returned, count(a.response)::integer as answered,
  percentile_cont(0.5) within group (order by a.response) as "medianSeconds",
  percentile_cont(0.9) within group (order by a.response) as "p90Seconds"`

export async function readLoad(db: TenantDb, by: LoadSearch): Promise<Counted> {
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
  const { hours, calls } = row
  return { ...row, perHour: hours === null || hours === 0 ? null : calls / hours }
}

/** Whether the row before `a`, among those alike, is less than five minutes older. */
const isRepeated = (alike: Sql) => sql`
  coalesce(a.occurred_at - lag(a.occurred_at) over (partition by ${alike} order by a.occurred_at, a.id)
    <= make_interval(secs => ${REPEATED_WITHIN_S}), false) as is_repeated`

/**
 * `alarm`: alarms of the range, and of the day before it, with who answered and when. Clocks of hubs and service may
 * differ slightly. `calls`: the calls of the range; an alarm belongs to the range in which its call began.
 */
function withAlarms({ tenantId, scope, from, to }: LoadSearch): Sql {
  const answeredAt = sql`alert_answered_at(a.alarm_state, a.first_seen_at, a.claimed_at, a.resolved_at, a.outcome)`
  const range = { from: sql`${from}::timestamptz`, to: sql`${to}::timestamptz` }
  const columns = sql`a.camera_id, a.agent_id, a.agent_name, a.activity, a.kind_name, a.verdict,
    a.outcome is not distinct from 'returned' as has_returned, coalesce(a.claimer_id, a.resolved_by) as person_id,
    coalesce(a.claimer_name, a.resolved_name) as person_name,
    case when ${answeredAt} is not null then greatest(${answeredAt}, a.created_at) end as answered_at`
  const all = alarmsWithCall(sql`${tenantId}`, range, columns, inUnits(sql`a.unit_id`, scope))
  return sql`
    alarm as materialized (
      select a.*, min(a.occurred_at) over (partition by a.call) as call_at,
        ${isRepeated(sql`coalesce(a.camera_id, a.agent_id), a.activity, a.kind_name`)} from (${all}) a),
    calls as materialized (
      select * from (select a.*, ${isRepeated(sql`a.room`)} from (${callsOf(sql``)}) a) a where a.occurred_at >= ${from})`
}

/** Alarms of a call as one row; also by `person`. */
const callsOf = (person: Sql): Sql => sql`
  select a.call as id, min(a.room) as room, min(a.occurred_at) as occurred_at, count(*) as alarms, ${JUDGED},
    count(*) filter (where a.has_returned) as returned,
    extract(epoch from min(a.answered_at) - min(a.created_at))::double precision as response ${person}
  from alarm a group by a.call ${person}`

/** A shift's part of the range. */
const spans = ({ from, to }: LoadSearch): Sql => sql`
  select s.key, s.name, s.starts_at as began_at, greatest(s.starts_at, ${from}::timestamptz) as starts_at,
    least(s.ends_at, ${to}::timestamptz) as ends_at
  from (${shiftsBetween(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}) s`
const HOURS = sql`extract(epoch from s.ends_at - s.starts_at)::double precision / 3600`

type Total = Omit<HourlyLoad, 'perHour'> & { budgetPerHour: number | null }

async function readTotal(db: TenantDb, by: LoadSearch): Promise<Total> {
  const row = await db.first(sql<Total>`
    with ${withAlarms(by)}
    select t.alarms_per_hour_budget as "budgetPerHour",
      extract(epoch from ${by.to}::timestamptz - ${by.from}::timestamptz)::double precision / 3600 as hours, x.*
    from tenant t cross join (select ${LOAD} from calls a) x where t.id = ${by.tenantId}`)
  return row!
}

function readShifts(db: TenantDb, by: LoadSearch): Promise<Omit<ShiftLoad, 'perHour'>[]> {
  return db.rows(sql<Omit<ShiftLoad, 'perHour'>>`
    with ${withAlarms(by)},
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
      select ${LOAD} from calls a where exists (
        select from span s where s.key = r.key and a.occurred_at >= s.starts_at and a.occurred_at < s.ends_at)) x
    union all
    select 'outside', null, null, 0, x.* from (
      select ${LOAD} from calls a where not exists (
        select from span s where a.occurred_at >= s.starts_at and a.occurred_at < s.ends_at)) x
    where x.calls > 0) r
    order by r.key = 'outside', r.name, r.key`)
}

/** People who claimed alarms, or resolved unclaimed ones, and the hours of their shifts. */
function readCarers(db: TenantDb, by: LoadSearch): Promise<Omit<CarerLoad, 'perHour'>[]> {
  const { tenantId, onlyUserId } = by
  return db.rows(sql<Omit<CarerLoad, 'perHour'>>`
    with ${withAlarms(by)},
    span as materialized (
      select s.* from tenant t cross join lateral (${spans(by)}) s where t.id = ${tenantId}),
    duty as materialized (${dutiesBetween({ tenantId: sql`${tenantId}::uuid`, from: sql`${by.from}::timestamptz`, to: sql`${by.to}::timestamptz` })})
    select a.person_id as "userId", max(a.person_name) as "userName", ${LOAD},
      (select sum(${HOURS}) from span s join duty d on d.user_id = a.person_id and d.shift_id::text = s.key
        and d.starts_at = s.began_at) as hours
    from (
      select p.*, c.is_repeated from (${callsOf(sql`, a.person_id, a.person_name`)}) p join calls c using (id)
      where p.person_id is not null and (${onlyUserId}::uuid is null or p.person_id = ${onlyUserId})) a
    group by a.person_id
    order by count(*) desc, max(a.person_name), a.person_id limit 200`)
}

function readCauses(db: TenantDb, by: LoadSearch): Promise<AlarmLoad['causes']> {
  return db.rows(sql<AlarmLoad['causes'][number]>`
    with ${withAlarms(by)}
    select a.camera_id as "cameraId", coalesce(c.location, max(a.agent_name), '') as location, u.name as "unitName",
      a.activity, a.kind_name as "kindName", ${CAUSE}
    from alarm a
      left join camera c on c.tenant_id = ${by.tenantId} and c.id = a.camera_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
    where a.call_at >= ${by.from}
    group by a.camera_id, case when a.camera_id is null then a.agent_name end, c.location, u.name, a.activity, a.kind_name
    order by count(*) desc, count(*) filter (where a.verdict = 'false-alarm') desc, 2, 4 limit ${LOAD_CAUSES}`)
}
