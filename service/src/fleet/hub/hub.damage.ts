/** A hub found a damaged file and replaced it: stored with the hub, and notified once. HUB-04. */
import type { DamagedStore } from '@mimamori/contract/fleet/heartbeat.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { HubContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { administrators } from '#shared/administrators.ts'
import { publishHubChange } from '#shared/hub.ts'

/** Minimum interval of rows and e-mails about each file of a hub. */
const NOTIFIED_AGAIN_MS = 60 * 60_000

export type DamageSource = Pick<HubContext, 'hub' | 'asPlatform' | 'afterCommit' | 'bus' | 'mail' | 'now' | 'ip'>
type Noted = DamagedStore & { notedAt: string }

/**
 * Processes the damages of a heartbeat. The returned function, one per instance, skips damages that it has already
 * noted, without a transaction.
 */
export function createDamageNotes(): (source: DamageSource, damages: readonly DamagedStore[]) => Promise<void> {
  const idle = new Map<string, string>()
  return async (source, damages) => {
    const said = JSON.stringify(damages)
    if (idle.get(source.hub.id) === said) return
    const { asPlatform, afterCommit, bus, hub } = source
    const { isAll, isNew } = await asPlatform('damaged files of a hub', (db) => note(db, source, damages))
    afterCommit(() => {
      if (isAll) idle.set(hub.id, said)
      if (isNew) publishHubChange(bus, hub.tenantId, hub.id)
    })
  }
}

/** `isAll` is false if a file was damaged again within the hour: later heartbeats repeat it. */
async function note(db: PlatformDb, source: DamageSource, damages: readonly DamagedStore[]) {
  const { hub, now, ip, mail } = source
  const agent = await db.first(sql<{ hubName: string; siteName: string; noted: Noted[] }>`
    select a.name as "hubName", t.name as "siteName", a.damaged_stores as noted
    from agent a join tenant t on t.id = a.tenant_id
    where a.tenant_id = ${hub.tenantId} and a.id = ${hub.id} for update of a`)
  if (!agent) return { isAll: true, isNew: false }
  const { noted, ...names } = agent
  const byStore = new Map(noted.map((one) => [one.store, one]))
  const unknown = damages.filter(({ store, at }) => byStore.get(store)?.at !== at)
  const fresh = unknown.filter(({ store }) => {
    const before = byStore.get(store)
    return !before || now.getTime() - Date.parse(before.notedAt) >= NOTIFIED_AGAIN_MS
  })
  const isAll = fresh.length === unknown.length
  if (fresh.length === 0) return { isAll, isNew: false }
  for (const one of fresh) byStore.set(one.store, { ...one, notedAt: now.toISOString() })
  await db.run(sql`
    update agent set damaged_stores = ${JSON.stringify([...byStore.values()])}::jsonb
    where tenant_id = ${hub.tenantId} and id = ${hub.id}`)
  const stores = [...new Set(fresh.map(({ store }) => store))]
  const { tenantId, id: hubId } = hub
  const audited = { tenantId, at: now, actorUserId: null, actorTenantId: null, hubId, sessionId: null, ip }
  const details = { stores: stores.join(', ') }
  await writeAudit(db, audited, { action: 'agent.damage', objectType: 'agent', objectId: hubId, details })
  for (const reader of await administrators(db, tenantId)) {
    await mail.send(db, { template: 'hub-damage', tenantId, ...names, ...reader, stores, notedAt: now })
  }
  return { isAll, isNew: true }
}
