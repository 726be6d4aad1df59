/** Each planned check-in reminds its people once, at its time, and not if somebody has looked in. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPeople, type TestPeople } from './alerting/notification/testing.ts'
import { createReminderWork } from './care/booking/booking.work.ts'
import { createLogger } from './platform/log.ts'
import type { DueWorker } from './platform/work/due-worker.ts'
import { insertUnit, type TestCamera } from './testing/site.ts'

let people: TestPeople
let reminders: DueWorker
const silent = createLogger('error', { write: () => {} })
const another = () => createReminderWork(people.service.platform, silent)
beforeAll(async () => {
  people = await startPeople()
  reminders = another()
  reminders.start()
})
afterAll(async () => {
  await reminders.stop()
  await people.stop()
})

async function settle() {
  await reminders.idle()
  await people.work.idle()
}
async function later(minutes: number) {
  people.service.clock.advance(minutes * 60_000)
  await settle()
}

type Person = Awaited<ReturnType<TestPeople['person']>>

/** Plans a check-in an hour from now, with a reminder 5 minutes before. Returns the occurrence by id. */
async function plan(camera: TestCamera, person: Person, minutes = 60): Promise<{ id: string; version: number }> {
  const { service } = people
  const wall = new Date(service.clock.now().getTime() + 9 * 3_600_000 + minutes * 60_000).toISOString()
  const startMinute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
  const { body } = await service.call(person.token, 'booking.create', {
    body: { cameraId: camera.id, userId: person.id, firstDay: wall.slice(0, 10), startMinute },
  })
  const [row] = await service.sql`select id, version from booking_occurrence where booking_id = ${body.id}`
  return row as { id: string; version: number }
}
async function lookIn({ id, tenantId }: TestCamera) {
  const now = people.service.clock.now().toISOString()
  await people.service.sql`
    insert into check_in (tenant_id, camera_id, user_id, person_id, person_name, started_at, stream_at, last_sign_at)
    values (${tenantId}, ${id}, ${randomUUID()}, ${randomUUID()}, 'Aya', ${now}, ${now}, ${now})`
}
const heard = (...of: Person[]) => of.map(({ browser }) => browser.received.length)
const remindedOf = (camera: TestCamera, ids: string[]) =>
  people.service.sql`update camera set subscribers = jsonb_set(subscribers, '{reminderUserIds}',
    ${JSON.stringify(ids)}::text::jsonb) where id = ${camera.id}`

describe('recipients of reminders', () => {
  test('LIVE-04 the booked user is reminded five minutes before, with a link to the check-in', async () => {
    const nurse = await people.person()
    const camera = await people.camera({})
    const { id } = await plan(camera, nurse)
    await later(54)
    expect(heard(nurse)).toEqual([0])
    await later(1)
    expect(nurse.browser.received.map(({ message }) => message)).toEqual([
      expect.objectContaining({
        ...{ tag: `reminder:${id}`, title: '見守り確認の時間です · Room 203', severity: null },
        path: `/app/virtualCheckIn/planned/${id}`,
      }),
    ])
    expect(nurse.browser.received[0]!.message.body).toContain('担当：Test USER')
    const { body } = await people.service.call(nurse.token, 'notification.search')
    expect(body.records[0]).toMatchObject({
      ...{ cause: 'reminder', occurrenceId: id, alertId: null, location: 'Room 203', hasRead: false },
    })
    await later(40)
    expect(heard(nurse)).toEqual([1])
  })

  test('LIVE-04 an unconfirmed reminder is sent by e-mail, unless somebody has looked in meanwhile', async () => {
    const nurse = await people.person()
    const [unseen, seen] = [await people.camera({}), await people.camera({})]
    await plan(unseen, nurse)
    await plan(seen, nurse)
    await later(55)
    await lookIn(seen)
    await later(2)
    const messagesOf = async (camera: TestCamera) =>
      (
        await people.service.sql`
          select n.channel, n.last_error from notification n join booking_occurrence o on o.id = n.occurrence_id
          where o.camera_id = ${camera.id} order by n.id`
      ).map(({ channel, last_error }) => `${channel} ${last_error}`)
    expect(await messagesOf(unseen)).toEqual(['push no-receipt', 'mail mail-off'])
    expect(await messagesOf(seen)).toEqual(['push null'])
  })

  test('CAM-04 subscribers to check-ins and live streaming are reminded, alert subscribers are not', async () => {
    const [nurse, byCamera, byApp, ofAlerts] = [
      ...[await people.person(), await people.person()],
      ...[await people.person(), await people.person()],
    ] as [Person, Person, Person, Person]
    const camera = await people.camera({ userIds: [ofAlerts.id] })
    await remindedOf(camera, [byCamera.id])
    const settings = { subscribers: { reminderUserIds: [byApp.id] } }
    await people.service.sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
      values (${camera.tenantId}, ${camera.id}, 'A008', 'ENABLED', ${people.service.sql.json(settings)})`
    await plan(camera, nurse)
    await later(55)
    expect(heard(nurse, byCamera, byApp, ofAlerts)).toEqual([1, 1, 1, 0])
  })

  test('LIVE-03 the unit’s own list is reminded instead, if the unit has one', async () => {
    const { service, site } = people
    const [nurse, byCamera, byUnit] = [await people.person(), await people.person(), await people.person()]
    const unit = await insertUnit(service, site)
    const camera = await people.camera({}, { unitId: unit })
    await remindedOf(camera, [byCamera.id])
    await service.sql`insert into unit_reminder_user (tenant_id, unit_id, user_id) values (${site.id}, ${unit}, ${byUnit.id})`
    await plan(camera, nurse)
    await later(55)
    expect(heard(nurse, byCamera, byUnit)).toEqual([1, 1, 0])
    await service.sql`update unit set overrides_reminder_subscribers = true where id = ${unit}`
    await plan(camera, nurse)
    await later(55)
    expect(heard(nurse, byCamera, byUnit)).toEqual([2, 1, 1])
  })

  test('LIVE-03 users without access to the unit are not reminded', async () => {
    const { service, site } = people
    const unit = await insertUnit(service, site)
    const [nurse, moved] = [await people.person(), await people.person()]
    const camera = await people.camera({}, { unitId: unit })
    await remindedOf(camera, [moved.id])
    await plan(camera, nurse)
    await service.sql`insert into user_unit (tenant_id, user_id, unit_id)
      values (${site.id}, ${moved.id}, ${await insertUnit(service, site)})`
    await later(55)
    expect(heard(nurse, moved)).toEqual([1, 0])
  })
})

describe('no reminder', () => {
  test.each([
    ['somebody has looked in', (camera: TestCamera) => lookIn(camera)],
    [
      'it was skipped',
      (_: TestCamera, planned: { id: string }, nurse: Person) =>
        people.service.call(nurse.token, 'booking.change', {
          params: { id: planned.id },
          body: { version: 1, isSkipped: true },
        }),
    ],
    [
      'it was cancelled',
      async (_: TestCamera, planned: { id: string }, nurse: Person) => {
        const [row] = await people.service.sql`select booking_id as id from booking_occurrence where id = ${planned.id}`
        await people.service.call(nurse.token, 'booking.remove', { params: { id: row!.id }, query: { version: 1 } })
      },
    ],
  ])('LIVE-04 when %s before, or while the message waits', async (_name, idle) => {
    const nurse = await people.person()
    const [first, second] = [await people.camera({}), await people.camera({})]
    const before = await plan(first, nurse)
    people.service.clock.advance(50 * 60_000)
    await idle(first, before, nurse)
    await later(10)
    expect(heard(nurse)).toEqual([0])

    // The notice is written, and not expanded yet.
    const waiting = await plan(second, nurse)
    people.service.clock.advance(55 * 60_000)
    await people.work.stop()
    await reminders.idle()
    const notices = async () =>
      (await people.service.sql`select id from notice where occurrence_id = ${waiting.id}`).length
    expect(await notices()).toBe(1)
    await idle(second, waiting, nurse)
    expect(await notices()).toBe(0)
    people.work.start()
    await settle()
    expect(heard(nurse)).toEqual([0])
  })

  test('LIVE-04 a check-in that ended while the service was down causes no reminder', async () => {
    const nurse = await people.person()
    await plan(await people.camera({}), nurse)
    await reminders.stop()
    people.service.clock.advance(91 * 60_000)
    reminders.start()
    await settle()
    expect(heard(nurse)).toEqual([0])
  })
})

describe('once', () => {
  test('LIVE-04 a reminder is sent once across instances, even if one dies or the clock is set', async () => {
    const nurse = await people.person()
    const { service } = people
    const ids: string[] = []
    for (let at = 0; at < 20; at++) ids.push((await plan(await people.camera({}), nurse, 60 + at)).id)
    const others = [another(), another()]
    for (const other of others) other.start()
    for (let at = 0; at < 30; at++) {
      service.clock.advance(3 * 60_000)
      await Promise.all([...others, reminders].map((each) => each.idle()))
      // Messages have their own lease, which ends when the clock jumps.
      await people.work.idle()
      if (at === 18) await others[0]!.stop()
      // Set back for a moment, as by a wrong time server.
      if (at === 19) service.clock.advance(-10 * 60_000)
    }
    await settle()
    for (const other of others) await other.stop()
    const tags = nurse.browser.received.map(({ message }) => message.tag)
    expect(tags.sort()).toEqual(ids.map((id) => `reminder:${id}`).sort())
  })

  test('LIVE-04 a check-in moved to another time is reminded again at that time', async () => {
    const nurse = await people.person()
    const { id } = await plan(await people.camera({}), nurse)
    await later(56)
    expect(heard(nurse)).toEqual([1])
    const { service } = people
    const [row] = await service.sql`select version, start_minute as at from booking_occurrence where id = ${id}`
    await service.call(nurse.token, 'booking.change', {
      params: { id },
      body: { version: row!.version, startMinute: row!.at + 60 },
    })
    await later(50)
    expect(heard(nurse)).toEqual([1])
    await later(9)
    expect(heard(nurse)).toEqual([2])
  })
})
