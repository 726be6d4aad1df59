/** What a municipality asks for beyond the ministry's form: own items and a number instead of the name. REPORT-05. */
import type { AccidentSettingsForm } from '@mimamori/contract/care/accident-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert } from '#testing/site.ts'
import * as begun from './testing-accident.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const MANAGER = { label: '管理者の職氏名', kind: 'line', after: 'office', isRequired: true } as const
const VIEW = { label: '市への意見', kind: 'text', after: 'remarks', isRequired: false } as const

type Place = begun.Fall
const read = (place: Place) => begun.read(service, place.nurse, place.id)
const settings = async ({ admin }: Place) => (await service.call(admin.token, 'accidentSettings.get')).body
/** Saved over what is there. */
const configure = async (place: Place, form: Partial<AccidentSettingsForm>) => {
  const { version, ...before } = await settings(place)
  const body = { ...before, ...form, version }
  return (await service.call(place.admin.token, 'accidentSettings.save', { body })).body
}
/** Labels of the workbook with what stands beside them. */
const paperOf = async (place: Place, query = '') => begun.rowsIn(await begun.fileOf(service, place, 'excel', query))

test('REPORT-05 a report asks for own items and retains them as they were when it was submitted', async () => {
  const place = await begun.fall(service)
  const { nurse, admin, id } = place
  const [item] = (await configure(place, { ownItems: [MANAGER, VIEW] })).ownItems
  await begun.save(service, nurse, id, begun.ANSWERS)
  expect((await read(place)).missing).toEqual([`own.${item!.id}`])
  const early = await read(place)
  const refused = await service.refused(admin.token, 'accident.check', {
    ...{ params: { id }, body: { version: early.version } },
  })
  expect(refused.body.fields).toEqual({ [`own.${item!.id}`]: 'accident.missing' })
  await begun.save(service, nurse, id, { own: { [item!.id]: '施設長 鈴木' } })
  await begun.check(service, admin, id)
  await begun.submit(service, admin, id, '2026-11-20')
  await configure(place, { ownItems: [] })
  expect((await read(place)).ownItems.map(({ label }) => label)).toEqual([MANAGER.label, VIEW.label])
  expect(await paperOf(place)).toContainEqual(['管理者の職氏名', '', '施設長 鈴木', ''])
  const { version } = await read(place)
  await service.call(nurse.token, 'accident.next', { params: { id }, body: { version } })
  // The answered item stays, the other one is gone with the site's.
  expect((await read(place)).ownItems.map(({ label }) => label)).toEqual([MANAGER.label])
  expect(await paperOf(place, `?version=${version}`)).toContainEqual(['市への意見', '', '', ''])
})

test('own items stand at the end of their section, and a near miss has none', async () => {
  const place = await begun.fall(service)
  await configure(place, { ownItems: [MANAGER, VIEW] })
  await begun.save(service, place.nurse, place.id, begun.ANSWERS)
  const labels = (await paperOf(place)).map(([label]) => label)
  expect(labels.indexOf(MANAGER.label)).toBe(labels.indexOf('所在地') + 1)
  const { body } = await service.call(place.nurse.token, 'accident.create', {
    body: { alertId: place.alert.id, kind: 'near-miss' },
  })
  expect((await begun.read(service, place.nurse, body.id)).missing).toEqual([])
  const file = await begun.fileOf(service, { ...place, id: body.id }, 'excel')
  expect((await begun.rowsIn(file)).map(([label]) => label)).not.toContain(MANAGER.label)
})

test('REPORT-05 the paper has the insured number instead of the name, and so has no file name the name', async () => {
  const place = await begun.fall(service)
  const { camera, nurse, residentId } = place
  const facts = JSON.stringify({ insuredNumber: '0000123456' })
  await service.sql`update resident set facts = ${facts}::text::jsonb where id = ${residentId}`
  await configure(place, { isNumberForName: true })
  const again = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
  const { body } = await service.call(nurse.token, 'accident.create', { body: { alertId: again.id } })
  const numbered = { ...place, id: body.id }
  const { form, isNumberForName, missing } = await read(numbered)
  expect([form.insuredNumber, isNumberForName]).toEqual(['0000123456', true])
  expect(missing).not.toContain('personName')
  const rows = await paperOf(numbered)
  expect(rows).toContainEqual(['被保険者番号', '', '0000123456', ''])
  expect(rows.flat().join()).not.toContain('山田')
  for (const format of ['pdf', 'excel'] as const) {
    const { headers } = await begun.answerOf(service, numbered, format)
    expect(decodeURIComponent(String(headers['content-disposition']))).not.toContain('山田')
  }
  await begun.save(service, nurse, body.id, { insuredNumber: '' })
  expect((await read(numbered)).missing).toContain('insuredNumber')
  // A report from before the change has the name until it is written again.
  expect(await paperOf(place)).toContainEqual(['氏名', '', '山田 花子', ''])
})

test('settings change with a version and an audit, and an item retains its id', async () => {
  const place = await begun.fall(service)
  const [item] = (await configure(place, { ownItems: [MANAGER] })).ownItems
  const { ownItems, version } = await configure(place, { ownItems: [VIEW, { ...item!, label: '管理者' }] })
  expect(ownItems[1]).toEqual({ ...MANAGER, id: item!.id, label: '管理者' })
  const late = { body: { ownItems: [], isNumberForName: false, version: version - 1 } }
  expect((await service.refused(place.admin.token, 'accidentSettings.save', late)).body.key).toBe('conflict')
  const [row] = await service.sql<{ details: { after: object } }[]>`
    select details from audit where action = 'accident.save-settings' and object_id = ${place.tenant.id}
    order by at desc, id desc limit 1`
  expect(row!.details.after).toEqual({ ownItems, isNumberForName: false })
})

test('settings take 20 items at most, each with a label, and belong to a site', async () => {
  const place = await begun.fall(service)
  const refused = (ownItems: AccidentSettingsForm['ownItems']) =>
    service.refused(place.admin.token, 'accidentSettings.save', {
      body: { ownItems, isNumberForName: false, version: 0 },
    })
  const many = await refused(Array.from({ length: 21 }, () => VIEW))
  expect(many.body.fields).toEqual({ ownItems: 'accident.own-too-many' })
  const bare = await refused([{ ...VIEW, label: ' ' }])
  expect(bare.body.fields).toEqual({ 'ownItems.0.label': 'accident.own-label-required' })
  const other = await begun.fall(service)
  await configure(place, { ownItems: [VIEW] })
  expect(await settings(other)).toEqual({ ownItems: [], isNumberForName: false, version: 0 })
  const operator = await service.user({ role: 'SUPER_ADMIN' })
  expect((await service.refused(operator.token, 'accidentSettings.get')).body.key).toBe('site-needed')
})
