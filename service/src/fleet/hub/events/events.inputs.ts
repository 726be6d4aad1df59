/** Digital inputs of cameras: each becomes a signal of the kind that the camera's settings name. Requirement REACH-63. */
import { LATE_AFTER_MS } from '@mimamori/contract/alerting/alert-lists.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { InputRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Kind } from '@mimamori/contract/site/asset.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { insertSignalRows } from '#shared/alarm/signal-row.ts'
import type { Arrivals } from './events.clips.ts'
import { believedTime } from './events.rules.ts'

type InputCamera = {
  id: string
  name: string
  location: string
  unitId: string | null
  kind: Pick<Kind, 'id' | 'name' | 'severity'>
}

/**
 * Stores the signals, before their footage of the same batch looks for them; returns the events for consoles. An input
 * without a kind any more is added to `rejected`.
 */
export async function storeInputs(db: Statements, hub: Hub, { events, rejected, now }: Arrivals): Promise<LiveEvent[]> {
  const inputs = events.flatMap(({ sequence, event }) => (event.type === 'input-raised' ? [{ sequence, event }] : []))
  if (inputs.length === 0) return []
  const cameras = await readCameras(
    db,
    hub,
    inputs.map(({ event }) => event.cameraId),
  )
  const news: LiveEvent[] = []
  for (const { sequence, event } of inputs) {
    const camera = cameras.get(event.cameraId)
    if (!camera) rejected.push({ sequence, event, code: 'camera-not-watched' })
    else news.push(...(await storeInput(db, hub, { event, camera, now })))
  }
  return news
}

type Input = { event: InputRaised; camera: InputCamera; now: Date }

/** Empty: it was stored before. */
async function storeInput(db: Statements, hub: Hub, { event, camera, now }: Input): Promise<LiveEvent[]> {
  const { alertId, hasFootage } = event
  const { id: cameraId, name: cameraName, location, unitId, kind } = camera
  const occurredAt = believedTime(event.occurredAt, now)
  const place = { tenantId: hub.tenantId, alertId, cameraId, unitId, kind }
  const sender = { accountId: null, senderName: cameraName, externalId: null, note: '' }
  const clipUnasked = hasFootage ? null : 'camera-away'
  const row = await insertSignalRows(db, { ...place, ...sender, occurredAt, clipUnasked }, now)
  if (!row) return []
  if (row.isPaused) return [{ type: 'alert-changed', alertIds: [alertId], unitId }]
  if (now.getTime() - occurredAt.getTime() >= LATE_AFTER_MS) {
    return [{ type: 'alarm-changed', alertIds: [alertId], unitId }]
  }
  const { name: kindName, severity } = kind
  const raised = { type: 'alert-raised', activity: SIGNAL, alertId, cameraId, cameraName, location, unitId } as const
  return [{ ...raised, kindName, severity, occurredAt: occurredAt.toISOString() }]
}

/** The hub's own cameras among them whose input has a kind. */
async function readCameras(
  db: Statements,
  hub: Hub,
  cameraIds: readonly string[],
): Promise<ReadonlyMap<string, InputCamera>> {
  const cameras = await db.rows(sql<InputCamera>`
    select c.id, c.name, c.location, c.unit_id as "unitId",
      jsonb_build_object('id', k.id, 'name', k.name, 'severity', k.severity) as kind
    from camera c join kind k on k.tenant_id = c.tenant_id and k.id = c.input_kind_id
    where c.tenant_id = ${hub.tenantId} and c.id = any(${cameraIds}::uuid[]) and c.agent_id = ${hub.id}`)
  return new Map(cameras.map((camera) => [camera.id, camera]))
}
