/** Statements of upgrades. The operator's hubs belong to all sites, so each names its tenant. */
import type { UpgradeProgress } from '@mimamori/contract/fleet/upgrade.ts'
import type { Installation, UpgradeReason, UpgradeState } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { OPEN_UPGRADES, SITE_FOLLOWS_AFTER_MINUTES } from '@mimamori/contract/fleet/upgrade-lists.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type Of = { tenantId: string; id: string }
export type HubToUpgrade = Of & {
  version: string | null
  installedBy: Installation | null
  processor: string | null
}

/** Active hubs of the site, locked; `tenantIds` null: of any site. */
export function lockHubs(
  db: PlatformDb,
  { tenantIds, id }: { tenantIds: readonly string[] | null; id: string },
): Promise<HubToUpgrade[]> {
  const isReached = tenantIds ? sql`o.tenant_id = any(${tenantIds}::uuid[])` : sql`true`
  return db.rows(sql<HubToUpgrade>`
    select a.tenant_id as "tenantId", a.id, a.version, a.installed_by as "installedBy", a.processor
    from agent a join agent o on o.tenant_id = a.tenant_id
    where o.id = ${id} and ${isReached} and (a.id = o.id or a.revoked_at is null)
    order by a.id for update of a`)
}

/** Ends the unfinished upgrades of these hubs. */
export async function endOpen(db: PlatformDb, hubs: readonly Of[], reason: UpgradeReason, now: Date): Promise<void> {
  await db.run(sql`
    update hub_upgrade set state = 'cancelled', reason = ${reason}, percent = null, changed_at = ${now}
    where tenant_id = any(${hubs.map(({ tenantId }) => tenantId)}::uuid[]) and agent_id = any(${hubs.map(({ id }) => id)}::uuid[])
      and state = any(${[...OPEN_UPGRADES]}::text[])`)
}

type Row = { siteUpgradeId: string | null; isFirst: boolean; version: string }

export async function insertUpgrade(db: PlatformDb, hub: HubToUpgrade, row: Row, now: Date): Promise<void> {
  const state = row.isFirst ? 'offered' : 'waiting'
  await db.run(sql`
    insert into hub_upgrade (tenant_id, agent_id, site_upgrade_id, is_first, version, version_before, state, created_at,
      changed_at)
    values (${hub.tenantId}, ${hub.id}, ${row.siteUpgradeId}, ${row.isFirst}, ${row.version}, ${hub.version}, ${state}, ${now},
      ${now})`)
}

/** Cancels upgrades that this hub has not begun, and those that wait for it at its site; returns the hubs. */
export function cancelUnbegun(
  db: PlatformDb,
  of: Of,
  reason: UpgradeReason,
  now: Date,
): Promise<{ agentId: string }[]> {
  return db.rows(sql<{ agentId: string }>`
    update hub_upgrade u set state = 'cancelled', reason = ${reason}, changed_at = ${now}
    from (select site_upgrade_id from hub_upgrade where tenant_id = ${of.tenantId} and agent_id = ${of.id}
      order by id desc limit 1) own
    where u.tenant_id = ${of.tenantId} and u.state in ('waiting', 'offered')
      and (u.agent_id = ${of.id} or u.site_upgrade_id = own.site_upgrade_id)
    returning u.agent_id as "agentId"`)
}

/** Stores how the hub was installed; writes only changes. */
export async function noteInstallation(
  db: PlatformDb,
  of: Of,
  { installation, processor }: { installation: Installation; processor: string },
): Promise<boolean> {
  const row = await db.first(sql`
    update agent set installed_by = ${installation}, processor = ${processor}
    where tenant_id = ${of.tenantId} and id = ${of.id}
      and (installed_by, processor) is distinct from (${installation}, ${processor})
    returning id`)
  return row !== undefined
}

type Changed = { version: string; siteUpgradeId: string | null }

/** Undefined: no change. If the hub had already begun a canceled upgrade, it ends as the hub reports. */
export function noteProgress(
  db: PlatformDb,
  of: Of,
  { id, state, percent, reason }: UpgradeProgress,
  now: Date,
): Promise<Changed | undefined> {
  const isOver = ['healthy', 'returned', 'failed'].includes(state)
  const from: UpgradeState[] = isOver ? [...OPEN_UPGRADES, 'cancelled'] : [...OPEN_UPGRADES]
  return db.first(sql<Changed>`
    update hub_upgrade set state = ${state}, percent = ${percent}, reason = ${reason}, changed_at = ${now},
      healthy_at = case when ${state}::text = 'healthy' then ${now}::timestamptz end
    where tenant_id = ${of.tenantId} and agent_id = ${of.id} and id = ${id} and state = any(${from}::text[])
      and (state, percent, reason) is distinct from (${state}::text, ${percent}::smallint, ${reason}::text)
    returning version, site_upgrade_id as "siteUpgradeId"`)
}

/** Cancels the remaining upgrades of a site whose hub failed. Returns their hubs. */
export function stopSite(db: PlatformDb, tenantId: string, siteUpgradeId: string, now: Date) {
  return db.rows(sql<{ agentId: string }>`
    update hub_upgrade set state = 'cancelled', reason = 'site-stopped', changed_at = ${now}
    where tenant_id = ${tenantId} and site_upgrade_id = ${siteUpgradeId} and state in ('waiting', 'offered')
    returning agent_id as "agentId"`)
}

/** Offers an upgrade that waits for the first hub of its site, once that hub has been healthy long enough. */
export async function offerWaiting(db: PlatformDb, of: Of, now: Date): Promise<boolean> {
  const healthySince = new Date(now.getTime() - SITE_FOLLOWS_AFTER_MINUTES * 60_000)
  const row = await db.first(sql`
    update hub_upgrade u set state = 'offered', changed_at = ${now}
    where u.tenant_id = ${of.tenantId} and u.agent_id = ${of.id} and u.state = 'waiting'
      and exists (select from hub_upgrade f where f.tenant_id = u.tenant_id and f.site_upgrade_id = u.site_upgrade_id
        and f.is_first and f.state = 'healthy' and f.healthy_at <= ${healthySince})
    returning u.id`)
  return row !== undefined
}

/** The version that the hub is to install. */
export function openOffer(db: PlatformDb, of: Of): Promise<{ id: string; version: string } | undefined> {
  return db.first(sql<{ id: string; version: string }>`
    select id, version from hub_upgrade where tenant_id = ${of.tenantId} and agent_id = ${of.id}
      and state in ('offered', 'downloading', 'checking', 'starting')`)
}
