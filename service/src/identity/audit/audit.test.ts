import type { AuditFilter } from '@mimamori/contract/identity/audit.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAgent, insertCamera } from '#testing/site.ts'

let service: TestService
let organisation: TestTenant
let site: TestTenant
let foreign: TestTenant
let operator: TestUser
let organiser: TestUser
let admin: TestUser
let nurse: TestUser
beforeAll(async () => {
  service = await startService()
  organisation = await service.tenant({ kind: 'organisation', name: 'さくら会' })
  site = await service.tenant({ parent: organisation, name: 'さくらの里' })
  foreign = await service.tenant({ parent: await service.tenant({ kind: 'organisation' }) })
  operator = await service.user({ role: 'SUPER_ADMIN' })
  organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  admin = await service.user({ role: 'ADMIN', tenant: site })
  nurse = await service.user({ role: 'USER', tenant: site })
})
afterAll(() => service.stop())

const act = (token: string) => service.call(token, 'profile.patch', { body: { dateFormat: 'yyyy/MM/dd HH:mm' } })
const search = async (by: TestUser, body: AuditFilter = {}, query: object = { pageSize: 100 }) =>
  (await service.call(by.token, 'audit.search', { body, query })).body
const actors = async (by: TestUser, body: AuditFilter = {}) =>
  new Set((await search(by, body)).records.map(({ actor }) => actor?.id))

describe('the audit log', () => {
  test('AUTH-13 administrators see in the audit who was connected, from where, why, and their actions', async () => {
    const reason = 'The hallway camera is dark.'
    const connected = await service.call(operator.token, 'session.impersonate', { body: { tenantId: site.id, reason } })
    await service.call(connected.body.token, 'profile.patch', { body: { locale: 'ja' }, ip: '203.0.113.7' })
    await service.call(connected.body.token, 'session.stopImpersonating')

    const { records } = await search(admin, { isConnected: true })

    expect(records.map(({ action }) => action)).toEqual(['session.disconnect', 'profile.patch', 'session.connect'])
    expect(records[1]).toMatchObject({
      actor: { id: operator.id, name: 'Test SUPER_ADMIN' },
      isConnected: true,
      actorTenantName: null,
      tenantName: 'さくらの里',
      ip: '203.0.113.7',
      details: { locale: 'ja' },
      outcome: 'done',
    })
    expect(records[2]).toMatchObject({ reason, objectType: 'tenant', objectName: 'さくらの里' })
  })

  test('ADMIN reads the audit of the site, ORG_ADMIN of the organization, the operator all', async () => {
    const stranger = await service.user({ role: 'ADMIN', tenant: foreign })
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant: site })
    for (const user of [organiser, admin, nurse, restricted, stranger]) await act(user.token)

    expect(await actors(admin)).toEqual(new Set([operator.id, admin.id, nurse.id, restricted.id]))
    expect(await actors(organiser)).toEqual(new Set([operator.id, organiser.id, admin.id, nurse.id, restricted.id]))
    expect([...(await actors(operator))]).toEqual(expect.arrayContaining([organiser.id, nurse.id, stranger.id]))
    expect(await actors(nurse)).toEqual(new Set([nurse.id]))
    expect(await actors(restricted)).toEqual(new Set([restricted.id]))
    for (const role of ['DEMO_USER', 'ANNOTATOR'] as const) {
      const other = await service.user({ role, tenant: site })
      expect((await service.refused(other.token, 'audit.search')).body.key).toBe('forbidden')
    }
  })

  test('audit rows of an impersonated session belong to the impersonated site', async () => {
    const { body } = await service.call(operator.token, 'session.impersonate', {
      body: { tenantId: foreign.id, reason: 'A look' },
    })
    const { records } = await search({ ...operator, token: body.token })
    expect(new Set(records.map(({ tenantId }) => tenantId))).toEqual(new Set([foreign.id]))
  })

  test('no audit filter reaches beyond the role’s scope', async () => {
    await act((await service.user({ role: 'ADMIN', tenant: foreign })).token)
    expect((await search(admin, { tenantId: foreign.id })).totalCount).toBe(0)
    expect((await search(organiser, { tenantId: foreign.id })).totalCount).toBe(0)
    expect((await search(nurse, { actorId: admin.id })).totalCount).toBe(0)
  })

  test('the audit filters by time, person, object, kind and outcome, newest first, page by page', async () => {
    const home = await service.tenant()
    const by = await service.user({ role: 'ADMIN', tenant: home })
    const other = await service.user({ role: 'USER', tenant: home, email: 'hanako@home.example' })
    await insertAgent(service, home)
    const camera = await insertCamera(service, home, { name: '201-A' })
    const at = (minute: number) => `2026-11-20T01:${String(minute).padStart(2, '0')}:00.000Z`
    const rows = [
      [at(1), by.id, 'camera.patch', 'camera', camera.id, 'done'],
      [at(2), other.id, 'session.login', 'user', other.id, 'refused'],
      [at(3), by.id, 'unit.create', 'unit', null, 'done'],
      [at(0), by.id, 'media.view', 'camera', camera.id, 'done'],
    ] as const
    for (const [when, actor, action, type, id, outcome] of rows) {
      await service.sql`insert into audit (tenant_id, at, actor_user_id, action, object_type, object_id, outcome)
        values (${home.id}, ${when}, ${actor}, ${action}, ${type}, ${id}, ${outcome})`
    }
    const found = async (body: AuditFilter, query?: object) =>
      (await search(by, body, query)).records.map(({ action }) => action)

    expect(await found({})).toEqual(['unit.create', 'session.login', 'camera.patch', 'media.view'])
    expect(await found({ isView: false })).toEqual(['unit.create', 'session.login', 'camera.patch'])
    expect(await found({ isView: true })).toEqual(['media.view'])
    expect(await found({}, { sortColumn: 'at', sortAscending: true, pageSize: 1, pageNumber: 2 })).toEqual([
      'session.login',
    ])
    expect(await found({ from: at(2), until: at(3) })).toEqual(['session.login'])
    expect(await found({ nouns: ['camera', 'unit'] })).toEqual(['unit.create', 'camera.patch'])
    expect(await found({ text: 'HANAKO' })).toEqual(['session.login'])
    expect(await found({ actorId: by.id, objectId: camera.id, isView: false })).toEqual(['camera.patch'])
    expect(await found({ outcome: 'refused' })).toEqual(['session.login'])
    expect((await search(by, { objectId: camera.id })).records[0]!.objectName).toBe('201-A')
    expect((await search(by, {}, { pageSize: 0 })).totalCount).toBe(4)
    expect((await service.refused(by.token, 'audit.search', { query: { sortColumn: 'ip' } })).body.fields).toEqual({
      sortColumn: 'invalid',
    })
  })

  test('the audit finds colleagues by e-mail address, but a visiting operator by name alone', async () => {
    const home = await service.tenant()
    const mine = await service.user({ role: 'ADMIN', tenant: home, email: 'same.word@home.example' })
    const visitor = await service.user({ role: 'SUPER_ADMIN', email: 'same.word@operator.example' })
    const body = { tenantId: home.id, reason: 'The camera stays dark.' }
    await service.call(visitor.token, 'session.impersonate', { body })
    await act(mine.token)
    const found = async (text: string) => new Set((await search(mine, { text })).records.map(({ actor }) => actor?.id))
    expect(await found('same.word')).toEqual(new Set([mine.id]))
    expect(await found('same.word@operator.example')).toEqual(new Set())
    expect(await found('Test SUPER_ADMIN')).toEqual(new Set([visitor.id]))
  })

  test('the audit retains the rows of a deleted user, without a name', async () => {
    const gone = await service.user({ role: 'USER', tenant: site })
    await act(gone.token)
    await service.sql`delete from app_user where id = ${gone.id}`
    const { records } = await search(admin, { actorId: gone.id })
    expect(records[0]!.actor).toEqual({ id: gone.id, name: null })
  })

  test('AUTH-13 the audit marks actions as connected only if the session was a connected one', async () => {
    const group = await service.tenant({ kind: 'organisation' })
    const home = await service.tenant({ parent: group })
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: group })
    const admin = await service.user({ role: 'ADMIN', tenant: home })
    const params = { tenantId: home.id, appCode: 'A001' } as const
    for (const person of [organiser, operator, admin]) {
      await service.call(person.token, 'siteApp.save', { params, body: { state: 'DISABLED' } })
    }
    const body = { tenantId: home.id, reason: 'A site that is set up.' }
    const connected = await service.call(organiser.token, 'session.impersonate', { body })
    await service.call(connected.body.token, 'siteApp.save', { params, body: { state: 'ENABLED' } })
    await service.call(connected.body.token, 'session.stopImpersonating')

    const marks = async (by: AuditFilter) =>
      (await search(admin, { ...by, nouns: ['site-app'] })).records.map((row) => [
        row.actor!.id,
        row.isConnected,
        row.isFromOutside,
      ])
    expect(await marks({})).toEqual([
      [organiser.id, true, true],
      [admin.id, false, false],
      [operator.id, false, true],
      [organiser.id, false, true],
    ])
    expect(await marks({ isConnected: true })).toEqual([[organiser.id, true, true]])
  })
})
