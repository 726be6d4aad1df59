/** Residents and stays through the service's calls: who reads them, how they move, and which requests are rejected. */
import { CONSENTS } from '@mimamori/contract/care/resident-title.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertCamera, insertResident, insertUnit } from '#testing/site.ts'
import { eraseResidents } from './resident.jobs.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const DAY_MS = 24 * 60 * 60_000
const ago = (days: number) => new Date(service.clock.now().getTime() - days * DAY_MS).toISOString()
const consents = (refused: readonly string[] = []) =>
  CONSENTS.map((kind) => ({
    ...{ kind, isGiven: !refused.includes(kind), answeredOn: '2026-11-01', answeredBy: '長女 山田 恵子' },
  }))
const hanako = {
  name: '山田 花子',
  kana: 'ヤマダ ハナコ',
  honorific: 'sama' as const,
  careNote: 'Walks with a frame',
  consents: consents(),
}

async function home() {
  const tenant = await service.tenant()
  const unit = await insertUnit(service, tenant, '2階')
  const room = await insertCamera(service, tenant, { unitId: unit, location: '201' })
  const next = await insertCamera(service, tenant, { unitId: unit, location: '202' })
  const admin = await service.user({ role: 'ADMIN', tenant })
  return { tenant, unit, room, next, admin }
}
type Home = Awaited<ReturnType<typeof home>>

async function addHanako({ admin, room }: Home, days = 10) {
  const stay = { cameraId: room.id, at: ago(days) }
  return (await service.call(admin.token, 'resident.create', { body: { ...hanako, stay } })).body
}
const one = async (user: TestUser, id: string) =>
  (await service.call(user.token, 'resident.get', { params: { id } })).body
const names = async (user: TestUser, body: object = {}) => {
  const answer = await service.call(user.token, 'resident.search', { body })
  return answer.body.records.map(({ name }) => name)
}
const carer = (tenant: TestTenant, role: 'USER' | 'RESTRICTED_USER', unitId: string) =>
  service.user({ role, tenant, unitIds: [unitId] })

describe('RESIDENT-01 a resident', () => {
  test('a resident is added with consents and a room, and found by name or room', async () => {
    const at = await home()
    const { id } = await addHanako(at)

    const shown = await one(at.admin, id)

    expect(shown).toMatchObject({ name: '山田 花子', careNote: 'Walks with a frame', refused: [], version: 1 })
    expect(shown.stay).toMatchObject({ location: '201', unitName: '2階', bed: 1, to: null })
    expect(shown.consents?.map((each) => [each.kind, each.isGiven, each.answeredOn, each.answeredBy])).toEqual(
      CONSENTS.map((kind) => [kind, true, '2026-11-01', '長女 山田 恵子']),
    )
    expect(shown.consents?.[0]).toMatchObject({ recordedByName: 'Test ADMIN' })
    expect(await names(at.admin, { text: '花子' })).toEqual(['山田 花子'])
    expect(await names(at.admin, { text: '201' })).toEqual(['山田 花子'])
    for (const text of ['山田花子', 'やまだ', 'ヤマダ はな'])
      expect(await names(at.admin, { text })).toEqual(['山田 花子'])
    expect(await names(at.admin, { text: '佐藤' })).toEqual([])
    expect(await names(at.admin, { state: 'left' })).toEqual([])
  })

  test('a resident moves, and leaves: each stay ends where the next one begins', async () => {
    const at = await home()
    const { id } = await addHanako(at)
    const { token } = at.admin
    const move = { cameraId: at.next.id, at: ago(3), version: 1 }
    await service.call(token, 'resident.move', { params: { id }, body: move })
    await service.call(token, 'resident.leave', { params: { id }, body: { at: ago(1), version: 2 } })

    const { stays } = await one(at.admin, id)

    expect(stays.map(({ location, from, to }) => [location, from, to])).toEqual([
      ['202', ago(3), ago(1)],
      ['201', ago(10), ago(3)],
    ])
    expect(await names(at.admin, { state: 'left' })).toEqual(['山田 花子'])
    expect(await names(at.admin)).toEqual([])
  })

  test('a bed has one resident, a resident one room, and no stay begins in the future', async () => {
    const at = await home()
    const { id, version } = await addHanako(at)
    const { token } = at.admin
    const other = { ...hanako, name: '佐藤 一郎' }
    const create = (stay: { cameraId: string; at: string; bed?: number }) =>
      service.refused(token, 'resident.create', { body: { ...other, stay } })
    expect((await create({ cameraId: at.room.id, at: ago(1) })).body.fields).toEqual({ bed: 'resident.bed-taken' })
    expect((await create({ cameraId: at.next.id, at: ago(-1) })).body.fields).toEqual({ at: 'resident.not-ahead' })
    await service.call(token, 'resident.leave', { params: { id }, body: { at: ago(2), version } })
    const back = { cameraId: at.next.id, at: ago(5), version: version + 1 }
    const twice = await service.refused(token, 'resident.move', { params: { id }, body: back })
    expect(twice.body.fields).toEqual({ at: 'resident.overlaps' })
    const [rows] = await service.sql`select count(*)::int as n from resident where name = '佐藤 一郎'`
    expect(rows).toEqual({ n: 0 })
    const shared = { ...other, stay: { cameraId: at.room.id, bed: 2, at: ago(5) } }
    expect((await service.call(token, 'resident.create', { body: shared })).status).toBe(200)
  })

  test('stays belong to a room, not a camera: its other camera has the same bed taken', async () => {
    const at = await home()
    const second = await insertCamera(service, at.tenant, { unitId: at.unit, location: '201' })
    await addHanako(at)
    const stay = { cameraId: second.id, at: ago(1) }
    const taken = await service.refused(at.admin.token, 'resident.create', { body: { ...hanako, stay } })
    expect(taken.body.fields).toEqual({ bed: 'resident.bed-taken' })
  })

  test('a wrong stay is corrected or deleted; an older version is a conflict', async () => {
    const at = await home()
    const { id } = await addHanako(at)
    const [stay] = (await one(at.admin, id)).stays
    const { stayId, version } = stay!
    const right = { action: 'change' as const, stayId, version, cameraId: at.next.id, bed: 1, from: ago(8), to: null }
    const correct = { params: { id }, body: right }
    const { body } = await service.call(at.admin.token, 'resident.correct', correct)
    expect(body.stay).toMatchObject({ location: '202', from: ago(8), to: null })
    expect((await service.refused(at.admin.token, 'resident.correct', correct)).body.key).toBe('conflict')
    const wrong = { params: { id }, body: { action: 'delete' as const, stayId, version: version + 1 } }
    expect((await service.call(at.admin.token, 'resident.correct', wrong)).body.stay).toBeNull()
  })

  test('a resident changes by version, and an unchanged consent retains its record', async () => {
    const at = await home()
    const { id } = await addHanako(at)
    const patch = { id, version: 1, name: '山田 花', consents: consents(['recording']) }
    const { body } = await service.call(at.admin.token, 'resident.patch', { body: patch })
    expect(body).toMatchObject({ name: '山田 花', careNote: 'Walks with a frame', refused: ['recording'], version: 2 })
    expect((await service.refused(at.admin.token, 'resident.patch', { body: patch })).body.key).toBe('conflict')
    const [first, second] = (await one(at.admin, id)).consents!
    expect([first!.isGiven, second!.isGiven]).toEqual([true, false])
  })
})

describe('RESIDENT-02 rights', () => {
  test('carers read and write residents of their unit, restricted staff read names only', async () => {
    const at = await home()
    const { id } = await addHanako(at)
    const nurse = await carer(at.tenant, 'USER', at.unit)
    const restricted = await carer(at.tenant, 'RESTRICTED_USER', at.unit)
    const elsewhere = await carer(at.tenant, 'USER', await insertUnit(service, at.tenant, '3階'))

    const note = { params: { id }, body: { careNote: 'Hard of hearing', version: 1 } }
    await service.call(nurse.token, 'resident.note', note)

    expect(await one(nurse, id)).toMatchObject({ careNote: 'Hard of hearing', refused: [] })
    expect(await one(restricted, id)).toMatchObject({ name: '山田 花子', careNote: null, consents: null, stays: [] })
    expect(await names(elsewhere)).toEqual([])
    expect((await service.refused(elsewhere.token, 'resident.get', { params: { id } })).status).toBe(404)
    expect((await service.refused(nurse.token, 'resident.patch', { body: { id, version: 2 } })).status).toBe(403)
  })

  test('the operator cannot read residents, even while connected to the site', async () => {
    const at = await home()
    const { id } = await addHanako(at)
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    await service.sql`update session set acting_tenant_id = ${at.tenant.id} where id = ${operator.sessionId}`
    service.clock.advance(1_000)
    expect((await service.refused(operator.token, 'resident.search', { body: {} })).status).toBe(403)
    expect((await service.refused(operator.token, 'resident.get', { params: { id } })).status).toBe(403)
  })

  test('an audit row names actor, action and resident, without care data', async () => {
    const at = await home()
    const { id } = await addHanako(at)
    await service.call(at.admin.token, 'resident.patch', { body: { id, version: 1, careNote: 'Fell on Monday' } })
    const rows = await service.sql`select action, details::text from audit where object_id = ${id} order by at, id`
    expect(rows.map(({ action }) => action)).toEqual(['resident.create', 'resident.change'])
    expect(JSON.stringify(rows)).not.toMatch(/山田|Fell|frame/)
  })

  test('an erasure has two steps: removed and restorable, then deleted with all stays', async () => {
    const at = await home()
    const { id } = await addHanako(at)
    const { token } = at.admin
    const early = { params: { id }, query: { version: 1 } }
    expect((await service.refused(token, 'resident.erase', early)).body.key).toBe('conflict')
    await service.call(token, 'resident.remove', early)
    expect([await names(at.admin), await names(at.admin, { state: 'removed' })]).toEqual([[], ['山田 花子']])
    await service.call(token, 'resident.restore', { params: { id } })
    expect(await names(at.admin, { state: 'left' })).toEqual(['山田 花子'])
    const { version } = await one(at.admin, id)
    await service.call(token, 'resident.remove', { params: { id }, query: { version } })
    const removed = await one(at.admin, id)
    await service.call(token, 'resident.erase', { params: { id }, query: { version: removed.version } })
    const left = await service.sql`
      select id from resident where id = ${id} union all select resident_id from stay where resident_id = ${id}
      union all select resident_id from resident_consent where resident_id = ${id}`
    expect(left).toHaveLength(0)
  })

  test('removed residents are erased after 30 days, former ones after five years', async () => {
    const at = await home()
    const present = await insertResident(service, at.room, { name: '今' })
    const left = await insertResident(service, at.next, { name: '前', from: '2019-01-01Z', to: '2021-11-01Z' })
    const lately = await insertResident(service, at.next, { name: '最近', from: '2021-12-01Z', to: '2022-06-01Z' })
    const removed = await insertResident(service, at.next, { name: '除', from: ago(50), to: ago(40) })
    await service.sql`update resident set removed_at = ${ago(31)} where id = ${removed}`

    await drain(eraseResidents, service.database, service.clock.now())

    const rows = await service.sql`select id from resident where tenant_id = ${at.tenant.id} order by id`
    expect(rows.map(({ id }) => id)).toEqual([present, lately].sort())
    const audited = await service.sql`select object_id from audit where action = 'resident.erase'
      and tenant_id = ${at.tenant.id}`
    expect(audited.map((row) => row.object_id).sort()).toEqual([left, removed].sort())
  })
})

describe('RESIDENT-01 a file of residents', () => {
  const line = (more: object = {}) => ({
    ...{ name: '鈴木 ウメ', honorific: 'san', room: '201', from: '2026-11-01' },
    ...{ detection: true, recording: false, clearImages: true, answeredOn: '2026-11-01', answeredBy: '本人' },
    ...more,
  })
  const send = async (user: TestUser, lines: object[], dryRun = false) =>
    (await service.call(user.token, 'resident.import', { body: { lines: lines as Record<string, unknown>[], dryRun } }))
      .body

  test('an import adds nobody if one line is wrong, and reports the errors of each line', async () => {
    const at = await home()
    const lines = [
      line(),
      line({ name: ' ' }),
      line({ room: '999' }),
      line({ from: '2027-01-01', room: '202' }),
      line({ bed: 1 }),
    ]
    const answer = await send(at.admin, lines)
    expect(answer.isImported).toBe(false)
    expect(answer.lines.map(({ fields }) => fields)).toEqual([
      {},
      { name: 'resident.name-required' },
      { room: 'resident.room-unknown' },
      { from: 'resident.not-ahead' },
      { bed: 'resident.bed-taken' },
    ])
    expect(await names(at.admin)).toEqual([])
  })

  test('a dry run of an import stores nothing, then the import adds everybody', async () => {
    const at = await home()
    const lines = [line(), line({ name: '佐藤 一郎', room: '202', from: '' })]
    expect(await send(at.admin, lines, true)).toMatchObject({ isImported: false })
    expect(await names(at.admin)).toEqual([])
    expect(await send(at.admin, lines)).toMatchObject({ isImported: true })
    const { records } = (await service.call(at.admin.token, 'resident.search', { query: { sortColumn: 'room' } })).body
    expect(records.map(({ name, refused }) => [name, refused])).toEqual([
      ['佐藤 一郎', ['recording']],
      ['鈴木 ウメ', ['recording']],
    ])
    expect(records[1]!.stay).toMatchObject({ location: '201', from: '2026-10-31T15:00:00.000Z' })
  })

  test('an import rejects ambiguous room names, and rooms outside of the user’s units', async () => {
    const at = await home()
    const third = await insertUnit(service, at.tenant, '3階')
    await insertCamera(service, at.tenant, { unitId: third, location: '201' })
    const bound = await service.user({ role: 'ADMIN', tenant: at.tenant, unitIds: [third] })
    const fieldsOf = async (user: TestUser, more: object) => (await send(user, [line(more)], true)).lines[0]!.fields
    expect(await fieldsOf(at.admin, {})).toEqual({ room: 'resident.room-ambiguous' })
    expect(await fieldsOf(bound, {})).toEqual({})
    expect(await fieldsOf(bound, { room: '202' })).toEqual({ room: 'resident.room-unknown' })
    expect(await fieldsOf(bound, { room: '' })).toEqual({ room: 'resident.room-required' })
  })
})
