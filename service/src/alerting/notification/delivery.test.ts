import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answers } from '#platform/messaging/testing-push.ts'
import { drain } from '#platform/work/jobs.ts'
import { insertAlert } from '#testing/site.ts'
import { NOTICE_PAUSE_MS } from './notice.expand.ts'
import { forgetNotifications } from './notification.jobs.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

async function raise(camera: Parameters<typeof insertAlert>[1]) {
  const alert = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
  await people.work.idle()
  return alert
}

test('a notice that cannot be expanded delays no other one, and is sent once it can', async () => {
  const { service } = people
  const [nurse, other] = [await people.person(), await people.person()]
  const broken = await people.camera({ desktopUserIds: [nurse.id] })
  await service.sql`update camera set subscribers = '{"userIds": 7}' where id = ${broken.id}`
  const [stuck, sent] = [
    await insertAlert(service, broken, { activity: 'A005' }),
    await insertAlert(service, await people.camera({ desktopUserIds: [other.id] }), { activity: 'A005' }),
  ]
  await people.work.idle()
  expect([await people.states(stuck), await people.states(sent)]).toEqual([[], [`raised ${other.email} push sent`]])

  await service.sql`update camera set subscribers = ${service.sql.json({ desktopUserIds: [nurse.id] })} where id = ${broken.id}`
  service.clock.advance(NOTICE_PAUSE_MS)
  await people.work.idle()
  expect(await people.states(stuck)).toEqual([`raised ${nurse.email} push sent`])
})

describe('the deliveries', () => {
  test('that were given up are tried again, those of alarms that somebody claimed are not', async () => {
    const [nurse, admin] = [await people.person(), await people.service.user({ role: 'ADMIN', tenant: people.site })]
    nurse.browser.behave = answers(403)
    const [open, claimed] = [
      await raise(await people.camera({ desktopUserIds: [nurse.id] })),
      await raise(await people.camera({ desktopUserIds: [nurse.id] })),
    ]
    await people.claim(nurse, claimed)
    nurse.browser.behave = null
    const search = { body: { states: ['failed' as const], channels: ['push' as const] } }
    const { body } = await people.service.call(admin.token, 'delivery.search', search)
    const ids = body.records.filter(({ alertId }) => [open.id, claimed.id].includes(alertId!)).map(({ id }) => id)
    expect(ids).toHaveLength(2)
    const other = await people.service.user({ role: 'ADMIN' })
    expect((await people.service.call(other.token, 'delivery.retry', { body: { ids } })).body).toEqual({ changed: 0 })
    expect((await people.service.call(admin.token, 'delivery.retry', { body: { ids } })).body).toEqual({ changed: 1 })
    await people.work.idle()
    expect((await people.states(open))[0]).toBe(`raised ${nurse.email} push sent`)
  })

  test('are forgotten after 90 days', async () => {
    const { service } = people
    await drain(forgetNotifications, service.database, new Date(service.clock.now().getTime() + 91 * 24 * 3_600_000))
    expect(await service.sql`select from notification`).toHaveLength(0)
  })
})
