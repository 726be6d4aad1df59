/** The hourly test incidents of a hub's cameras: each writes over the one before it, and becomes no alert. Requirement PROOF-01. */
import type { PathProof } from '@mimamori/contract/fleet/hub-event.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Arrivals } from './events/events.clips.ts'
import { cameraKey, watchedCameras } from './events/events.queries.ts'
import { believedTime } from './events/events.rules.ts'

type Raised = { cameraId: string; raisedAt: Date }

/** Returns whether any was stored: its recipients must then be chosen. */
export async function storeProofs(db: Statements, hub: Hub, { events, rejected, now }: Arrivals): Promise<boolean> {
  const proofs = events.filter((each): each is { sequence: number; event: PathProof } => {
    return each.event.type === 'path-proof'
  })
  if (proofs.length === 0) return false
  const ids = [...new Set(proofs.map(({ event }) => event.cameraId))]
  const watched = await watchedCameras(
    db,
    ids.map((cameraId) => ({ hub, cameraId })),
  )
  const newest = new Map<string, Raised>()
  for (const { sequence, event } of proofs) {
    const { cameraId } = event
    if (!watched.has(cameraKey(hub, cameraId))) {
      rejected.push({ sequence, event, code: 'camera-not-watched' })
      continue
    }
    const raisedAt = believedTime(event.raisedAt, now)
    if (raisedAt >= (newest.get(cameraId)?.raisedAt ?? raisedAt)) newest.set(cameraId, { cameraId, raisedAt })
  }
  await insertProofs(db, hub.tenantId, [...newest.values()], now)
  return newest.size > 0
}

/** In the order of their keys, so that two hubs cannot deadlock. */
async function insertProofs(db: Statements, tenantId: string, proofs: readonly Raised[], now: Date): Promise<void> {
  if (proofs.length === 0) return
  await db.run(sql`
    insert into path_proof as p (tenant_id, camera_id, raised_at, stored_at)
    select ${tenantId}, r."cameraId", r."raisedAt", ${now}
    from jsonb_to_recordset(${JSON.stringify(proofs)}::jsonb) as r ("cameraId" uuid, "raisedAt" timestamptz)
    order by r."cameraId"
    on conflict (tenant_id, camera_id) do update
      set raised_at = greatest(p.raised_at, excluded.raised_at), stored_at = excluded.stored_at`)
}
