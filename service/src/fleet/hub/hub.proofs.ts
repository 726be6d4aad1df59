/** The hourly test incidents of a hub's cameras: each writes over the one before it, and becomes no alert. Requirement PROOF-01. */
import type { HubEvent, PathProof } from '@mimamori/contract/fleet/hub-event.ts'
import type { HubContext } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type RejectedEvent, watchedCameras } from './hub.events.queries.ts'
import { believedTime } from './hub.events.rules.ts'

type Numbered = { sequence: number; event: HubEvent }
type Raised = { cameraId: string; raisedAt: Date }

/** Answers whether any was stored: its recipients are to be chosen. */
export async function storeProofs(
  { db, hub, now }: HubContext,
  events: readonly Numbered[],
  rejected: RejectedEvent[],
): Promise<boolean> {
  const proofs = events.filter((each): each is { sequence: number; event: PathProof } => {
    return each.event.type === 'path-proof'
  })
  if (proofs.length === 0) return false
  const ids = [...new Set(proofs.map(({ event }) => event.cameraId))]
  const watched = new Set((await watchedCameras(db, hub, ids)).map(({ id }) => id))
  const newest = new Map<string, Raised>()
  for (const { sequence, event } of proofs) {
    const { cameraId } = event
    if (!watched.has(cameraId)) {
      rejected.push({ sequence, event, code: 'camera-not-watched' })
      continue
    }
    const raisedAt = believedTime(event.raisedAt, now)
    if (raisedAt >= (newest.get(cameraId)?.raisedAt ?? raisedAt)) newest.set(cameraId, { cameraId, raisedAt })
  }
  await insertProofs(db, hub.tenantId, [...newest.values()], now)
  return newest.size > 0
}

/** In the order of their keys, so that two hubs never wait for each other crosswise. */
async function insertProofs(db: TenantDb, tenantId: string, proofs: readonly Raised[], now: Date): Promise<void> {
  if (proofs.length === 0) return
  await db.run(sql`
    insert into path_proof as p (tenant_id, camera_id, raised_at, stored_at)
    select ${tenantId}, r."cameraId", r."raisedAt", ${now}
    from jsonb_to_recordset(${JSON.stringify(proofs)}::jsonb) as r ("cameraId" uuid, "raisedAt" timestamptz)
    order by r."cameraId"
    on conflict (tenant_id, camera_id) do update
      set raised_at = greatest(p.raised_at, excluded.raised_at), stored_at = excluded.stored_at`)
}
