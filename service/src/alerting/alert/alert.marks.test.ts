/**
 * 'Mark all read' follows the filter and the rights of its user, answers no alarm, and can be undone exactly. ALERT-04.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Home = { tenant: TestTenant; nurse: TestUser; bound: TestUser; north: TestCamera; south: TestCamera }

async function home(): Promise<Home> {
  const tenant = await service.tenant()
  const [north, south] = [await insertUnit(service, tenant), await insertUnit(service, tenant)]
  return {
    tenant,
    nurse: await service.user({ role: 'USER', tenant }),
    bound: await service.user({ role: 'USER', tenant, unitIds: [north] }),
    north: await insertCamera(service, tenant, { unitId: north }),
    south: await insertCamera(service, tenant, { unitId: south }),
  }
}

async function readIds(user: TestUser): Promise<string[]> {
  const { body } = await service.call(user.token, 'alert.search', {
    query: { pageSize: 100 },
    body: { hasRead: true, archived: 'any' },
  })
  return body.records.map(({ id }) => id).sort()
}

const markAll = async (user: TestUser, body?: object) =>
  (await service.call(user.token, 'alert.markAllRead', body ? { body } : {})).body
const undo = (user: TestUser, undoId: string | null) =>
  service.call(user.token, 'alert.undoMarkAllRead', { body: { undoId: undoId! } })

test('ALERT-04 mark all read follows the filter: alerts that do not match stay unread', async () => {
  const { nurse, north, south } = await home()
  const fall = await insertAlert(service, north, { severity: 'critical' })
  await insertAlert(service, north, { severity: 'low' })
  await insertAlert(service, south, { severity: 'critical' })
  const filter = { severities: ['critical' as const], unitIds: [north.unitId!] }
  expect((await markAll(nurse, filter)).changed).toBe(1)
  expect(await readIds(nurse)).toEqual([fall.id])
})

test('ALERT-04 mark all read respects the time range', async () => {
  const { nurse, north } = await home()
  await insertAlert(service, north, { occurredAt: '2026-11-17T01:00:00.000Z' })
  const late = await insertAlert(service, north, { occurredAt: '2026-11-19T01:00:00.000Z' })
  expect((await markAll(nurse, { from: '2026-11-18T00:00:00.000Z' })).changed).toBe(1)
  expect(await readIds(nurse)).toEqual([late.id])
})

test('ALERT-04 mark all read without a filter marks all alerts of its user, archived ones too', async () => {
  const { nurse, north, south } = await home()
  const ids = [(await insertAlert(service, north)).id, (await insertAlert(service, south)).id]
  await service.call(nurse.token, 'alert.patchMany', { body: { ids: [ids[0]!], archived: true } })
  expect((await markAll(nurse)).changed).toBe(2)
  expect(await readIds(nurse)).toEqual(ids.sort())
})

test('a user bound to a unit marks no alert of another unit, and later sees no marks there', async () => {
  const { bound, north, south } = await home()
  const own = await insertAlert(service, north)
  await insertAlert(service, south)
  service.clock.advance(60_000)
  expect((await markAll(bound)).changed).toBe(1)
  await service.sql`delete from user_unit where user_id = ${bound.id}`
  service.clock.advance(1_000)
  expect(await readIds(bound)).toEqual([own.id])
})

test('mark all read leaves the marks of colleagues, and answers no alert', async () => {
  const { nurse, bound, north } = await home()
  const alert = await insertAlert(service, north, { severity: 'critical' })
  await markAll(nurse)
  expect(await readIds(bound)).toEqual([])
  const { body } = await service.call(nurse.token, 'alert.get', { params: { id: alert.id } })
  expect([body.hasRead, body.firstSeen]).toEqual([true, null])
  expect(body.steps.map(({ kind }) => kind)).toEqual(['occurred', 'raised'])
})

test.each([
  ['of everything', undefined],
  ['of what a filter finds', { severities: ['critical', 'high', 'medium', 'low'] }],
])('ALERT-04 the undo %s restores exactly those marks', async (_, body) => {
  const { nurse, north, south } = await home()
  const opened = await insertAlert(service, north)
  await service.call(nurse.token, 'alert.patch', { params: { id: opened.id }, body: { hasRead: true } })
  await insertAlert(service, south)
  service.clock.advance(60_000)
  const young = await insertAlert(service, south)
  const marked = await markAll(nurse, body)
  expect(marked.changed).toBe(2)
  const later = await insertAlert(service, north)
  await service.call(nurse.token, 'alert.patch', { params: { id: later.id }, body: { hasRead: true } })
  await undo(nurse, marked.undoId)
  expect(await readIds(nurse)).toEqual([opened.id, later.id].sort())
  expect(await readIds(nurse)).not.toContain(young.id)
})

test('two calls of mark all read are undone one after the other', async () => {
  const { nurse, north } = await home()
  const opened = await insertAlert(service, north)
  await service.call(nurse.token, 'alert.patch', { params: { id: opened.id }, body: { hasRead: true } })
  service.clock.advance(60_000)
  await insertAlert(service, north)
  const first = await markAll(nurse)
  service.clock.advance(60_000)
  await insertAlert(service, north)
  const second = await markAll(nurse)
  await undo(nurse, second.undoId)
  expect(await readIds(nurse)).toHaveLength(2)
  await undo(nurse, first.undoId)
  expect(await readIds(nurse)).toEqual([opened.id])
})

test('mark all read can be undone once, within ten minutes, by the user who called it', async () => {
  const { nurse, bound, north } = await home()
  await insertAlert(service, north)
  const marked = await markAll(nurse)
  const request = { body: { undoId: marked.undoId! } }
  expect((await service.refused(bound.token, 'alert.undoMarkAllRead', request)).status).toBe(404)
  service.clock.advance(10 * 60_000)
  expect((await service.refused(nurse.token, 'alert.undoMarkAllRead', request)).status).toBe(404)
  expect(await readIds(nurse)).toHaveLength(1)
})

test('mark all read with nothing unread marks nothing, and leaves nothing to undo', async () => {
  const { nurse } = await home()
  expect(await markAll(nurse)).toEqual({ changed: 0, undoId: null })
})

test('mark all read and its undo are audited', async () => {
  const { nurse, tenant, north } = await home()
  await insertAlert(service, north)
  await undo(nurse, (await markAll(nurse)).undoId)
  const rows = await service.sql`select action from audit where tenant_id = ${tenant.id} order by id`
  expect(rows.map(({ action }) => action)).toEqual(['alert.see-all', 'alert.see-all-undo'])
})
