// Subscriber lists with users on duty: the recipients, by the site's clock. domain.md, "Shifts and duty".
import { DAY_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAlert, insertUnit } from '#testing/site.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.stop())

const HOUR = 60

/** The test clock starts at 10:00 in Tokyo and continues from one test to the next. */
async function shift(
  name: string,
  [from, to]: [number, number],
  members: readonly { id: string }[],
  cameraId?: string,
) {
  const { sql } = people.service
  const [row] = await sql`insert into shift (tenant_id, name, start_minute, end_minute)
    values (${people.site.id}, ${name}, ${from * HOUR}, ${to * HOUR}) returning id`
  for (const { id } of members)
    await sql`insert into user_shift (tenant_id, user_id, shift_id) values (${people.site.id}, ${id}, ${row!.id})`
  if (cameraId)
    await sql`insert into camera_shift (tenant_id, camera_id, shift_id) values (${people.site.id}, ${cameraId}, ${row!.id})`
}

async function recipients(camera: Parameters<typeof insertAlert>[1]): Promise<string[]> {
  const alert = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical' })
  await people.work.idle()
  const found = (await people.states(alert)).map((state) => state.split(' ')[1]!).sort()
  // The next alarm of the room is a call of its own.
  await people.service.sql`update alert set alarm_state = 'resolved', resolved_at = created_at, resolved_by = uuidv7(),
    resolved_name = 'Test', outcome = 'other' where id = ${alert.id}`
  return found
}
/** Shifts that have begun end first: the time of their begin decides. */
async function later(hours: number): Promise<void> {
  people.service.clock.advance(hours * 60 * 60_000)
  await people.work.idle()
}
const emails = (...of: { email: string }[]) => of.map(({ email }) => email).sort()

test('with nobody on duty the unit’s, then the site’s administrators are notified, as announced', async () => {
  const { service } = people
  const site = await service.tenant({ name: 'Kaede no Sato' })
  const unit = await insertUnit(service, site)
  const camera = await people.camera({ onDuty: true }, { unitId: unit }, site)
  const ofSite = await people.person({ role: 'ADMIN', tenant: site })
  const place = { body: { unitId: unit, cameraId: camera.id } }
  expect(await recipients(camera)).toEqual(emails(ofSite))
  const before = (await service.call(ofSite.token, 'user.duty', place)).body
  const [startsAt, endsAt] = [service.clock.now(), new Date(service.clock.now().getTime() + DAY_MS)]
  const whole = [{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }]
  expect(before).toMatchObject({ now: [], instead: [{ id: ofSite.id }], gaps: whole, hasRoster: false })
  const ofUnit = await people.person({ role: 'ADMIN', tenant: site, unitIds: [unit] })
  expect(await recipients(camera)).toEqual(emails(ofUnit))
  const nurse = await people.person({ tenant: site, unitIds: [unit] })
  const [day] = await service.sql`insert into shift (tenant_id, name, start_minute, end_minute)
    values (${site.id}, 'Day', 420, 960) returning id`
  await service.sql`insert into user_shift (tenant_id, user_id, shift_id) values (${site.id}, ${nurse.id}, ${day!.id})`
  expect((await service.call(ofSite.token, 'user.duty', place)).body).toMatchObject({
    now: [{ id: nurse.id }],
    instead: [{ id: ofUnit.id }],
    gaps: [{ startsAt: '2026-11-20T07:00:00.000Z', endsAt: '2026-11-20T22:00:00.000Z' }],
  })
})

test('CAM-04 those on duty are notified as of that moment, by unit, shift and camera', async () => {
  const { service, site } = people
  const [unit, other] = [await insertUnit(service, site), await insertUnit(service, site)]
  const camera = await people.camera({ onDuty: true }, { unitId: unit })
  const elsewhere = await people.camera({ onDuty: true }, { unitId: unit })
  const near = await people.person({ unitIds: [unit] })
  const everywhere = await people.person()
  const far = await people.person({ unitIds: [other] })
  const atNight = await people.person({ unitIds: [unit] })
  const ofOneCamera = await people.person({ unitIds: [unit] })
  await shift('Day', [7, 16], [near, everywhere, far])
  await shift('Night', [16, 7], [atNight])
  await shift('One room', [9, 11], [ofOneCamera], elsewhere.id)
  expect(await recipients(camera)).toEqual(emails(near, everywhere))
  expect(await recipients(elsewhere)).toEqual(emails(near, everywhere, ofOneCamera))
  await later(8)
  expect(await recipients(camera)).toEqual(emails(atNight))
})

test('an absent user is not on duty until the next day, by the site’s clock', async () => {
  const { service, site } = people
  const unit = await insertUnit(service, site)
  const camera = await people.camera({ onDuty: true }, { unitId: unit })
  const [present, away] = [await people.person({ unitIds: [unit] }), await people.person({ unitIds: [unit] })]
  await service.sql`delete from shift where tenant_id = ${site.id}`
  await shift('Evening', [12, 0], [present, away])
  const admin = await service.user({ role: 'ADMIN', tenant: site })
  const today = service.clock.now().toISOString().slice(0, 10)
  const { status } = await service.call(admin.token, 'user.patch', { body: { id: away.id, awayUntil: today } })
  expect(status).toBe(200)
  expect(await recipients(camera)).toEqual(emails(present))
  await later(24)
  expect(await recipients(camera)).toEqual(emails(present, away))
  const back = await service.call(admin.token, 'user.patch', { body: { id: away.id, awayUntil: null } })
  expect(back.body.awayUntil).toBeNull()
  expect(await recipients(camera)).toEqual(emails(present, away))
})

test('REACH-10 tonight’s alarm goes to the one in the roster, and to administrators where it has nobody', async () => {
  const { service } = people
  const site = await service.tenant({ name: 'Momiji no Sato' })
  const unit = await insertUnit(service, site)
  const camera = await people.camera({ onDuty: true }, { unitId: unit }, site)
  const admin = await people.person({ role: 'ADMIN', tenant: site })
  const [standing, dated] = [
    await people.person({ tenant: site, unitIds: [unit] }),
    await people.person({ tenant: site, unitIds: [unit] }),
  ]
  const body = { type: 'SHIFT' as const, name: 'Night', startMinute: 0, endMinute: 0 }
  const night = (await service.call(admin.token, 'asset.create', { body })).body.id
  await service.call(admin.token, 'user.patch', { body: { id: standing.id, shiftIds: [night] } })
  expect(await recipients(camera)).toEqual(emails(standing))
  const day = new Date(service.clock.now().getTime() + 9 * 60 * MINUTE_MS).toISOString().slice(0, 10)
  const line = (userId: string, version: number, shiftIds: string[]) => ({
    ...{ userId, version },
    days: [{ day, shiftIds, mark: shiftIds.length > 0 ? null : '休' }],
  })
  const save = (...lines: ReturnType<typeof line>[]) =>
    service.call(admin.token, 'roster.save', { body: { month: day.slice(0, 7), lines } })
  await save(line(standing.id, 0, []), line(dated.id, 0, [night]))
  expect(await recipients(camera)).toEqual(emails(dated))
  const elsewhere = await people.person({ tenant: site, unitIds: [await insertUnit(service, site)] })
  await save(line(dated.id, 1, []), line(elsewhere.id, 0, [night]))
  expect(await recipients(camera)).toEqual(emails(admin))
})
