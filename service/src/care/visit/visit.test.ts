/** Care visits through the service's calls, a hub's alerts and a hub's rooms: what they pause, and how they end. */

import { randomUUID } from 'node:crypto'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import { VISIT_USUAL_APPS } from '@mimamori/contract/care/room-state.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { insertHub, raised } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { endVisits } from './visit.ends.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function home() {
  const tenant = await service.tenant()
  const unitId = await insertUnit(service, tenant)
  const camera = await insertCamera(service, tenant, { unitId })
  const nurse = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
  return { tenant, unitId, camera, nurse }
}
const draftOf = (camera: { id: string }, appCodes: readonly AlertAppCode[] = VISIT_USUAL_APPS) => ({
  ...{ cameraId: camera.id, minutes: 30 as const, appCodes: [...appCodes], requestId: randomUUID() },
})
const start = async (user: TestUser, camera: { id: string }, appCodes?: readonly AlertAppCode[]) =>
  (await service.call(user.token, 'visit.start', { body: draftOf(camera, appCodes) })).body
const visitsOf = async (user: TestUser) => (await service.call(user.token, 'visit.list', {})).body.records
const openAlarms = async (user: TestUser) => (await service.call(user.token, 'alarm.open', {})).body.records
const endDue = () => drain(endVisits(service.platform), service.database, service.clock.now())

/** Stores the state as the room's hub would. */
async function roomIs(camera: TestCamera, state: RoomState): Promise<void> {
  const now = service.clock.now().toISOString()
  const reason = state === 'unknown' ? service.sql.json({ code: 'dark', params: {} }) : null
  await service.sql`insert into room_change (tenant_id, camera_id, state, since)
    values (${camera.tenantId}, ${camera.id}, ${state}, ${now})`
  await service.sql`insert into room_state (tenant_id, camera_id, state, reason, since, concluded_at, heard_at, received_at)
    values (${camera.tenantId}, ${camera.id}, ${state}, ${reason}, ${now}, ${now}, ${now}, ${now})
    on conflict (tenant_id, camera_id) do update set state = excluded.state, reason = excluded.reason,
      since = excluded.since`
}

describe('ALARM-08 what a care visit pauses', () => {
  test('a bed exit during a visit becomes activity, without notifications', async () => {
    const { camera, nurse } = await home()
    await start(nurse, camera)
    const { id } = await insertAlert(service, camera, { activity: 'A006', severity: 'high' })
    expect(await openAlarms(nurse)).toEqual([])
    const { body } = await service.call(nurse.token, 'alert.get', { params: { id } })
    expect(body.alarm).toBeNull()
    expect(await service.sql`select from notice where alert_id = ${id}`).toHaveLength(0)
    expect(await service.sql`select from alert_escalation where alert_id = ${id}`).toHaveLength(0)
  })

  test('a hub’s alert during a visit is published as a change, never as raised', async () => {
    const hub = await insertHub(service)
    const nurse = await service.user({ role: 'USER', tenant: { id: hub.tenantId } })
    const cameraId = hub.cameraIds[0]!
    await start(nurse, { id: cameraId })
    const news: string[] = []
    const stop = service.platform.bus.subscribe([hub.tenantId], ({ type }) => news.push(type))
    const event = raised(cameraId, service.clock.now(), { appCode: 'A006', severity: 'high' })
    const fall = raised(cameraId, service.clock.now(), { appCode: 'A005', severity: 'critical' })
    const body = { epoch: randomUUID(), fromSequence: 1, events: [event, fall] }
    await service.call(hub.token, 'hub.events', { body })
    stop()
    expect(news.toSorted()).toEqual(['alert-changed', 'alert-raised'])
    const { steps } = (await service.call(nurse.token, 'alert.get', { params: { id: event.alertId } })).body
    expect(steps.map(({ kind }) => kind)).toContain('paused')
    expect((await openAlarms(nurse)).map(({ alertId }) => alertId)).toEqual([fall.alertId])
  })

  test('a fall during a visit stays an alarm unless falls are paused', async () => {
    const { camera, nurse } = await home()
    await start(nurse, camera)
    const fall = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    expect((await openAlarms(nurse)).map(({ alertId }) => alertId)).toEqual([fall.id])
    const other = await home()
    await start(other.nurse, other.camera, ['A005'])
    await insertAlert(service, other.camera, { activity: 'A005', severity: 'critical' })
    expect(await openAlarms(other.nurse)).toEqual([])
  })

  test('alerts before and after a visit and in other rooms are alarms', async () => {
    const { tenant, unitId, camera, nurse } = await home()
    const before = service.clock.now().toISOString()
    service.clock.advance(MINUTE_MS)
    await start(nurse, camera)
    const next = await insertCamera(service, tenant, { unitId })
    const bedExit = { activity: 'A006', severity: 'high' } as const
    const late = await insertAlert(service, camera, { ...bedExit, occurredAt: before })
    const elsewhere = await insertAlert(service, next, bedExit)
    service.clock.advance(30 * MINUTE_MS)
    const after = await insertAlert(service, camera, bedExit)
    const open = (await openAlarms(nurse)).map(({ alertId }) => alertId)
    expect(open.toSorted()).toEqual([late.id, elsewhere.id, after.id].toSorted())
  })
})

describe('ALARM-08 how a care visit begins and ends', () => {
  test('a visit shows on the room, is published to open consoles, and is audited with apps', async () => {
    const { camera, nurse, tenant } = await home()
    const news: unknown[] = []
    const stop = service.platform.bus.subscribe([tenant.id], (event) => news.push(event))
    const visit = await start(nurse, camera)
    stop()
    const rooms = (await service.call(nurse.token, 'room.list', {})).body.records
    expect(rooms.map((room) => room.visit)).toEqual([visit])
    expect(news).toContainEqual({ type: 'visit-changed', cameraId: camera.id, unitId: camera.unitId })
    const [row] = await service.sql`select details from audit where action = 'visit.start' and object_id = ${camera.id}`
    expect(row?.details).toMatchObject({ byUserId: nurse.id, minutes: 30, appCodes: VISIT_USUAL_APPS })
  })

  test('a repeated press is the same visit; a new one replaces it', async () => {
    const { camera, nurse } = await home()
    const body = draftOf(camera)
    const first = (await service.call(nurse.token, 'visit.start', { body })).body
    expect((await service.call(nurse.token, 'visit.start', { body })).body).toEqual(first)
    const second = await start(nurse, camera, ['A006'])
    expect((await visitsOf(nurse)).map(({ visitId }) => visitId)).toEqual([second.visitId])
  })

  test('a shared station must name the carer', async () => {
    const { camera, nurse, tenant } = await home()
    const station = await service.user({ role: 'USER', tenant })
    await service.sql`update app_user set type = 'SHARED' where id = ${station.id}`
    const body = draftOf(camera)
    expect((await service.refused(station.token, 'visit.start', { body })).body.key).toBe('person-needed')
    const named = await service.call(station.token, 'visit.start', { body: { ...body, byUserId: nurse.id } })
    expect(named.body.userId).toBe(nurse.id)
  })

  test('a visit ended by hand ends at once', async () => {
    const { camera, nurse } = await home()
    const { visitId } = await start(nurse, camera)
    service.clock.advance(MINUTE_MS)
    await service.call(nurse.token, 'visit.end', { params: { id: visitId }, body: {} })
    expect(await visitsOf(nurse)).toEqual([])
    await insertAlert(service, camera, { activity: 'A006', severity: 'high' })
    expect(await openAlarms(nurse)).toHaveLength(1)
  })

  test('a visit ends when no second person was detected for two minutes', async () => {
    const { camera, nurse } = await home()
    await start(nurse, camera)
    await roomIs(camera, 'with-staff')
    service.clock.advance(10 * MINUTE_MS)
    await endDue()
    expect(await visitsOf(nurse)).toHaveLength(1)
    await roomIs(camera, 'in-bed')
    service.clock.advance(2 * MINUTE_MS - 1000)
    await endDue()
    expect(await visitsOf(nurse)).toHaveLength(1)
    service.clock.advance(1000)
    await endDue()
    expect(await visitsOf(nurse)).toEqual([])
    const rows = await service.sql`select details from audit where action = 'visit.end' and object_id = ${camera.id}`
    expect(rows.map(({ details }) => details.reason)).toEqual(['alone'])
  })

  test('while the state of the room is unknown, a visit ends by its time alone', async () => {
    const { camera, nurse } = await home()
    await roomIs(camera, 'in-bed')
    await start(nurse, camera)
    service.clock.advance(MINUTE_MS)
    await roomIs(camera, 'unknown')
    service.clock.advance(28 * MINUTE_MS)
    await endDue()
    expect(await visitsOf(nurse)).toHaveLength(1)
    service.clock.advance(MINUTE_MS)
    expect(await visitsOf(nurse)).toEqual([])
    await endDue()
    const [row] = await service.sql`select end_reason from visit where camera_id = ${camera.id}`
    expect(row?.end_reason).toBe('time')
  })
})

describe('ALARM-08 the floor after a care visit', () => {
  test('a person on the floor at the end of a visit raises one alarm', async () => {
    const { camera, nurse } = await home()
    const { visitId } = await start(nurse, camera, ['A005', 'A006'])
    await roomIs(camera, 'on-floor')
    service.clock.advance(MINUTE_MS)
    await service.call(nurse.token, 'visit.end', { params: { id: visitId }, body: {} })
    await endDue()
    const open = await openAlarms(nurse)
    expect(open.map(({ activity, severity, alarm }) => [activity, severity, alarm.state])).toEqual([
      ['A005', 'critical', 'open'],
    ])
    expect(await service.sql`select from notice where alert_id = ${open[0]!.alertId}`).toHaveLength(1)
  })

  test('a person detected on the floor only after staff left raises the alarm then', async () => {
    const { camera, nurse } = await home()
    await start(nurse, camera, ['A005'])
    await roomIs(camera, 'with-staff')
    service.clock.advance(31 * MINUTE_MS)
    await endDue()
    expect(await openAlarms(nurse)).toEqual([])
    await roomIs(camera, 'on-floor')
    await endDue()
    expect(await openAlarms(nurse)).toHaveLength(1)
  })

  test('a fall whose alarm is still open raises no second one', async () => {
    const { camera, nurse } = await home()
    const { visitId } = await start(nurse, camera)
    await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    await roomIs(camera, 'on-floor')
    await service.call(nurse.token, 'visit.end', { params: { id: visitId }, body: {} })
    await endDue()
    expect(await openAlarms(nurse)).toHaveLength(1)
  })

  test('a resident in bed after a visit raises nothing', async () => {
    const { camera, nurse } = await home()
    const { visitId } = await start(nurse, camera, ['A005'])
    await roomIs(camera, 'in-bed')
    await service.call(nurse.token, 'visit.end', { params: { id: visitId }, body: {} })
    await endDue()
    expect(await openAlarms(nurse)).toEqual([])
  })
})
