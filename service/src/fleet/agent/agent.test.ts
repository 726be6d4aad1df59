/** Hub records, their keys, and remote control of hubs. */
import { createHash } from 'node:crypto'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { hubKey } from '@mimamori/contract/fleet/hub.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { beat, insertHub } from '#service/fleet/hub/testing.ts'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertCamera } from '#testing/site.ts'

let service: TestService
let address: string
let support: TestUser
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
  support = await service.user({ role: 'SUPER_ADMIN' })
})
afterAll(() => service.stop())

const create = async (tenant: TestTenant, name = 'Hub') =>
  (await service.call(support.token, 'agent.create', { body: { name, tenantId: tenant.id } })).body
const present = (key: string) =>
  service.call(undefined, 'hub.session', {
    body: { key, version: '1.0.0', hostname: 'closet-1f', instance: 'closet-1f' },
  })
const ofId = (id: string) => ({ params: { id } })
async function audits(id: string): Promise<string[]> {
  const rows = await service.sql<{ action: string }[]>`select action from audit where object_id = ${id} order by at, id`
  return rows.map(({ action }) => action)
}

describe('a hub record', () => {
  test('HUB-01 a new hub record shows its key once and stores its hash; a hub signs in with it', async () => {
    const tenant = await service.tenant()
    const body = await create(tenant, '1階')
    expect(hubKey.safeParse(body.key).success).toBe(true)
    expect(body).toMatchObject({ registrationStatus: 'CREATED', keyLastFour: body.key.slice(-4), tenantId: tenant.id })
    const [row] = await service.sql`select to_jsonb(a) as all, key_hash from agent a where id = ${body.id}`
    expect(row!.key_hash).toEqual(createHash('sha256').update(body.key).digest())
    expect(JSON.stringify(row!.all)).not.toContain(body.key.slice(17))
    expect((await present(body.key)).body.hubId).toBe(body.id)
    expect(await audits(body.id)).toEqual(['agent.create', 'agent.register'])
  })

  test('HUB-01 only the operator creates hub records, for a site that exists, and not while connected', async () => {
    const tenant = await service.tenant()
    const organisation = await service.tenant({ kind: 'organisation' })
    const admin = await service.user({ role: 'ADMIN', tenant })
    const connected = await service.user({ role: 'SUPER_ADMIN', tenant })
    const body = { name: 'Hub', tenantId: tenant.id }
    expect((await service.refused(admin.token, 'agent.create', { body })).status).toBe(403)
    expect((await service.refused(connected.token, 'agent.create', { body })).body.key).toBe('not-while-connected')
    for (const tenantId of [organisation.id, '019a9b00-0000-7000-8000-000000000000']) {
      const refused = await service.refused(support.token, 'agent.create', { body: { ...body, tenantId } })
      expect([refused.status, refused.body.fields]).toEqual([400, { tenantId: 'agent.tenant-unknown' }])
    }
  })

  test('CAM-15 the page of a hub says what the hub lacks, by what its cameras go without', async () => {
    const hub = await insertHub(service, { cameras: 3 })
    const needs = async () => (await service.call(support.token, 'agent.get', ofId(hub.id))).body.needs
    expect(await needs()).toEqual([])
    const codes = ['disk-full', 'disk-full', 'no-frames'] as const
    const cameras = hub.cameraIds.map((cameraId, i) => ({
      ...{ cameraId, isOnline: i < 2, lastFrameAt: null, running: 'Running' as const, image: null },
      reason: { code: codes[i]!, params: {} },
    }))
    await beat(service, hub, { cameras })
    await vi.waitFor(async () => expect(await needs()).toEqual([{ code: 'disk-full', cameraCount: 2 }]))
  })

  test('HUB-02 an administrator finds the own site’s hubs, the operator all hubs, by part of a name', async () => {
    const [mine, other] = [await service.tenant(), await service.tenant({ name: '北の丘' })]
    const admin = await service.user({ role: 'ADMIN', tenant: mine })
    const nurse = await service.user({ role: 'USER', tenant: mine })
    const second = await create(mine, '2階 北')
    const first = await create(mine, '1階')
    const third = await create(other, '3階')

    const own = await service.call(admin.token, 'agent.search')
    const all = await service.call(support.token, 'agent.search', { body: { text: '北' } })

    expect(own.body.records.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(JSON.stringify(own.body)).not.toContain('mmh_')
    expect(all.body.records.map(({ id }) => id)).toEqual([second.id, third.id])
    expect((await service.refused(nurse.token, 'agent.search')).status).toBe(403)
  })

  test('HUB-02 an administrator reads the own site’s hub and restarts it, and does not stop it', async () => {
    const [mine, other] = [await service.tenant(), await service.tenant()]
    const admin = await service.user({ role: 'ADMIN', tenant: mine })
    const [hub, foreign] = [await create(mine, '1階'), await create(other, '2階')]
    expect((await service.call(admin.token, 'agent.get', ofId(hub.id))).body).toMatchObject({ name: '1階' })
    expect((await service.refused(admin.token, 'agent.get', ofId(foreign.id))).status).toBe(404)
    const control = (action: 'restart' | 'stop', id = hub.id) =>
      service.refused(admin.token, 'agent.control', { ...ofId(id), body: { package: 'VCARE', action } })
    expect(await control('stop')).toMatchObject({ status: 400, body: { fields: { action: 'agent.restart-only' } } })
    expect((await control('restart')).status).toBe(503)
    expect((await control('restart', foreign.id)).status).toBe(404)
    expect((await service.refused(admin.token, 'agent.patch', { body: { id: hub.id, revision: 1 } })).status).toBe(403)
  })

  test('HUB-02 the list is sorted by any of its columns and by nothing else', async () => {
    const tenant = await service.tenant()
    const [few, many] = [await create(tenant, 'B'), await create(tenant, 'A')]
    await insertCamera(service, tenant, { agentId: many.id })
    const by = (sortColumn: string) =>
      service.call(support.token, 'agent.search', {
        query: { sortColumn, sortAscending: true },
        body: { tenantIds: [tenant.id] },
      })
    expect((await by('cameraCount')).body.records.map(({ id }) => id)).toEqual([few.id, many.id])
    expect((await by('name')).body.records.map(({ id }) => id)).toEqual([many.id, few.id])
    expect((await by('keyHash')).status).toBe(400)
  })

  test('HUB-01 it shows the hub’s last report: version, load, disk, addresses, cameras by status', async () => {
    const tenant = await service.tenant({ name: 'さくら苑' })
    const { id, key } = await create(tenant)
    const { token } = (await present(key)).body
    await insertCamera(service, tenant, { agentId: id, status: 'Offline' })
    await insertCamera(service, tenant, { agentId: id, isEnabled: false })
    const machine = {
      startedAt: service.clock.now().toISOString(),
      memoryTotalBytes: 8e9,
      diskTotalBytes: 64e9,
      addresses: ['192.168.1.20'],
      macIds: ['B8:27:EB:00:00:01'],
      runnableApps: ['A003' as const],
      running: 'Running' as const,
      decoders: { h264: 'vaapi' as const, hevc: 'software' as const },
    }
    const load = { cpuShare: 0.25, memoryBytes: 2e9, diskFreeBytes: 32e9, spooledEvents: 3 }
    await beat(service, { token }, { ...load, machine })
    await vi.waitFor(async () => {
      const { body } = await service.call(support.token, 'agent.get', ofId(id))
      expect(body).toMatchObject({ ...load, ...machine, hostname: 'closet-1f', version: '1.0.0', isOnline: true })
      expect(body.cameras).toEqual({ Online: 0, Offline: 1, Inactive: 0, Disabled: 1 })
      expect([body.cameraCount, body.tenantName]).toEqual([2, 'さくら苑'])
    })
    service.clock.advance(31_000)
    const { body } = await service.call(support.token, 'agent.get', ofId(id))
    expect([body.isOnline, body.running, body.version]).toEqual([false, null, '1.0.0'])
  })

  test('HUB-02 an edit of an older revision is rejected, and so is a new site for a hub with cameras', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()]
    const hub = await create(tenant)
    const patch = (body: { name?: string; tenantId?: string; isNotificationEnabled?: boolean; revision: number }) =>
      service.call(support.token, 'agent.patch', { body: { id: hub.id, ...body } })
    const renamed = await patch({ name: '2階', isNotificationEnabled: false, revision: 1 })
    expect(renamed.body).toMatchObject({ name: '2階', isNotificationEnabled: false, revision: 2, tenantId: tenant.id })
    expect((await patch({ name: '3階', revision: 1 })).status).toBe(409)
    expect((await patch({ tenantId: other.id, revision: 2 })).body.tenantId).toBe(other.id)
    await insertCamera(service, other, { agentId: hub.id })
    const refused = await service.refused(support.token, 'agent.patch', {
      body: { id: hub.id, tenantId: tenant.id, revision: 3 },
    })
    expect([refused.status, refused.body.key]).toEqual([409, 'in-use'])
  })

  test('HUB-02 a hub with cameras cannot be deleted; without, its key and connection end', async () => {
    const tenant = await service.tenant()
    const hub = await create(tenant)
    const { token } = (await present(hub.key)).body
    const peer = new Peer(address, 'hub/socket', { 'x-authtoken': token })
    await peer.opened()
    const camera = await insertCamera(service, tenant, { agentId: hub.id })
    expect((await service.refused(support.token, 'agent.remove', ofId(hub.id))).body.key).toBe('in-use')
    await service.sql`delete from camera where id = ${camera.id}`
    expect((await service.call(support.token, 'agent.remove', ofId(hub.id))).status).toBe(200)
    await peer.closes({ code: 4003, reason: 'revoked' })
    expect((await present(hub.key)).status).toBe(401)
    expect((await service.call(support.token, 'agent.get', ofId(hub.id))).status).toBe(404)
  })
})

describe('a hub’s key', () => {
  test('HUB-01 after an exchange both keys open the door for 24 hours, then the new one alone', async () => {
    const { id, key } = await create(await service.tenant())
    const { body } = await service.call(support.token, 'agent.rotateKey', ofId(id))
    expect(hubKey.safeParse(body.key).success).toBe(true)
    expect(body.key.split('_')[1]).toBe(key.split('_')[1])
    expect(Date.parse(body.previousKeyUntil!) - service.clock.now().getTime()).toBe(24 * 3_600_000)
    expect([(await present(key)).status, (await present(body.key)).status]).toEqual([200, 200])
    service.clock.advance(24 * 3_600_000)
    await service.prove()
    expect([(await present(key)).status, (await present(body.key)).status]).toEqual([401, 200])
    const rows = await service.sql`select details from audit where object_id = ${id} and action = 'agent.rotate-key'`
    expect(rows[0]!.details).toEqual({ lastFour: body.keyLastFour })
  })

  test('HUB-01 a revoked key is rejected at once, and stays so after an exchange', async () => {
    const { id, key } = await create(await service.tenant())
    const { token } = (await present(key)).body
    const peer = new Peer(address, 'hub/socket', { 'x-authtoken': token })
    await peer.opened()
    await service.call(support.token, 'agent.revokeKey', ofId(id))
    await peer.closes({ code: 4003, reason: 'revoked' })
    expect((await present(key)).status).toBe(401)
    const { body } = await service.call(support.token, 'agent.rotateKey', ofId(id))
    expect(body.previousKeyUntil).toBeNull()
    expect([(await present(key)).status, (await present(body.key)).status]).toEqual([401, 200])
  })

  test('HUB-01 while connected to a site nobody can exchange or revoke a key', async () => {
    const tenant = await service.tenant()
    const { id } = await create(tenant)
    const connected = await service.user({ role: 'SUPER_ADMIN', tenant })
    for (const call of ['agent.rotateKey', 'agent.revokeKey'] as const) {
      expect((await service.refused(connected.token, call, ofId(id))).body.key).toBe('not-while-connected')
    }
  })

  test('HUB-03 the operator and the site’s administrators are notified of each registration step', async () => {
    const tenant = await service.tenant()
    const heard: string[] = []
    const leave = service.platform.bus.subscribe([tenant.id], (event) => heard.push(event.type))
    const { key } = await create(tenant)
    const { token } = (await present(key)).body
    await service.call(token, 'hub.report', { body: { cameras: [] } })
    expect(heard).toEqual(['hub-changed', 'hub-changed', 'hub-changed'])
    leave()
  })
})

describe('HUB-01 telling a hub what to do', () => {
  async function connectedHub() {
    const hub = await create(await service.tenant())
    const { token } = (await present(hub.key)).body
    const peer = new Peer(address, 'hub/socket', { 'x-authtoken': token })
    await peer.opened()
    return { hub, peer }
  }
  type Ask = Extract<HubOrder, { type: 'ask' }>
  async function answerNext(peer: Peer, word: object) {
    const asks = () => peer.heard.filter((each): each is Ask => (each as HubOrder).type === 'ask')
    await vi.waitFor(() => expect(asks()).toHaveLength(1))
    const { askId, request } = asks()[0]!
    peer.socket.send(JSON.stringify({ type: 'answer', askId, ...word }))
    return request
  }
  const control = (id: string, body: { package: 'VCARE' | 'BOOTSTRAP'; action: 'start' | 'stop' | 'restart' }) =>
    service.call(support.token, 'agent.control', { ...ofId(id), body })

  test('HUB-01 detection is stopped by asking the hub, and its state is the hub’s own word', async () => {
    const { hub, peer } = await connectedHub()
    const done = control(hub.id, { package: 'VCARE', action: 'stop' })
    const request = await answerNext(peer, { result: { type: 'control', running: 'Stopped' } })
    expect(request).toEqual({ type: 'control', cameraId: null, package: 'VCARE', action: 'stop' })
    expect((await done).body).toEqual({ running: 'Stopped' })
    expect((await service.call(support.token, 'agent.get', ofId(hub.id))).body.running).toBe('Stopped')
    expect(await audits(hub.id)).toContain('agent.stop')
    peer.socket.terminate()
  })

  test('HUB-01 BOOTSTRAP can only be restarted, and a hub’s error is reported', async () => {
    const { hub, peer } = await connectedHub()
    expect((await control(hub.id, { package: 'BOOTSTRAP', action: 'stop' })).status).toBe(400)
    const done = control(hub.id, { package: 'BOOTSTRAP', action: 'restart' })
    await answerNext(peer, { error: { code: 'not-allowed', params: {} } })
    expect((await done).status).toBe(502)
    peer.socket.terminate()
  })

  test('HUB-01 a disconnected hub is reported as such, and nothing is queued', async () => {
    const hub = await create(await service.tenant())
    const { status, body } = await service.refused(support.token, 'agent.control', {
      ...ofId(hub.id),
      body: { package: 'VCARE', action: 'restart' },
    })
    expect([status, body.key]).toEqual([503, 'hub-offline'])
  })
})
