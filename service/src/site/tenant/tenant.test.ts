import { createHash } from 'node:crypto'
import type { TenantDraft, TenantPatch } from '@mimamori/contract/site/tenant.ts'
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

let codes = 0
const draft = (more: Partial<TenantDraft> = {}): TenantDraft => ({
  name: 'さくらの里',
  code: `site-${codes++}`,
  region: 'ap-northeast-1',
  ...more,
})
const create = (by: TestUser, more: Partial<TenantDraft> = {}) =>
  service.call(by.token, 'tenant.create', { body: draft(more) })
const refusedCreate = (by: TestUser, more: Partial<TenantDraft>) =>
  service.refused(by.token, 'tenant.create', { body: draft(more) })
const patch = (by: TestUser, body: TenantPatch) => service.call(by.token, 'tenant.patch', { body })
const refusedPatch = (by: TestUser, body: TenantPatch) => service.refused(by.token, 'tenant.patch', { body })
const connected = async (by: TestUser, tenantId: string) => {
  const { body } = await service.call(by.token, 'session.impersonate', {
    body: { tenantId, reason: 'Help with a camera' },
  })
  return { ...by, token: body.token }
}

describe('creating', () => {
  test('SITE-04 SUPER_ADMIN creates an organization and a site below it, with all fields of the form', async () => {
    const parent = (await create(operator, { name: 'ふじ会' })).body
    const sent = draft({
      parentId: parent.id,
      timezone: 'Asia/Seoul',
      isRecordingEnabled: true,
      isLiveStreamingEnabled: true,
      streamingRestrictionMinutes: 30,
      passwordMinLength: 14,
      packages: ['VCARE', 'PRO'],
      roomCameraLimit: 40,
      publicCameraLimit: 6,
      cameraNetworks: ['10.20.0.0/16'],
    })
    const { status, body } = await service.call(operator.token, 'tenant.create', { body: sent })

    expect([parent.kind, parent.parentId]).toEqual(['organisation', null])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...sent,
      kind: 'site',
      parentName: 'ふじ会',
      isDisabled: false,
      userCount: 0,
      version: 1,
    })
    const again = await service.call(operator.token, 'tenant.get', { params: { id: body.id } })
    expect(again.body).toEqual(body)
    const [row] = await service.sql`select actor_tenant_id is not null as outside from audit
      where tenant_id = ${body.id} and action = 'tenant.create' and actor_user_id = ${operator.id}`
    expect(row).toEqual({ outside: true })
  })

  test('USER-02 the minimum password length is 10, may be 6 to 64, and its change is audited', async () => {
    const { body: made } = await create(operator)
    expect(made.passwordMinLength).toBe(10)
    for (const passwordMinLength of [6, 64]) {
      expect((await patch(operator, { id: made.id, passwordMinLength })).body).toMatchObject({ passwordMinLength })
    }
    for (const passwordMinLength of [5, 65, 7.5]) {
      const { body } = await refusedPatch(operator, { id: made.id, passwordMinLength })
      expect(body.fields).toEqual({ passwordMinLength: 'tenant.password-length-invalid' })
    }
    const audited = await service.sql`select details -> 'changed' as changed from audit
      where tenant_id = ${made.id} and action = 'tenant.patch' order by at, id`
    expect(audited.map(({ changed }) => changed)).toEqual([
      { passwordMinLength: [10, 6] },
      { passwordMinLength: [6, 64] },
    ])
  })

  test('SITE-02 a code that is taken, ignoring case, is an error on its field', async () => {
    const code = `taken-${codes++}`
    await create(operator, { code })
    const refused = await refusedCreate(operator, { code: code.toUpperCase() })
    expect([refused.status, refused.body.fields]).toEqual([400, { code: 'tenant.code-taken' }])
  })

  test('SITE-04 ORG_ADMIN creates sites below the own organization, and cannot set the license', async () => {
    const { body } = await create(organiser)
    expect(body).toMatchObject({
      kind: 'site',
      parentId: organisation.id,
      packages: ['VCARE', 'PRO'],
      roomCameraLimit: null,
    })
    const foreign = await service.tenant({ kind: 'organisation' })
    const elsewhere = await refusedCreate(organiser, { parentId: foreign.id })
    expect(elsewhere.body.fields).toEqual({ parentId: 'tenant.parent-unknown' })
    for (const licence of [{ packages: ['PRO'] }, { roomCameraLimit: 1 }, { publicCameraLimit: 1 }]) {
      expect((await refusedCreate(organiser, licence)).body.key).toBe('forbidden')
    }
  })

  test('SITE-01 a site’s parent is an organization, not a site, the operator or a missing tenant', async () => {
    const site = await service.tenant({ parent: organisation })
    const operatorTenant = '00000000-0000-7000-8000-000000000000'
    for (const parentId of [site.id, operatorTenant, '019a9b00-0000-7000-8000-000000000000']) {
      const refused = await refusedCreate(operator, { parentId })
      expect([refused.status, refused.body.fields]).toEqual([400, { parentId: 'tenant.parent-unknown' }])
    }
  })
})

describe('changing', () => {
  test('SITE-04 a patch changes the named fields, and the site’s audit has old and new values', async () => {
    const { body: site } = await create(organiser, { cameraNetworks: ['10.0.0.0/8'] })
    const { body } = await patch(organiser, { id: site.id, version: 1, name: 'さくらの丘', isRecordingEnabled: true })

    expect(body).toEqual({ ...site, name: 'さくらの丘', isRecordingEnabled: true, version: 2 })
    const [row] = await service.sql`select details from audit where tenant_id = ${site.id} and action = 'tenant.patch'`
    expect(row!.details).toEqual({ changed: { name: ['さくらの里', 'さくらの丘'], isRecordingEnabled: [false, true] } })
  })

  test('SITE-04 an outdated edit is a conflict', async () => {
    const { body: site } = await create(operator, { parentId: organisation.id })
    await patch(operator, { id: site.id, version: 1, name: 'First' })
    const refused = await refusedPatch(operator, { id: site.id, version: 1, name: 'Second' })
    expect([refused.status, refused.body.key]).toEqual([409, 'conflict'])
  })

  test('SITE-01 only SUPER_ADMIN changes the license; repeating stored values is not a change', async () => {
    const { body: site } = await create(operator, {
      parentId: organisation.id,
      packages: ['VCARE'],
      roomCameraLimit: 5,
      publicCameraLimit: 0,
    })
    const retained = { packages: ['VCARE'], roomCameraLimit: 5, publicCameraLimit: 0 }
    expect((await patch(organiser, { id: site.id, ...retained, name: 'Renamed' })).status).toBe(200)
    for (const change of [{ packages: ['VCARE', 'PRO'] }, { roomCameraLimit: 6 }, { publicCameraLimit: 1 }]) {
      expect((await refusedPatch(organiser, { id: site.id, ...change })).body.key).toBe('forbidden')
    }
    const given = await patch(operator, { id: site.id, packages: ['VCARE', 'PRO'], roomCameraLimit: 6 })
    expect(given.body).toMatchObject({ packages: ['VCARE', 'PRO'], roomCameraLimit: 6 })
  })

  test('SITE-01 a limit cannot fall below the cameras in use, and the error has their number', async () => {
    const { body: site } = await create(operator, {
      parentId: organisation.id,
      roomCameraLimit: 9,
      publicCameraLimit: 9,
    })
    await insertAgent(service, site)
    await insertCamera(service, site, { name: 'a' })
    await insertCamera(service, site, { name: 'b' })
    const refused = await refusedPatch(operator, { id: site.id, roomCameraLimit: 1, publicCameraLimit: 0 })
    expect([refused.status, refused.body.fields]).toEqual([400, { roomCameraLimit: 'tenant.limit-below-use 2' }])
    expect((await patch(operator, { id: site.id, roomCameraLimit: 2 })).body.roomCameraLimit).toBe(2)
  })

  test('SITE-01 a changed time zone renews the settings of the site’s cameras, a name does not', async () => {
    const { body: site } = await create(operator, { parentId: organisation.id, roomCameraLimit: 5 })
    await insertAgent(service, site)
    const camera = await insertCamera(service, site, { name: 'a' })
    const version = async () => {
      const [row] = await service.sql`select desired_version from camera where id = ${camera.id}`
      return row!.desired_version as number
    }
    const before = await version()
    await patch(operator, { id: site.id, name: 'Renamed' })
    const named = await version()
    await patch(operator, { id: site.id, timezone: 'Asia/Seoul' })
    expect([named - before, (await version()) - before]).toEqual([0, 1])
  })

  test('SITE-01 a deregistered camera does not count toward the license', async () => {
    const { body: site } = await create(operator, { parentId: organisation.id, roomCameraLimit: 1 })
    await insertAgent(service, site)
    const camera = await insertCamera(service, site, { name: 'gone' })
    await service.sql`update camera set deregistered_at = now() where id = ${camera.id}`
    const { body } = await patch(operator, { id: site.id, roomCameraLimit: 0 })
    expect([body.cameraCount, body.roomCameraCount, body.roomCameraLimit]).toEqual([0, 0, 0])
  })

  test('SITE-01 SUPER_ADMIN moves sites between organizations; the kind of a tenant never changes', async () => {
    const { body: other } = await create(operator)
    const { body: site } = await create(operator, { parentId: organisation.id })
    expect((await refusedPatch(organiser, { id: site.id, parentId: other.id })).body.key).toBe('forbidden')
    expect((await refusedPatch(operator, { id: site.id, parentId: null })).body.fields).toEqual({
      parentId: 'tenant.parent-unknown',
    })
    expect((await refusedPatch(operator, { id: other.id, parentId: organisation.id })).status).toBe(400)
    expect((await patch(operator, { id: site.id, parentId: other.id })).body.parentId).toBe(other.id)
  })

  test('SITE-01 disabling a site signs everybody out at once, and they sign in after enabling it', async () => {
    const { body: site } = await create(organiser)
    const nurse = await service.user({ role: 'USER', tenant: site })
    const isSignedIn = async () => (await service.call(nurse.token, 'alert.search')).status === 200
    await patch(organiser, { id: site.id, isDisabled: true })
    const whileOff = await isSignedIn()
    const found = await service.call(organiser.token, 'tenant.search', { body: { isDisabled: true } })
    await patch(organiser, { id: site.id, isDisabled: false })
    expect([whileOff, await isSignedIn(), found.body.records.map(({ id }) => id)]).toEqual([false, true, [site.id]])
    expect((await refusedPatch(organiser, { id: organisation.id, isDisabled: true })).body.key).toBe('forbidden')
  })
})

describe('the site authorization key', () => {
  test('SITE-01 the site key is shown once and stored as a hash; an exchanged one is valid for a day', async () => {
    const { body: site } = await create(organiser)
    const first = (await service.call(organiser.token, 'tenant.newKey', { params: { id: site.id } })).body
    const second = (await service.call(organiser.token, 'tenant.newKey', { params: { id: site.id } })).body

    expect(first.authorizationKey).toMatch(/^mms_[\w-]{43}$/)
    expect([first.previousValidUntil, second.keyLastFour]).toEqual([null, second.authorizationKey.slice(-4)])
    const dayMs = 24 * 60 * 60_000
    expect(Date.parse(second.previousValidUntil!)).toBe(service.clock.now().getTime() + dayMs)
    const rows = await service.sql`select key_hash, valid_until from site_key where tenant_id = ${site.id} order by id`
    expect(rows.map(({ key_hash: hash, valid_until: until }) => [hash, until])).toEqual([
      [createHash('sha256').update(first.authorizationKey).digest(), second.previousValidUntil],
      [createHash('sha256').update(second.authorizationKey).digest(), null],
    ])
    const [dump] =
      await service.sql`select string_agg(details::text, '') as audit from audit where tenant_id = ${site.id}`
    expect(dump!.audit).not.toContain(second.authorizationKey)
    const shown = await service.call(organiser.token, 'tenant.get', { params: { id: site.id } })
    expect([shown.body.keyLastFour, JSON.stringify(shown.body)]).toEqual([
      second.keyLastFour,
      expect.not.stringContaining(second.authorizationKey),
    ])
  })

  test('AUTH-13 while connected no site key is exchanged and no site created', async () => {
    const site = await service.tenant({ parent: organisation })
    const by = await connected(organiser, site.id)
    const refused = await service.refused(by.token, 'tenant.newKey', { params: { id: site.id } })
    expect([refused.status, refused.body.key]).toEqual([403, 'not-while-connected'])
    expect((await refusedCreate(by, {})).body.key).toBe('not-while-connected')
    expect((await patch(by, { id: site.id, name: 'Renamed' })).body.name).toBe('Renamed')
  })
})

test('S1 another organization’s site, the operator and a missing tenant are indistinguishable', async () => {
  const foreign = await service.tenant({ parent: await service.tenant({ kind: 'organisation' }), name: 'Canary' })
  const missing = '019a9b00-0000-7000-8000-000000000000'
  const at = async (id: string) => [
    (await service.refused(organiser.token, 'tenant.get', { params: { id } })).body,
    (await refusedPatch(organiser, { id, name: 'Mine' })).body,
    (await service.refused(organiser.token, 'tenant.newKey', { params: { id } })).body,
    (await service.refused(organiser.token, 'session.impersonate', { body: { tenantId: id, reason: 'why' } })).body,
  ]
  const expected = await at(missing)
  expect(expected.map(({ key }) => key)).toEqual(['not-found', 'not-found', 'not-found', 'not-found'])
  expect(await at(foreign.id)).toEqual(expected)
  expect(await at('00000000-0000-7000-8000-000000000000')).toEqual(expected)
})
