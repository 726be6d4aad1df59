/** Signals of other devices: alerts with a name of the site, from the call to the screens, and their clips. REACH-54. */
import { randomUUID } from 'node:crypto'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { AssetDraft } from '@mimamori/contract/site/asset.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RATES } from '#platform/http/rate-limit.ts'
import { beat, insertHub, JPEG, MP4, raised, type TestHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAccount, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
let site: TestTenant
let hub: TestHub
let admin: TestUser
let token: string
let cameraId: string
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  site = await service.tenant({ packages: ['VCARE', 'PRO'] })
  hub = await insertHub(service, { tenant: site })
  cameraId = hub.cameraIds[0]!
  admin = await service.user({ role: 'ADMIN', tenant: site })
  token = (await insertAccount(service, site, { name: 'Mat gateway', scopes: ['events'] })).token
  await service.sql`update camera set location = '２０３号室', status = 'Online' where id = ${cameraId}`
  await service.sql`update agent set last_active_at = ${service.clock.now().toISOString()} where id = ${hub.id}`
  await insertAsset({ type: 'KIND', name: 'センサーマット', severity: 'high', roomField: 'name' })
})

const insertAsset = async (draft: AssetDraft) =>
  (await service.call(admin.token, 'asset.create', { body: draft })).body.id

type Signal = { alertId: string; isKnown: boolean; isAlarm: boolean; clip: string }
const MAT = { kind: 'センサーマット', room: '203号室' }
const send = (more: object = {}, by = token) => service.refused(by, 'signal.raise', { body: { ...MAT, ...more } })
const sent = async (more: object = {}, by = token) => (await send(more, by)).body as unknown as Signal
const errorKeyOf = async (more: object, by = token) => (await send(more, by)).body.key
const ago = (ms: number) => new Date(service.clock.now().getTime() - ms).toISOString()
const alertsOf = () => service.sql`select id from alert where tenant_id = ${site.id}`

describe('REACH-54 a signal becomes an alert', () => {
  test('REACH-54 it is an alarm of its room under the site’s name, in bar, bell, room, page and audit', async () => {
    const nurse = await service.user({ role: 'USER', tenant: site })
    const emails = JSON.stringify([`mat-${site.id}@home.example`])
    await service.sql`update camera set subscribers = jsonb_set(subscribers, '{emails}', ${emails}::jsonb) where id = ${cameraId}`
    const news: object[] = []
    const stop = service.platform.bus.subscribe([site.id], (event) => news.push(event))
    const answer = await sent({ note: 'Left side' })
    stop()
    expect(answer).toMatchObject({ kindName: 'センサーマット', location: '２０３号室', isAlarm: true, isKnown: false })
    const { alertId } = answer
    const shown = { activity: SIGNAL, kindName: 'センサーマット', severity: 'high' }
    expect(news).toContainEqual(expect.objectContaining({ type: 'alert-raised', alertId, ...shown }))

    const open = (await service.call(nurse.token, 'alarm.open')).body.records
    const alert = (await service.call(nurse.token, 'alert.get', { params: { id: alertId } })).body
    const room = (await service.call(nurse.token, 'room.get', { params: { id: cameraId } })).body
    const bell = (await service.call(nurse.token, 'notification.search', {})).body.records
    expect([open[0], alert, room.alarm, room.alerts[0], bell[0]]).toMatchObject(Array(5).fill(shown))
    expect(alert.signal).toEqual({ by: 'Mat gateway', note: 'Left side' })
    expect(await service.sql`select cause from notice where alert_id = ${alertId}`).toEqual([{ cause: 'raised' }])
    expect(
      await service.sql`select action, details from audit where object_id = ${alertId} and account_id is not null`,
    ).toEqual([{ action: 'signal.raise', details: { kind: 'センサーマット', externalId: null } }])
  })

  test('REACH-54 the severity of the kind decides whether staff are called', async () => {
    await insertAsset({ type: 'KIND', name: 'Door', severity: 'low', roomField: 'name' })
    expect([(await sent({ kind: 'door' })).isAlarm, (await sent()).isAlarm]).toEqual([false, true])
  })

  test('REACH-54 a rule of the camera watches over it, and the answer of a room ends it', async () => {
    const rule = await insertAsset({
      ...{ type: 'ESCALATION', name: 'Five', thresholdMinutes: 5, activeHours: null, unitIds: [], userIds: [admin.id] },
    })
    await service.sql`update camera set escalation_ids = ${[rule]} where id = ${cameraId}`
    const { alertId } = await sent()
    const waits = () => service.sql`select from alert_escalation where alert_id = ${alertId} and due_at is not null`
    expect(await waits()).toHaveLength(1)
    const body = { action: 'claim' as const, requestId: randomUUID() }
    await service.call(admin.token, 'alarm.answer', { params: { id: alertId }, body })
    expect(await waits()).toHaveLength(0)
  })

  test('REACH-54 a kind that is renamed renames new alerts alone; one that is deleted is refused', async () => {
    const before = await sent()
    const [kind] = (await service.call(admin.token, 'asset.search', { body: { type: 'KIND' } })).body.records
    const { id, version } = kind!
    const draft = { type: 'KIND' as const, name: 'Mat', severity: 'high' as const, roomField: 'name' as const }
    await service.call(admin.token, 'asset.patch', { body: { ...draft, id, version } })
    const after = await sent({ kind: id })
    const nameOf = async ({ alertId }: Signal) =>
      (await service.call(admin.token, 'alert.get', { params: { id: alertId } })).body.kindName
    expect([await nameOf(before), await nameOf(after)]).toEqual(['センサーマット', 'Mat'])
    expect((await service.call(admin.token, 'asset.get', { params: { id } })).body.usageCount).toBe(2)
    await service.call(admin.token, 'asset.remove', { params: { id } })
    expect([await errorKeyOf({}), await errorKeyOf({ kind: 'Mat' })]).toEqual(['kind-unknown', 'kind-unknown'])
    expect(await nameOf(after)).toBe('Mat')
  })
})

describe('REACH-54 what the call names', () => {
  test('REACH-54 the room is named by its id, as it is typed, or by its code, as the kind says', async () => {
    await service.sql`update camera set res_code = 'R-0203' where id = ${cameraId}`
    await insertAsset({ type: 'KIND', name: 'Nurse call', severity: 'high', roomField: 'code' })
    const nurse = await service.user({ role: 'USER', tenant: site })
    const { room } = (await service.call(nurse.token, 'room.list')).body.records[0]!
    for (const named of [room, cameraId, '２０３ 号室']) expect(await sent({ room: named })).toMatchObject({ cameraId })
    expect(await sent({ kind: 'nurse call', room: 'r-0203' })).toMatchObject({ cameraId })
    expect([await errorKeyOf({ room: 'R-0203' }), await errorKeyOf({ kind: 'Nurse call' })]).toEqual([
      'room-unknown',
      'room-unknown',
    ])
  })

  test('REACH-54 rooms of one name in two units differ by their id; cameras of one room are one', async () => {
    const { id: twin } = await insertCamera(service, site, { unitId: hub.unitId, location: '２０３号室' })
    expect((await send()).status).toBe(200)
    const other = await insertUnit(service, site)
    await insertCamera(service, site, { unitId: other, location: '２０３号室' })
    expect(await errorKeyOf({})).toBe('room-several')
    expect(await sent({ room: twin })).toMatchObject({ cameraId: twin })
  })

  test('REACH-54 the same external id of a token raises nothing twice within a day, also at once', async () => {
    const twice = await Promise.all([sent({ externalId: 'e-1' }), sent({ externalId: 'e-1' })])
    expect(new Set(twice.map(({ alertId }) => alertId)).size).toBe(1)
    expect(twice.map(({ isKnown }) => isKnown).toSorted()).toEqual([false, true])
    const other = await insertAccount(service, site, { scopes: ['events'] })
    expect(await sent({ externalId: 'e-1' }, other.token)).toMatchObject({ isKnown: false })
    service.clock.advance(24 * HOUR_MS)
    expect(await sent({ externalId: 'e-1' })).toMatchObject({ isKnown: false })
    expect(await alertsOf()).toHaveLength(3)
  })

  test('REACH-54 a clock that is a little ahead means now, a wrong one and yesterday are refused in words', async () => {
    const ahead = await sent({ occurredAt: ago(-4 * MINUTE_MS) })
    expect(ahead).toMatchObject({ occurredAt: service.clock.now().toISOString() })
    expect(await errorKeyOf({ occurredAt: ago(-6 * MINUTE_MS) })).toBe('time-ahead')
    expect(await errorKeyOf({ occurredAt: ago(24 * HOUR_MS + 1) })).toBe('time-past')
    expect((await send({ room: 'nowhere' })).body).toMatchObject({
      key: 'room-unknown',
      message: 'No camera of this site stands in a room of this name or id.',
    })
  })

  test('REACH-54 a token of a unit reaches its rooms alone, and one without the scope none', async () => {
    const elsewhere = await insertUnit(service, site)
    const bound = await insertAccount(service, site, { scopes: ['events'], unitIds: [elsewhere] })
    const reader = await insertAccount(service, site, { scopes: ['alerts'] })
    expect([await errorKeyOf({}, bound.token), await errorKeyOf({}, reader.token)]).toEqual([
      'room-unknown',
      'scope-needed',
    ])
    expect((await send({}, admin.token)).body.key).toBe('forbidden')
  })

  test('REACH-54 a contact that bounces is slowed', async () => {
    for (let calls = 0; calls < RATES.signal.burst; calls++) expect((await send()).status).toBe(200)
    expect(await errorKeyOf({})).toBe('too-many-requests')
    service.clock.advance(3_000)
    expect((await send()).status).toBe(200)
  })
})

describe('REACH-54 the clip', () => {
  test('REACH-54 it is asked of the hub, which adds image and clip to this alert and to no other', async () => {
    const orderHub = vi.spyOn(service.platform, 'orderHub')
    const { alertId, clip } = await sent()
    const since = service.clock.now().toISOString()
    const order = { type: 'footage-wanted', appCode: SIGNAL, alertId, cameraId, severity: 'high', since }
    expect([clip, orderHub.mock.calls]).toEqual(['asked', [[hub.id, order]]])
    orderHub.mockRestore()

    const mediaId = randomUUID()
    const footage = { appCode: SIGNAL, severity: 'high', hasClip: true, thumbnail: JPEG.toString('base64') } as const
    const events = [
      raised(cameraId, service.clock.now(), { ...footage, alertId }),
      raised(cameraId, service.clock.now(), footage),
      { type: 'clip-ready' as const, alertId, mediaId, durationMs: 15_000, alertAtMs: 5_000 },
    ]
    const query = { cameraId, contentType: 'video/mp4' as const }
    const upload = { params: { id: mediaId }, query, bytes: MP4, contentType: 'application/octet-stream' }
    await service.call(hub.token, 'hub.putMedia', upload)
    await service.call(hub.token, 'hub.events', { body: { epoch: randomUUID(), fromSequence: 1, events } })
    const alert = (await service.call(admin.token, 'alert.get', { params: { id: alertId } })).body
    expect(alert).toMatchObject({ clipState: 'ready', clipAlertAtMs: 5_000, thumbnailUrl: expect.any(String) })
    expect(alert).toMatchObject({ clipUrl: expect.any(String), clipUnasked: null, kindName: 'センサーマット' })
    expect(await alertsOf()).toHaveLength(1)
  })

  test('REACH-54 without a connected camera, or too late, the alert stands and says why it has none', async () => {
    const saysOf = async (more: object = {}) => {
      const { alertId, clip } = await sent(more)
      const { clipState, clipUnasked } = (await service.call(admin.token, 'alert.get', { params: { id: alertId } }))
        .body
      return [clip, clipState, clipUnasked]
    }
    expect(await saysOf({ occurredAt: ago(31_000) })).toEqual(['signal-late', 'failed', 'signal-late'])
    await service.sql`update agent set last_active_at = ${ago(10 * MINUTE_MS)} where id = ${hub.id}`
    expect(await saysOf()).toEqual(['camera-away', 'failed', 'camera-away'])
    await beat(service, hub)
    expect((await saysOf())[0]).toBe('asked')
    await service.sql`update camera set is_enabled = false where id = ${cameraId}`
    expect((await saysOf())[0]).toBe('camera-away')
  })
})
