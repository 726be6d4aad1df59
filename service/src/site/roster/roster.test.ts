// The roster of a month over the service: reading, changes by hand and by file, two editors, bad input. REACH-10.
import type { RosterChange } from '@mimamori/contract/site/roster.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const MONTH = '2026-11'

async function home() {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const [nurse, helper] = [await service.user({ role: 'USER', tenant }), await service.user({ role: 'USER', tenant })]
  const shift = async (name: string, startMinute: number, endMinute: number) =>
    (await service.call(admin.token, 'asset.create', { body: { type: 'SHIFT', name, startMinute, endMinute } })).body.id
  return { tenant, admin, nurse, helper, day: await shift('Day', 540, 1080), night: await shift('Night', 1080, 540) }
}
type Home = Awaited<ReturnType<typeof home>>

const on = (day: string, shiftId: string) => ({ day: `${MONTH}-${day}`, shiftIds: [shiftId], mark: null })
const off = (day: string, mark: string | null) => ({ day: `${MONTH}-${day}`, shiftIds: [], mark })
const save = (token: string, ...lines: RosterChange[]) =>
  service.call(token, 'roster.save', { body: { month: MONTH, lines } })
const refused = async (token: string, ...lines: RosterChange[]) =>
  (await service.refused(token, 'roster.save', { body: { month: MONTH, lines } })).body
async function lineOf({ admin }: Pick<Home, 'admin'>, userId: string, token = admin.token) {
  const { body } = await service.call(token, 'roster.get', { query: { month: MONTH } })
  return body.lines.find((line) => line.userId === userId)!
}
const answerers = async (token: string) => (await service.call(token, 'alarm.answerers')).body
async function audited({ tenant }: { tenant: TestTenant }) {
  return service.sql`select details from audit where tenant_id = ${tenant.id} and action = 'roster.change' order by id`
}

describe('REACH-10 a roster', () => {
  test('REACH-10 keeps shifts, two shifts and leave by day, and the next change has the next version', async () => {
    const { admin, nurse, day, night, ...more } = await home()
    const both = { day: `${MONTH}-03`, shiftIds: [night, day], mark: null }
    const first = await save(admin.token, {
      userId: nurse.id,
      version: 0,
      days: [on('01', day), off('02', '有給'), both],
    })
    expect(first.body.lines).toEqual([{ userId: nurse.id, version: 1 }])
    await save(admin.token, { userId: nurse.id, version: 1, days: [off('01', null), on('04', night)] })
    const line = await lineOf({ admin }, nurse.id)
    expect(line.days).toEqual([off('02', '有給'), { ...both, shiftIds: [day, night] }, on('04', night)])
    expect(line).toMatchObject({ version: 2, editedBy: 'Test ADMIN', mayChange: true, standing: [] })
    expect((await audited(more)).map(({ details }) => details.days)).toEqual([3, 2])
  })

  test('REACH-10 decides who is on duty on its days, and says where it is missing', async () => {
    const { admin, nurse, helper, day } = await home()
    await service.call(admin.token, 'user.patch', { body: { id: helper.id, shiftIds: [day] } })
    const names = async () => {
      const { records, hasRoster } = await answerers(nurse.token)
      return [hasRoster, records.filter(({ isOnDuty }) => isOnDuty).map(({ userId }) => userId)]
    }
    const today = service.clock.now().toISOString().slice(8, 10)
    expect(await names()).toEqual([false, [helper.id]])
    await save(
      admin.token,
      { userId: nurse.id, version: 0, days: [on(today, day)] },
      { userId: helper.id, version: 0, days: [off(today, '休')] },
    )
    expect(await names()).toEqual([true, [nurse.id]])
    await save(admin.token, { userId: helper.id, version: 1, days: null })
    expect((await names())[1]).toHaveLength(2)
  })

  test('REACH-10 of two editors of a line the second gets a conflict, and saves nothing', async () => {
    const { admin, nurse, helper, day, night } = await home()
    await save(admin.token, { userId: nurse.id, version: 0, days: [on('01', day)] })
    const late = await refused(
      admin.token,
      { userId: helper.id, version: 0, days: [on('01', night)] },
      { userId: nurse.id, version: 0, days: [on('01', night)] },
    )
    expect(late.key).toBe('conflict')
    expect((await lineOf({ admin }, helper.id)).version).toBe(0)
    const press = () => save(admin.token, { userId: nurse.id, version: 1, days: [on('02', day)] })
    const results = await Promise.all([press(), press()])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await lineOf({ admin }, nurse.id)).version).toBe(2)
    const gone = await refused(admin.token, { userId: helper.id, version: 3, days: [on('01', day)] })
    expect(gone.key).toBe('conflict')
  })

  test('REACH-10 takes sixty people for a month in one call', async () => {
    const { tenant, admin, day, night } = await home()
    const ids: string[] = []
    for (let at = 0; at < 60; at++) ids.push((await service.user({ role: 'USER', tenant })).id)
    const days = Array.from({ length: 30 }, (_, at) => on(String(at + 1).padStart(2, '0'), at % 2 ? day : night))
    const saved = await save(admin.token, ...ids.map((userId) => ({ userId, version: 0, days })))
    const read = await service.call(admin.token, 'roster.get', { query: { month: MONTH } })
    expect([saved.status, read.body.lines.filter((line) => line.days.length === 30).length]).toEqual([200, 60])
  })

  test('REACH-10 remembers what codes mean, and forgets those of a deleted shift with its days', async () => {
    const { admin, nurse, day, night } = await home()
    const codes = [
      { code: '日', shiftId: day },
      { code: '休', shiftId: null },
    ]
    await service.call(admin.token, 'roster.save', { body: { month: MONTH, lines: [], codes } })
    await save(admin.token, { userId: nurse.id, version: 0, days: [on('01', day), on('02', night)] })
    await service.call(admin.token, 'roster.save', {
      body: { month: MONTH, lines: [], codes: [{ code: '夜', shiftId: night }] },
    })
    await service.call(admin.token, 'asset.remove', { params: { id: day } })
    const { body } = await service.call(nurse.token, 'roster.get', { query: { month: MONTH } })
    expect(body.codes.map(({ code }) => code).sort()).toEqual(['休', '夜'])
    expect(body.lines.find(({ userId }) => userId === nurse.id)!.days).toEqual([on('02', night)])
  })
})

describe('REACH-10 bad input', () => {
  test.each([
    ['a day of another month', [{ day: '2026-12-01', shiftIds: [], mark: '休' }], 'roster.day-outside'],
    ['a day that does not exist', [{ day: '2026-11-31', shiftIds: [], mark: '休' }], 'roster.day-outside'],
    ['one day twice', [off('01', '休'), off('01', '有')], 'roster.day-outside'],
    ['a code that is too long', [off('01', '休'.repeat(9))], 'too-large'],
  ])('REACH-10 %s is refused at its field', async (_, days, error) => {
    const { admin, nurse } = await home()
    const { key, fields } = await refused(admin.token, { userId: nurse.id, version: 0, days })
    expect([key, Object.values(fields!)[0]]).toEqual(['invalid-request', expect.stringContaining(error)])
  })

  test('REACH-10 people, shifts and months that the site does not have are refused by name', async () => {
    const [{ admin, nurse, day }, other] = [await home(), await home()]
    const first = async (...lines: RosterChange[]) => (await refused(admin.token, ...lines)).fields
    expect(await first({ userId: other.nurse.id, version: 0, days: [] })).toEqual({
      'lines.0.userId': 'roster.person-elsewhere',
    })
    expect(await first({ userId: nurse.id, version: 0, days: [on('01', other.day)] })).toEqual({
      'lines.0.days': 'roster.shift-unknown',
    })
    const twice = { userId: nurse.id, version: 0, days: [on('01', day)] }
    expect(await first(twice, twice)).toEqual({ 'lines.1.userId': 'roster.person-repeated' })
    const month = await service.refused(admin.token, 'roster.get', { query: { month: '2026-13' } })
    expect(month.body.fields).toEqual({ month: 'roster.month-invalid' })
  })

  test('REACH-10 a leader changes the people of the own unit alone, and staff change nobody', async () => {
    const { tenant, admin, nurse, day } = await home()
    const [unit, otherUnit] = [await insertUnit(service, tenant), await insertUnit(service, tenant)]
    const leader = await service.user({ role: 'ADMIN', tenant, unitIds: [unit] })
    const own = await service.user({ role: 'USER', tenant, unitIds: [unit] })
    const far = await service.user({ role: 'USER', tenant, unitIds: [otherUnit] })
    const days = [on('01', day)]
    expect((await save(leader.token, { userId: own.id, version: 0, days })).status).toBe(200)
    expect((await refused(leader.token, { userId: far.id, version: 0, days })).key).toBe('invalid-request')
    expect((await refused(nurse.token, { userId: nurse.id, version: 0, days })).key).toBe('forbidden')
    const { body } = await service.call(leader.token, 'roster.get', { query: { month: MONTH } })
    expect(body.lines.map(({ userId }) => userId)).not.toContain(far.id)
    expect(body.lines.find(({ userId }) => userId === admin.id)!.mayChange).toBe(false)
    expect((await lineOf({ admin }, own.id, own.token)).mayChange).toBe(false)
  })
})
