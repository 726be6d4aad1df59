/** Hub, unit and tags of many cameras in one call: what they get, and which stay as they were. OPS-09. */

import { CAMERA_TAGS_MAX } from '@mimamori/contract/camera/camera-fields.ts'
import { CHANGE_CAMERAS_MAX } from '@mimamori/contract/camera/change/camera-change.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAgent, insertCamera, insertTag, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Two cameras at a first hub, a second hub, a unit and two tags. */
async function place() {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const [agentId, other] = [await insertAgent(service, tenant, 'First'), await insertAgent(service, tenant, 'Second')]
  const unitId = await insertUnit(service, tenant)
  const [night, day] = [await insertTag(service, tenant, 'Night'), await insertTag(service, tenant, 'Day')]
  const camera = (more: object = {}) => insertCamera(service, tenant, { agentId, ...more })
  const [one, two] = [await camera(), await camera()]
  const change = (body: object, token = admin.token) =>
    service.refused(token, 'camera.changeMany', { body: { ids: [one.id, two.id], ...body } as never })
  const read = async (id: string) => (await service.call(admin.token, 'camera.get', { params: { id } })).body
  return { tenant, admin, agentId, other, unitId, night, day, camera, one, two, change, read }
}

async function giveTags(tenant: TestTenant, cameraId: string, count: number) {
  for (let at = 0; at < count; at++) {
    const tagId = await insertTag(service, tenant, `Tag ${at}`)
    await service.sql`insert into camera_tag (tenant_id, camera_id, tag_id) values (${tenant.id}, ${cameraId}, ${tagId})`
  }
}

describe('OPS-09 cameras that are changed together', () => {
  test('leave their hub for the other one, which gets their settings', async () => {
    const { tenant, agentId, other, one, two, change, read } = await place()
    expect((await change({ agentId: other })).body).toEqual({ changed: 2, refused: [] })
    expect(await read(one.id)).toMatchObject({ agentName: 'Second', status: 'Offline', unitId: null })
    const ofHub = async (id: string) => {
      const hub = await service.hubToken({ id, tenantId: tenant.id })
      return (await service.call(hub, 'hub.desired')).body.cameras.map(({ cameraId }) => cameraId).sort()
    }
    expect([await ofHub(agentId), await ofHub(other)]).toEqual([[], [one.id, two.id].sort()])
  })

  test('many cameras move into a unit and out of it, and tags are added and removed', async () => {
    const { unitId, night, day, one, two, change, read } = await place()
    await change({ ids: [one.id], addTagIds: [night] })
    await change({ unitId, addTagIds: [day] })
    const names = async (id: string) => (await read(id)).tags.map(({ name }) => name).sort()
    expect([await names(one.id), await names(two.id)]).toEqual([['Day', 'Night'], ['Day']])
    expect([(await read(one.id)).unitId, (await read(two.id)).unitId]).toEqual([unitId, unitId])
    await change({ unitId: null, removeTagIds: [day] })
    expect([await names(one.id), await names(two.id)]).toEqual([['Night'], []])
    expect((await read(one.id)).unitId).toBeNull()
  })

  test('are noted in the audit of each one that became another, and of no other', async () => {
    const { tenant, unitId, camera, one, two, change } = await place()
    const there = await camera({ unitId })
    expect((await change({ ids: [one.id, two.id, there.id], unitId })).body).toMatchObject({ changed: 3 })
    const rows = await service.sql<{ objectId: string; details: object }[]>`
      select object_id as "objectId", details from audit where tenant_id = ${tenant.id} and action = 'camera.edit'`
    expect(rows.map(({ objectId }) => objectId).sort()).toEqual([one.id, two.id].sort())
    expect(rows[0]!.details).toMatchObject({ changed: ['unitId'] })
  })

  test('do not hold back the others where one may not: it is named, and keeps all that it had', async () => {
    const { tenant, unitId, night, one, two, change, read } = await place()
    await giveTags(tenant, one.id, CAMERA_TAGS_MAX)
    expect((await change({ unitId, addTagIds: [night] })).body).toEqual({
      changed: 1,
      refused: [{ cameraId: one.id, key: 'camera.tags-too-many' }],
    })
    expect(await read(one.id)).toMatchObject({ unitId: null, version: 1 })
    expect(await read(two.id)).toMatchObject({ unitId, tags: [{ id: night, name: 'Night' }] })
  })

  test('S20 go to no hub, unit or tag of another site, and then none of them changes', async () => {
    const { unitId, one, change, read } = await place()
    const foreign = await place()
    const wrong = await change({ unitId: foreign.unitId, agentId: foreign.other, addTagIds: [foreign.night] })
    expect(wrong).toMatchObject({ status: 400, body: { key: 'invalid-request' } })
    expect(wrong.body.fields).toEqual({
      ...{ unitId: 'camera.unit-unknown', agentId: 'camera.agent-unknown', addTagIds: 'camera.tag-unknown' },
    })
    expect((await change({ ids: [one.id, foreign.one.id], unitId })).status).toBe(404)
    expect(await read(one.id)).toMatchObject({ unitId: null, agentName: 'First' })
  })

  test('S20 stay in the units of an administrator of some units', async () => {
    const { tenant, unitId, night, camera, one, change, read } = await place()
    const elsewhere = await insertUnit(service, tenant)
    const inside = await camera({ unitId })
    const bound = await service.user({ role: 'ADMIN', tenant, unitIds: [unitId] })
    for (const place of [elsewhere, null]) {
      const { body } = await change({ ids: [inside.id], unitId: place }, bound.token)
      expect(body.fields).toEqual({ unitId: 'camera.unit-not-yours' })
    }
    expect((await change({ ids: [inside.id, one.id], addTagIds: [night] }, bound.token)).status).toBe(404)
    expect((await change({ ids: [inside.id], addTagIds: [night] }, bound.token)).body).toMatchObject({ changed: 1 })
    expect((await read(inside.id)).tags).toHaveLength(1)
  })

  test('are at most fifty at once', async () => {
    const { unitId, camera, change } = await place()
    const ids: string[] = []
    while (ids.length < CHANGE_CAMERAS_MAX) ids.push((await camera()).id)
    expect((await change({ ids, unitId })).body).toEqual({ changed: CHANGE_CAMERAS_MAX, refused: [] })
    expect((await change({ ids: [...ids, crypto.randomUUID()], unitId })).status).toBe(400)
  })
})
