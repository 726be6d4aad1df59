/** Alarms through the service's calls: one claimer, every step on the timeline, and what ends an alarm. */
import { randomUUID } from 'node:crypto'
import type { Alarm, AlarmAnswer } from '@mimamori/contract/alerting/alarm.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
let tenant: TestTenant
let camera: TestCamera
let nurse: TestUser
let colleague: TestUser
beforeAll(async () => {
  service = await startService()
  tenant = await service.tenant()
  camera = await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant) })
  nurse = await userOf('USER')
  colleague = await userOf('RESTRICTED_USER', [camera.unitId!])
})
afterAll(() => service.stop())

const userOf = (role: Role, unitIds: string[] = []) => service.user({ role, tenant, unitIds })
/** In a room of its own: the alarms of one room are answered together. */
const fall = async () =>
  insertAlert(service, await insertCamera(service, tenant, { unitId: camera.unitId! }), {
    activity: 'A005',
    severity: 'critical',
  })

type Body = AlarmAnswer extends infer A
  ? A extends AlarmAnswer
    ? Omit<A, 'requestId'> & { requestId?: string }
    : never
  : never
const bodyOf = (body: Body) => ({ requestId: randomUUID(), ...body }) as AlarmAnswer
/** The status of the answer, and the named alarm after it. */
const press = async (user: TestUser, id: string, body: Body) => {
  const { status, body: answer } = await service.call(user.token, 'alarm.answer', {
    params: { id },
    body: bodyOf(body),
  })
  return { status, body: answer.records?.find(({ alertId }) => alertId === id)?.alarm as Alarm }
}
const rejection = async (user: TestUser, id: string, body: Body) => {
  const answer = await service.refused(user.token, 'alarm.answer', { params: { id }, body: bodyOf(body) })
  return [answer.status, answer.body.key]
}
const alarmOf = async (id: string) => (await service.call(nurse.token, 'alert.get', { params: { id } })).body.alarm
const stepsOf = async (id: string) => {
  const { body } = await service.call(nurse.token, 'alert.get', { params: { id } })
  return body.steps.slice(2).map((step) => [step.kind, step.userName, step.outcome])
}

describe('claims', () => {
  test('ALARM-02 of 50 simultaneous presses exactly one claims the alarm, and the others are notified', async () => {
    const { id } = await fall()
    const people = await Promise.all(Array.from({ length: 10 }, () => userOf('USER')))
    const presses = Array.from({ length: 50 }, (_, at) =>
      service.call(people[at % 10]!.token, 'alarm.answer', { params: { id }, body: bodyOf({ action: 'claim' }) }),
    )
    const answers = await Promise.all(presses)
    const claimer = (await alarmOf(id))?.claimer?.userId
    for (const [at, { status }] of answers.entries()) {
      expect(status).toBe(people[at % 10]!.id === claimer ? 200 : 409)
    }
    expect(await stepsOf(id)).toEqual([['claimed', 'Test USER', null]])
  })

  test('ALARM-02 the same press again changes nothing and gets the alarm as it is', async () => {
    const { id } = await fall()
    const requestId = randomUUID()
    const first = await press(nurse, id, { action: 'claim', requestId })
    await press(nurse, id, { action: 'give-back' })
    const again = await press(nurse, id, { action: 'claim', requestId })
    expect([first.body.state, again.body.state]).toEqual(['claimed', 'open'])
    expect(again.body.opening).toBe(2)
    expect((await stepsOf(id)).map(([kind]) => kind)).toEqual(['claimed', 'given-back'])
  })

  test('ALARM-02 a colleague joins, the claimer arrives and resolves; each step has its name', async () => {
    const { id } = await fall()
    const claimed = await press(nurse, id, { action: 'claim', source: 'push' })
    const endsAt = new Date(service.clock.now().getTime() + 180_000).toISOString()
    expect(claimed.body).toMatchObject({ state: 'claimed', claimEndsAt: endsAt, claimer: { userId: nurse.id } })
    expect(await rejection(colleague, id, { action: 'claim' })).toEqual([409, 'alarm-claimed'])
    await press(colleague, id, { action: 'join' })
    await press(nurse, id, { action: 'arrive' })
    const over = await press(nurse, id, { action: 'resolve', outcome: 'no-injury', note: ' sat beside the bed ' })
    expect(over.body.joined.map(({ userId }) => userId)).toEqual([colleague.id])
    expect(over.body.resolved).toMatchObject({ outcome: 'no-injury', note: 'sat beside the bed', userId: nurse.id })
    expect(await stepsOf(id)).toEqual([
      ['claimed', 'Test USER', null],
      ['joined', 'Test RESTRICTED_USER', null],
      ['arrived', 'Test USER', null],
      ['resolved', 'Test USER', 'no-injury'],
    ])
    expect(await rejection(colleague, id, { action: 'claim' })).toEqual([409, 'alarm-state'])
  })

  test('ALARM-01 an open alarm ends without a claim only as false or already attended', async () => {
    const { id } = await fall()
    expect(await rejection(nurse, id, { action: 'resolve', outcome: 'injury' })).toEqual([409, 'alarm-state'])
    const { body } = await press(nurse, id, { action: 'resolve', outcome: 'already-there' })
    expect(body).toMatchObject({ state: 'resolved', claimer: null })
  })

  test('ALARM-01 an alert of medium severity needs no answer and accepts none', async () => {
    const { id } = await insertAlert(service, camera, { severity: 'medium' })
    expect(await alarmOf(id)).toBeNull()
    expect(await rejection(nurse, id, { action: 'claim' })).toEqual([409, 'alarm-state'])
  })

  test('ALARM-02 a press that waited for a connection keeps its time, unless it is over half a day old', async () => {
    const { id } = await fall()
    const ago = (ms: number) => new Date(service.clock.now().getTime() - ms).toISOString()
    expect(await rejection(nurse, id, { action: 'claim', pressedAt: ago(13 * 3_600_000) })).toEqual([
      409,
      'press-too-old',
    ])
    const pressedAt = ago(90_000)
    await press(nurse, id, { action: 'claim', pressedAt, source: 'push' })
    const { body } = await service.call(nurse.token, 'alert.get', { params: { id } })
    expect(body.steps.at(-1)).toMatchObject({ kind: 'claimed', pressedAt, source: 'push' })
    expect(await rejection(colleague, id, { action: 'claim', pressedAt })).toEqual([409, 'alarm-claimed'])
  })
})

describe('people who may answer', () => {
  test('ALARM-02 a station must name the person who claims, from its own site', async () => {
    const { id } = await fall()
    const station = await service.user({ role: 'USER', tenant, type: 'SHARED' })
    const stranger = await service.user({ role: 'USER' })
    const { body } = await service.call(station.token, 'alarm.answerers')
    const names = body.records.map(({ userId }) => userId)
    expect(names).toContain(nurse.id)
    expect(names).not.toContain(station.id)
    expect(names).not.toContain(stranger.id)

    expect(await rejection(station, id, { action: 'claim' })).toEqual([409, 'person-needed'])
    expect(await rejection(station, id, { action: 'claim', byUserId: stranger.id })).toEqual([400, 'invalid-request'])
    expect(await rejection(nurse, id, { action: 'claim', byUserId: colleague.id })).toEqual([400, 'invalid-request'])
    const claimed = await press(station, id, { action: 'claim', byUserId: nurse.id })
    expect(claimed.body.claimer).toMatchObject({ userId: nurse.id, userName: 'Test USER' })
    const arrived = await press(nurse, id, { action: 'arrive' })
    expect(arrived.body.state).toBe('arrived')
    const [audited] = await service.sql`
      select actor_user_id, details from audit where object_id = ${id} and action = 'alarm.claim'`
    expect(audited).toMatchObject({ actor_user_id: station.id, details: { source: 'station', byUserId: nurse.id } })
  })

  test('ALARM-01 users of other units or sites, and annotators, cannot answer', async () => {
    const { id } = await fall()
    const elsewhere = await userOf('USER', [await insertUnit(service, tenant)])
    const annotator = await userOf('ANNOTATOR')
    const guest = await userOf('DEMO_USER')
    const stranger = await service.user({ role: 'ADMIN' })
    expect(await rejection(elsewhere, id, { action: 'claim' })).toEqual([404, 'not-found'])
    expect(await rejection(stranger, id, { action: 'claim' })).toEqual([404, 'not-found'])
    expect(await rejection(annotator, id, { action: 'claim' })).toEqual([403, 'forbidden'])
    expect((await rejection(guest, id, { action: 'claim' }))[0]).toBe(403)
    expect((await alarmOf(id))?.state).toBe('open')
  })
})

describe('actions that do not answer an alarm', () => {
  const patch = (user: TestUser, id: string, body: object) =>
    service.call(user.token, 'alert.patch', { params: { id }, body })

  test('ALARM-01 reading, marking all read and an annotator’s verdict leave the alarm open', async () => {
    const { id } = await fall()
    await patch(nurse, id, { hasRead: true })
    await service.call(nurse.token, 'alert.markAllRead', { body: {} })
    await patch(await userOf('ANNOTATOR'), id, { verdict: 'false-alarm', hasRead: true })
    expect(await alarmOf(id)).toMatchObject({ state: 'open', opening: 1 })
    await patch(nurse, id, { verdict: 'real' })
    expect((await alarmOf(id))?.state).toBe('open')
  })

  test('ALARM-01 a nurse’s verdict of a false alarm ends it; an alarm that is not over is not archived', async () => {
    const { id } = await fall()
    const refused = await service.refused(nurse.token, 'alert.patch', { params: { id }, body: { archived: true } })
    expect([refused.status, refused.body.key]).toEqual([409, 'alarm-not-over'])
    await patch(nurse, id, { verdict: 'false-alarm', verdictReason: 'a blanket' })
    expect((await alarmOf(id))?.resolved).toMatchObject({ outcome: 'false-alarm', note: 'a blanket', userId: nurse.id })
    expect((await patch(nurse, id, { archived: true })).status).toBe(200)
  })

  test('ALARM-07 an alarm resolved as false counts as a false alarm in verdicts', async () => {
    const { id } = await fall()
    await press(nurse, id, { action: 'resolve', outcome: 'false-alarm' })
    const { body } = await service.call(nurse.token, 'alert.get', { params: { id } })
    expect(body.verdict).toBe('false-alarm')
  })

  test('ALARM-01 steps of an alarm are never changed or removed by the service', async () => {
    const { id } = await fall()
    await press(nurse, id, { action: 'claim' })
    const scope = { tenantId: tenant.id, tenantIds: [tenant.id], userId: null, unitIds: null }
    const { sql } = await import('#platform/postgres/sql.ts')
    for (const statement of [sql`delete from alert_step`, sql`update alert_step set user_name = 'Nobody'`]) {
      await expect(service.database.asTenant(scope, (db) => db.run(statement))).rejects.toThrow('permission denied')
      await expect(service.database.asPlatform('a test', (db) => db.run(statement))).rejects.toThrow(
        'permission denied',
      )
    }
  })
})

describe('the bar', () => {
  test('ALARM-03 the bar has the alarms of the scope that are not over, newest first, and counts them', async () => {
    const site = await service.tenant()
    const [east, west] = [await insertUnit(service, site), await insertUnit(service, site)]
    const [inEast, inWest] = [
      await insertCamera(service, site, { unitId: east }),
      await insertCamera(service, site, { unitId: west, location: '204' }),
    ]
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    const raise = (of: TestCamera, ms: number) =>
      insertAlert(service, of, {
        ...{ activity: 'A005', severity: 'critical' },
        occurredAt: new Date(service.clock.now().getTime() - ms).toISOString(),
      })
    const [old, newer, over] = [await raise(inEast, 60_000), await raise(inWest, 1_000), await raise(inEast, 5_000)]
    await insertAlert(service, inEast, { severity: 'low' })
    await press(admin, old.id, { action: 'claim' })
    await press(admin, over.id, { action: 'resolve', outcome: 'false-alarm', isAlone: true })

    const { body } = await service.call(admin.token, 'alarm.open')
    expect(body.records.map(({ alertId }) => alertId)).toEqual([newer.id, old.id])
    expect(body).toMatchObject({
      totalCount: 2,
      roomCount: 2,
      unclaimedCount: 1,
      now: service.clock.now().toISOString(),
    })
    expect(body.records[0]).toMatchObject({ location: '204', alarm: { state: 'open', opening: 1 } })
    const bound = await service.user({ role: 'USER', tenant: site, unitIds: [west] })
    expect((await service.call(bound.token, 'alarm.open')).body.totalCount).toBe(1)
    const narrowed = await service.call(admin.token, 'alarm.open', { query: { unitIds: east } })
    expect(narrowed.body.records.map(({ alertId }) => alertId)).toEqual([old.id])
  })

  test('NIGHT-01 the alarms of two cameras in one room count as one room', async () => {
    const site = await service.tenant()
    const unitId = await insertUnit(service, site, 'East')
    const place = { unitId, location: '205' }
    const cameras = [await insertCamera(service, site, place), await insertCamera(service, site, place)]
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    for (const camera of cameras) await insertAlert(service, camera, { activity: 'A006', severity: 'high' })
    const [first] = (await service.call(admin.token, 'room.list', {})).body.records
    const { body } = await service.call(admin.token, 'alarm.open')
    expect(body).toMatchObject({ totalCount: 2, roomCount: 1, unclaimedCount: 1 })
    expect(first).toMatchObject({ room: body.records[0]!.room, alarm: { userName: null } })
    const seenIds = body.records.map(({ alertId }) => alertId)
    const { claimer } = (await press(admin, seenIds[0]!, { action: 'claim', seenIds })).body
    expect((await service.call(admin.token, 'alarm.open')).body).toMatchObject({ roomCount: 1, unclaimedCount: 0 })
    const rooms = (await service.call(admin.token, 'room.list', {})).body.records
    expect(rooms.map(({ room, alarm }) => [room, alarm?.userName])).toEqual([
      [first!.room, claimer!.userName],
      [first!.room, claimer!.userName],
    ])
  })

  test('ALARM-05 several open alarms are resolved together; a claimed one stays', async () => {
    const [first, second, claimed] = [await fall(), await fall(), await fall()]
    await press(colleague, claimed.id, { action: 'claim' })
    const news: LiveEvent[] = []
    const stop = service.platform.bus.subscribe([tenant.id], (event) => news.push(event))
    const ids = [first.id, second.id, claimed.id]
    const body = { ids, requestId: randomUUID(), outcome: 'false-alarm' as const }
    const answer = await service.call(nurse.token, 'alarm.resolveMany', { body })
    const again = await service.call(nurse.token, 'alarm.resolveMany', { body })
    stop()
    expect([answer.body.changed, again.body.changed]).toEqual([2, 0])
    expect((await alarmOf(claimed.id))?.state).toBe('claimed')
    const changed = news.filter(({ type }) => type === 'alarm-changed')
    expect(changed).toEqual([{ type: 'alarm-changed', alertIds: [first.id, second.id].sort(), unitId: camera.unitId }])
  })

  test('ALARM-05 one press ends the unclaimed late alarms, and can be undone', async () => {
    const at = service.clock.now()
    const occurredAt = new Date(at.getTime() - 3_600_000).toISOString()
    const late = async () =>
      insertAlert(service, await insertCamera(service, tenant, { unitId: camera.unitId! }), {
        activity: 'A005',
        severity: 'critical',
        occurredAt,
        createdAt: at.toISOString(),
      })
    const [first, second, claimed, fresh] = [await late(), await late(), await late(), await fall()]
    await press(colleague, claimed.id, { action: 'claim' })
    const filter = { isLate: true as const, alarmStates: ['open' as const] }
    const listed = async () =>
      (await service.call(nurse.token, 'alert.search', { body: filter })).body.records.map(({ id }) => id).toSorted()
    expect(await listed()).toEqual([first.id, second.id].toSorted())
    const unseen = await late()
    const body = { ids: [first, second, claimed, fresh].map(({ id }) => id), requestId: randomUUID() }
    expect((await service.call(nurse.token, 'alarm.lookThrough', { body })).body.changed).toBe(2)
    expect((await alarmOf(first.id))?.resolved).toMatchObject({ userId: nurse.id, outcome: 'looked-through' })
    const others = [claimed, fresh, unseen].map(async ({ id }) => (await alarmOf(id))?.state)
    expect(await Promise.all(others)).toEqual(['claimed', 'open', 'open'])
    const undo = { undoes: body.requestId, requestId: randomUUID() }
    await service.call(nurse.token, 'alarm.undo', { body: undo })
    expect((await alarmOf(second.id))?.state).toBe('open')
  })

  test('ALARM-05 of two people who look through late alarms at once, each ends what the other did not', async () => {
    const other = await startService({ beside: service, clock: service.clock })
    const at = service.clock.now()
    const [occurredAt, createdAt] = [new Date(at.getTime() - 3_600_000).toISOString(), at.toISOString()]
    const severity = 'high'
    const room = await insertCamera(service, tenant, { unitId: camera.unitId! })
    const made = Array.from({ length: 20 }, () => insertAlert(service, room, { severity, occurredAt, createdAt }))
    const ids = (await Promise.all(made)).map(({ id }) => id)
    const press = (at: TestService, { token }: TestUser, own: string[]) =>
      at.call(token, 'alarm.lookThrough', { body: { ids: own, requestId: randomUUID() } })
    const [one, two] = await Promise.all([press(service, nurse, ids), press(other, colleague, ids.toReversed())])
    await other.stop()
    expect(one.body.changed + two.body.changed).toBe(20)
    const steps = await service.sql`select alert_id from alert_step where alert_id = any(${ids}::uuid[])
      and kind = 'resolved'`
    expect(steps.map(({ alert_id }) => alert_id).toSorted()).toEqual(ids.toSorted())
    expect((await press(service, nurse, ids)).body.changed).toBe(0)
  })

  test('ALARM-05 at a shared station several are resolved together by the person that is named', async () => {
    const [first, second] = [await fall(), await fall()]
    const station = await service.user({ role: 'USER', tenant, type: 'SHARED' })
    const body = { ids: [first.id, second.id], requestId: randomUUID(), outcome: 'false-alarm' as const }
    expect((await service.refused(station.token, 'alarm.resolveMany', { body })).body.key).toBe('person-needed')
    const named = { ...body, byUserId: nurse.id }
    expect((await service.call(station.token, 'alarm.resolveMany', { body: named })).body.changed).toBe(2)
    expect((await alarmOf(second.id))?.resolved).toMatchObject({ userId: nurse.id, outcome: 'false-alarm' })
  })

  test('ALARM-01 an alarm deleted by an administrator leaves the bar, and undo restores it', async () => {
    const site = await service.tenant()
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    const { id } = await insertAlert(service, await insertCamera(service, site), { severity: 'critical' })
    const count = async () => (await service.call(admin.token, 'alarm.open')).body.totalCount
    await service.call(admin.token, 'alert.remove', { params: { id } })
    expect(await count()).toBe(0)
    const refused = await service.refused(admin.token, 'alarm.answer', {
      params: { id },
      body: bodyOf({ action: 'claim' }),
    })
    expect(refused.status).toBe(404)
    await service.call(admin.token, 'alert.restore', { body: { ids: [id] } })
    expect(await count()).toBe(1)
    const audited = await service.sql`select action from audit where object_id = ${id} order by at, id`
    expect(audited.map(({ action }) => action)).toEqual(['alert.delete', 'alert.restore'])
  })

  test('ALARM-02 each site has its own severities and its own limit', async () => {
    const site = await service.tenant()
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    const change = { alarmSeverities: ['medium', 'critical'] as const, arrivalLimitSeconds: 60 }
    const set = (body: object) =>
      service.call(operator.token, 'tenant.patch', { body: { id: site.id, ...body } as never })
    expect((await set(change)).body).toMatchObject({ alarmSeverities: ['critical', 'medium'], arrivalLimitSeconds: 60 })
    expect((await set({ alarmSeverities: ['high'] })).status).toBe(400)
    expect((await set({ arrivalLimitSeconds: 59 })).status).toBe(400)
    const room = await insertCamera(service, site)
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    await insertAlert(service, room, { severity: 'high' })
    const { id } = await insertAlert(service, room, { severity: 'medium' })
    const { body } = await service.call(admin.token, 'alarm.open')
    expect(body.records.map(({ alertId }) => alertId)).toEqual([id])
    const claimed = await press(admin, id, { action: 'claim' })
    expect(claimed.body.claimEndsAt).toBe(new Date(service.clock.now().getTime() + 60_000).toISOString())
  })
})
