/** A hub with cameras for tests, and the events that it sends. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { HeartbeatBody } from '@mimamori/contract/fleet/heartbeat.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { expect, vi } from 'vitest'
import { Peer } from '#service/footage/live/testing.ts'
import type { TestService, TestTenant } from '#testing/service.ts'
import { uuidV7From } from './events/events.rules.ts'

export type TestHub = { id: string; tenantId: string; key: string; token: string; cameraIds: string[]; unitId: string }

/** Inserts a hub with its key, a unit, and cameras in it; returns also a token. */
export async function insertHub(
  service: TestService,
  { tenant, cameras = 1 }: { tenant?: TestTenant; cameras?: number } = {},
): Promise<TestHub> {
  const { id: tenantId } = tenant ?? (await service.tenant())
  const publicId = randomBytes(6).toString('hex')
  const key = `mmh_${publicId}_${randomBytes(32).toString('base64url')}`
  const [unit] = await service.sql<{ id: string }[]>`
    insert into unit (tenant_id, name) values (${tenantId}, ${`Unit ${publicId}`}) returning id`
  const [agent] = await service.sql<{ id: string }[]>`
    insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
    values (${tenantId}, 'Hub', ${publicId}, ${createHash('sha256').update(key).digest()}, ${key.slice(-4)})
    returning id`
  const hub = { id: agent!.id, tenantId }
  const cameraIds: string[] = []
  for (let number = 1; number <= cameras; number++) {
    cameraIds.push(await insertCamera(service, hub, unit!.id, `${publicId}-${number}`))
  }
  return { ...hub, key, token: await service.hubToken(hub), cameraIds, unitId: unit!.id }
}

async function insertCamera(service: TestService, hub: { id: string; tenantId: string }, unitId: string, name: string) {
  const [row] = await service.sql<{ id: string }[]>`
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, unit_id,
      agent_id)
    values (${hub.tenantId}, ${name}, 'A test camera.', 'UNKNOWN', 'Test', 'Test', 'rtsp://camera.example/stream',
      ${`Room ${name}`}, ${name}, ${unitId}, ${hub.id})
    returning id`
  return row!.id
}

/** The smallest thing that begins as a JPEG does and is long enough to be one. */
export const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(200, 7)])
/** Begins as an MP4 does. */
export const MP4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(5000, 3)])

/** An alert as a hub raises it at that instant. */
export function raised(cameraId: string, at: Date, more: Partial<AlertRaised> = {}): AlertRaised {
  return {
    type: 'alert-raised',
    alertId: uuidV7From(at.getTime(), randomUUID()),
    cameraId,
    appCode: 'A003',
    severity: 'low',
    occurredAt: at.toISOString(),
    detections: [],
    thumbnail: null,
    blurredThumbnail: null,
    people: 'clear',
    hasClip: false,
    ...more,
  }
}

/** A heartbeat of a hub that says nothing of its load. */
export const LOAD = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 0 }

/** Sends a heartbeat as the hub does, on a socket of its own; returns once the service took it. */
export async function beat(
  service: TestService,
  { token }: { token: string },
  more: Partial<HeartbeatBody> = {},
): Promise<void> {
  const { server } = service.app.http
  if (!server.listening) await service.listen()
  const { port } = server.address() as AddressInfo
  const peer = new Peer(`ws://127.0.0.1:${port}`, 'hub/socket', { 'x-authtoken': token })
  await peer.opened()
  peer.socket.send(JSON.stringify({ type: 'heartbeat', number: 1, body: { ...LOAD, cameras: [], ...more } }))
  const taken = expect.objectContaining({ type: 'heartbeat-taken', number: 1 })
  await vi.waitFor(() => expect(peer.heard).toContainEqual(taken), { timeout: 5_000 })
  peer.socket.terminate()
}
