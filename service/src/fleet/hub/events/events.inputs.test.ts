/** Digital inputs of cameras: alerts with a name of the site, with the footage that the hub sends for them. REACH-63. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertKind } from '#testing/site.ts'
import { insertHub, JPEG, MP4, raised, type TestHub } from '../testing.ts'

let service: TestService
let site: TestTenant
let hub: TestHub
let admin: TestUser
let cameraId: string
let kindId: string
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  site = await service.tenant({ packages: ['VCARE', 'PRO'] })
  hub = await insertHub(service, { tenant: site })
  cameraId = hub.cameraIds[0]!
  admin = await service.user({ role: 'ADMIN', tenant: site })
  await insertKind(service, site, 'センサーマット', 'high')
  const [kind] = (await service.call(admin.token, 'asset.search', { body: { type: 'KIND' } })).body.records
  kindId = kind!.id
  await patch({ inputKindId: kindId, inputName: '1' })
})

const patch = (body: object) => service.call(admin.token, 'camera.patch', { params: { id: cameraId }, body })
const ago = (ms: number) => new Date(service.clock.now().getTime() - ms).toISOString()
const input = (more: object = {}): Extract<HubEvent, { type: 'input-raised' }> => ({
  ...{ type: 'input-raised', alertId: randomUUID(), cameraId, occurredAt: ago(0), hasFootage: true },
  ...more,
})
const send = (events: HubEvent[], epoch: string = randomUUID(), fromSequence = 1) =>
  service.call(hub.token, 'hub.events', { body: { epoch, fromSequence, events } })
const alertOf = async (id: string) => (await service.call(admin.token, 'alert.get', { params: { id } })).body
const alertsOf = () => service.sql`select id from alert where tenant_id = ${site.id}`
const inputOf = async () => (await service.call(hub.token, 'hub.desired')).body.cameras.map((camera) => camera.input)

test('REACH-63 an input becomes an alarm of its room under the site’s name, and its footage joins it', async () => {
  const nurse = await service.user({ role: 'USER', tenant: site })
  const emails = JSON.stringify([`mat-${site.id}@home.example`])
  await service.sql`update camera set subscribers = jsonb_set(subscribers, '{emails}', ${emails}::jsonb) where id = ${cameraId}`
  const news: LiveEvent[] = []
  const stop = service.platform.bus.subscribe([site.id], (event) => news.push(event))
  const event = input()
  const { alertId } = event
  const mediaId = randomUUID()
  const footage = { appCode: SIGNAL, severity: 'high', hasClip: true, thumbnail: JPEG.toString('base64') } as const
  const query = { cameraId, contentType: 'video/mp4' as const }
  const upload = { params: { id: mediaId }, query, bytes: MP4, contentType: 'application/octet-stream' }
  await service.call(hub.token, 'hub.putMedia', upload)
  await send([
    event,
    raised(cameraId, service.clock.now(), { ...footage, alertId }),
    { type: 'clip-ready', alertId, mediaId, durationMs: 15_000, alertAtMs: 5_000 },
  ])
  stop()
  const shown = { activity: SIGNAL, kindName: 'センサーマット', severity: 'high' }
  expect(news).toContainEqual(expect.objectContaining({ type: 'alert-raised', alertId, cameraId, ...shown }))
  const [open] = (await service.call(nurse.token, 'alarm.open')).body.records
  expect(open).toMatchObject({ alertId, ...shown })
  const { name } = (await service.call(admin.token, 'camera.get', { params: { id: cameraId } })).body
  const alert = await alertOf(alertId)
  expect(alert).toMatchObject({ ...shown, clipState: 'ready', clipAlertAtMs: 5_000, signal: { by: name, note: '' } })
  expect(alert.thumbnailUrl).toEqual(expect.any(String))
  expect(await service.sql`select cause from notice where alert_id = ${alertId}`).toEqual([{ cause: 'raised' }])
})

test('REACH-63 an input that its hub sends again, ahead of its place or late, raises once', async () => {
  const epoch = randomUUID()
  const event = input()
  await Promise.all([send([event]), send([event], epoch)])
  await send([event], epoch)
  await send([event, input({ alertId: event.alertId })], epoch)
  expect(await alertsOf()).toEqual([{ id: event.alertId }])
})

test('REACH-63 without footage the alert stands and says why; a late one stands in the bar alone', async () => {
  const news: LiveEvent[] = []
  const stop = service.platform.bus.subscribe([site.id], (event) => news.push(event))
  const event = input({ hasFootage: false, occurredAt: ago(60 * MINUTE_MS) })
  await send([event])
  stop()
  expect(await alertOf(event.alertId)).toMatchObject({ clipState: 'failed', clipUnasked: 'camera-away' })
  expect(news).toContainEqual(expect.objectContaining({ type: 'alarm-changed', alertIds: [event.alertId] }))
  expect(news).not.toContainEqual(expect.objectContaining({ type: 'alert-raised' }))
})

test('REACH-63 the hub gets the input while the site has its kind; without it nothing is raised', async () => {
  await patch({ isInputNormallyClosed: true })
  expect(await inputOf()).toEqual([{ token: '1', isNormallyClosed: true }])
  await service.call(admin.token, 'asset.remove', { params: { id: kindId } })
  expect(await inputOf()).toEqual([null])
  const { body } = await send([input()])
  expect([body.cursor, await alertsOf()]).toEqual([1, []])
  const [rejection] = await service.sql`select code from hub_rejection where agent_id = ${hub.id}`
  expect(rejection).toEqual({ code: 'camera-not-watched' })
})

test('REACH-63 a kind of another site is refused at its field', async () => {
  const foreign = await service.tenant({ packages: ['VCARE', 'PRO'] })
  await insertKind(service, foreign, 'Mat', 'high')
  const [kind] = await service.sql<{ id: string }[]>`select id from kind where tenant_id = ${foreign.id}`
  const { body } = await service.refused(admin.token, 'camera.patch', {
    ...{ params: { id: cameraId }, body: { inputKindId: kind!.id } },
  })
  expect(body).toMatchObject({ key: 'invalid-request', fields: { inputKindId: 'camera.kind-unknown' } })
})
