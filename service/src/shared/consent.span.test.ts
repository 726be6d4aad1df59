/** Consent applies to the whole time that a recording shows, and to every response with an image. RESIDENT-01. */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertRecording, insertResident } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const ago = (minutes: number) => new Date(service.clock.now().getTime() - minutes * MINUTE_MS).toISOString()

test('consent of a person who moves in or out during a recording applies to all of it', async () => {
  const tenant = await service.tenant()
  const guest = await service.user({ role: 'DEMO_USER', tenant })
  const nurse = await service.user({ role: 'USER', tenant })
  const camera = await insertCamera(service, tenant)
  const [before, during, after] = [
    await insertRecording(service, camera, { startedAt: ago(180), durationMs: 30 * MINUTE_MS }),
    await insertRecording(service, camera, { startedAt: ago(60), durationMs: 30 * MINUTE_MS }),
    await insertRecording(service, camera, { startedAt: ago(20), durationMs: 10 * MINUTE_MS }),
  ]
  await insertResident(service, camera, { from: ago(40), to: ago(35), refused: ['clear-images'] })
  const seenBy = async (user: TestUser) => {
    const { body } = await service.call(user.token, 'recording.search', { body: { cameraIds: [camera.id] } })
    const read = async (id: string) => (await service.refused(user.token, 'recording.get', { params: { id } })).status
    return [body.records.map(({ id }) => id).sort(), await read(before.id), await read(during.id), await read(after.id)]
  }
  expect(await seenBy(guest)).toEqual([[before.id, after.id].sort(), 200, 404, 200])
  expect(await seenBy(nurse)).toEqual([[before.id, during.id, after.id].sort(), 200, 200, 200])
})

test('a clip is withheld if the resident moved in seconds after the alert', async () => {
  const tenant = await service.tenant()
  const guest = await service.user({ role: 'DEMO_USER', tenant })
  const nurse = await service.user({ role: 'USER', tenant })
  const camera = await insertCamera(service, tenant)
  const alert = await insertAlert(service, camera)
  const id = await insertMedia(service, camera, { kind: 'clip', alert, bytes: Buffer.from('clip') })
  const statusFor = async ({ sessionId }: TestUser) => {
    const url = service.platform.media.sign(id, sessionId, service.clock.now())
    return (await service.app.http.inject({ method: 'GET', url })).statusCode
  }
  expect([await statusFor(guest), await statusFor(nurse)]).toEqual([200, 200])
  const [row] = await service.sql<{ at: string }[]>`select occurred_at as at from alert where id = ${alert.id}`
  const from = new Date(new Date(row!.at).getTime() + 10_000).toISOString()
  await insertResident(service, camera, { from, refused: ['clear-images'] })
  service.clock.advance(1_000)
  expect([await statusFor(guest), await statusFor(nurse)]).toEqual([404, 200])
})

test('a connection test and a tryout show no frame of a room whose resident refused clear video', async () => {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant)
  await service.sql`update camera set stream_url = 'rtsp://10.0.0.9/live' where id = ${camera.id}`
  const operator = await service.user({ role: 'SUPER_ADMIN', tenant })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const frame = { jpeg: 'AAAA', takenAt: service.clock.now().toISOString() }
  const probed = { type: 'probe', codec: 'h264', width: 640, height: 360, framesPerSecond: 15, withheld: null }
  const tried = { type: 'tryout', frame, seen: null, logFrom: null, wouldRaise: { count: 0, newest: [] }, raised: null }
  const asked = vi.spyOn(service.platform, 'askHub').mockImplementation((async (
    _: string,
    __: string,
    { type }: { type: string },
  ) => ({
    result: type === 'probe' ? { ...probed, jpeg: 'AAAA' } : tried,
  })) as never)
  const seenBy = async ({ token }: TestUser) => {
    const login = { username: null, password: null }
    const probe = async (cameraId: string | null) => {
      const body = { cameraId, streamUrl: 'rtsp://10.0.0.9/live', ...login }
      const { image } = (await service.call(token, 'camera.probe', { body })).body
      return image && [image.jpeg, image.withheld]
    }
    const params = { cameraId: camera.id, appCode: 'A003' } as const
    const body = { settings: { appCode: 'A003' }, schedule: null } as never
    const { facts } = (await service.call(token, 'cameraApp.tryout', { params, body })).body
    return [await probe(camera.id), await probe(null), facts!.frame?.jpeg ?? null]
  }
  const all = [['AAAA', null], ['AAAA', null], 'AAAA']
  expect(await seenBy(operator)).toEqual(all)
  await insertResident(service, camera, { refused: ['clear-images'] })
  expect(await seenBy(operator)).toEqual([[null, 'privacy'], [null, 'privacy'], null])
  expect(await seenBy(admin)).toEqual(all)
  asked.mockRestore()
})
