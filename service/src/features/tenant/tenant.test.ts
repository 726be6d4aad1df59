/** Who is shown which organisations and sites. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../../testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('SITE-01 an organiser finds the own organisation and its sites, the operator all of them, nobody else any', async () => {
  const parent = await service.tenant({ kind: 'organisation', name: 'さくら会' })
  const site = await service.tenant({ parent, name: 'さくらの里' })
  const stranger = await service.tenant({ name: 'かえで' })
  const organiser = await service.user({ role: 'ORG_ADMIN', tenant: parent })
  const operator = await service.user({ role: 'SUPER_ADMIN', tenant: parent })
  const admin = await service.user({ role: 'ADMIN', tenant: site })

  const own = await service.call(organiser.token, 'tenant.search')
  const all = await service.call(operator.token, 'tenant.search', { query: { pageSize: 100 } })
  const found = await service.call(operator.token, 'tenant.search', { body: { text: 'の里' } })

  expect(own.body.records.map(({ id, parentName }) => [id, parentName])).toEqual([
    [site.id, 'さくら会'],
    [parent.id, null],
  ])
  expect(all.body.records.map(({ id }) => id)).toEqual(expect.arrayContaining([parent.id, site.id, stranger.id]))
  expect([found.body.totalCount, found.body.records[0]!.id]).toEqual([1, site.id])
  expect((await service.refused(admin.token, 'tenant.search')).status).toBe(403)
})
