/** A handover through the service's calls: its sheet, notes of two writers, the permanent record, and the PDF. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertShift, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const HOUR_MS = 3_600_000
const JPEG = new Uint8Array([0xff, 0xd8, 0xff])
const ago = (hours: number) => new Date(service.clock.now().getTime() - hours * HOUR_MS).toISOString()

/** A site in Tokyo whose night shift (21:00 to 7:00) ended three hours ago, at 10:00 of 20 November. */
async function home() {
  const tenant = await service.tenant()
  await service.sql`update tenant set timezone = 'Asia/Tokyo' where id = ${tenant.id}`
  const shift = await insertShift(service, tenant, 21 * 60, 7 * 60)
  await insertShift(service, tenant, 13 * 60, 17 * 60)
  const unitId = await insertUnit(service, tenant, 'East')
  const camera = await insertCamera(service, tenant, { unitId, location: '101' })
  await service.sql`update camera set created_at = ${ago(24 * 40)} where id = ${camera.id}`
  const nurse = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
  const colleague = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
  return { tenant, shift, unitId, camera, nurse, colleague, which: { shift, day: '2026-11-19', unitId } }
}
type Home = Awaited<ReturnType<typeof home>>

const sheetOf = async (user: TestUser, query: object = {}) =>
  (await service.call(user.token, 'handover.get', { query })).body
async function livesAt({ tenantId, id }: TestCamera, name: string): Promise<void> {
  const [resident] = await service.sql<{ id: string }[]>`
    insert into resident (tenant_id, name, honorific, created_at, updated_at)
    values (${tenantId}, ${name}, 'sama', ${ago(900)}, ${ago(900)}) returning id`
  await service.sql`insert into stay (tenant_id, resident_id, camera_id, from_at, updated_at)
    values (${tenantId}, ${resident!.id}, ${id}, ${ago(800)}, ${ago(800)})`
}

const bedExits = async (camera: TestCamera, ...hoursAgo: number[]) => {
  for (const hours of hoursAgo) {
    await insertAlert(service, camera, { activity: 'A006', severity: 'high', occurredAt: ago(hours) })
  }
}
const noteOf = ({ which }: Home, text: string, version: number, cameraId: string | null = null) => ({
  body: { ...which, cameraId, text, version },
})
const give = ({ which, colleague }: Home, more: object = {}) => ({
  body: { ...which, receiverId: colleague.id, requestId: randomUUID(), ...more },
})

describe('HANDOVER-01 the sheet of a shift', () => {
  test('between shifts the sheet is that of the last one, in the site’s time zone', async () => {
    const { nurse, shift } = await home()
    const { sheet } = await sheetOf(nurse)
    expect(sheet.shift).toMatchObject({ key: shift, day: '2026-11-19' })
    expect([sheet.shift.startsAt, sheet.shift.endsAt]).toEqual(['2026-11-19T12:00:00.000Z', '2026-11-19T22:00:00.000Z'])
  })

  test('NIGHT-08 the sheet opens on the running shift, or the reader’s own until two hours after it', async () => {
    const { nurse, colleague, tenant } = await home()
    const day = await insertShift(service, tenant, 9 * 60, 18 * 60)
    const early = await insertShift(service, tenant, 6 * 60, 9 * 60)
    const keyFor = async (user: TestUser) => (await sheetOf(user)).sheet.shift.key
    expect(await keyFor(nurse)).toBe(day)
    await service.sql`insert into user_shift (tenant_id, user_id, shift_id) values (${tenant.id}, ${nurse.id}, ${early})`
    expect([await keyFor(nurse), await keyFor(colleague)]).toEqual([early, day])
    await service.sql`update shift set end_minute = ${8 * 60 - 1} where id = ${early}`
    expect(await keyFor(nurse)).toBe(day)
  })

  test('NIGHT-08 the sheet counts calls, and shows the frame of a fall to those who may see it', async () => {
    const { nurse, camera, tenant, unitId } = await home()
    await bedExits(camera, 9, 8.9)
    const fall = await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: ago(8.8) })
    const mediaId = await insertMedia(service, camera, { kind: 'thumbnail', alert: fall, bytes: JPEG })
    const { sheet } = await sheetOf(nurse)
    expect([sheet.callCount, sheet.alarmCount]).toEqual([1, 3])
    expect(sheet.alarms.map(({ thumbnailUrl }) => thumbnailUrl?.includes(mediaId) ?? false)).toEqual([
      true,
      false,
      false,
    ])
    const shown = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [unitId] })
    expect((await sheetOf(shown)).sheet.alarms[0]!.thumbnailUrl).toBeNull()
  })

  test('a site without shifts has a day and a night', async () => {
    const tenant = await service.tenant()
    const admin = await service.user({ role: 'ADMIN', tenant })
    const { shifts } = await sheetOf(admin)
    expect(shifts.map(({ key }) => key).toSorted()).toEqual(['day', 'night'])
  })

  test('the sheet has the shift’s alarms with outcomes, and those still open from before', async () => {
    const { nurse, camera } = await home()
    const before = await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: ago(20) })
    const during = await insertAlert(service, camera, { activity: 'A006', severity: 'high', occurredAt: ago(8) })
    await service.sql`update alert set alarm_state = 'resolved', claimed_at = ${ago(8 - 1 / 60)}, claimer_id = uuidv7(),
      claimer_name = 'Yuki', arrived_at = ${ago(8 - 2 / 60)}, resolved_at = ${ago(8 - 5 / 60)}, resolved_by = uuidv7(),
      resolved_name = 'Yuki', outcome = 'assisted' where id = ${during.id}`
    const { sheet } = await sheetOf(nurse)
    expect(sheet.alarms).toMatchObject([
      { alertId: during.id, claimedSeconds: 60, arrivedSeconds: 120, resolvedSeconds: 300, outcome: 'assisted' },
    ])
    expect(sheet.open.map(({ alertId, state }) => [alertId, state])).toEqual([[before.id, 'open']])
  })

  test('NIGHT-05 a bed exit that ended by itself counts, and names nobody', async () => {
    const { nurse, camera } = await home()
    const exit = await insertAlert(service, camera, { activity: 'A006', severity: 'high', occurredAt: ago(8) })
    await service.sql`update alert set alarm_state = 'resolved', resolved_at = ${ago(8 - 3 / 60)}, resolved_name = '',
      outcome = 'returned' where id = ${exit.id}`
    const { sheet } = await sheetOf(nurse)
    expect(sheet.alarms).toMatchObject([
      { alertId: exit.id, outcome: 'returned', userName: null, claimedSeconds: null, resolvedSeconds: 180 },
    ])
    expect([sheet.open, sheet.alarmCount, sheet.rooms[0]?.bedExits]).toEqual([[], 1, 1])
  })

  test('the sheet has all alarms of a busy night, falls first', async () => {
    const { nurse, camera } = await home()
    const fall = await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: ago(12) })
    await bedExits(camera, ...Array.from({ length: 250 }, (_, at) => 4 + at / 100))
    const { sheet } = await sheetOf(nurse)
    expect([sheet.alarms.length, sheet.open.length, sheet.alarmCount]).toEqual([251, 251, 251])
    expect([sheet.alarms[0]!.alertId, sheet.open[0]!.alertId]).toEqual([fall.id, fall.id])
  })

  test('the sheet compares bed exits with the median of the 14 previous same shifts', async () => {
    const { nurse, camera } = await home()
    await bedExits(camera, 5, 6, 7, 8)
    // Two in each of eight nights, none in the other six: the median is 2. Those of the afternoon do not count.
    for (let night = 1; night <= 8; night++) await bedExits(camera, 24 * night + 5, 24 * night + 6, 24 * night + 18)
    const [room] = (await sheetOf(nurse)).sheet.rooms
    expect([room?.bedExits, room?.usualBedExits]).toEqual([4, 2])
  })

  test('a new camera has no usual number of bed exits yet', async () => {
    const { nurse, camera } = await home()
    await service.sql`update camera set created_at = ${ago(24 * 3)} where id = ${camera.id}`
    expect((await sheetOf(nurse)).sheet.rooms[0]?.usualBedExits).toBeNull()
  })

  test('the sheet has last night’s sleep, check-ins done and missed, and failed hubs', async () => {
    const { nurse, camera, tenant, unitId } = await home()
    await service.sql`insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, bedtime, onset, wake,
      get_up, bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings, worked_from)
      values (${tenant.id}, ${camera.id}, '2026-11-19', '2026-11-19T09:00:00Z', 0.98, 180, 200, 720, 740, 1260, 360, 380,
        20, 1, 0)`
    await service.sql`insert into check_in (tenant_id, camera_id, unit_id, user_id, person_id, person_name, started_at,
      stream_at, last_sign_at, ended_at, end_reason, note)
      values (${tenant.id}, ${camera.id}, ${unitId}, uuidv7(), uuidv7(), 'Yuki', ${ago(6)}, ${ago(6)}, ${ago(6)},
        ${ago(6)}, 'left', 'Asleep')`
    await insertAlert(service, camera, { activity: 'camera-inactive', severity: 'medium', occurredAt: ago(5) })
    await service.sql`update camera set status = 'Offline' where id = ${camera.id}`
    const { sheet } = await sheetOf(nurse)
    expect(sheet.rooms[0]).toMatchObject({ checkIns: 1, sleep: { isProvisional: false, sleepMinutes: 500 } })
    expect(sheet.checkIns.map(({ text }) => text)).toEqual(['Asleep'])
    expect(sheet.errors.map(({ activity, isDark }) => [activity, isDark])).toEqual([['camera-inactive', true]])
  })

  test('a room with two cameras is one row: counts of both, one night, and its note', async () => {
    const place = await home()
    const { nurse, camera, tenant, unitId } = place
    const second = await insertCamera(service, tenant, { unitId, location: '101', name: '101 door' })
    await bedExits(camera, 5, 6)
    await bedExits(second, 7)
    for (const [at, { id }] of [camera, second].entries()) {
      await service.sql`insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, bedtime, onset,
        wake, get_up, bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings, worked_from)
        values (${tenant.id}, ${id}, '2026-11-19', '2026-11-19T09:00:00Z', ${[0.4, 0.9][at]!}, 180, 200, ${[600, 720][at]!},
          740, 1260, 360, 380, 20, 1, 0)`
    }
    await service.call(nurse.token, 'handover.note', noteOf(place, 'Sore knee', 0, second.id))
    const { sheet } = await sheetOf(nurse)
    expect(sheet.rooms).toMatchObject([
      {
        cameraId: second.id,
        bedExits: 3,
        sleep: { sleepMinutes: 500, coverageShare: 0.9 },
        note: { text: 'Sore knee' },
      },
    ])
    expect(new Set(sheet.alarms.map(({ room }) => room))).toEqual(new Set([sheet.rooms[0]!.room]))
  })

  test('a room that two residents share keeps a row for each of its cameras', async () => {
    const { nurse, camera, tenant, unitId } = await home()
    const second = await insertCamera(service, tenant, { unitId, location: '101', name: '101 window' })
    await bedExits(camera, 5, 6)
    await bedExits(second, 7)
    for (const one of [camera, second]) await livesAt(one, `Resident of ${one.id}`)
    const { sheet } = await sheetOf(nurse)
    const countOf = (cameraId: string) => sheet.rooms.find((room) => room.cameraId === cameraId)?.bedExits
    expect([sheet.rooms.length, countOf(camera.id), countOf(second.id)]).toEqual([2, 2, 1])
  })

  test('the sheet is limited to the person’s units, and to a chosen unit', async () => {
    const { nurse, tenant } = await home()
    const westId = await insertUnit(service, tenant, 'West')
    await insertCamera(service, tenant, { unitId: westId, location: '201' })
    const { sheet, units, mayWholeSite } = await sheetOf(nurse)
    expect([sheet.unitName, units.length, mayWholeSite]).toEqual(['East', 1, false])
    expect(sheet.rooms.map(({ location }) => location)).toEqual(['101'])
    expect((await service.refused(nurse.token, 'handover.get', { query: { unitId: westId } })).status).toBe(404)
    const admin = await service.user({ role: 'ADMIN', tenant })
    expect((await sheetOf(admin)).sheet.rooms).toHaveLength(2)
    expect((await sheetOf(admin, { unitId: westId })).sheet.rooms.map(({ location }) => location)).toEqual(['201'])
  })
})

describe('HANDOVER-01 notes', () => {
  test('notes on a room and for all appear for every colleague, with the writer’s name', async () => {
    const place = await home()
    await service.call(place.nurse.token, 'handover.note', noteOf(place, 'Fire drill at ten', 0))
    await service.call(place.nurse.token, 'handover.note', noteOf(place, 'Sore knee', 0, place.camera.id))
    const { sheet } = await sheetOf(place.colleague)
    expect([sheet.note.text, sheet.rooms[0]?.note.text]).toEqual(['Fire drill at ten', 'Sore knee'])
    expect(sheet.note.userName).not.toBeNull()
  })

  test('the second of two writers gets a conflict with the first text, nothing is lost', async () => {
    const place = await home()
    const save = (user: TestUser, text: string, version: number) =>
      service.call(user.token, 'handover.note', noteOf(place, text, version))
    await save(place.nurse, 'First', 0)
    const refused = await service.refused(place.colleague.token, 'handover.note', noteOf(place, 'Second', 0))
    expect([refused.status, refused.body.key]).toEqual([409, 'conflict'])
    expect((await sheetOf(place.nurse)).sheet.note).toMatchObject({ text: 'First', version: 1 })
    expect((await save(place.colleague, 'First. Second', 1)).body.version).toBe(2)
  })

  test('a note on a room of another unit is not found', async () => {
    const [place, other] = [await home(), await home()]
    const refused = await service.refused(place.nurse.token, 'handover.note', noteOf(place, 'A', 0, other.camera.id))
    expect(refused.status).toBe(404)
  })
})

describe('HANDOVER-01 the record of a handover', () => {
  test('a record stays unchanged, has both names, and is found by its words', async () => {
    const place = await home()
    await service.call(place.nurse.token, 'handover.note', noteOf(place, 'Fire drill at ten', 0))
    const { id } = (await service.call(place.nurse.token, 'handover.give', give(place))).body
    await service.call(place.nurse.token, 'handover.note', noteOf(place, 'Changed later', 1))
    const { body } = await service.call(place.colleague.token, 'handover.record', { params: { id } })
    expect(body.sheet.note.text).toBe('Fire drill at ten')
    const found = async (text: string) =>
      (await service.call(place.nurse.token, 'handover.search', { body: { text } })).body.records.map((one) => one.id)
    expect([await found('DRILL ten'), await found('elsewhere')]).toEqual([[id], []])
    await expect(
      service.database.asTenant(
        { tenantId: place.tenant.id, tenantIds: [place.tenant.id], userId: null, unitIds: null },
        (db) => db.run({ text: `update handover set giver_name = 'X'`, values: [] } as never),
      ),
    ).rejects.toThrow(/permission denied/)
  })

  test('reading a record and its PDF are audited separately', async () => {
    const place = await home()
    const { id } = (await service.call(place.nurse.token, 'handover.give', give(place))).body
    await service.call(place.colleague.token, 'handover.record', { params: { id } })
    await service.call(place.colleague.token, 'handover.pdf', { params: { id }, query: { locale: 'en' } })
    const rows = await service.sql<{ user: string }[]>`
      select actor_user_id as user from audit where action = 'handover.read' and object_id = ${id}`
    expect(rows.map(({ user }) => user)).toEqual([place.colleague.id, place.colleague.id])
  })

  test('a note and a handover are published to open consoles of the unit', async () => {
    const place = await home()
    const events: LiveEvent[] = []
    const stop = service.platform.bus.subscribe([place.tenant.id], (event) => events.push(event))
    await service.call(place.nurse.token, 'handover.note', noteOf(place, 'A', 0, place.camera.id))
    await service.call(place.nurse.token, 'handover.give', give(place))
    stop()
    const news = events.filter(({ type }) => type === 'handover-changed')
    expect(news).toEqual([
      { type: 'handover-changed', unitId: place.unitId },
      { type: 'handover-changed', unitId: place.unitId },
    ])
  })

  test('a repeated press creates one record, audited once', async () => {
    const place = await home()
    const request = give(place)
    const first = (await service.call(place.nurse.token, 'handover.give', request)).body
    expect((await service.call(place.nurse.token, 'handover.give', request)).body.id).toBe(first.id)
    expect(
      await service.sql`select from audit where action = 'handover.give' and object_id = ${first.id}`,
    ).toHaveLength(1)
    expect((await sheetOf(place.nurse)).handed.map(({ id }) => id)).toEqual([first.id])
  })

  test('nobody hands over to themselves; a station names its giver', async () => {
    const place = await home()
    const self = await service.refused(place.nurse.token, 'handover.give', give(place, { receiverId: place.nurse.id }))
    expect(self.body.fields).toEqual({ receiverId: 'handover.same-person' })
    const station = await service.user({ role: 'USER', tenant: place.tenant, unitIds: [place.unitId] })
    await service.sql`update app_user set type = 'SHARED' where id = ${station.id}`
    expect((await service.refused(station.token, 'handover.give', give(place))).body.key).toBe('person-needed')
    const named = await service.call(station.token, 'handover.give', give(place, { byUserId: place.nurse.id }))
    expect(named.status).toBe(200)
  })

  test('a record of a unit is not found by people of another unit', async () => {
    const place = await home()
    const { id } = (await service.call(place.nurse.token, 'handover.give', give(place))).body
    const westId = await insertUnit(service, place.tenant, 'West')
    const other = await service.user({ role: 'USER', tenant: place.tenant, unitIds: [westId] })
    expect((await service.refused(other.token, 'handover.record', { params: { id } })).status).toBe(404)
    expect((await service.call(other.token, 'handover.search', { body: {} })).body.totalCount).toBe(0)
  })
})

describe('HANDOVER-01 the PDF', () => {
  test.each([
    ['en', 'Possible fall'],
    ['ja', '転倒の可能性'],
  ] as const)('REAL-03 calls a fall that only the background saw possible, in %s', async (locale, words) => {
    const place = await home()
    const occurredAt = ago(8)
    const { id: alertId } = await insertAlert(service, place.camera, {
      activity: 'A005',
      severity: 'critical',
      occurredAt,
    })
    const detections = [{ label: 'person', box: { x: 0.1, y: 0.6, width: 0.4, height: 0.2 }, isPossible: true }]
    await service.sql`update alert set detections = ${JSON.stringify(detections)}::text::jsonb where id = ${alertId}`
    const { id } = (await service.call(place.nurse.token, 'handover.give', give(place))).body
    expect(await paperOf(place.nurse, id, locale)).toContain(words)
  })

  test('REACH-54 the PDF calls signals by the name of the site, and groups each name apart', async () => {
    const place = await home()
    const signal = { activity: 'site-signal', severity: 'medium' } as const
    await service.sql`update tenant set alarm_severities = '{critical,high,medium}' where id = ${place.camera.tenantId}`
    for (const kindName of ['Mat', 'Door', 'Door'])
      await insertAlert(service, place.camera, { ...signal, kindName, occurredAt: ago(8) })
    const { id } = (await service.call(place.nurse.token, 'handover.give', give(place))).body
    const text = await paperOf(place.nurse, id, 'en')
    for (const part of ['101 · Mat', '101 · Door']) expect(text).toContain(part)
  })

  test.each(['en', 'ja'] as const)('the PDF has the oldest fall before the newest bed exits, in %s', async (locale) => {
    const place = await home()
    const { camera, nurse } = place
    await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: ago(12) })
    await bedExits(camera, ...Array.from({ length: 240 }, (_, at) => 4 + at / 100))
    await service.call(nurse.token, 'handover.note', noteOf(place, `${'火災訓練。'.repeat(300)}以上`, 0))
    const { id } = (await service.call(nurse.token, 'handover.give', give(place))).body
    const text = await paperOf(nurse, id, locale)
    const [fall, bedExit] = locale === 'en' ? ['Fall', 'Bed exit'] : ['転倒', '離床']
    expect(text.indexOf(`101 · ${fall}`)).toBeGreaterThan(0)
    expect(text.indexOf(`101 · ${fall}`)).toBeLessThan(text.indexOf(`101 · ${bedExit}`))
    for (const part of ['East', '以上', '240']) expect(text).toContain(part)
  })
})

describe('HANDOVER-01 RESIDENT-02 names of residents', () => {
  test('names appear on sheet, record and PDF for care roles only, and are stored nowhere', async () => {
    const place = await home()
    const { tenant, camera, nurse } = place
    await livesAt(camera, '山田 花子')
    await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: ago(8) })
    const { id } = (await service.call(nurse.token, 'handover.give', give(place))).body
    const guest = await service.user({ role: 'DEMO_USER', tenant, unitIds: [place.unitId] })
    const read = async (user: TestUser) => {
      const { sheet } = (await service.call(user.token, 'handover.record', { params: { id } })).body
      const now = (await sheetOf(user)).sheet
      const named = [sheet.alarms[0]!, sheet.open[0]!, sheet.rooms[0]!, now.alarms[0]!, now.open[0]!, now.rooms[0]!]
      return named.map(({ residents }) => residents.map(({ name }) => name).join())
    }
    expect(await read(nurse)).toEqual(Array(6).fill('山田 花子'))
    expect(await read(guest)).toEqual(Array(6).fill(''))
    expect(await paperOf(nurse, id, 'en')).toContain('山田 花子 様')
    expect(await paperOf(guest, id, 'en')).not.toContain('花子')
    const stored = await service.sql`select from handover where id = ${id} and sheet::text like '%花子%'`
    expect(stored).toHaveLength(0)
  })
})

/** The words of the PDF's pages. */
async function paperOf({ token }: { token: string }, id: string, locale: 'en' | 'ja'): Promise<string> {
  const { statusCode, rawPayload } = await service.app.http.inject({
    ...{ method: 'GET', url: `/api/handover/pdf/${id}?locale=${locale}` },
    headers: { 'x-authtoken': token },
  })
  expect(statusCode).toBe(200)
  const pdf = await pdfjs.getDocument({ data: new Uint8Array(rawPayload), verbosity: 0 }).promise
  const pages = Array.from({ length: pdf.numPages }, async (_, at) => {
    const { items } = await (await pdf.getPage(at + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  })
  return (await Promise.all(pages)).join(' ').replaceAll('\u00a0', ' ')
}
