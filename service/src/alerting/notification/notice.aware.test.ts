// One message for a room: whom alarms and rules of a standing call notify. NIGHT-04.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAlert, insertCamera, type TestCamera } from '#testing/site.ts'
import { type Aware, isAware } from './notice.aware.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

const NOW = new Date('2026-11-29T12:00:00.000Z')
const aware: Aware = {
  recipient: 'yuki push',
  room: '205',
  alertId: 'exit',
  rank: 11,
  atMs: NOW.getTime() - 4 * 60_000,
  isFailed: false,
}
const asked = { recipient: 'yuki push', room: '205', alertId: 'other', rank: 11, repeatMinutes: 5 }

test.each([
  ['another bed exit', {}, true],
  ['a wake-up', { rank: 22 }, true],
  ['a fall', { rank: 0 }, false],
  ['another room', { room: '206' }, false],
  ['another person', { recipient: 'ken push' }, false],
  ['another channel', { recipient: 'yuki mail' }, false],
  ['a rule of the same alarm within five minutes', { alertId: 'exit' }, true],
  ['a rule of the same alarm after the interval', { alertId: 'exit', repeatMinutes: 3 }, false],
  ['a rule of the same alarm at a site that repeats nothing', { alertId: 'exit', repeatMinutes: 0 }, true],
] as const)('NIGHT-04 whether somebody knows of the room already: %s', (_what, more, isOne) => {
  expect(isAware([aware], { ...asked, ...more }, NOW)).toBe(isOne)
})

test.each([
  ['the same alarm', 'exit', true],
  ['another alarm', 'other', false],
])('NIGHT-04 a message that failed just now speaks for %s: %s', (_what, alertId, isOne) => {
  expect(isAware([{ ...aware, isFailed: true }], { ...asked, alertId }, NOW)).toBe(isOne)
})

async function raise(camera: TestCamera, activity: 'A005' | 'A006', severity: 'critical' | 'high') {
  const alert = await insertAlert(people.service, camera, { activity, severity })
  await people.work.idle()
  return alert
}

test('NIGHT-04 alarms of a room notify a person once while the call stands; a worse one rings again', async () => {
  const { service } = people
  const site = await service.tenant()
  const nurse = await people.person({ tenant: site })
  const camera = await people.camera({ userIds: [nurse.id] }, { location: '205' }, site)
  const second = await insertCamera(service, site, { unitId: camera.unitId, location: '205' })
  await service.sql`update camera set subscribers = (select subscribers from camera where id = ${camera.id})
    where id = ${second.id}`
  const messages = async () =>
    (
      await service.sql`select alert_id from notification where tenant_id = ${site.id} and user_id = ${nurse.id} order by id`
    ).map((row) => row.alert_id as string)
  const first = await raise(camera, 'A006', 'high')
  await raise(camera, 'A006', 'high')
  service.clock.advance(10 * 60_000)
  await raise(second, 'A006', 'high')
  expect([...new Set(await messages())]).toEqual([first.id])
  const fall = await raise(second, 'A005', 'critical')
  expect([...new Set(await messages())]).toEqual([first.id, fall.id])
  await service.sql`update alert set alarm_state = 'resolved', resolved_at = now(), resolved_name = 'Yuki',
    resolved_by = ${nurse.id}, outcome = 'nothing-needed' where tenant_id = ${site.id}`
  const next = await raise(camera, 'A006', 'high')
  expect((await messages()).at(-1)).toBe(next.id)
  const marks = await service.sql`select from alarm_chain where tenant_id = ${site.id} and is_unheard`
  expect(marks).toHaveLength(0)
})
