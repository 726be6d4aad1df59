import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const proofOf = (cameraId: string, raisedAt: Date) => {
  return { type: 'path-proof' as const, cameraId, raisedAt: raisedAt.toISOString() }
}
const send = (hub: TestHub, events: ReturnType<typeof proofOf>[]) =>
  service.call(hub.token, 'hub.events', { body: { epoch: randomUUID(), fromSequence: 1, events } })
const raisedAt = async (cameraId: string) => {
  const [row] = await service.sql<{ at: string }[]>`
    select raised_at as at from path_proof where camera_id = ${cameraId}`
  return row && new Date(row.at).toISOString()
}

test('PROOF-01 the newest test incident of a camera counts, in any order of arrival', async () => {
  const hub = await insertHub(service)
  const [cameraId] = hub.cameraIds as [string]
  const now = service.clock.now()
  const earlier = new Date(now.getTime() - 3_600_000)
  expect((await send(hub, [proofOf(cameraId, now), proofOf(cameraId, earlier)])).body).toEqual({ cursor: 2 })
  expect((await send(hub, [proofOf(cameraId, earlier)])).status).toBe(200)
  expect(await raisedAt(cameraId)).toBe(now.toISOString())
})

test('PROOF-01 a test incident of another hub’s camera proves nothing and stops nothing', async () => {
  const [hub, other] = [await insertHub(service), await insertHub(service)]
  const now = service.clock.now()
  const [own, foreign] = [hub.cameraIds[0]!, other.cameraIds[0]!]
  expect((await send(hub, [proofOf(foreign, now), proofOf(own, now)])).body).toEqual({ cursor: 2 })
  expect([await raisedAt(foreign), await raisedAt(own)]).toEqual([undefined, now.toISOString()])
  const refused = await service.sql`select code from hub_rejection where agent_id = ${hub.id}`
  expect(refused.map(({ code }) => code)).toEqual(['camera-not-watched'])
})
