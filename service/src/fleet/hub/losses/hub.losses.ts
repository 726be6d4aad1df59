/**
 * A hub lost a process that watches cameras: stored with the hub, for its page and for the coverage of its rooms.
 * HUB-04
 */
import { WORKER_LOSSES_MAX, type WorkerLoss } from '@mimamori/contract/fleet/worker-loss.ts'
import type { HubContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { publishHubChange } from '#shared/hub.ts'

type LossSource = Pick<HubContext, 'hub' | 'asPlatform' | 'afterCommit' | 'bus'>

/**
 * Processes the losses of a heartbeat. The returned function, one per instance, skips losses that it has already
 * stored, without a transaction.
 */
export function createLossNotes(): (source: LossSource, losses: readonly WorkerLoss[]) => Promise<void> {
  const idle = new Map<string, string>()
  return async (source, losses) => {
    const { asPlatform, afterCommit, bus, hub } = source
    const said = JSON.stringify(losses)
    if (idle.get(hub.id) === said) return
    const isNew = await asPlatform('lost processes of a hub', (db) => note(db, source, losses))
    afterCommit(() => {
      idle.set(hub.id, said)
      if (isNew) publishHubChange(bus, hub.tenantId, hub.id)
    })
  }
}

/** Keeps the losses that the hub reported before it restarted. */
async function note(db: PlatformDb, { hub }: LossSource, losses: readonly WorkerLoss[]): Promise<boolean> {
  const agent = await db.first(sql<{ known: WorkerLoss[] }>`
    select worker_losses as known from agent where tenant_id = ${hub.tenantId} and id = ${hub.id} for update`)
  if (!agent) return false
  const times = new Set(agent.known.map(({ at }) => at))
  const fresh = losses.filter(({ at }) => !times.has(at))
  if (fresh.length === 0) return false
  const all = [...agent.known, ...fresh].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-WORKER_LOSSES_MAX)
  await db.run(sql`
    update agent set worker_losses = ${JSON.stringify(all)}::jsonb where tenant_id = ${hub.tenantId} and id = ${hub.id}`)
  return true
}
