/** Tags, shifts and escalation rules: found, created, changed, deleted, and by whom. */
import { BY_NIGHT } from '@mimamori/contract/camera/week.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera, insertTag, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function site(packages = ['PRO']) {
  const tenant = await service.tenant({ name: 'さくら苑', packages })
  const admin = await service.user({ role: 'ADMIN', tenant })
  return { tenant, token: admin.token }
}
const rule = { type: 'ESCALATION' as const, name: '夜間', thresholdMinutes: 5, activeHours: BY_NIGHT }

describe('SET-02 tags and shifts', () => {
  test('SET-03 are found by type, name and page, with who edited them and how much they are used', async () => {
    const { tenant, token } = await site()
    for (let i = 1; i <= 55; i++) await insertTag(service, tenant, `見守り ${String(i).padStart(2, '0')}`)
    const camera = await insertCamera(service, tenant)
    const made = await service.call(token, 'asset.create', { body: { type: 'TAG', name: ' 転倒注意 ' } })
    await service.sql`insert into camera_tag (tenant_id, camera_id, tag_id)
      values (${tenant.id}, ${camera.id}, ${made.body.id})`

    const page = await service.call(token, 'asset.search', { query: { pageSize: 50 }, body: { type: 'TAG' } })
    const found = await service.call(token, 'asset.search', { body: { type: 'TAG', text: '転倒' } })
    const shifts = await service.call(token, 'asset.search', { body: { type: 'SHIFT' } })

    expect([page.body.totalCount, page.body.records.length]).toEqual([56, 50])
    expect(found.body.records).toEqual([
      expect.objectContaining({ type: 'TAG', name: '転倒注意', usageCount: 1, lastEditedBy: 'Test ADMIN', version: 1 }),
    ])
    expect(shifts.body.totalCount).toBe(0)
    const newest = await service.call(token, 'asset.search', {
      query: { sortColumn: 'lastEditedAt', pageSize: 1 },
      body: { type: 'TAG', tenantId: tenant.id },
    })
    expect(newest.body.totalCount).toBe(56)
  })

  test('a shift may end on the next day; times beyond the day land on their fields', async () => {
    const { token } = await site()
    const night = { type: 'SHIFT' as const, name: '夜勤', startMinute: 990, endMinute: 570 }
    const made = await service.call(token, 'asset.create', { body: night })
    expect(made.body).toMatchObject({ ...night, usageCount: 0 })
    const refused = await service.refused(token, 'asset.create', { body: { ...night, name: '', startMinute: 1440 } })
    expect(refused.body.fields).toEqual({ name: 'asset.name-required', startMinute: 'asset.time-invalid' })
  })

  test('a taken name is an error on its field, an edit of an older version is a conflict', async () => {
    const { tenant, token } = await site()
    await insertTag(service, tenant, 'A')
    const made = await service.call(token, 'asset.create', { body: { type: 'TAG', name: 'B' } })
    const { id } = made.body
    const taken = await service.refused(token, 'asset.patch', { body: { type: 'TAG', id, version: 1, name: 'a' } })
    expect(taken.body.fields).toEqual({ name: 'asset.name-taken' })
    const renamed = await service.call(token, 'asset.patch', { body: { type: 'TAG', id, version: 1, name: 'C' } })
    expect(renamed.body).toMatchObject({ name: 'C', version: 2 })
    const late = await service.refused(token, 'asset.patch', { body: { type: 'TAG', id, version: 1, name: 'D' } })
    expect([late.status, late.body.key]).toEqual([409, 'conflict'])
    const other = await service.refused(token, 'asset.patch', {
      body: { type: 'SHIFT', id, version: 2, name: 'D', startMinute: 0, endMinute: 60 },
    })
    expect(other.status).toBe(404)
  })

  test('a deleted asset leaves everything that used it, and the audit retains its name', async () => {
    const { tenant, token } = await site()
    const camera = await insertCamera(service, tenant)
    const tag = await insertTag(service, tenant, 'A')
    await service.sql`insert into camera_tag (tenant_id, camera_id, tag_id) values (${tenant.id}, ${camera.id}, ${tag})`
    await service.call(token, 'asset.remove', { params: { id: tag } })
    const [left] = await service.sql`select count(*)::int as n from camera_tag where tag_id = ${tag}`
    const [retained] = await service.sql`select action, details from audit where object_id = ${tag}`
    expect([left, retained]).toEqual([{ n: 0 }, { action: 'tag.delete', details: { name: 'A' } }])
  })
})

describe('SET-02 escalation rules', () => {
  test('have a threshold, recipients and their units, and active hours', async () => {
    const { tenant, token } = await site()
    const [nurse, unit] = [await service.user({ role: 'USER', tenant }), await insertUnit(service, tenant, '2階')]
    const made = await service.call(token, 'asset.create', {
      body: { ...rule, userIds: [nurse.id], unitIds: [unit] },
    })
    expect(made.body).toMatchObject({
      type: 'ESCALATION',
      thresholdMinutes: 5,
      activeHours: BY_NIGHT,
      users: [{ id: nurse.id, name: 'Test USER' }],
      units: [{ id: unit, name: '2階' }],
    })
    const patched = await service.call(token, 'asset.patch', {
      body: { ...rule, id: made.body.id, version: 1, activeHours: null, userIds: [], unitIds: [unit] },
    })
    expect(patched.body).toMatchObject({ activeHours: null, users: [], version: 2 })
  })

  test('rules need recipients of the same site, and a threshold within a day', async () => {
    const { token } = await site()
    const stranger = await service.user({ role: 'USER' })
    const nobody = { ...rule, userIds: [], unitIds: [] }
    const errors = async (body: object) =>
      (await service.refused(token, 'asset.create', { body: body as typeof nobody })).body.fields
    expect(await errors(nobody)).toEqual({ userIds: 'asset.recipient-required' })
    expect(await errors({ ...nobody, userIds: [stranger.id] })).toEqual({ userIds: 'asset.user-unknown' })
    expect(await errors({ ...nobody, userIds: [stranger.id], thresholdMinutes: 1441 })).toEqual({
      thresholdMinutes: 'too-large',
    })
  })

  test('a deleted one leaves the cameras and apps that named it, without a message to their hubs', async () => {
    const { tenant, token } = await site()
    const camera = await insertCamera(service, tenant)
    const unitIds = [await insertUnit(service, tenant)]
    const create = async (name: string) =>
      (await service.call(token, 'asset.create', { body: { ...rule, name, userIds: [], unitIds } })).body.id
    const [goes, stays] = [await create('A'), await create('B')]
    const escalationIds = [goes, stays]
    await service.call(token, 'camera.patch', { params: { id: camera.id }, body: { escalationIds } })
    await service.call(token, 'cameraApp.configure', {
      params: { cameraId: camera.id, appCode: 'A005' },
      body: { appCode: 'A005', escalationIds },
    })
    const versionOf = async () =>
      (await service.sql`select desired_version as version from camera where id = ${camera.id}`)[0]
    const before = await versionOf()

    await service.call(token, 'asset.remove', { params: { id: goes } })

    const [left] = await service.sql`
      select c.escalation_ids as own, x.settings -> 'escalationIds' as app
      from camera c join camera_app x on x.camera_id = c.id where c.id = ${camera.id}`
    expect(left).toEqual({ own: [stays], app: [stays] })
    expect(await versionOf()).toEqual(before)
    const apps = await service.call(token, 'cameraApp.list', { params: { cameraId: camera.id } })
    expect(apps.body.apps.find(({ appCode }) => appCode === 'A005')!.settings).toMatchObject({ escalationIds: [stays] })
  })

  test('NAV-11 escalation rules are rejected without the PRO package, in every call', async () => {
    const { tenant, token } = await site([])
    const [row] = await service.sql<{ id: string }[]>`
      insert into escalation (tenant_id, name, threshold_minutes) values (${tenant.id}, 'A', 5) returning id`
    const params = { id: row!.id }
    const body = { ...rule, userIds: [], unitIds: [params.id] }
    const rejections = [
      await service.refused(token, 'asset.search', { body: { type: 'ESCALATION' } }),
      await service.refused(token, 'asset.get', { params }),
      await service.refused(token, 'asset.create', { body }),
      await service.refused(token, 'asset.patch', { body: { ...body, ...params, version: 1 } }),
      await service.refused(token, 'asset.remove', { params }),
    ]
    expect(rejections.map((rejection) => rejection.body.key)).toEqual(Array(5).fill('pro-required'))
  })

  test('are not shown to their recipients', async () => {
    const { tenant } = await site()
    const nurse = await service.user({ role: 'USER', tenant })
    const refused = await service.refused(nurse.token, 'asset.search', { body: { type: 'ESCALATION' } })
    const tags = await service.call(nurse.token, 'asset.search', { body: { type: 'TAG' } })
    expect([refused.body.key, tags.status]).toEqual(['forbidden', 200])
  })
})

describe('SET-03 whose assets', () => {
  test('an organiser sees those of all sites below, and names the site of a new one', async () => {
    const parent = await service.tenant({ kind: 'organisation' })
    const [north, south] = [await service.tenant({ parent, name: '北' }), await service.tenant({ parent, name: '南' })]
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: parent })
    await insertTag(service, south, 'B')
    const body = { type: 'TAG' as const, name: 'A' }

    const unclear = await service.refused(organiser.token, 'asset.create', { body })
    const made = await service.call(organiser.token, 'asset.create', { body: { ...body, tenantId: north.id } })
    const all = await service.call(organiser.token, 'asset.search', { body: { type: 'TAG' } })
    const some = await service.call(organiser.token, 'asset.search', { body: { type: 'TAG', tenantId: south.id } })

    expect(unclear.body.key).toBe('site-needed')
    expect(made.body.tenantName).toBe('北')
    expect(all.body.records.map((tag) => [tag.name, tag.tenantName])).toEqual([
      ['A', '北'],
      ['B', '南'],
    ])
    expect(some.body.totalCount).toBe(1)
  })

  test('a site of somebody else is unknown, and SUPER_ADMIN outside of a site has none', async () => {
    const { token } = await site()
    const foreign = await service.tenant()
    const body = { type: 'TAG' as const, name: 'A', tenantId: foreign.id }
    expect((await service.refused(token, 'asset.create', { body })).body.fields).toEqual({
      tenantId: 'asset.tenant-unknown',
    })
    const support = await service.user({ role: 'SUPER_ADMIN' })
    const none = await service.call(support.token, 'asset.search', { body: { type: 'TAG' } })
    const unclear = await service.refused(support.token, 'asset.create', { body: { type: 'TAG', name: 'A' } })
    expect([none.body.totalCount, unclear.body.key]).toEqual([0, 'site-needed'])
  })

  test('while connected, what SUPER_ADMIN edits bears the own name', async () => {
    const { tenant } = await site()
    const support = await service.user({ role: 'SUPER_ADMIN', tenant })
    const made = await service.call(support.token, 'asset.create', { body: { type: 'TAG', name: 'A' } })
    expect(made.body).toMatchObject({ tenantId: tenant.id, lastEditedBy: 'Test SUPER_ADMIN' })
  })
})
