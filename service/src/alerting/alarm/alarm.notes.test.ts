import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAlert, insertUnit } from '#testing/site.ts'
import { startPeople, type TestPeople } from '../notification/testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

async function alertIn(unitId?: string) {
  const camera = await people.camera({}, unitId ? { unitId } : {})
  return insertAlert(people.service, camera, { activity: 'A001', severity: 'low' })
}
type Body = { requestId?: string; text?: string; userIds?: string[]; byUserId?: string }
const note = (user: { token: string }, { id }: { id: string }, body: Body) =>
  people.service.call(user.token, 'alert.note', { params: { id }, body: { requestId: randomUUID(), ...body } })

describe('ALARM-07 a note on an alert', () => {
  test('stands in the timeline with author and time, once however often it is sent', async () => {
    const nurse = await people.person()
    const alert = await alertIn()
    const requestId = randomUUID()
    const body = { requestId, text: 'She asked for water.' }
    for (let time = 0; time < 2; time++) expect((await note(nurse, alert, body)).status).toBe(200)
    const { body: detail } = await people.service.call(nurse.token, 'alert.get', { params: { id: alert.id } })
    const notes = detail.steps.filter(({ kind }: { kind: string }) => kind === 'noted')
    expect(notes).toMatchObject([{ note: 'She asked for water.', userName: expect.any(String) }])
    expect((await note(nurse, alert, { text: '  ' })).status).toBe(400)
    const audited = await people.service
      .sql`select 1 from audit where action = 'alert.note' and object_id = ${alert.id}`
    expect(audited).toHaveLength(1)
  })

  test('notifies the colleague that it names on their device, after the alert was read too', async () => {
    const [nurse, colleague, other] = [await people.person(), await people.person(), await people.person()]
    const alert = await alertIn()
    const { body } = await note(nurse, alert, { text: 'Please bring the chair.', userIds: [colleague.id] })
    expect(body.asked).toEqual([{ userId: colleague.id, userName: expect.any(String) }])
    await people.work.idle()
    expect(colleague.browser.received.map(({ message }) => message.tag)).toEqual([`asked:${alert.id}`])
    expect(colleague.browser.received[0]!.message.path).toBe(`/app/alerts/detail/${alert.id}`)
    expect([nurse, other].flatMap(({ browser }) => browser.received)).toEqual([])
    const { body: detail } = await people.service.call(nurse.token, 'alert.get', { params: { id: alert.id } })
    const reached = detail.steps.flatMap(({ notified }: { notified: { channel: string; state: string } | null }) =>
      notified ? [`${notified.channel} ${notified.state}`] : [],
    )
    expect(reached).toContain('push sent')
  })

  test('offers only people with access to the alert, and marks those on duty', async () => {
    const { service, site } = people
    const [first, second] = [await insertUnit(service, site), await insertUnit(service, site)]
    const nurse = await people.person()
    const near = await people.person({ unitIds: [first] })
    const far = await people.person({ unitIds: [second] })
    const elsewhere = await service.user({ role: 'USER', tenant: await service.tenant() })
    const annotator = await service.user({ role: 'ANNOTATOR', tenant: site })
    // The test clock is at 10:00 in Tokyo.
    const [shift] = await service.sql`insert into shift (tenant_id, name, start_minute, end_minute)
      values (${site.id}, 'Day', 540, 1020) returning id`
    await service.sql`insert into user_shift (tenant_id, user_id, shift_id) values (${site.id}, ${near.id}, ${shift!.id})`
    const alert = await alertIn(first)
    const { body } = await service.call(nurse.token, 'alert.colleagues', { params: { id: alert.id } })
    const duty = new Map(
      body.records.map(({ userId, isOnDuty }: { userId: string; isOnDuty: boolean }) => [userId, isOnDuty]),
    )
    expect(duty.get(near.id)).toBe(true)
    for (const { id } of [far, elsewhere, annotator, nurse]) expect(duty.has(id)).toBe(false)
    for (const { id } of [far, elsewhere, annotator]) {
      expect((await note(nurse, alert, { text: 'Look', userIds: [id] })).status).toBe(400)
    }
    expect((await note(far, alert, { text: 'Look' })).status).toBe(404)
    const [row] = await service.sql`select count(*)::integer as steps from alert_step where alert_id = ${alert.id}`
    expect(row!.steps).toBe(0)
  })
})
