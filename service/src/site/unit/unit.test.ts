/** The list behind every unit filter. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('NAV-04 units come 20 at a time by name, and are found by part of it', async () => {
  const tenant = await service.tenant({ name: 'さくら苑' })
  const nurse = await service.user({ role: 'USER', tenant })
  for (let i = 1; i <= 25; i++) await insertUnit(service, tenant, `ユニット ${String(i).padStart(2, '0')}`)
  const first = await service.call(nurse.token, 'unit.search', { query: { pageSize: 20 } })
  const second = await service.call(nurse.token, 'unit.search', { query: { pageSize: 20, pageNumber: 1 } })
  const found = await service.call(nurse.token, 'unit.search', { body: { name: 'ット 2' } })
  expect(first.body.records).toHaveLength(20)
  expect(first.body.records[0]).toMatchObject({ name: 'ユニット 01', tenantName: 'さくら苑', cameraCount: 0 })
  expect(second.body.records.map((unit) => unit.name).at(-1)).toBe('ユニット 25')
  expect([second.body.totalCount, second.body.currentPage, found.body.totalCount]).toEqual([25, 1, 6])
  const percent = await service.call(nurse.token, 'unit.search', { body: { name: '%' } })
  expect(percent.body.totalCount).toBe(0)
})

test('NAV-04 a user bound to units is offered those alone, an organiser those of all sites below', async () => {
  const parent = await service.tenant({ kind: 'organisation' })
  const [north, south] = [await service.tenant({ parent }), await service.tenant({ parent })]
  const [a, b] = [await insertUnit(service, north, 'A'), await insertUnit(service, north, 'B')]
  const c = await insertUnit(service, south, 'C')
  await insertCamera(service, north, { unitId: a })
  const bound = await service.user({ role: 'USER', tenant: north, unitIds: [a] })
  const organiser = await service.user({ role: 'ORG_ADMIN', tenant: parent })

  const own = await service.call(bound.token, 'unit.search', { body: { ids: [a, b] } })
  const all = await service.call(organiser.token, 'unit.search')
  const some = await service.call(organiser.token, 'unit.search', { body: { ids: [b, c] } })
  expect(own.body.records.map((unit) => [unit.id, unit.cameraCount])).toEqual([[a, 1]])
  expect(all.body.records.map((unit) => unit.id)).toEqual([a, b, c])
  expect(some.body.records.map((unit) => unit.tenantId)).toEqual([north.id, south.id])
})
