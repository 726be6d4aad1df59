/** The call of a room on PostgreSQL: its alarms are answered together, and new ones join who goes. NIGHT-01. */
import { randomUUID } from 'node:crypto'
import type { AlarmAnswer } from '@mimamori/contract/alerting/alarm.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
let other: TestService
let tenant: TestTenant
let unitId: string
let nurse: TestUser
let colleague: TestUser
beforeAll(async () => {
  service = await startService()
  other = await startService({ beside: service, clock: service.clock })
  tenant = await service.tenant()
  unitId = await insertUnit(service, tenant)
  nurse = await service.user({ role: 'USER', tenant })
  colleague = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})

/** Two cameras of one room. */
async function room(): Promise<[TestCamera, TestCamera]> {
  const location = `Room ${randomUUID()}`
  return [
    await insertCamera(service, tenant, { unitId, location }),
    await insertCamera(service, tenant, { unitId, location }),
  ]
}
const raise = (camera: TestCamera, activity: 'A005' | 'A006' = 'A006') =>
  insertAlert(service, camera, { activity, severity: activity === 'A005' ? 'critical' : 'high' })
const press = (user: TestUser, id: string, body: object, at = service) =>
  at.call(user.token, 'alarm.answer', { params: { id }, body: { requestId: randomUUID(), ...body } as AlarmAnswer })
const standing = async (...alerts: { id: string }[]) => {
  const all = alerts.map(async ({ id }) => (await service.call(nurse.token, 'alert.get', { params: { id } })).body)
  return (await Promise.all(all)).map(({ alarm }) => alarm!)
}
const states = async (...alerts: { id: string }[]) => (await standing(...alerts)).map(({ state }) => state)

test('NIGHT-01 the alarms of two cameras of one room have one key, and another room has its own', async () => {
  const [[first, second], [elsewhere]] = [await room(), await room()]
  const ids = [await raise(first), await raise(second), await raise(elsewhere)].map(({ id }) => id)
  const { body } = await service.call(nurse.token, 'alarm.open')
  const keys = ids.map((id) => body.records.find(({ alertId }) => alertId === id)!.room)
  expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false])
})

test('NIGHT-01 claim, arrival and end are about the whole room, and each alarm keeps its own steps', async () => {
  const [first, second] = await room()
  const alerts = [await raise(first), await raise(second), await raise(first, 'A005')]
  await press(nurse, alerts[0]!.id, { action: 'claim', seenIds: alerts.map(({ id }) => id) })
  expect(await states(...alerts)).toEqual(['claimed', 'claimed', 'claimed'])
  await press(nurse, alerts[2]!.id, { action: 'arrive' })
  const { body } = await press(nurse, alerts[2]!.id, { action: 'resolve', outcome: 'assisted' })
  expect(body.records.map(({ alertId }) => alertId).toSorted()).toEqual(alerts.map(({ id }) => id).toSorted())
  const steps = await service.sql`select kind from alert_step where alert_id = ${alerts[1]!.id} order by at, id`
  expect(steps.map(({ kind }) => kind)).toEqual(['claimed', 'arrived', 'resolved'])
})

test('NIGHT-01 a fall that the presser has not seen stays open, with the person who goes to the bed exit', async () => {
  const [camera] = await room()
  const exit = await raise(camera)
  const fall = await raise(camera, 'A005')
  await press(nurse, exit.id, { action: 'claim', seenIds: [exit.id] })
  expect(await states(exit, fall)).toEqual(['claimed', 'open'])
})

test('NIGHT-01 of 20 presses on two alarms of a room through two instances, one person goes to both', async () => {
  const [first, second] = await room()
  const alerts = [await raise(first), await raise(second)]
  const seenIds = alerts.map(({ id }) => id)
  const people = [nurse, colleague]
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      press(people[at % 2]!, seenIds[(at >> 1) % 2]!, { action: 'claim', seenIds }, at % 3 ? service : other),
    ),
  )
  const [one, two] = await standing(...alerts)
  expect(one!.claimer).toEqual(two!.claimer)
  const steps = await service.sql`select alert_id from alert_step where alert_id = any(${seenIds}::uuid[])
    and kind = 'claimed'`
  expect(steps).toHaveLength(2)
})

test('NIGHT-01 an equal alarm joins the person who goes, silently; a worse one is open', async () => {
  const [first, second] = await room()
  const exit = await raise(first)
  await press(nurse, exit.id, { action: 'claim' })
  const [again, fall] = [await raise(second), await raise(second, 'A005')]
  const [joined, worse] = await standing(again, fall)
  expect(joined).toMatchObject({ state: 'claimed', opening: 1, claimer: { userId: nurse.id } })
  expect(worse).toMatchObject({ state: 'open', claimer: null })
  const [step] = await service.sql`select kind, source, user_id from alert_step where alert_id = ${again.id}`
  expect(step).toEqual({ kind: 'claimed', source: 'room', user_id: nurse.id })
})

test('NIGHT-01 nothing joins an expired claim, an arrival of eleven minutes ago, or an ended alarm', async () => {
  const [claimed] = await room()
  await press(nurse, (await raise(claimed)).id, { action: 'claim' })
  const [arrived] = await room()
  await press(nurse, (await raise(arrived)).id, { action: 'arrive' })
  const [ended] = await room()
  await press(nurse, (await raise(ended)).id, { action: 'resolve', outcome: 'already-there' })
  service.clock.jump(11 * 60_000)
  expect(await states(await raise(claimed), await raise(arrived), await raise(ended))).toEqual(['open', 'open', 'open'])
})

test('NIGHT-01 an undone claim opens what had joined it, too', async () => {
  const [camera] = await room()
  const exit = await raise(camera)
  const requestId = randomUUID()
  await press(nurse, exit.id, { action: 'claim', requestId })
  const joined = await raise(camera)
  const { body } = await service.call(nurse.token, 'alarm.undo', {
    body: { undoes: requestId, requestId: randomUUID() },
  })
  expect(body.records).toHaveLength(2)
  expect(await states(exit, joined)).toEqual(['open', 'open'])
})

test('NIGHT-01 one of several alarms gets an outcome of its own', async () => {
  const [camera] = await room()
  const alerts = [await raise(camera), await raise(camera)]
  await press(nurse, alerts[0]!.id, { action: 'resolve', outcome: 'false-alarm', isAlone: true })
  expect(await states(...alerts)).toEqual(['resolved', 'open'])
})

test('NIGHT-01 a press does not reach alarms of the room in a unit that the person may not see', async () => {
  const location = `Room ${randomUUID()}`
  const own = await raise(await insertCamera(service, tenant, { unitId, location }))
  const foreign = await raise(await insertCamera(service, tenant, { location }))
  await press(colleague, own.id, { action: 'claim' })
  expect(await states(own, foreign)).toEqual(['claimed', 'open'])
})

test('NIGHT-01 a claim of a room that is given back notifies once', async () => {
  const [first, second] = await room()
  const alerts = [await raise(first), await raise(second)]
  const seenIds = alerts.map(({ id }) => id)
  await press(nurse, alerts[0]!.id, { action: 'claim', seenIds })
  await press(nurse, alerts[1]!.id, { action: 'give-back' })
  expect(await states(...alerts)).toEqual(['open', 'open'])
  const notices = await service.sql`select alert_id from notice where alert_id = any(${seenIds}::uuid[])
    and cause = 'reopened'`
  expect(notices).toHaveLength(1)
})
