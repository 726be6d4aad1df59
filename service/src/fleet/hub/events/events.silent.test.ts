/** What calls nobody, whatever the site chose: look-ins, and falls on a camera that only measures. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { Detection } from '@mimamori/contract/shared/geometry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPeople, type TestPeople } from '#service/alerting/notification/testing.ts'
import { insertHub, raised } from '../testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

const BOX = { x: 0.1, y: 0.6, width: 0.4, height: 0.2 }

/** A room with a nurse and a rule that would call her. */
async function room(measuresOnly: boolean) {
  const { service, site } = people
  const hub = await insertHub(service, { tenant: site })
  const cameraId = hub.cameraIds[0]!
  const nurse = await people.person({ unitIds: [hub.unitId] })
  const rule = randomUUID()
  await service.sql`insert into escalation (tenant_id, id, name, threshold_minutes) values (${site.id}, ${rule}, ${rule}, 1)`
  await service.sql`update camera set location_type = 'ROOM', subscribers = ${service.sql.json({ userIds: [nurse.id] })},
    escalation_ids = array[${rule}]::uuid[] where id = ${cameraId}`
  const settings = service.sql.json({ appCode: 'A005', measuresOnly })
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
    values (${site.id}, ${cameraId}, 'A005', 'ENABLED', ${settings})
    on conflict (tenant_id, camera_id, app_code) do update set state = 'ENABLED', settings = excluded.settings`
  const send = async (severity: 'low' | 'critical', seen: Partial<Detection> = {}) => {
    const news: LiveEvent[] = []
    const unsubscribe = service.platform.bus.subscribe([site.id], (event) => news.push(event))
    const detections = [{ label: 'person' as const, box: BOX, ...seen }]
    const event = raised(cameraId, service.clock.now(), { appCode: 'A005', severity, detections })
    await service.call(hub.token, 'hub.events', { body: { epoch: randomUUID(), fromSequence: 1, events: [event] } })
    await people.work.idle()
    unsubscribe()
    const id = event.alertId
    const { body: alert } = await service.call(nurse.token, 'alert.get', { params: { id } })
    const waiting = await service.sql`select from alert_escalation where alert_id = ${id}`
    const isRaised = news.some(({ type }) => type === 'alert-raised')
    return { id, alert, called: [nurse.browser.received.length, waiting.length, Number(isRaised)] }
  }
  const get = async () => (await service.call(nurse.token, 'room.get', { params: { id: cameraId } })).body
  const read = (id: string) => service.call(nurse.token, 'alert.patch', { params: { id }, body: { hasRead: true } })
  return { send, get, read }
}
const NOBODY = [0, 0, 0]

test.each(['low', 'critical'] as const)(
  'REAL-12 a look-in of severity %s is listed, and on the tile until it is read, and calls nobody',
  async (severity) => {
    const { send, get, read } = await room(false)
    const { id, alert, called } = await send(severity, { isLookIn: true })
    expect(called).toEqual(NOBODY)
    expect(alert).toMatchObject({ activity: 'look-in', alarm: null })
    expect(await get()).toMatchObject({ lookIn: { alertId: id }, alarm: null })
    await read(id)
    expect((await get()).lookIn).toBeNull()
  },
)

test('REAL-13 a fall on a camera that only measures is counted and calls nobody', async () => {
  const { send, get } = await room(true)
  const { alert, called } = await send('critical')
  expect(called).toEqual(NOBODY)
  expect(alert).toMatchObject({ activity: 'A005', severity: 'critical', alarm: null })
  expect(await get()).toMatchObject({ measuresFalls: true, alarm: null, alerts: [{ activity: 'A005' }] })
})

test('REAL-13 the same fall on another camera calls', async () => {
  const { send, get } = await room(false)
  const { alert, called } = await send('critical')
  expect(called).toEqual([1, 1, 1])
  expect(alert.alarm).toMatchObject({ state: 'open' })
  expect((await get()).measuresFalls).toBe(false)
})
