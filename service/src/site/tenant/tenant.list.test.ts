/** The list of organizations and sites: access, order, and counts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAgent, insertCamera } from '#testing/site.ts'

let service: TestService
let operator: TestUser
let organisation: TestTenant
let organiser: TestUser
beforeAll(async () => {
  service = await startService()
  operator = await service.user({ role: 'SUPER_ADMIN' })
  organisation = await service.tenant({ kind: 'organisation', name: 'さくら会' })
  organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
})
afterAll(() => service.stop())

const connected = async (by: TestUser, tenantId: string) => {
  const { body } = await service.call(by.token, 'session.impersonate', { body: { tenantId, reason: 'A look' } })
  return { ...by, token: body.token }
}

describe('the list', () => {
  test('SITE-01 shows hubs, cameras, users and what of the license is used', async () => {
    const parent = await service.tenant({ kind: 'organisation', name: 'もみじ会' })
    const site = await service.tenant({ parent, name: 'もみじの家' })
    await insertAgent(service, site)
    await insertCamera(service, site, { name: 'online' })
    const dark = await insertCamera(service, site, { name: 'dark' })
    await service.sql`update camera set status = 'Offline' where id = ${dark.id}`
    await service.user({ role: 'ADMIN', tenant: site })
    await service.user({ role: 'USER', tenant: site })
    const by = await service.user({ role: 'ORG_ADMIN', tenant: parent })

    const { body } = await service.call(by.token, 'tenant.search')

    expect(body.records.map(({ name }) => name)).toEqual(['もみじの家', 'もみじ会'])
    expect(body.records[0]).toMatchObject({
      hubCount: 1,
      cameraCount: 2,
      onlineCameraCount: 1,
      roomCameraCount: 2,
      publicCameraCount: 0,
      userCount: 2,
      administratorCount: 1,
      parentName: 'もみじ会',
    })
    expect(body.records[1]).toMatchObject({ siteCount: 1, userCount: 1 })
  })

  test('SITE-01 narrows by text, kind, organization and cameras that are missing, and sorts by its columns', async () => {
    const parent = await service.tenant({ kind: 'organisation', name: 'Z parent' })
    const [a, b] = [await service.tenant({ parent, name: 'A 100%' }), await service.tenant({ parent, name: 'B' })]
    await insertAgent(service, b)
    const dark = await insertCamera(service, b, { name: 'dark' })
    await service.sql`update camera set status = 'Offline' where id = ${dark.id}`
    await service.user({ role: 'USER', tenant: a })
    const by = await service.user({ role: 'ORG_ADMIN', tenant: parent })
    const names = async (body: object, query: object = {}) =>
      (await service.call(by.token, 'tenant.search', { body, query })).body.records.map(({ name }) => name)

    expect(await names({ text: '0%' })).toEqual(['A 100%'])
    expect(await names({ kind: 'organisation' })).toEqual(['Z parent'])
    expect(await names({ parentId: parent.id })).toEqual(['A 100%', 'B'])
    expect(await names({ hasOfflineCameras: true })).toEqual(['B'])
    expect(await names({}, { sortColumn: 'name' })).toEqual(['Z parent', 'B', 'A 100%'])
    expect(await names({ kind: 'site' }, { sortColumn: 'cameraCount' })).toEqual(['B', 'A 100%'])
    expect(await names({}, { sortColumn: 'name', sortAscending: true, pageSize: 1, pageNumber: 1 })).toEqual(['B'])
    const wrong = await service.refused(by.token, 'tenant.search', { query: { sortColumn: 'password' } })
    expect(wrong.body.fields).toEqual({ sortColumn: 'invalid' })
  })

  test('SITE-01 the operator sees all, an organiser the own organization’s, a connected user that site', async () => {
    const site = await service.tenant({ parent: organisation })
    const foreign = await service.tenant({ parent: await service.tenant({ kind: 'organisation' }) })
    const seen = async (by: TestUser) => {
      const { body } = await service.call(by.token, 'tenant.search', { query: { pageSize: 100 } })
      return [site.id, organisation.id, foreign.id].map((id) => body.records.some((record) => record.id === id))
    }
    expect(await seen(operator)).toEqual([true, true, true])
    expect(await seen(organiser)).toEqual([true, true, false])
    expect(await seen(await connected(operator, site.id))).toEqual([true, false, false])
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    expect((await service.refused(admin.token, 'tenant.search')).status).toBe(403)
    const { body } = await service.call(operator.token, 'tenant.search', { body: { text: 'operator' } })
    expect(body.totalCount).toBe(0)
  })
})
