/**
 * Statements of organizations and sites. The table belongs to the operator, so all run beyond tenants and name their
 * reach.
 */
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { TenantSort } from '@mimamori/contract/site/site-lists.ts'
import type { Tenant, tenantDraft, tenantFilter } from '@mimamori/contract/site/tenant.ts'
import type { z } from 'zod'
import type { SessionEnd } from '#platform/auth/session.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import { isUniqueViolation, type PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains, inNameOrder } from '#platform/postgres/text-search.ts'
import { fail } from '#platform/service-error.ts'
import type { Licence, Reach } from './tenant.reach.ts'

type Filter = z.output<typeof tenantFilter>
type Draft = Omit<z.output<typeof tenantDraft>, keyof Licence> & Licence

/** Organizations and sites within reach; never the operator itself. */
function inReach({ tenantId, organisationId }: Reach): Sql {
  const reached = tenantId
    ? sql`t.id = ${tenantId}`
    : organisationId
      ? sql`(t.id = ${organisationId} or t.parent_id = ${organisationId})`
      : sql`true`
  return sql`t.id <> ${OPERATOR_TENANT_ID} and ${reached}`
}

function matching(reach: Reach, { text, kind, parentId, isDisabled, hasOfflineCameras }: Filter): Sql {
  const hasOffline = sql`exists (select from camera_tally c where c.tenant_id = t.id and c.status = 'Offline' and c.cameras > 0)`
  return sql`${inReach(reach)}
    and ${contains([sql`t.name`, sql`t.code`], text)}
    and ${kind ? sql`t.kind = ${kind}` : sql`true`}
    and ${parentId ? sql`t.parent_id = ${parentId}` : sql`true`}
    and ${isDisabled === undefined ? sql`true` : sql`(t.disabled_at is not null) = ${isDisabled}`}
    and ${hasOfflineCameras === undefined ? sql`true` : sql`${hasOffline} = ${hasOfflineCameras}`}`
}

/** A row of `page` as in the contract. Counts are computed for the rows of the page alone. */
const COLUMNS = sql`t.id, t.kind, t.name, t.code, t.region, t.parent_id as "parentId", p.name as "parentName", t.timezone,
  t.is_recording_enabled as "isRecordingEnabled", t.is_live_streaming_enabled as "isLiveStreamingEnabled",
  t.streaming_restriction_minutes as "streamingRestrictionMinutes",
  t.password_min_length as "passwordMinLength", t.packages,
  to_jsonb(t.alarm_severities) as "alarmSeverities", t.arrival_limit_seconds as "arrivalLimitSeconds",
  t.is_return_ending as "isReturnEnding", t.alarms_per_hour_budget as "alarmsPerHourBudget",
  t.repeat_minutes as "repeatMinutes",
  t.room_camera_limit as "roomCameraLimit", t.public_camera_limit as "publicCameraLimit",
  t.camera_networks as "cameraNetworks", t.disabled_at is not null as "isDisabled",
  (select due_at from tenant_deletion d where d.tenant_id = t.id) as "deletionDueAt",
  sites.count as "siteCount", hubs.count as "hubCount", cameras.count as "cameraCount",
  cameras.online as "onlineCameraCount", cameras.rooms as "roomCameraCount",
  cameras.count - cameras.rooms as "publicCameraCount",
  users.count as "userCount", users.administrators as "administratorCount",
  (select last_four from site_key k where k.tenant_id = t.id and valid_until is null) as "keyLastFour",
  t.created_at as "createdAt", t.version`
const COUNTS = sql`left join tenant p on p.id = t.parent_id
  cross join lateral (select count(*) from tenant below where below.parent_id = t.id) sites
  cross join lateral (select count(*) from agent where tenant_id = t.id and revoked_at is null) hubs
  cross join lateral (
    select coalesce(sum(c.cameras), 0) as count, coalesce(sum(c.cameras) filter (where c.status = 'Online'), 0) as online,
      coalesce(sum(c.cameras) filter (where c.is_room), 0) as rooms
    from camera_tally c where c.tenant_id = t.id) cameras
  cross join lateral (
    select coalesce(sum(u.users), 0) as count,
      coalesce(sum(u.users) filter (where u.role in ('ADMIN', 'ORG_ADMIN')), 0) as administrators
    from user_tally u where u.tenant_id = t.id and not u.is_disabled) users`

/** Sort columns of the row itself, which are sorted before anything is counted. */
const OWN_ORDER: Partial<Record<TenantSort, Sql>> = {
  name: inNameOrder(sql`t.name`),
  code: inNameOrder(sql`t.code`),
  parentName: sql`(select ${inNameOrder(sql`name`)} from tenant where id = t.parent_id)`,
  createdAt: sql`t.created_at`,
}
const COUNTED_ORDER: Partial<Record<TenantSort, Sql>> = {
  cameraCount: sql`cameras.count`,
  hubCount: sql`hubs.count`,
  userCount: sql`users.count`,
}

export function readTenants(
  db: PlatformDb,
  reach: Reach,
  filter: Filter,
  page: PageQuery & { sortColumn: TenantSort },
): Promise<Tenant[]> {
  const direction = page.sortAscending ? sql`asc` : sql`desc`
  const own = page.after === undefined ? OWN_ORDER[page.sortColumn] : sql`t.id`
  const value = own ?? COUNTED_ORDER[page.sortColumn]!
  // Index: tenant_by_name. Only organizations have no parent.
  const sorted = sql`${value} ${direction} ${page.sortColumn === 'parentName' ? sql`nulls last` : sql``}, t.id ${direction}`
  const order = keyedOrder(sql`t.id`, page, sorted)
  const part = sql`limit ${page.pageSize} offset ${skippedOf(page)}`
  return db.rows(sql<Tenant>`
    with page as (select t.* from tenant t where ${matching(reach, filter)} and ${isBehind(sql`t.id`, page)} ${own ? sql`order by ${order} ${part}` : sql``})
    select ${COLUMNS} from page t ${COUNTS} order by ${order} ${own ? sql`` : part}`)
}

export async function countTenants(db: PlatformDb, reach: Reach, filter: Filter): Promise<number> {
  const row = await db.first(
    sql<{ tenants: number }>`select count(*) as tenants from tenant t where ${matching(reach, filter)}`,
  )
  return row!.tenants
}

export function readTenant(db: PlatformDb, reach: Reach, id: string): Promise<Tenant | undefined> {
  return db.first(sql<Tenant>`select ${COLUMNS} from tenant t ${COUNTS} where ${inReach(reach)} and t.id = ${id}`)
}

/** Locks one record, so that concurrent changes run one after the other. */
export async function lockTenant(db: PlatformDb, id: string): Promise<void> {
  await db.run(sql`select from tenant where id = ${id} for update`)
}

/**
 * Whether it is an active organization, which may have sites: it cannot be marked for deletion until the transaction
 * ends.
 */
export async function isOrganisation(db: PlatformDb, id: string): Promise<boolean> {
  await lockTenant(db, id)
  const row = await db.first(sql`
    select from tenant where id = ${id} and kind = 'organisation' and id <> ${OPERATOR_TENANT_ID}
      and not exists (select from tenant_deletion where tenant_id = ${id})`)
  return row !== undefined
}

export async function insertTenant(db: PlatformDb, draft: Draft, now: Date): Promise<string> {
  const row = await orCodeTaken(
    db.first(sql<{ id: string }>`
      insert into tenant (kind, name, code, region, parent_id, timezone, is_recording_enabled,
        is_live_streaming_enabled, streaming_restriction_minutes, password_min_length, packages, room_camera_limit, public_camera_limit,
        camera_networks, alarm_severities, arrival_limit_seconds, is_return_ending, alarms_per_hour_budget,
        repeat_minutes, created_at, updated_at)
      values (${draft.parentId === null ? 'organisation' : 'site'}, ${draft.name}, ${draft.code}, ${draft.region},
        ${draft.parentId}, ${draft.timezone}, ${draft.isRecordingEnabled}, ${draft.isLiveStreamingEnabled},
        ${draft.streamingRestrictionMinutes}, ${draft.passwordMinLength}, ${draft.packages}::text[],
        ${draft.roomCameraLimit}, ${draft.publicCameraLimit}, ${draft.cameraNetworks}::text[],
        ${draft.alarmSeverities}::text[], ${draft.arrivalLimitSeconds}, ${draft.isReturnEnding},
        ${draft.alarmsPerHourBudget}, ${draft.repeatMinutes}, ${now}, ${now})
      returning id`),
  )
  return row!.id
}

/** Stores the whole record and increments its version. */
export async function updateTenant(
  db: PlatformDb,
  id: string,
  draft: Draft & { isDisabled: boolean },
  now: Date,
): Promise<void> {
  await orCodeTaken(
    db.run(sql`
      update tenant set name = ${draft.name}, code = ${draft.code}, region = ${draft.region},
        parent_id = ${draft.parentId}, timezone = ${draft.timezone}, is_recording_enabled = ${draft.isRecordingEnabled},
        is_live_streaming_enabled = ${draft.isLiveStreamingEnabled},
        streaming_restriction_minutes = ${draft.streamingRestrictionMinutes},
        password_min_length = ${draft.passwordMinLength}, packages = ${draft.packages}::text[],
        room_camera_limit = ${draft.roomCameraLimit}, public_camera_limit = ${draft.publicCameraLimit},
        camera_networks = ${draft.cameraNetworks}::text[],
        alarm_severities = ${draft.alarmSeverities}::text[], arrival_limit_seconds = ${draft.arrivalLimitSeconds},
        is_return_ending = ${draft.isReturnEnding}, alarms_per_hour_budget = ${draft.alarmsPerHourBudget},
        repeat_minutes = ${draft.repeatMinutes},
        disabled_at = case when ${draft.isDisabled} then coalesce(disabled_at, ${now}) end,
        version = version + 1, updated_at = ${now}
      where id = ${id}`),
  )
}

async function orCodeTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error, 'tenant_code')) throw fail('invalid-request', { code: 'tenant.code-taken' })
    throw error
  }
}

/** All sessions that belong to the tenant or work on it. */
export function sessionsOf(db: PlatformDb, tenantId: string): Promise<SessionEnd[]> {
  return db.rows(sql<SessionEnd>`
    select id as "sessionId", user_id as "userId" from session
    where ended_at is null and (tenant_id = ${tenantId} or acting_tenant_id = ${tenantId}
      or tenant_id = (select parent_id from tenant where id = ${tenantId}))`)
}

/**
 * Stores the hash of a new key; the newest previous one stays valid until `previousUntil`. Returns whether there was
 * one.
 */
export async function exchangeKey(
  db: PlatformDb,
  tenantId: string,
  key: { hash: Buffer; lastFour: string },
  now: Date,
  previousUntil: Date,
): Promise<boolean> {
  const previous = await db.run(sql`
    update site_key set valid_until = ${previousUntil} where tenant_id = ${tenantId} and valid_until is null`)
  await db.run(sql`delete from site_key where tenant_id = ${tenantId} and valid_until <= ${now}`)
  await db.run(sql`insert into site_key (tenant_id, key_hash, last_four, created_at)
    values (${tenantId}, ${key.hash}, ${key.lastFour}, ${now})`)
  return previous > 0
}
