/** People on duty at a camera: a shift of theirs runs now, and they are not away. domain.md, "Shifts and duty". */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

const DAY_MINUTES = 24 * 60

/** A shift with cameras is for these alone. An end at or before the start is on the next day. */
type DutyShift = { startMinute: number; endMinute: number; cameraIds: readonly string[] }
export type DutyPerson = {
  id: string
  name: string
  role: Role
  /** The units that the person is bound to; none: all of the site. */
  unitIds: readonly string[]
  shifts: readonly DutyShift[]
}
/** `cameraId` null: no camera, as for a hub's own report; then every shift counts. */
export type DutyPlace = { unitId: string | null; cameraId: string | null }
/** `minute`: of the site's day. `people`: those with a shift who are not away, and administrators. */
export type Roster = { minute: number; people: readonly DutyPerson[] }

/** Whether the user `u`, of a site whose date is `today`, is marked away. */
export const isAway = (today: Sql): Sql<boolean> => sql`coalesce(u.away_until >= ${today}, false)`

/** Whether the shift `s` runs in this minute of the site's day. */
export const runsAt = (minute: Sql): Sql<boolean> => sql`case when s.start_minute < s.end_minute
  then ${minute} >= s.start_minute and ${minute} < s.end_minute
  else ${minute} >= s.start_minute or ${minute} < s.end_minute end`

/** Enabled people of the site; `condition` narrows the rows `u` of `app_user`. */
export async function readRoster(
  rows: Statements,
  tenantId: string,
  now: Date,
  condition: Sql = sql`true`,
): Promise<Roster> {
  const at = await rows.first(sql<{ minute: number; today: string }>`
    select (extract(hour from z.at) * 60 + extract(minute from z.at))::integer as minute, z.at::date::text as today
    from tenant x cross join lateral (select ${now}::timestamptz at time zone x.timezone as at) z
    where x.id = ${tenantId}`)
  if (!at) return { minute: 0, people: [] }
  const isPresent = sql`not ${isAway(sql`${at.today}::date`)}`
  const people = await rows.rows(sql<DutyPerson>`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name, u.role,
      to_jsonb(array(select b.unit_id from user_unit b where b.tenant_id = u.tenant_id and b.user_id = u.id)) as "unitIds",
      coalesce((select jsonb_agg(jsonb_build_object('startMinute', s.start_minute, 'endMinute', s.end_minute,
          'cameraIds', array(select c.camera_id from camera_shift c where c.tenant_id = s.tenant_id and c.shift_id = s.id)))
        from user_shift x join shift s on s.tenant_id = x.tenant_id and s.id = x.shift_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id and ${isPresent}), '[]') as shifts
    from app_user u
    where u.tenant_id = ${tenantId} and u.disabled_at is null and (${condition}) and (u.role = 'ADMIN' or ${isPresent}
      and exists (select from user_shift x where x.tenant_id = u.tenant_id and x.user_id = u.id))
    order by u.sort_name, u.id`)
  return { minute: at.minute, people }
}

/** People on duty there now. */
export function onDutyAt({ minute, people }: Roster, place: DutyPlace): DutyPerson[] {
  return membersAt(people, place).filter(({ shifts }) =>
    shifts.some((shift) => isOf(shift, place) && runs(shift, minute)),
  )
}

/** Recipients while nobody is on duty: administrators of the unit, otherwise of the site. */
export function insteadAt({ people }: Roster, { unitId }: DutyPlace): DutyPerson[] {
  const administrators = people.filter(({ role }) => role === 'ADMIN')
  const ofUnit = administrators.filter(({ unitIds }) => unitId !== null && unitIds.includes(unitId))
  return ofUnit.length > 0 ? ofUnit : administrators.filter(({ unitIds }) => unitIds.length === 0)
}

/** All users with a shift there at any time, and the recipients while nobody is on duty. */
export function reachableAt(roster: Roster, place: DutyPlace): DutyPerson[] {
  const members = membersAt(roster.people, place).filter(({ shifts }) => shifts.some((shift) => isOf(shift, place)))
  return [...new Set([...members, ...insteadAt(roster, place)])]
}

/** The parts of the day, in minutes, in which no shift runs of anybody there. */
export function gapsAt({ people }: Roster, place: DutyPlace): { startMinute: number; endMinute: number }[] {
  const shifts = membersAt(people, place).flatMap((person) => person.shifts.filter((shift) => isOf(shift, place)))
  const gaps: { startMinute: number; endMinute: number }[] = []
  for (let minute = 0; minute < DAY_MINUTES; minute++) {
    if (shifts.some((shift) => runs(shift, minute))) continue
    const last = gaps.at(-1)
    if (last?.endMinute === minute) last.endMinute = minute + 1
    else gaps.push({ startMinute: minute, endMinute: minute + 1 })
  }
  return gaps
}

/** People with access to the place. */
function membersAt(people: readonly DutyPerson[], { unitId }: DutyPlace): DutyPerson[] {
  return people.filter(({ unitIds, role }) => {
    if (unitIds.length === 0) return role !== 'RESTRICTED_USER'
    return unitId !== null && unitIds.includes(unitId)
  })
}

const isOf = ({ cameraIds }: DutyShift, { cameraId }: DutyPlace) =>
  cameraIds.length === 0 || cameraId === null || cameraIds.includes(cameraId)

function runs({ startMinute, endMinute }: DutyShift, minute: number): boolean {
  if (startMinute < endMinute) return minute >= startMinute && minute < endMinute
  return minute >= startMinute || minute < endMinute
}
