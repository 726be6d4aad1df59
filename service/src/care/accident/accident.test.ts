/**
 * Accident reports through the service's calls: started from evidence, reviewed by another person, submitted, and
 * access to them.
 */
import type { AccidentForm } from '@mimamori/contract/care/accident-form.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertResident, insertUnit } from '#testing/site.ts'
import { dropAccidents } from './accident.jobs.ts'
import * as begun from './testing-accident.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const fall = () => begun.fall(service)
const read = (user: TestUser, id: string) => begun.read(service, user, id)
const save = (user: TestUser, id: string, answers: Partial<AccidentForm>) => begun.save(service, user, id, answers)
const check = (user: TestUser, id: string) => begun.check(service, user, id)
const submit = (user: TestUser, id: string, day: string) => begun.submit(service, user, id, day)
const auditOf = async (id: string) =>
  (await service.sql<{ action: string }[]>`select action from audit where object_id = ${id} order by at, id`).map(
    ({ action }) => action,
  )
describe('REPORT-05 a new report', () => {
  test('NIGHT-08 a new report takes resident, office and what people wrote, without a log, in Japanese', async () => {
    const { id, nurse, residentId, alert } = await fall()
    const { form, sources, missing, ...report } = await read(nurse, id)
    expect(report).toMatchObject({ state: 'draft', issue: 1, version: 1, residentId, alertId: alert.id, isOwn: true })
    expect(form).toMatchObject({
      ...{ corporation: '社会福祉法人さくら会', personName: '山田 花子', servedSince: '2026-01-01', kind: ['fall'] },
      ...{ place: 'room-single', details: begun.OPENING, response: '看護師に報告した。' },
    })
    expect(form.occurredAt).toBe(service.clock.now().toISOString())
    expect(sources).toEqual([{ text: begun.OPENING, says: [begun.OPENING], atMs: 5_400 }])
    expect(missing).toContain('personAge')
    expect(missing).not.toContain('cause')
  })

  test('NIGHT-08 a near miss is a report of its own, with the nurse’s answer, and never submitted', async () => {
    const { alert, nurse, admin, id } = await fall()
    await service.sql`update alert set alarm_state = 'resolved', claimer_name = '佐藤 由紀', claimer_id = ${nurse.id},
      claimed_at = created_at + interval '1 minute', arrived_name = '佐藤 由紀', arrived_by = ${nurse.id},
      arrived_at = created_at + interval '2 minutes', resolved_at = created_at + interval '5 minutes',
      resolved_by = ${nurse.id}, resolved_name = '佐藤 由紀', outcome = 'no-injury', outcome_note = '床に座っていた。'
      where id = ${alert.id}`
    const begin = () => service.call(nurse.token, 'accident.create', { body: { alertId: alert.id, kind: 'near-miss' } })
    const [{ body: first }, { body: again }] = [await begin(), await begin()]
    expect([first.id === id, again.id]).toEqual([false, first.id])
    const { kind, form, missing } = await read(nurse, first.id)
    expect([kind, missing]).toEqual(['near-miss', []])
    expect([form.details, form.response]).toEqual([
      `${begun.OPENING}\n床に座っていた。`,
      '10:01 佐藤 由紀が向かった。\n10:02 佐藤 由紀が居室に到着した。\n結果：けがなし（佐藤 由紀）\n看護師に報告した。',
    ])
    expect((await check(admin, first.id)).body.state).toBe('checked')
    const { version } = await read(admin, first.id)
    const sent = { params: { id: first.id }, body: { submittedOn: '2026-11-20', version } }
    expect((await service.refused(admin.token, 'accident.submit', sent)).status).toBe(409)
    const listed = async (kinds: ('accident' | 'near-miss')[]) =>
      (
        await service.call(nurse.token, 'accident.search', {
          ...{
            query: { pageNumber: 0, pageSize: 10, sortColumn: 'occurredAt', sortAscending: false },
            body: { kinds },
          },
        })
      ).body.records.map((one) => one.id)
    expect([await listed(['near-miss']), await listed(['accident'])]).toEqual([[first.id], [id]])
  })

  test('there is one report per alert and resident, even if two people start it', async () => {
    const { alert, nurse, admin, id } = await fall()
    const answers = await Promise.all(
      [nurse, admin].map(({ token }) => service.call(token, 'accident.create', { body: { alertId: alert.id } })),
    )
    expect(answers.map(({ body }) => body.id)).toEqual([id, id])
  })

  test('a new report requires the resident if several stay in the room, and uses that one', async () => {
    const { camera, alert, nurse } = await fall()
    const second = await insertResident(service, camera, { name: '佐藤 一郎', bed: 2 })
    const open = await service.call(nurse.token, 'accident.create', { body: { alertId: alert.id } })
    expect(await read(nurse, open.body.id)).toMatchObject({
      residentId: null,
      form: { personName: '', place: 'room-shared' },
    })
    const named = await service.call(nurse.token, 'accident.create', {
      body: { alertId: alert.id, residentId: second },
    })
    expect((await read(nurse, named.body.id)).form.personName).toBe('佐藤 一郎')
  })

  test('NIGHT-08 a new report takes age, sex, insurer and levels from the resident’s page', async () => {
    const { camera, nurse, residentId } = await fall()
    const facts = { sex: 'female', bornOn: '1938-11-21', insurer: '千代田区', careLevel: 'care-2', dementiaLevel: '2a' }
    await service.sql`update resident set facts = ${JSON.stringify(facts)}::text::jsonb where id = ${residentId}`
    const again = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    const { body } = await service.call(nurse.token, 'accident.create', { body: { alertId: again.id } })
    expect((await read(nurse, body.id)).form).toMatchObject({
      ...{ personAge: 87, personSex: 'female', insurer: '千代田区', careLevel: 'care-2', dementiaLevel: '2a' },
    })
  })

  test('knows the office and the person from earlier forms', async () => {
    const { camera, nurse, id } = await fall()
    await save(nurse, id, begun.ANSWERS)
    const again = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    const next = await service.call(nurse.token, 'accident.create', { body: { alertId: again.id } })
    const { form } = await read(nurse, next.body.id)
    expect(form).toMatchObject({
      officeNumber: '1370000001',
      careLevel: 'care-3',
      insurer: '千代田区',
      personAge: null,
    })
  })
})

describe('REPORT-05 draft, checked, submitted', () => {
  test('REPORT-05 a report with missing fields cannot be reviewed, and lists them', async () => {
    const { nurse, admin, id } = await fall()
    await save(nurse, id, { ...begun.ANSWERS, personAge: null, isFinal: true })
    const { version } = await read(admin, id)
    const { status, body } = await service.refused(admin.token, 'accident.check', { params: { id }, body: { version } })
    expect(status).toBe(400)
    expect(body.fields).toEqual({
      personAge: 'accident.missing',
      cause: 'accident.missing',
      prevention: 'accident.missing',
    })
  })

  test('REPORT-05 another person than the author reviews a report, and a change needs a new review', async () => {
    const { nurse, admin, id } = await fall()
    await save(admin, id, begun.ANSWERS)
    const { version } = await read(admin, id)
    const own = await service.refused(admin.token, 'accident.check', { params: { id }, body: { version } })
    expect(own.body.key).toBe('not-yourself')
    const carer = await service.refused(nurse.token, 'accident.check', { params: { id }, body: { version } })
    expect(carer.body.key).toBe('forbidden')
    await save(nurse, id, begun.ANSWERS)
    expect((await check(admin, id)).body).toMatchObject({ state: 'checked', checked: { name: 'Test ADMIN' } })
    expect((await save(nurse, id, { remarks: '追記' })).body).toMatchObject({ state: 'draft', checked: null })
  })

  test('REPORT-05 a submitted report continues as the next one, and revisions retain their numbers', async () => {
    const { nurse, admin, id } = await fall()
    await save(nurse, id, begun.ANSWERS)
    await check(admin, id)
    const { version } = await read(admin, id)
    const ahead = { params: { id }, body: { submittedOn: '2026-11-21', version } }
    expect((await service.refused(admin.token, 'accident.submit', ahead)).body.fields).toEqual({
      submittedOn: 'accident.not-ahead',
    })
    expect((await submit(admin, id, '2026-11-20')).body).toMatchObject({
      state: 'submitted',
      submittedOn: '2026-11-20',
    })
    const { form, version: sent } = await read(nurse, id)
    const change = { params: { id }, body: { form, version: sent } }
    expect((await service.refused(nurse.token, 'accident.save', change)).body.key).toBe('conflict')
    await service.call(nurse.token, 'accident.next', { params: { id }, body: { version: sent } })
    expect((await save(nurse, id, { cause: 'ふらつき' })).body).toMatchObject({ state: 'draft', issue: 2 })
    const { records } = (await service.call(nurse.token, 'accident.history', { params: { id } })).body
    expect(records.map(({ kind, version: number, issue }) => [kind, number, issue])).toEqual([
      ...[
        ['saved', 6, 2],
        ['next', 5, 2],
        ['submitted', 4, 1],
        ['checked', 3, 1],
        ['saved', 2, 1],
        ['created', 1, 1],
      ],
    ])
    const scope = { tenantId: '', tenantIds: [], userId: null, unitIds: null }
    const change2 = service.database.asTenant(scope, (db) =>
      db.run({ text: `update accident_step set user_name = 'X'`, values: [] } as never),
    )
    await expect(change2).rejects.toThrow()
  })

  test('saving over a newer version is a conflict', async () => {
    const { nurse, admin, id } = await fall()
    const { form, version } = await read(nurse, id)
    await save(admin, id, { remarks: 'A' })
    const late = await service.refused(nurse.token, 'accident.save', { params: { id }, body: { form, version } })
    expect(late.body.key).toBe('conflict')
  })

  test('a submitted report cannot be deleted; another one is deleted with its resident', async () => {
    const sent = await fall()
    await save(sent.nurse, sent.id, begun.ANSWERS)
    await check(sent.admin, sent.id)
    const { version } = (await submit(sent.admin, sent.id, '2026-11-20')).body
    const refused = await service.refused(sent.admin.token, 'accident.remove', {
      ...{ params: { id: sent.id }, query: { version } },
    })
    expect(refused.body.key).toBe('conflict')
    const unsent = await fall()
    for (const { residentId } of [sent, unsent]) await service.sql`delete from resident where id = ${residentId}`
    expect(await read(sent.admin, sent.id)).toMatchObject({ residentId: null, form: { personName: '山田 花子' } })
    const gone = await service.refused(unsent.admin.token, 'accident.get', { params: { id: unsent.id } })
    expect(gone.status).toBe(404)
  })

  test('a report is deleted five years after its last change, and that is audited', async () => {
    const { id, admin } = await fall()
    const later = (years: number) => new Date(service.clock.now().getTime() + years * 365.25 * 86_400_000)
    const run = (now: Date) => drain(dropAccidents, service.database, now)
    await run(later(4.9))
    expect((await read(admin, id)).id).toBe(id)
    await run(later(5.1))
    expect((await service.refused(admin.token, 'accident.get', { params: { id } })).status).toBe(404)
    expect(await auditOf(id)).toContain('accident.remove')
  })
})

describe('REPORT-05 access to a report', () => {
  test('reading, writing and exporting a report are audited', async () => {
    const place = await fall()
    await save(place.nurse, place.id, begun.ANSWERS)
    await check(place.admin, place.id)
    await begun.fileOf(service, place, 'pdf')
    await begun.fileOf(service, place, 'excel')
    expect([...new Set(await auditOf(place.id))].toSorted()).toEqual([
      ...['accident.check', 'accident.create', 'accident.export', 'accident.read', 'accident.save'],
    ])
  })

  test('carers of another unit, restricted staff and the operator cannot read reports', async () => {
    const { tenant, unitId, id } = await fall()
    const west = await insertUnit(service, tenant, '西')
    const other = await service.user({ role: 'USER', tenant, unitIds: [west] })
    expect((await service.refused(other.token, 'accident.get', { params: { id } })).status).toBe(404)
    expect((await service.call(other.token, 'accident.search', { body: {} })).body.totalCount).toBe(0)
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [unitId] })
    expect((await service.refused(restricted.token, 'accident.get', { params: { id } })).body.key).toBe('forbidden')
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    expect((await service.refused(operator.token, 'accident.search', { body: {} })).body.key).toBe('forbidden')
  })

  test('the list filters by name and state', async () => {
    const { nurse, id } = await fall()
    const found = async (body: object) =>
      (await service.call(nurse.token, 'accident.search', { body })).body.records.map((one) => one.id)
    expect(await found({ text: '花子' })).toEqual([id])
    expect([await found({ text: '太郎' }), await found({ states: ['submitted'] })]).toEqual([[], []])
  })

  test('a station names the person who writes', async () => {
    const { tenant, unitId, nurse, id } = await fall()
    const station = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
    await service.sql`update app_user set type = 'SHARED' where id = ${station.id}`
    const { form, version } = await read(station, id)
    const body = { form, version }
    expect((await service.refused(station.token, 'accident.save', { params: { id }, body })).body.key).toBe(
      'person-needed',
    )
    const saved = await service.call(station.token, 'accident.save', {
      ...{ params: { id }, body: { ...body, byUserId: nurse.id } },
    })
    expect(saved.body.editedByName).toBe('Test USER')
  })
})
