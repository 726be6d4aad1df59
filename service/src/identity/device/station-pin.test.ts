/** The PIN of a person at a shared station. */
import { randomUUID } from 'node:crypto'
import { PIN_GOOD_MS } from '@mimamori/contract/identity/station-pin.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, type TestCamera } from '#testing/site.ts'

const PASSWORD = 'kind camellia 12'
const currentPassword = Buffer.from(PASSWORD).toString('base64')

let service: TestService
let site: TestTenant
let camera: TestCamera
let admin: TestUser
let nurse: TestUser
let station: TestUser
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  site = await service.tenant()
  camera = await insertCamera(service, site)
  admin = await service.user({ role: 'ADMIN', tenant: site })
  nurse = await service.user({ role: 'USER', tenant: site, email: `${randomUUID()}@x.example`, password: PASSWORD })
  station = await service.user({ role: 'USER', tenant: site, type: 'SHARED' })
  const { body } = await service.call(admin.token, 'security.get')
  const draft = { ranges: body.ranges, version: body.version, isStationPinAsked: true }
  await service.call(admin.token, 'security.save', { body: draft })
})

const save = (pin: string) => service.refused(nurse.token, 'stationPin.save', { body: { currentPassword, pin } })
const prove = (pin: string, userId = nurse.id, at = station) =>
  service.refused(at.token, 'stationPin.prove', { body: { userId, pin } })
async function proofOf(pin: string): Promise<string> {
  return (await service.call(station.token, 'stationPin.prove', { body: { userId: nurse.id, pin } })).body.proof
}
const fall = () => insertAlert(service, camera, { severity: 'critical', activity: 'A005' })

async function answer(alert: { id: string }, of: object, at = station) {
  const body = { requestId: randomUUID(), byUserId: nurse.id, ...of }
  const { status, body: answered } = await service.refused(at.token, 'alarm.answer', {
    params: { id: alert.id },
    body: body as never,
  })
  return status === 200 ? 200 : answered.key
}
const end = { action: 'resolve', outcome: 'nothing-needed' } as const

test('REACH-25 a station ends an alarm only with the PIN of the person, and claims without it', async () => {
  await save('4071')
  const alert = await fall()
  expect(await answer(alert, { action: 'claim' })).toBe(200)
  expect(await answer(alert, { action: 'arrive' })).toBe(200)
  expect(await answer(alert, end)).toBe('pin-needed')
  expect((await prove('4072')).body.fields).toEqual({ pin: 'station-pin.wrong' })
  expect(await answer(alert, { ...end, proof: await proofOf('4071') })).toBe(200)
  const { body } = await service.call(admin.token, 'alert.get', { params: { id: alert.id } })
  expect(body.alarm?.resolved).toMatchObject({ userId: nurse.id, outcome: 'nothing-needed' })
})

test('REACH-25 several alarms at once need the PIN as well', async () => {
  await save('4071')
  const press = {
    ids: [(await fall()).id],
    requestId: randomUUID(),
    byUserId: nurse.id,
    outcome: 'false-alarm' as const,
  }
  const refused = await service.refused(station.token, 'alarm.resolveMany', { body: press })
  expect(refused.body.key).toBe('pin-needed')
  const proof = await proofOf('4071')
  const { body } = await service.call(station.token, 'alarm.resolveMany', { body: { ...press, proof } })
  expect(body.changed).toBe(1)
})

test('REACH-25 a proof is good for five minutes of presses, of that person and that station', async () => {
  await save('4071')
  const proof = await proofOf('4071')
  const colleague = await service.user({ role: 'USER', tenant: site })
  const other = await service.user({ role: 'USER', tenant: site, type: 'SHARED' })
  const alert = await fall()
  await answer(alert, { action: 'claim' })
  expect(await answer(alert, { ...end, proof, byUserId: colleague.id })).toBe('pin-needed')
  expect(await answer(alert, { ...end, proof }, other)).toBe('pin-needed')
  const pressedAt = service.clock.now().toISOString()
  service.clock.advance(PIN_GOOD_MS + 1)
  expect(await answer(alert, { ...end, proof })).toBe('pin-needed')
  // It waited for the connection.
  expect(await answer(alert, { ...end, proof, pressedAt })).toBe(200)
})

test('REACH-25 an own device and a site without the setting ask for no PIN', async () => {
  const alert = await fall()
  expect(await answer(alert, { action: 'claim', byUserId: undefined }, nurse)).toBe(200)
  expect(await answer(alert, { ...end, byUserId: undefined }, nurse)).toBe(200)
  await service.sql`update tenant set is_station_pin_asked = false where id = ${site.id}`
  const next = await fall()
  await answer(next, { action: 'claim' })
  expect(await answer(next, end)).toBe(200)
})

test('REACH-25 a station hears who has a PIN, and that one without cannot prove it', async () => {
  await save('4071')
  const { body } = await service.call(station.token, 'alarm.answerers')
  expect(body.isPinAsked).toBe(true)
  expect(body.records.find(({ userId }) => userId === nurse.id)?.hasPin).toBe(true)
  expect(body.records.find(({ userId }) => userId === admin.id)?.hasPin).toBe(false)
  expect((await prove('4071', admin.id)).body.fields).toEqual({ pin: 'station-pin.missing' })
  const stranger = await service.user({ role: 'USER' })
  expect((await prove('4071', stranger.id)).body.fields).toEqual({ userId: 'invalid' })
  expect((await prove('4071', nurse.id, nurse)).body.key).toBe('forbidden')
})

test('REACH-25 the tries of a PIN are limited, the right one among them', async () => {
  await save('4071')
  for (let count = 0; count < 10; count++) await prove('9999')
  expect((await prove('4071')).body.key).toBe('too-many-requests')
})

test('REACH-25 the owner sets it by the password, and a PIN that is easy to guess is refused', async () => {
  for (const pin of ['1234', '9876', '0000', '12a4', '123', '123456789']) {
    expect((await save(pin)).body.fields?.pin).toMatch(/^station-pin\.(easy|invalid)$/)
  }
  const wrong = { currentPassword: Buffer.from('wrong').toString('base64'), pin: '4071' }
  const refused = await service.refused(nurse.token, 'stationPin.save', { body: wrong })
  expect(refused.body.fields).toEqual({ currentPassword: 'profile.current-password-wrong' })
  expect((await save('４０７１')).body).toEqual({ isSet: true })
  await proofOf('4071')
  const removed = await service.call(nurse.token, 'stationPin.remove', { body: { currentPassword } })
  expect(removed.body).toEqual({ isSet: false })
  const rows =
    await service.sql`select action, details from audit where actor_user_id = ${nurse.id} order by action desc`
  expect(rows.map(({ action }) => action)).toEqual(['station-pin.save', 'station-pin.remove'])
  expect(JSON.stringify(rows)).not.toContain('4071')
})
