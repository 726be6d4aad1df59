/** Bed exits and wake-ups end by themselves when their resident is back in bed, and only then. */
import { randomUUID } from 'node:crypto'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { type HeardRoom, storeRooms } from '#service/care/room/room.changes.ts'
import { unknowRooms } from '#service/care/room/room.jobs.ts'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, type TestCamera } from '#testing/site.ts'
import { startPeople, type TestPeople } from '../notification/testing.ts'
import { reopen } from './alarm.reopening.ts'
import { endReturned } from './alarm.returned.ts'

let people: TestPeople
let service: TestService
let other: TestService
beforeAll(async () => {
  people = await startPeople()
  service = people.service
  other = await startService({ beside: service, clock: service.clock })
})
afterAll(async () => {
  await other.stop()
  await people.stop()
})

/** A room whose hub is connected; both instances have run for a while. */
async function home() {
  const hub = await insertHub(service)
  const nurse = await service.user({ role: 'USER', tenant: { id: hub.tenantId } })
  const camera: TestCamera = { id: hub.cameraIds[0]!, tenantId: hub.tenantId, unitId: hub.unitId, name: '' }
  const jobs = [service, other].map(({ platform }) => endReturned(platform))
  service.clock.advance(200_000)
  return { hub, nurse, camera, jobs }
}
type Home = Awaited<ReturnType<typeof home>>

/** Until all messages that are due were sent. */
const sent = () => people.work.idle()
const iso = (ms: number) => new Date(ms).toISOString()
const nowMs = () => service.clock.now().getTime()
async function roomIs({ camera, hub }: Home, ...states: RoomState[]) {
  const rooms = states.map((state, at): HeardRoom => {
    const since = iso(nowMs() - (states.length - 1 - at) * 1_000)
    const reason = state === 'unknown' ? { code: 'dark' as const, params: {} } : null
    return { cameraId: camera.id, state, reason, since, at: since }
  })
  const scope = { tenantId: hub.tenantId, tenantIds: [hub.tenantId], userId: null, unitIds: null }
  await service.database.asTenant(scope, (db) => storeRooms(db, hub, rooms, service.clock.now()))
}
const beat = ({ hub }: Pick<Home, 'hub'>) =>
  service.sql`update agent set last_active_at = ${service.clock.now()} where id = ${hub.id}`
const look = ({ jobs }: Home) => Promise.all(jobs.map((job) => drain(job, service.database, service.clock.now())))
/** Time passes while the hub is heard. */
async function pass(place: Home, seconds: number): Promise<void> {
  service.clock.advance(seconds * 1_000)
  await beat(place)
  // A message that is being planned locks its alert, which is skipped until then.
  await sent()
  await look(place)
}
const raise = (camera: TestCamera, activity: Activity = 'A006', severity: AlertSeverity = 'high') =>
  insertAlert(service, camera, { activity, severity })
const detailOf = async (user: TestUser, id: string) =>
  (await service.call(user.token, 'alert.get', { params: { id } })).body
const stateOf = async ({ nurse }: Home, { id }: { id: string }) => (await detailOf(nurse, id)).alarm?.state
const press = (user: TestUser, { id }: { id: string }, action: 'claim' | 'give-back') =>
  service.call(user.token, 'alarm.answer', { params: { id }, body: { action, requestId: randomUUID() } })

describe('NIGHT-05 back in bed', () => {
  test('NIGHT-05 two minutes in bed end a bed exit and a wake-up, once, by the service', async () => {
    const place = await home()
    const [exit, wakeUp] = [await raise(place.camera), await raise(place.camera, 'A004')]
    await roomIs(place, 'up')
    await pass(place, 60)
    await roomIs(place, 'in-bed')
    await pass(place, 119)
    expect([await stateOf(place, exit), await stateOf(place, wakeUp)]).toEqual(['open', 'open'])
    const news: unknown[] = []
    const stop = service.platform.bus.subscribe([place.camera.tenantId], (event) => news.push(event))
    const more = other.platform.bus.subscribe([place.camera.tenantId], (event) => news.push(event))
    await pass(place, 1)
    await look(place)
    stop()
    more()
    const { alarm, steps } = await detailOf(place.nurse, exit.id)
    const resolved = { userId: null, userName: '', outcome: 'returned', note: null, at: iso(nowMs()) }
    expect(alarm).toMatchObject({ state: 'resolved', claimer: null, resolved })
    expect(steps.filter(({ kind }) => kind === 'resolved')).toMatchObject([{ userName: null, outcome: 'returned' }])
    expect(await stateOf(place, wakeUp)).toBe('resolved')
    expect(news).toContainEqual(expect.objectContaining({ type: 'alarm-changed', unitId: place.camera.unitId }))
    expect((await service.call(place.nurse.token, 'alarm.open')).body.records).toEqual([])
    const late = await service.refused(place.nurse.token, 'alarm.answer', {
      params: { id: exit.id },
      body: { action: 'claim', requestId: randomUUID() },
    })
    expect(late.body.key).toBe('alarm-state')
  })

  test('NIGHT-05 its message is withdrawn from the phones that it reached', async () => {
    const place = await home()
    const carer = await people.person({ tenant: { id: place.camera.tenantId } })
    await service.sql`update camera set subscribers = subscribers || ${service.sql.json({ userIds: [carer.id] })}
      where id = ${place.camera.id}`
    const exit = await raise(place.camera)
    await sent()
    await roomIs(place, 'in-bed')
    await pass(place, 120)
    await sent()
    const shown = carer.browser.received.map(({ message: { tag, withdraws } }) => [tag, withdraws === true])
    expect(shown).toEqual([
      [`raised:${exit.id}`, false],
      [`raised:${exit.id}`, true],
    ])
  })

  test('NIGHT-05 a resident in bed since before the alarm counts from the alarm on', async () => {
    const place = await home()
    await roomIs(place, 'in-bed')
    await pass(place, 3_600)
    const exit = await raise(place.camera)
    await pass(place, 119)
    expect(await stateOf(place, exit)).toBe('open')
    await pass(place, 1)
    expect(await stateOf(place, exit)).toBe('resolved')
  })

  test('NIGHT-05 an alarm that opened again counts from then on', async () => {
    const place = await home()
    const exit = await raise(place.camera)
    await roomIs(place, 'in-bed')
    await pass(place, 60)
    await press(place.nurse, exit, 'claim')
    await pass(place, 180)
    expect(await stateOf(place, exit)).toBe('claimed')
    await reopen(service.platform).work(service.database, service.clock.now())
    await pass(place, 119)
    expect(await stateOf(place, exit)).toBe('open')
    await pass(place, 1)
    expect(await stateOf(place, exit)).toBe('resolved')
  })

  test.each([
    ['a fall', 'A005', ['in-bed']],
    ['a person in the room', 'A001', ['in-bed']],
    ['a resident who sits on the edge', 'A006', ['in-bed', 'sitting-up']],
    ['an unknown room', 'A006', ['in-bed', 'unknown']],
    ['a room that is away', 'A006', ['away']],
  ] as const)('NIGHT-05 %s never ends by itself', async (_of, activity, states) => {
    const place = await home()
    const alarm = await raise(place.camera, activity)
    await roomIs(place, ...states)
    await pass(place, 600)
    expect(await stateOf(place, alarm)).toBe('open')
  })

  test('NIGHT-05 another camera of the room that sees the bed ends nothing', async () => {
    const place = await home()
    const beside = await insertHub(service, { tenant: { id: place.camera.tenantId, code: '' } })
    const exit = await raise({ ...place.camera, id: beside.cameraIds[0]!, unitId: beside.unitId })
    await roomIs(place, 'in-bed')
    await pass(place, 600)
    expect(await stateOf(place, exit)).toBe('open')
  })

  test('NIGHT-05 a site that switched it off answers its bed exits itself', async () => {
    const place = await home()
    const admin = await service.user({ role: 'ADMIN', tenant: { id: place.camera.tenantId } })
    const { tenantId: _, ...read } = (await service.call(admin.token, 'alarmSettings.get')).body
    expect(read.isReturnEnding).toBe(true)
    const body = { ...read, isReturnEnding: false }
    expect((await service.call(admin.token, 'alarmSettings.save', { body })).body.isReturnEnding).toBe(false)
    const exit = await raise(place.camera)
    await roomIs(place, 'in-bed')
    await pass(place, 600)
    expect(await stateOf(place, exit)).toBe('open')
  })

  test('NIGHT-05 an instance that has just started, or whose clock was set, measures two minutes first', async () => {
    const place = await home()
    const exit = await raise(place.camera)
    await roomIs(place, 'in-bed')
    await pass(place, 60)
    service.clock.jump(3_600_000)
    await beat(place)
    await look(place)
    const fresh = { ...place, jobs: [endReturned(service.platform)] }
    await look(fresh)
    await pass(place, 119)
    await look(fresh)
    expect(await stateOf(place, exit)).toBe('open')
    await pass(place, 1)
    expect(await stateOf(place, exit)).toBe('resolved')
  })
})

describe('NIGHT-05 the hub falls silent', () => {
  test('NIGHT-05 the silent minutes do not count, and the rest counts when it is back', async () => {
    const place = await home()
    const exit = await raise(place.camera)
    await roomIs(place, 'in-bed')
    await pass(place, 100)
    for (let second = 0; second < 60; second += 10) {
      service.clock.advance(10_000)
      await look(place)
      await drain(unknowRooms(service.platform.bus), service.database, service.clock.now())
    }
    expect(await stateOf(place, exit)).toBe('open')
    await beat(place)
    await roomIs(place, 'in-bed')
    await pass(place, 119)
    expect(await stateOf(place, exit)).toBe('open')
    await pass(place, 1)
    expect(await stateOf(place, exit)).toBe('resolved')
  })
})
