/** Statements that read rosters. */
import type { Roster, RosterCode, RosterLine } from '@mimamori/contract/site/roster.ts'
import { ROSTER_PEOPLE_MAX } from '@mimamori/contract/site/site-lists.ts'
import type { Scope, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inNameOrder } from '#platform/postgres/text-search.ts'
import { isDatedOn } from '#shared/duty.ts'
import { isManagedBy, mayHearOf } from '#shared/user-scope.ts'

type Reader = Pick<Scope, 'userId' | 'unitIds'>

/** The site's day, and whether it has a roster. */
export async function readToday(db: TenantDb, now: Date): Promise<Pick<Roster, 'today' | 'hasRoster'>> {
  const today = sql`site_day(${now}::timestamptz, t.timezone)`
  const row = await db.first(sql<Pick<Roster, 'today' | 'hasRoster'>>`
    select ${today}::text as today, ${isDatedOn(sql`t.id`, today)} as "hasRoster" from tenant t where t.id = ${db.tenantId}`)
  return row!
}

export function readShifts(db: TenantDb): Promise<Roster['shifts']> {
  return db.rows(sql<Roster['shifts'][number]>`
    select s.id, s.name, s.start_minute as "startMinute", s.end_minute as "endMinute" from shift s
    where s.tenant_id = ${db.tenantId} order by s.start_minute, s.id`)
}

export function readCodes(db: TenantDb): Promise<RosterCode[]> {
  return db.rows(sql<RosterCode>`
    select r.code, r.shift_id as "shiftId" from roster_code r where r.tenant_id = ${db.tenantId} order by r.code`)
}

const names = (from: Sql): Sql => sql`to_jsonb(array(select n.name ${from}))`

/** People who answer alarms, whom the reader may know of, and others with a line. By name. */
export function readLines(
  db: TenantDb,
  month: string,
  reader: Reader,
  isAdministrator: boolean,
): Promise<RosterLine[]> {
  const first = sql`${`${month}-01`}::date`
  return db.rows(sql<RosterLine>`
    select u.id as "userId", coalesce(nullif(person_name(u.first_name, u.last_name), ''), u.email) as name,
      ${names(sql`from user_unit b join unit n on n.tenant_id = b.tenant_id and n.id = b.unit_id
        where b.tenant_id = u.tenant_id and b.user_id = u.id order by ${inNameOrder(sql`n.name`)}, n.id`)} as "unitNames",
      ${names(sql`from user_shift b join shift n on n.tenant_id = b.tenant_id and n.id = b.shift_id
        where b.tenant_id = u.tenant_id and b.user_id = u.id order by n.start_minute, n.id`)} as standing,
      u.disabled_at is not null as "isDisabled", u.away_until::text as "awayUntil",
      ${isManagedBy('u', reader)} and ${isAdministrator}::boolean as "mayChange",
      coalesce(l.version, 0) as version, l.edited_by_name as "editedBy", l.updated_at as "editedAt",
      coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'shiftIds', d.ids, 'mark', d.mark) order by d.day) from (
        select r.day, coalesce(jsonb_agg(r.shift_id order by s.start_minute, s.id) filter (where r.shift_id is not null), '[]') as ids,
          max(r.mark) as mark
        from roster_day r left join shift s on s.tenant_id = r.tenant_id and s.id = r.shift_id
        where r.tenant_id = u.tenant_id and r.user_id = u.id and r.month = ${first} group by r.day) d), '[]') as days
    from app_user u left join roster_line l on l.tenant_id = u.tenant_id and l.user_id = u.id and l.month = ${first}
    where u.tenant_id = ${db.tenantId} and ${mayHearOf('u', reader)} and (l.user_id is not null or ${canHaveLine})
    order by u.sort_name, u.id limit ${ROSTER_PEOPLE_MAX}`)
}

/** Stations have their standing shifts. */
const canHaveLine = sql`(u.disabled_at is null and u.type <> 'SHARED' and u.role in ('ADMIN', 'USER', 'RESTRICTED_USER'))`

/** The people among these whose lines the caller may change. */
export async function managedOf(db: TenantDb, userIds: readonly string[], manager: Reader): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select u.id from app_user u where u.tenant_id = ${db.tenantId} and u.id = any(${userIds}::uuid[])
      and ${isManagedBy('u', manager)} and (${canHaveLine} or exists (
        select from roster_line l where l.tenant_id = u.tenant_id and l.user_id = u.id))`)
  return rows.map(({ id }) => id)
}
