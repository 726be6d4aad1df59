import { endpoints } from '@mimamori/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAgent, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
let site: TestTenant
let unitId: string
let otherUnitId: string
/** Bound to one unit. */
let admin: TestUser
beforeAll(async () => {
  service = await startService()
  site = await service.tenant()
  unitId = await insertUnit(service, site)
  otherUnitId = await insertUnit(service, site)
  await service.user({ role: 'ADMIN', tenant: site, password: 'the administrator' })
  admin = await service.user({ role: 'ADMIN', tenant: site, unitIds: [unitId] })
})
afterAll(() => service.stop())

const nurseOf = (...unitIds: string[]) =>
  service.user({ role: 'USER', tenant: site, unitIds, password: 'kind camellia' })
const patch = async (id: string, more: object) => {
  const { status, body } = await service.refused(admin.token, 'user.patch', { body: { id, ...more } })
  return [status, body.key]
}

describe('USER-03 an administrator bound to units', () => {
  test('does not unbind themselves, nor anybody else', async () => {
    const nurse = await nurseOf(unitId)
    expect(await patch(admin.id, { unitIds: [] })).toEqual([403, 'bound-to-units'])
    expect(await patch(admin.id, { unitIds: [unitId, otherUnitId] })).toEqual([403, 'bound-to-units'])
    expect(await patch(nurse.id, { unitIds: [] })).toEqual([403, 'bound-to-units'])
    expect(await patch(nurse.id, { unitIds: [otherUnitId] })).toEqual([403, 'bound-to-units'])
    expect(await patch(admin.id, { unitIds: [unitId], firstName: 'Me' })).toEqual([200, undefined])
    expect(await patch(nurse.id, { unitIds: [unitId], firstName: 'Ours' })).toEqual([200, undefined])
  })

  test('offers only recipients with access to these units', async () => {
    const [everywhere, both, ours, others] = [
      ...[await nurseOf(), await nurseOf(unitId, otherUnitId)],
      ...[await nurseOf(unitId), await nurseOf(otherUnitId)],
    ].map(({ id }) => id)
    const ids = [everywhere!, both!, ours!, others!]
    for (const body of [{ ids }, { text: '' }, {}]) {
      const found = (await service.call(admin.token, 'user.names', { query: { pageSize: 100 }, body })).body
      expect(ids.filter((id) => found.records.some((user) => user.id === id))).toEqual([everywhere, both, ours])
      expect(found.totalCount).toBe(found.records.length)
    }
  })

  test('cannot reach people who work outside of these units', async () => {
    for (const person of [await nurseOf(), await nurseOf(otherUnitId), await nurseOf(unitId, otherUnitId)]) {
      const params = { params: { id: person.id } }
      const tried = [
        service.refused(admin.token, 'user.get', params),
        service.refused(admin.token, 'user.patch', { body: { id: person.id, firstName: 'X' } }),
        service.refused(admin.token, 'user.switch', { body: { ids: [person.id], isDisabled: true } }),
        service.refused(admin.token, 'user.unlock', params),
        service.refused(admin.token, 'user.sendReset', params),
        service.refused(admin.token, 'user.remove', params),
        service.refused(admin.token, 'invitation.send', params),
        service.refused(admin.token, 'device.ofUser', params),
        service.refused(admin.token, 'device.signOutUser', params),
      ]
      expect((await Promise.all(tried)).map(({ status }) => status)).toEqual(tried.map(() => 404))
    }
    const ours = await nurseOf(unitId)
    const { body } = await service.call(admin.token, 'user.search', { query: { pageSize: 100 } })
    expect(body.records.map(({ id }) => id)).toContain(ours.id)
    expect(body.records.every((user) => user.unitIds.join() === unitId)).toBe(true)
    expect(body.totalCount).toBe(body.records.length)
    expect((await service.refused(admin.token, 'user.remove', { params: { id: ours.id } })).status).toBe(200)
  })

  test('creates users of these units alone', async () => {
    const create = async (unitIds: string[]) => {
      const email = `${unitIds.length}-${Math.floor(service.clock.now().getTime())}@people.example`
      const body = {
        ...{ firstName: '美咲', lastName: '伊藤', email, timezone: 'Asia/Tokyo', unitIds },
        ...({ locale: 'ja', role: 'USER', dateFormat: 'yyyy/MM/dd HH:mm' } as const),
      }
      return (await service.refused(admin.token, 'user.create', { body })).status
    }
    expect([await create([]), await create([unitId, otherUnitId]), await create([unitId])]).toEqual([403, 403, 200])
    const { body } = await service.call(admin.token, 'user.choices', { body: {} })
    expect(body.units.map(({ id }) => id)).toEqual([unitId])
  })

  test('moves no camera out of these units', async () => {
    const agentId = await insertAgent(service, site)
    const camera = await insertCamera(service, site, { unitId, agentId })
    const move = (to: string | null) =>
      service.refused(admin.token, 'camera.edit', { body: { id: camera.id, unitId: to } as never })
    expect((await move(otherUnitId)).body.fields).toEqual({ unitId: 'camera.unit-not-yours' })
    expect((await move(null)).body.fields).toEqual({ unitId: 'camera.unit-not-yours' })
  })

  test('cannot name subscribers of another unit, and retains those that a colleague named', async () => {
    const camera = await insertCamera(service, site, { unitId, agentId: await insertAgent(service, site) })
    const [ours, theirs] = [await nurseOf(unitId), await nurseOf(otherUnitId)]
    const subscribe = (user: TestUser, userIds: string[], unitIds: string[]) => {
      const subscribers = { userIds, unitIds }
      return service.refused(user.token, 'camera.edit', { body: { id: camera.id, subscribers } as never })
    }
    const unknown = { subscribers: 'camera.subscriber-unknown' }
    expect((await subscribe(admin, [ours.id, theirs.id], [unitId])).body.fields).toEqual(unknown)
    expect((await subscribe(admin, [ours.id], [unitId, otherUnitId])).body.fields).toEqual(unknown)
    const boss = await service.user({ role: 'ADMIN', tenant: site })
    expect((await subscribe(boss, [theirs.id], [otherUnitId])).status).toBe(200)
    expect((await subscribe(admin, [ours.id, theirs.id], [unitId, otherUnitId])).status).toBe(200)
  })

  test('cannot make calls that the contract reserves for the whole site', async () => {
    const retained = Object.entries(endpoints).filter(
      ([, entry]) => 'whileBound' in entry && entry.whileBound === 'refused',
    )
    expect(retained.map(([key]) => key).toSorted()).toEqual([
      ...['accidentSettings.get', 'accidentSettings.save', 'agent.control', 'agent.get'],
      ...[
        'alarmSettings.get',
        'alarmSettings.save',
        'asset.create',
        'asset.patch',
        'asset.remove',
        ...['contact.change', 'contact.create', 'contact.list', 'contact.remove', 'contact.try'],
        ...['evidence.get', 'external.run'],
        'factorRule.get',
        'factorRule.save',
        'firstSteps.get',
        'firstSteps.hide',
        'judgedClip.export',
        'judgedClip.preview',
      ],
      ...['retention.get', 'retention.preview'],
      ...[
        'retention.save',
        'ringer.get',
        'ringer.save',
        'security.get',
        'security.save',
        'serviceAccount.create',
        'serviceAccount.list',
        'serviceAccount.revoke',
        'siteApp.list',
        'siteApp.save',
      ],
      ...['unit.create', 'unit.remove'],
      ...['webhook.again', 'webhook.create', 'webhook.deliveries', 'webhook.list'],
      ...['webhook.patch', 'webhook.remove', 'webhook.rotate', 'webhook.test'],
    ])
    for (const [key] of retained) {
      const params = { id: site.id, tenantId: site.id, appCode: 'A003' }
      const { status, body } = await service.refused(admin.token, key as 'asset.get', { params: params as never })
      expect([key, status, body.key]).toEqual([key, 403, 'bound-to-units'])
    }
  })

  test('reads in the audit only what they did themselves', async () => {
    const { body } = await service.call(admin.token, 'audit.search', { body: {}, query: { pageSize: 100 } })
    expect(body.records.length).toBeGreaterThan(0)
    expect(new Set(body.records.map(({ actor }) => actor?.id))).toEqual(new Set([admin.id]))
  })
})
