/** The reach of a hub's key: its own cameras, and nothing of another hub, even of the same site. */

import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { beat, insertHub, JPEG, raised, type TestHub } from './fleet/hub/testing.ts'
import { storageName } from './platform/files/storage.ts'
import {
  AT,
  FILES,
  FRAME,
  idsIn,
  newIds,
  type Objects,
  PROOFS,
  PROVEN_BELOW,
  TAKEN,
  UPLOADS,
  uploadOf,
} from './testing/matrix/hub.ts'
import { send } from './testing/matrix/matrix.ts'
import { startService, type TestService } from './testing/service.ts'

type Whose = 'own' | 'neighbour' | 'foreign' | 'missing'
let service: TestService
let hub: TestHub
let neighbour: TestHub
let foreign: TestHub
let objects: Record<Whose, Objects>
beforeAll(async () => {
  service = await startService()
  hub = await insertHub(service)
  neighbour = await insertHub(service, { tenant: { id: hub.tenantId, code: '' } })
  foreign = await insertHub(service)
  objects = {
    own: await objectsOf(hub),
    neighbour: await objectsOf(neighbour),
    foreign: await objectsOf(foreign),
    missing: newIds(),
  }
})
afterAll(() => service.stop())

/**
 * Marks the hub's camera with its own word, and lets the hub send one object of each kind; the alert's clip is still
 * missing.
 */
async function objectsOf(of: TestHub): Promise<Objects> {
  const camera = of.cameraIds[0]!
  await service.sql`update tenant set is_recording_enabled = true where id = ${of.tenantId}`
  await service.sql`update camera set name = ${`Canary ${camera}`}, stream_url = ${`rtsp://canary.example/${camera}`}
    where id = ${camera}`
  const alert = raised(camera, service.clock.now(), { hasClip: true, thumbnail: JPEG.toString('base64') })
  const ids = newIds({ camera, alert: alert.alertId })
  const body = { epoch: ids.epoch, fromSequence: 1, events: [alert] }
  expect((await service.call(of.token, 'hub.events', { body })).body.cursor).toBe(1)
  for (const [key, about] of [...Object.values(UPLOADS), FRAME]) {
    expect([key, (await send(service.app.http, endpoints[key], of.token, about(ids, ids))).status]).toEqual([key, 200])
  }
  await service.sql`insert into hub_upgrade (tenant_id, id, agent_id, is_first, version, state, created_at, changed_at)
    values (${of.tenantId}, ${ids.upgrade}, ${of.id}, true, '9.0.0', 'offered', ${AT}, ${AT})`
  const [images] = await service.sql<{ thumbnail: string; frame: string }[]>`
    select thumbnail_media_id as thumbnail, latest_frame_media_id as frame
    from alert a join camera c on c.id = a.camera_id where a.id = ${ids.alert}`
  return { ...ids, ...images }
}

/** The contents of the hub's stored files. */
function contentsOf({ tenantId }: TestHub, of: Objects) {
  const ids = FILES.map((kind) => of[kind])
  return Promise.all(
    ids.map(async (id) => String(await (await service.platform.storage.open(storageName(tenantId, id)))?.bytes())),
  )
}

/** All rows that calls of a hub may change, except this hub's own. */
async function othersRows(): Promise<string> {
  const [row] = await service.sql`
    select (select jsonb_agg(c order by id) from camera c where agent_id <> ${hub.id}) as cameras,
      (select jsonb_agg(a order by id) from agent a where id <> ${hub.id}) as agents,
      (select jsonb_agg(a order by a.id) from alert a join camera c on c.id = a.camera_id where c.agent_id <> ${hub.id})
        as alerts,
      (select jsonb_agg(m order by m.id) from media m join camera c on c.id = m.camera_id where c.agent_id <> ${hub.id})
        as media,
      (select jsonb_agg(r order by r.id) from recording r join camera c on c.id = r.camera_id where c.agent_id <> ${hub.id})
        as recordings,
      (select jsonb_agg(g order by g.id) from recording_gap g join camera c on c.id = g.camera_id
        where c.agent_id <> ${hub.id}) as gaps,
      (select jsonb_agg(m order by m.id) from measurement_block m join camera c on c.id = m.camera_id
        where c.agent_id <> ${hub.id}) as blocks,
      (select jsonb_agg(h order by h.camera_id, h.starts_at) from measured_hour h join camera c on c.id = h.camera_id
        where c.agent_id <> ${hub.id}) as hours,
      (select jsonb_agg(i order by i.id) from recording_init i join camera c on c.id = i.camera_id
        where c.agent_id <> ${hub.id}) as inits,
      (select jsonb_agg(s order by s.id) from recording_segment s join recording r on r.id = s.recording_id
        join camera c on c.id = r.camera_id where c.agent_id <> ${hub.id}) as segments,
      (select jsonb_agg(s order by s.id) from recording_snapshot s join recording r on r.id = s.recording_id
        join camera c on c.id = r.camera_id where c.agent_id <> ${hub.id}) as snapshots,
      (select jsonb_agg(u order by u.id) from hub_upgrade u where agent_id <> ${hub.id}) as upgrades,
      (select jsonb_agg(c order by epoch) from agent_cursor c where agent_id <> ${hub.id}) as cursors`
  return JSON.stringify(row)
}
const report = (cameraId: string) => ({
  cameraId,
  isOnline: true,
  reason: null,
  lastFrameAt: AT,
  running: 'Running' as const,
  image: null,
})
describe('S1 what a hub reaches', () => {
  test('every id that a call of a hub takes has its proof here', () => {
    const ids = Object.entries<Endpoint>(endpoints)
      .filter(([, { access }]) => access === 'hub')
      .flatMap(([key, entry]) =>
        (['params', 'query', 'body'] as const).flatMap((part) =>
          idsIn(z.toJSONSchema(entry[part], { io: 'input', unrepresentable: 'any' }), `${key} ${part}`),
        ),
      )
    const proven = [...PROOFS.map(([, field, key]) => `${key} ${field}`), ...PROVEN_BELOW]
    expect([...new Set(ids)].sort()).toEqual([...new Set(proven)].sort())
  })

  test.each(PROOFS)('%s of another hub (%s) changes nothing there', async (_, _field, key, of) => {
    const before = await othersRows()
    const tell = (whose: Whose) => send(service.app.http, endpoints[key], hub.token, of(objects[whose], objects.own))
    const missing = await tell('missing')
    expect([await tell('neighbour'), await tell('foreign')]).toEqual([missing, missing])
    expect(await othersRows()).toBe(before)
    // The same call has an effect on the own hub.
    expect((await tell('own')).status).toBe(200)
  })

  test.each(TAKEN)('a hub that uploads a %s under an id of another hub is rejected', async (upload, kinds) => {
    const [key] = UPLOADS[upload]
    const neighbours = await contentsOf(neighbour, objects.neighbour)
    const before = await othersRows()
    for (const kind of kinds) {
      const id = objects.neighbour[kind]
      const answer = await send(
        service.app.http,
        endpoints[key],
        hub.token,
        uploadOf(upload, upload)(newIds({ [upload]: id }), objects.own),
      )
      expect([kind, answer.status, answer.key]).toEqual([kind, 409, 'conflict'])
      expect(await service.sql`select id from recording_discard where id = ${id}`).toEqual([])
    }
    expect(await othersRows()).toBe(before)
    expect(await contentsOf(neighbour, objects.neighbour)).toEqual(neighbours)
    expect(neighbours).not.toContain('undefined')
  })

  test.each(TAKEN)('a %s under an id of another site is stored beside its file', async (upload) => {
    const foreigners = await contentsOf(foreign, objects.foreign)
    const before = await othersRows()
    const sent = uploadOf(upload, upload)(objects.foreign, objects.own)
    expect((await send(service.app.http, endpoints[UPLOADS[upload][0]], hub.token, sent)).status).toBe(200)
    expect(await othersRows()).toBe(before)
    expect(await contentsOf(foreign, objects.foreign)).toEqual(foreigners)
  })

  test('a heartbeat about other hubs’ cameras changes none of them, even when written later', async () => {
    const before = await othersRows()
    const cameras = (['neighbour', 'foreign', 'missing', 'own'] as const).map((whose) => report(objects[whose].camera))
    await beat(service, hub, { cameras })
    // All of one heartbeat is written at once, so the others' part was due with the own one.
    await vi.waitFor(async () => {
      const [own] = await service.sql`select status from camera where id = ${objects.own.camera}`
      expect(own?.status).toBe('Online')
    })
    expect(await othersRows()).toBe(before)
  })

  test('the settings for a hub contain its own cameras alone', async () => {
    const { text } = await send(service.app.http, endpoints['hub.desired'], hub.token, {})
    const seen = (Object.keys(objects) as Whose[]).filter((whose) => text.includes(objects[whose].camera))
    expect(seen).toEqual(['own'])
  })

  test('a token names hub and site: with another site in it the hub is rejected', async () => {
    const crossed = await service.hubToken({ id: hub.id, tenantId: (await service.tenant()).id })
    expect((await service.refused(crossed, 'hub.desired')).body.key).toBe('hub-key-refused')
  })
})
