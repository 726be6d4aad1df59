/** The rule "who is on duty at T": the roster of the day, else standing shifts, without those away. domain.md, "Shifts and duty". */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** How far duties are read ahead: the end of the next night is always within it. */
const DUTY_AHEAD_MS = 1.5 * DAY_MS

/** One shift on one day. With cameras it is for these alone. */
export type Duty = { startMs: number; endMs: number; cameraIds: readonly string[] }
export type DutyPerson = {
  id: string
  name: string
  role: Role
  /** The units that the person is bound to; none: all of the site. */
  unitIds: readonly string[]
  /** Those that run at the moment of the roster, or begin within DUTY_AHEAD_MS. */
  duties: readonly Duty[]
}
/** `cameraId` null: no camera, as for a hub's own report; then every shift counts. */
export type DutyPlace = { unitId: string | null; cameraId: string | null }
/** `isDated`: today has a roster. `people`: those with a duty, and administrators. */
export type Roster = { atMs: number; isDated: boolean; people: readonly DutyPerson[] }

type DutyRange = {
  tenantId: Sql
  from: Sql
  to: Sql
  /** One person alone. */
  userId?: Sql
}

/**
 * Rows (user_id, shift_id, day, starts_at, ends_at) of the duties that overlap a range, by the site's clock. On a day
 * with a roster its people have the shifts written there. Other people, and all people on other days, have their
 * standing shifts. Does not consider who is away.
 */
export function dutiesBetween({ tenantId, from, to, userId }: DutyRange): Sql {
  const isTheirs = (column: Sql) => (userId ? sql`${column} = ${userId}` : sql`true`)
  return sql`
    select w.user_id, w.shift_id, g.day, x.starts_at, x.ends_at
    from tenant t
      cross join lateral (
        select site_day(${from}, t.timezone) - 1 + n as day, ${isDatedOn(sql`t.id`, sql`site_day(${from}, t.timezone) - 1 + n`)} as is_dated
        from generate_series(0, site_day(${to}, t.timezone) - site_day(${from}, t.timezone) + 1) n) g
      cross join lateral (
        select r.user_id, r.shift_id from roster_day r
        where r.tenant_id = t.id and r.day = g.day and r.shift_id is not null and ${isTheirs(sql`r.user_id`)}
        union all
        select m.user_id, m.shift_id from user_shift m
        where m.tenant_id = t.id and ${isTheirs(sql`m.user_id`)} and not (g.is_dated and exists (
          select from roster_line l where l.tenant_id = t.id and l.user_id = m.user_id
            and l.month = date_trunc('month', g.day)::date))) w
      join shift s on s.tenant_id = t.id and s.id = w.shift_id
      cross join lateral (select site_instant(g.day, s.start_minute, t.timezone) as starts_at,
        site_instant(g.day + (s.end_minute <= s.start_minute)::integer, s.end_minute, t.timezone) as ends_at) x
    where t.id = ${tenantId} and x.starts_at < ${to} and x.ends_at > ${from}`
}

/** Whether the site has a roster for that day: somebody has a shift in it. */
export const isDatedOn = (tenantId: Sql, day: Sql): Sql<boolean> => sql`exists (
  select from roster_day r where r.tenant_id = ${tenantId} and r.day = ${day} and r.shift_id is not null)`

/** Enabled people of the site; `condition` narrows the rows `u` of `app_user`. */
export async function readRoster(
  rows: Statements,
  tenantId: string,
  now: Date,
  condition: Sql = sql`true`,
): Promise<Roster> {
  const [from, to] = [sql`${now}::timestamptz`, sql`${new Date(now.getTime() + DUTY_AHEAD_MS)}::timestamptz`]
  const at = await rows.first(sql<{ isDated: boolean }>`
    select ${isDatedOn(sql`t.id`, sql`site_day(${from}, t.timezone)`)} as "isDated" from tenant t where t.id = ${tenantId}`)
  // Who is away begins no shift up to that day.
  const theirs = sql`from duty d where d.user_id = u.id and not coalesce(u.away_until >= d.day, false)`
  const people = await rows.rows(sql<DutyPerson>`
    with duty as materialized (${dutiesBetween({ tenantId: sql`${tenantId}::uuid`, from, to })})
    select u.id, coalesce(nullif(person_name(u.first_name, u.last_name), ''), u.email) as name, u.role,
      to_jsonb(array(select b.unit_id from user_unit b where b.tenant_id = u.tenant_id and b.user_id = u.id)) as "unitIds",
      coalesce((select jsonb_agg(jsonb_build_object('startMs', extract(epoch from d.starts_at) * 1000,
          'endMs', extract(epoch from d.ends_at) * 1000, 'cameraIds', array(select c.camera_id from camera_shift c
            where c.tenant_id = u.tenant_id and c.shift_id = d.shift_id)) order by d.starts_at) ${theirs}), '[]') as duties
    from app_user u
    where u.tenant_id = ${tenantId} and u.disabled_at is null and (${condition})
      and (u.role = 'ADMIN' or exists (select ${theirs}))
    order by u.sort_name, u.id`)
  return { atMs: now.getTime(), isDated: at?.isDated ?? false, people }
}

/** People on duty there now. */
export function onDutyAt({ atMs, people }: Roster, place: DutyPlace): DutyPerson[] {
  return membersAt(people, place).filter(({ duties }) => duties.some((duty) => isOf(duty, place) && runs(duty, atMs)))
}

/** People on duty now, wherever it is. */
export function presentOf({ atMs, people }: Roster): DutyPerson[] {
  return people.filter(({ duties }) => duties.some((duty) => runs(duty, atMs)))
}

/** Recipients while nobody is on duty: administrators of the unit, otherwise of the site. */
export function insteadAt({ people }: Roster, { unitId }: DutyPlace): DutyPerson[] {
  const administrators = people.filter(({ role }) => role === 'ADMIN')
  const ofUnit = administrators.filter(({ unitIds }) => unitId !== null && unitIds.includes(unitId))
  return ofUnit.length > 0 ? ofUnit : administrators.filter(({ unitIds }) => unitIds.length === 0)
}

/** All users with a duty there, now or soon, and the recipients while nobody is on duty. */
export function reachableAt(roster: Roster, place: DutyPlace): DutyPerson[] {
  const members = membersAt(roster.people, place).filter(({ duties }) => duties.some((duty) => isOf(duty, place)))
  return [...new Set([...members, ...insteadAt(roster, place)])]
}

/** The parts of the next 24 hours in which nobody is on duty there. */
export function gapsAt({ atMs, people }: Roster, place: DutyPlace): { startsAt: string; endsAt: string }[] {
  const duties = membersAt(people, place).flatMap((person) => person.duties.filter((duty) => isOf(duty, place)))
  const gaps: { startsAt: string; endsAt: string }[] = []
  const addGap = (startMs: number, endMs: number) => {
    if (endMs > startMs) gaps.push({ startsAt: new Date(startMs).toISOString(), endsAt: new Date(endMs).toISOString() })
  }
  const untilMs = atMs + DAY_MS
  let coveredMs = atMs
  for (const { startMs, endMs } of duties.toSorted((a, b) => a.startMs - b.startMs)) {
    addGap(coveredMs, Math.min(startMs, untilMs))
    coveredMs = Math.max(coveredMs, endMs)
  }
  addGap(coveredMs, untilMs)
  return gaps
}

/** People with access to the place. */
function membersAt(people: readonly DutyPerson[], { unitId }: DutyPlace): DutyPerson[] {
  return people.filter(({ unitIds, role }) => {
    if (unitIds.length === 0) return role !== 'RESTRICTED_USER'
    return unitId !== null && unitIds.includes(unitId)
  })
}

const isOf = ({ cameraIds }: Duty, { cameraId }: DutyPlace) =>
  cameraIds.length === 0 || cameraId === null || cameraIds.includes(cameraId)

const runs = ({ startMs, endMs }: Duty, atMs: number): boolean => startMs <= atMs && atMs < endMs
