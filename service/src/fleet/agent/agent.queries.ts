/**
 * Statements of hub records. They run beyond tenants, since the operator manages the hubs of all: each names its reach.
 */

import type { Agent, AgentDetail, agentDraft, agentFilter } from '@mimamori/contract/fleet/agent.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { HUB_NEEDS } from '@mimamori/contract/fleet/hub-need.ts'
import { WORKER_LOSS_HOURS } from '@mimamori/contract/fleet/worker-loss.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { AgentSort } from '@mimamori/contract/shared/sorts.ts'
import type { z } from 'zod'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains, inNameOrder } from '#platform/postgres/text-search.ts'

/** Hubs of these tenants, or of all when null. `now` decides which hubs are online and which keys are valid. */
export type AgentReach = { tenantIds: readonly string[] | null; now: Date }
type Filter = z.output<typeof agentFilter>
type Draft = z.output<typeof agentDraft>

function isOnline(now: Date): Sql<boolean> {
  const since = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
  return sql`coalesce(a.last_active_at >= ${since}, false)`
}

function inReach({ tenantIds }: AgentReach): Sql {
  return tenantIds ? sql`a.tenant_id = any(${tenantIds}::uuid[])` : sql`true`
}

function matching(reach: AgentReach, filter: Filter): Sql {
  const { tenantIds, registrationStatuses, isOnline: wanted } = filter
  return sql`${inReach(reach)}
    and ${contains([sql`a.name`, sql`a.public_id`, sql`t.name`], filter.text)}
    and ${tenantIds ? sql`a.tenant_id = any(${tenantIds}::uuid[])` : sql`true`}
    and ${registrationStatuses ? sql`a.registration_status = any(${registrationStatuses}::text[])` : sql`true`}
    and ${wanted === undefined ? sql`true` : sql`${isOnline(reach.now)} = ${wanted}`}`
}

/** In a list, cameras are counted for the rows of the page alone. Index: camera_by_agent. */
const CAMERA_COUNT = sql`(select count(*) from camera c where c.tenant_id = a.tenant_id and c.agent_id = a.id)`

const LAST_UPGRADE = sql`(
  select jsonb_build_object('id', u.id, 'version', u.version, 'versionBefore', u.version_before, 'state', u.state,
    'percent', u.percent, 'reason', u.reason, 'isOfSite', u.site_upgrade_id is not null,
    'changedAt', to_char(u.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from hub_upgrade u where u.tenant_id = a.tenant_id and u.agent_id = a.id order by u.id desc limit 1)`

/** A row of `agent a` with `tenant t` as in the contract's list. */
function columns(now: Date): Sql {
  return sql`a.id, a.name, a.tenant_id as "tenantId", t.name as "tenantName", a.public_id as "publicId",
    a.registration_status as "registrationStatus", a.key_last_four as "keyLastFour",
    a.revoked_at is not null as "isRevoked", a.is_notification_enabled as "isNotificationEnabled", a.version,
    a.last_active_at as "lastActiveAt", ${isOnline(now)} as "isOnline",
    case when ${isOnline(now)} then a.running_status end as running, ${CAMERA_COUNT} as "cameraCount",
    a.cpu_share as "cpuShare", a.created_at as "createdAt", a.revision, a.installed_by as "installedBy", a.processor,
    ${LAST_UPGRADE} as upgrade`
}

const SOURCES = sql`agent a join tenant t on t.id = a.tenant_id`
const COUNTS = sql`cross join lateral (
    select count(*) filter (where c.shown_status = 'Online') as online,
      count(*) filter (where c.shown_status = 'Offline') as offline,
      count(*) filter (where c.shown_status = 'Inactive') as inactive,
      count(*) filter (where c.shown_status = 'Disabled') as disabled
    from camera c where c.tenant_id = a.tenant_id and c.agent_id = a.id) counts`

const ORDER: Record<AgentSort, Sql> = {
  name: inNameOrder(sql`a.name`),
  tenantName: inNameOrder(sql`t.name`),
  version: sql`a.version`,
  cameraCount: CAMERA_COUNT,
  cpuShare: sql`a.cpu_share`,
  lastActiveAt: sql`a.last_active_at`,
  createdAt: sql`a.created_at`,
}

export function readAgents(
  db: PlatformDb,
  reach: AgentReach,
  filter: Filter,
  page: PageQuery & { sortColumn: AgentSort },
): Promise<Agent[]> {
  const direction = page.sortAscending ? sql`asc` : sql`desc`
  const sorted = sql`${ORDER[page.sortColumn]} ${direction} nulls last, a.id`
  return db.rows(sql<Agent>`
    select ${columns(reach.now)} from ${SOURCES} where ${matching(reach, filter)} and ${isBehind(sql`a.id`, page)}
    order by ${keyedOrder(sql`a.id`, page, sorted)} limit ${page.pageSize} offset ${skippedOf(page)}`)
}

export async function countAgents(db: PlatformDb, reach: AgentReach, filter: Filter): Promise<number> {
  const row = await db.first(sql<{ agents: number }>`
    select count(*) as agents from ${SOURCES} where ${matching(reach, filter)}`)
  return row!.agents
}

/** One hub within reach. Its figures are those of its last heartbeat, whatever its age. */
export function readAgent(db: PlatformDb, reach: AgentReach, id: string): Promise<AgentDetail | undefined> {
  const { now } = reach
  return db.first(sql<AgentDetail>`
    select ${columns(now)}, a.hostname, a.started_at as "startedAt", a.memory_bytes as "memoryBytes",
      case when a.registration_status = 'REGISTRATION_COMPLETE' then 'Installed' else 'Unknown' end as installation,
      a.memory_total_bytes as "memoryTotalBytes", a.disk_free_bytes as "diskFreeBytes",
      a.disk_total_bytes as "diskTotalBytes", a.spooled_events as "spooledEvents", a.addresses, a.mac_ids as "macIds",
      a.runnable_apps as "runnableApps", a.decoders,
      jsonb_build_object('Online', counts.online, 'Offline', counts.offline, 'Inactive', counts.inactive,
        'Disabled', counts.disabled) as cameras,
      a.duplicate_at as "duplicateAt", a.duplicate_hostname as "duplicateHostname",
      (select coalesce(jsonb_agg(jsonb_build_object('store', d ->> 'store', 'at', d ->> 'at') order by d ->> 'at'), '[]')
        from jsonb_array_elements(a.damaged_stores) d) as "damagedStores",
      (select coalesce(jsonb_agg(l order by l ->> 'at' desc), '[]') from jsonb_array_elements(a.worker_losses) l
        where l ->> 'at' >= ${new Date(now.getTime() - WORKER_LOSS_HOURS * 3_600_000).toISOString()}) as "workerLosses",
      (select coalesce(jsonb_agg(jsonb_build_object('code', n.code, 'cameraCount', n.cameras) order by n.code), '[]')
        from (select c.status_reason ->> 'code' as code, count(*) as cameras from camera c
          where c.tenant_id = a.tenant_id and c.agent_id = a.id
            and c.status_reason ->> 'code' = any(${[...HUB_NEEDS]}::text[])
          group by 1) n) as needs,
      a.key_rotated_at as "keyRotatedAt",
      case when a.previous_key_until > ${now} then a.previous_key_until end as "previousKeyUntil"
    from ${SOURCES} ${COUNTS} where ${inReach(reach)} and a.id = ${id}`)
}

/** Locks one record, so that concurrent changes run one after the other. */
export async function lockAgent(db: PlatformDb, id: string): Promise<void> {
  await db.run(sql`select from agent where id = ${id} for update`)
}

/** Locks the site, so that of two hubs that are started at once one is. */
export async function lockTenant(db: PlatformDb, tenantId: string): Promise<void> {
  await db.run(sql`select from tenant where id = ${tenantId} for update`)
}

/** The hub with that public id, unless its keys are rejected. */
export function readAgentOfKey(
  db: PlatformDb,
  publicId: string,
): Promise<{ id: string; tenantId: string } | undefined> {
  return db.first(sql<{ id: string; tenantId: string }>`
    select id, tenant_id as "tenantId" from agent where public_id = ${publicId} and revoked_at is null`)
}

/** Whether the tenant is an active site, which a hub may serve. */
export async function isSite(db: PlatformDb, tenantId: string): Promise<boolean> {
  const site = await db.first(sql`
    select from tenant where id = ${tenantId} and kind = 'site' and disabled_at is null`)
  return site !== undefined
}

export type Key = { publicId: string; hash: Buffer; lastFour: string }

/** Returns the id of the new record. */
export async function insertAgent(db: PlatformDb, draft: Draft, key: Key, now: Date): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into agent (tenant_id, name, is_notification_enabled, public_id, key_hash, key_last_four, created_at, updated_at)
    values (${draft.tenantId}, ${draft.name}, ${draft.isNotificationEnabled}, ${key.publicId}, ${key.hash},
      ${key.lastFour}, ${now}, ${now})
    returning id`)
  return row!.id
}

export async function updateAgent(db: PlatformDb, id: string, to: Draft, now: Date): Promise<void> {
  await db.run(sql`
    update agent set name = ${to.name}, tenant_id = ${to.tenantId}, is_notification_enabled = ${to.isNotificationEnabled},
      revision = revision + 1, updated_at = ${now},
      generation = generation + case when tenant_id = ${to.tenantId} then 0 else 1 end
    where id = ${id}`)
}

/** The number of cameras that refer to the hub, including deleted ones. */
export async function camerasOf(db: PlatformDb, id: string): Promise<number> {
  return (await db.first(sql<{ cameras: number }>`select count(*) as cameras from camera where agent_id = ${id}`))!
    .cameras
}

export async function deleteAgent(db: PlatformDb, id: string): Promise<void> {
  await db.run(sql`delete from agent where id = ${id}`)
}

/** Stores a new key; the previous one is accepted until then. A revoked key stays revoked. */
export async function exchangeKey(
  db: PlatformDb,
  id: string,
  key: Omit<Key, 'publicId'>,
  now: Date,
  previousUntil: Date,
): Promise<{ previousKeyUntil: string | null }> {
  const row = await db.first(sql<{ previousKeyUntil: string | null }>`
    update agent set key_hash = ${key.hash}, key_last_four = ${key.lastFour}, key_rotated_at = ${now},
      previous_key_hash = case when revoked_at is null then key_hash end,
      previous_key_until = case when revoked_at is null then ${previousUntil}::timestamptz end,
      revoked_at = null, updated_at = ${now}
    where id = ${id} returning previous_key_until as "previousKeyUntil"`)
  return row!
}

export async function revokeKeys(db: PlatformDb, id: string, now: Date): Promise<void> {
  await db.run(sql`
    update agent set revoked_at = ${now}, previous_key_hash = null, previous_key_until = null,
      generation = generation + 1, updated_at = ${now}
    where id = ${id}`)
}
