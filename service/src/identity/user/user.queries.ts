/** Statements that read users. */

import type { User, UserFilter, UserName } from '@mimamori/contract/identity/user.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { Role, USER_SORTS } from '@mimamori/contract/shared/roles.ts'
import { hasFactor } from '#platform/auth/factor-due.ts'
import { hasWayIn } from '#platform/auth/invitation.ts'
import { accountSubject } from '#platform/auth/login-subject.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { isBehind, keyedOrder } from '#platform/postgres/by-key.ts'
import type { PlatformDb, Scope, Statements } from '#platform/postgres/database.ts'
import { nearerEnd, type PageNumber, type PagePart } from '#platform/postgres/nearer-end.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inNameOrder, storedContains } from '#platform/postgres/text-search.ts'
import { readTenantKind } from '#shared/tenant-kind.ts'
import { isManagedBy, mayHearOf } from '#shared/user-scope.ts'
import type { Administrator, TenantKind } from './user.rules.ts'

/** A user without the counters of failed sign-ins. */
export type UserRow = Omit<User, 'lockedUntil'>
type UserSort = (typeof USER_SORTS)[number]
/** `reach`: the tenants in reach, null: all of them. */
type UserSearch = Omit<UserFilter, 'text'> & {
  reach: readonly string[] | null
  text: string | null
  /** Bound to units: only the people of these units. Omitted: everybody in reach. */
  manager?: Manager
}

const DISPLAY_NAME = sql`person_name(u.first_name, u.last_name)`
/** Highest first, in descending order. */
const RANK = sql`role_rank(u.role)`

function unitsOf(column: Sql): Sql {
  return sql`array(select ${column} from user_unit b join unit n on n.tenant_id = b.tenant_id and n.id = b.unit_id
    where b.tenant_id = u.tenant_id and b.user_id = u.id order by ${inNameOrder(sql`n.name`)}, n.id)`
}

function shiftsOf(column: Sql): Sql {
  return sql`array(select ${column} from user_shift b join shift n on n.tenant_id = b.tenant_id and n.id = b.shift_id
    where b.tenant_id = u.tenant_id and b.user_id = u.id order by n.start_minute, n.id)`
}

const COLUMNS = sql`u.id, u.tenant_id as "tenantId", t.name as "tenantName", u.first_name as "firstName",
  u.last_name as "lastName", u.kana, ${DISPLAY_NAME} as "displayName", u.email, u.mobile_no as "mobileNo",
  u.user_name as "userName", u.locale, u.timezone, u.role, u.date_format as "dateFormat", u.type,
  u.away_until::text as "awayUntil",
  ${unitsOf(sql`n.id`)} as "unitIds", ${unitsOf(sql`n.name`)} as "unitNames",
  ${shiftsOf(sql`n.id`)} as "shiftIds", ${shiftsOf(sql`n.name`)} as "shiftNames",
  exists (select from push_registration p
    where p.tenant_id = u.tenant_id and p.user_id = u.id and p.kind = 'mobile' and not p.is_token)
    as "isMobileRegistered",
  exists (select from push_registration p
    where p.tenant_id = u.tenant_id and p.user_id = u.id and p.kind = 'web' and not p.is_token)
    as "isWebRegistered",
  u.disabled_at is not null as "isDisabled", not ${hasWayIn} as "isInvitationPending",
  u.type = 'SHARED' and u.owner_email is not null as "isOwnerAsked",
  ${hasFactor} as "hasSecondFactor",
  u.last_sign_in_at as "lastSignInAt", u.version`

function inReach(reach: readonly string[] | null): Sql {
  if (reach === null) return sql`true`
  return reach.length === 1 ? sql`u.tenant_id = ${reach[0]}` : sql`u.tenant_id = any(${reach}::uuid[])`
}

/** Conditions of a list besides the tenants. */
function matching(by: UserSearch): Sql {
  const any = (given: readonly unknown[] | undefined, condition: Sql) =>
    given === undefined || given.length === 0 ? sql`true` : condition
  return sql`${storedContains(sql`u.search_text`, by.text)} and ${by.manager ? isManagedBy('u', by.manager) : sql`true`} and ${any(by.roles, sql`u.role = any(${by.roles}::text[])`)}
    and ${any(
      by.unitIds,
      sql`exists (select from user_unit b where b.tenant_id = u.tenant_id and b.user_id = u.id
      and b.unit_id = any(${by.unitIds}::uuid[]))`,
    )}
    and ${any(
      by.shiftIds,
      sql`exists (select from user_shift b where b.tenant_id = u.tenant_id and b.user_id = u.id
      and b.shift_id = any(${by.shiftIds}::uuid[]))`,
    )}
    and ${by.type === undefined ? sql`true` : sql`u.type = ${by.type}`}
    and ${by.isDisabled === undefined ? sql`true` : sql`(u.disabled_at is not null) = ${by.isDisabled}`}`
}

/** The requested tenants in reach; null: all tenants. */
function placesOf({ reach, tenantIds }: UserSearch): readonly string[] | null {
  const wanted = tenantIds?.map((id) => id.toLowerCase())
  if (!wanted || wanted.length === 0) return reach
  return reach === null ? wanted : reach.filter((id) => wanted.includes(id))
}

/** `isBackward`: the same order from its end. */
function order(sort: UserSort, isAscending: boolean, isBackward = false): Sql {
  const direction = isAscending === isBackward ? sql`desc` : sql`asc`
  const onwards = isBackward ? sql`desc` : sql`asc`
  if (sort === 'role') return sql`${RANK} ${direction}, u.sort_name ${onwards}, u.id ${onwards}`
  // Users who never signed in sort as the longest absent.
  if (sort === 'lastSignIn') {
    const nulls = isAscending === isBackward ? sql`nulls last` : sql`nulls first`
    return sql`u.last_sign_in_at ${direction} ${nulls}, u.id ${direction}`
  }
  return sql`u.sort_name ${direction}, u.id ${direction}`
}

/** One page, and the total number of users. */
export async function searchUsers(
  rows: Statements,
  by: UserSearch,
  sort: UserSort,
  page: PageQuery,
): Promise<{ users: UserRow[]; totalCount: number }> {
  const totalCount = await countUsers(rows, by)
  const part = nearerEnd(page, totalCount)
  const sorted = { sort, isAscending: page.sortAscending, after: page.after }
  return { users: part ? await readUsers(rows, by, part, sorted) : [], totalCount }
}

/**
 * Each place yields its first users from an index, and the page is the best of them; they are looked up one by one
 * afterwards. Indexes: app_user_by_name, app_user_by_role, app_user_by_role_down, app_user_by_absence; for all places
 * together, app_user_by_name_everywhere.
 */
function readUsers(
  rows: Statements,
  by: UserSearch,
  part: PagePart,
  { sort, isAscending, after }: { sort: UserSort; isAscending: boolean; after?: string },
): Promise<UserRow[]> {
  const { limit, offset } = part
  const places = placesOf(by)
  const id = sql`u.id`
  const own = keyedOrder(id, { after }, order(sort, isAscending, part.isBackward))
  // Only these columns: each would be computed for every skipped row.
  const chosen = (where: Sql, inner: Pick<PagePart, 'limit' | 'offset'>) =>
    sql`select u.tenant_id, u.id, u.sort_name, u.role, u.last_sign_in_at from app_user u where ${where} and ${matching(by)}
      and ${isBehind(id, { after })} order by ${own} limit ${inner.limit} offset ${inner.offset}`
  const branches = (ids: readonly string[]) => {
    // A single place can skip rows itself; several places must each yield all rows up to the end of the page.
    const inner = ids.length === 1 ? part : { limit: offset + limit, offset: 0 }
    return sql`select u.* from unnest(${ids}::uuid[]) p (id)
      cross join lateral (${chosen(sql`u.tenant_id = p.id`, inner)}) u
      order by ${own} limit ${limit} offset ${offset - inner.offset}`
  }
  return rows.rows(sql<UserRow>`
    select ${COLUMNS} from (
      select u.tenant_id, u.id from (${places ? branches(places) : chosen(sql`true`, part)}) u) k
    cross join lateral (select * from app_user where tenant_id = k.tenant_id and id = k.id limit 1) u
    join tenant t on t.id = u.tenant_id order by ${keyedOrder(id, { after }, order(sort, isAscending))}`)
}

/** Exact. Read from the tally if it has the filter's dimensions; otherwise the users are counted. */
async function countUsers(rows: Statements, by: UserSearch): Promise<number> {
  const isGiven = (list: readonly unknown[] | undefined) => (list?.length ?? 0) > 0
  const isTallied =
    !by.manager?.unitIds && by.text === null && by.type === undefined && !isGiven(by.unitIds) && !isGiven(by.shiftIds)
  const narrowed = sql`${inReach(placesOf(by))} and ${matching(by)}`
  const row = await rows.first(
    isTallied
      ? sql<{ users: number }>`select coalesce(sum(u.users), 0) as users
          from (select *, case when is_disabled then '-infinity'::timestamptz end as disabled_at from user_tally) u
          where ${narrowed}`
      : sql<{ users: number }>`select count(*) as users from app_user u where ${narrowed}`,
  )
  return row!.users
}

type Manager = Pick<Scope, 'userId' | 'unitIds'>

/** One user of the tenants in reach whom `manager` manages. */
export function readUser(
  rows: Statements,
  reach: readonly string[] | null,
  id: string,
  manager: Manager,
): Promise<UserRow | undefined> {
  return rows.first(sql<UserRow>`
    select ${COLUMNS} from app_user u join tenant t on t.id = u.tenant_id
    where ${inReach(reach)} and u.id = ${id} and ${isManagedBy('u', manager)}`)
}

/** `ids` null: every active user. `unitIds` null: of the whole site. */
type NameRequest = Pick<Scope, 'unitIds'> & {
  tenantId: string
  text: string | null
  ids: readonly string[] | null
}

function named({ tenantId, text, ids, unitIds }: NameRequest): Sql {
  return sql`u.tenant_id = ${tenantId} and ${storedContains(sql`u.search_text`, text)} and ${mayHearOf('u', { unitIds })}
    and ${ids === null ? sql`u.disabled_at is null` : sql`u.id = any(${ids}::uuid[])`}`
}

/** One page of names of one tenant, and their total. Index: app_user_by_name. */
export async function searchNames(
  rows: Statements,
  by: NameRequest,
  page: PageNumber,
): Promise<{ names: UserName[]; totalCount: number }> {
  const totalCount = await countNames(rows, by)
  const part = nearerEnd(page, totalCount)
  if (!part) return { names: [], totalCount }
  const names = await rows.rows(sql<UserName>`
    select u.id, ${DISPLAY_NAME} as "displayName", u.role, u.tenant_id as "tenantId",
      ${unitsOf(sql`n.name`)} as "unitNames"
    from (select u.id from app_user u where ${named(by)} order by ${order('name', true, part.isBackward)}
      limit ${part.limit} offset ${part.offset}) k
    cross join lateral (select * from app_user where tenant_id = ${by.tenantId} and id = k.id limit 1) u
    order by ${order('name', true)}`)
  return { names, totalCount }
}

async function countNames(rows: Statements, by: NameRequest): Promise<number> {
  if (by.text === null && by.ids === null && by.unitIds === null) {
    return countUsers(rows, { reach: [by.tenantId], text: null, isDisabled: false })
  }
  return (await rows.first(sql<{ users: number }>`select count(*) as users from app_user u where ${named(by)}`))!.users
}

export type Choice = { id: string; name: string }

/** The units of a tenant by name, and its shifts by start time. */
export async function readChoices(
  rows: Statements,
  tenantId: string,
  { unitIds }: Pick<Scope, 'unitIds'>,
): Promise<{ units: Choice[]; shifts: Choice[] }> {
  return {
    units: await rows.rows(sql<Choice>`
      select id, name from unit where tenant_id = ${tenantId}
        and ${unitIds === null ? sql`true` : sql`id = any(${unitIds}::uuid[])`} order by ${inNameOrder(sql`name`)}, id limit 1000`),
    shifts: await rows.rows(sql<Choice>`
      select id, name from shift where tenant_id = ${tenantId} order by start_minute, id limit 1000`),
  }
}

/** Until when each of these users is locked out; users who are not locked out are omitted. */
export async function readLocks(
  db: PlatformDb,
  users: readonly Pick<User, 'id'>[],
  now: Date,
): Promise<Map<string, string>> {
  const subjects = new Map(users.map(({ id }) => [accountSubject(id), id]))
  const locks = await db.rows(sql<{ subject: string; until: string }>`
    select subject, blocked_until as until from login_attempt
    where subject = any(${[...subjects.keys()]}::text[]) and blocked_until > ${now} order by blocked_until`)
  return new Map(locks.map(({ subject, until }) => [subjects.get(subject)!, until]))
}

type PasswordPlace = { minLength: number; name: string; code: string }

/** The minimum length of passwords there, and the name of the place, which a password must not be. */
export function readPasswordPlace(db: PlatformDb, tenantId: string): Promise<PasswordPlace | undefined> {
  return db.first(sql<PasswordPlace>`
    select password_min_length as "minLength", name, code from tenant where id = ${tenantId}`)
}

/** The kind of the tenant; undefined if it does not exist. */
export async function readKind(db: PlatformDb, tenantId: string): Promise<TenantKind | undefined> {
  if (tenantId === OPERATOR_TENANT_ID) return 'operator'
  return readTenantKind(db, tenantId)
}

/**
 * The active users of that role at the place, locked until the transaction ends: if two administrators remove each
 * other concurrently, the second one waits and then sees the first removal.
 */
export function lockAdministrators(rows: Statements, tenantId: string, role: Role): Promise<Administrator[]> {
  return rows.rows(sql<Administrator>`
    select id, ${hasWayIn} as "canSignIn" from app_user u
    where tenant_id = ${tenantId} and role = ${role} and disabled_at is null order by id for update`)
}
