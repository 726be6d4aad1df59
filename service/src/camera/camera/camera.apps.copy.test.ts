/** Copying apps of one camera to others: changed and unchanged settings, and cameras that are skipped. OPS-09. */
import { weekOf } from '@mimamori/contract/camera/week.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAgent, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const nights = weekOf([{ startMinute: 0, endMinute: 360 }])
const bed = (name: string) => ({
  name,
  corners: [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.1 },
    { x: 0.5, y: 0.6 },
    { x: 0.1, y: 0.6 },
  ],
})

/** A camera with A005 and A006 as a technician set them, and two others. */
async function place() {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const agentId = await insertAgent(service, tenant)
  const camera = (more: object = {}) => insertCamera(service, tenant, { agentId, emails: ['ward@x.example'], ...more })
  const [from, one, other] = [await camera(), await camera(), await camera()]
  const configure = (cameraId: string, body: { appCode: 'A005' | 'A006' }) =>
    service.call(admin.token, 'cameraApp.configure', {
      params: { cameraId, appCode: body.appCode },
      body: body as never,
    })
  await configure(from.id, { appCode: 'A005', snoozeSeconds: 240 } as never)
  await configure(from.id, { appCode: 'A006', regions: [bed('bed of 201')] } as never)
  for (const appCode of ['A005', 'A006'] as const) {
    const body = { appCode, state: 'ENABLED' as const }
    await service.call(admin.token, 'cameraApp.updateStatus', { params: { id: from.id }, body })
  }
  const params = { cameraId: from.id, appCode: 'A005' } as const
  await service.call(admin.token, 'cameraApp.saveSchedule', { params, body: { schedule: nights } })
  const appsOf = async (cameraId: string) => {
    const { apps } = (await service.call(admin.token, 'cameraApp.list', { params: { cameraId } })).body
    return (code: string) => apps.find(({ appCode }) => appCode === code)!
  }
  const copy = (body: object, token = admin.token) =>
    service.refused(token, 'cameraApp.copy', {
      params: { cameraId: from.id },
      body: { appCodes: ['A005', 'A006'], toCameraIds: [one.id, other.id], hasRegions: false, ...body } as never,
    })
  return { tenant, admin, agentId, from, one, other, camera, configure, appsOf, copy }
}

describe('OPS-09 apps of a camera that are given to others', () => {
  test('have the same state, settings and schedule there, and reach the hub', async () => {
    const { tenant, agentId, one, other, appsOf, copy } = await place()
    const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
    expect((await copy({})).body).toEqual({ changed: 2, refused: [] })
    for (const { id } of [one, other]) {
      const app = await appsOf(id)
      expect(app('A005')).toMatchObject({ state: 'ENABLED', schedule: nights, settings: { snoozeSeconds: 240 } })
      expect(app('A006')).toMatchObject({ state: 'ENABLED' })
      expect(app('A003').state).toBe('DISABLED')
    }
    const { cameras } = (await service.call(hub, 'hub.desired')).body
    const codesOf = (id: string) => cameras.find(({ cameraId }) => cameraId === id)!.apps.map(({ appCode }) => appCode)
    // A006 is given without an outline: it waits for that of each room's bed.
    expect([codesOf(one.id), codesOf(other.id)]).toEqual([['A005'], ['A005']])
  })

  test('leave each camera its own outlines, unless they are wanted, too', async () => {
    const { one, configure, appsOf, copy } = await place()
    await configure(one.id, { appCode: 'A006', regions: [bed('bed of 202')] } as never)
    const names = async () => {
      const { settings } = (await appsOf(one.id))('A006')
      return 'regions' in settings ? settings.regions.map(({ name }) => name) : null
    }
    await copy({})
    expect(await names()).toEqual(['bed of 202'])
    await copy({ hasRegions: true })
    expect(await names()).toEqual(['bed of 201'])
  })

  test('do not reach a camera that may not have one of them, which is named', async () => {
    const { one, camera, appsOf, copy } = await place()
    const unheard = await camera({ emails: [] })
    const { body } = await copy({ toCameraIds: [unheard.id, one.id] })
    expect(body).toEqual({
      changed: 1,
      refused: [{ cameraId: unheard.id, key: 'camera-app.subscriber-required' }],
    })
    expect((await appsOf(unheard.id))('A005')).toMatchObject({ state: 'DISABLED', schedule: null })
    expect((await appsOf(one.id))('A005').state).toBe('ENABLED')
  })

  test('are noted in the audit of each camera that changed', async () => {
    const { tenant, one, copy } = await place()
    await copy({ toCameraIds: [one.id], appCodes: ['A005'] })
    const rows = await service.sql`select details from audit
      where tenant_id = ${tenant.id} and object_id = ${one.id} and action = 'camera-app.edit'`
    expect(rows.map(({ details }) => details)).toMatchObject([{ appCode: 'A005', state: 'ENABLED' }])
  })

  test('S20 go to no camera of another site or unit, and then to none at all', async () => {
    const { tenant, one, camera, appsOf, copy } = await place()
    const foreign = await insertCamera(service, await service.tenant())
    expect((await copy({ toCameraIds: [one.id, foreign.id] })).status).toBe(404)
    expect((await appsOf(one.id))('A005').state).toBe('DISABLED')
    const unitId = await insertUnit(service, tenant)
    const inside = await camera({ unitId })
    const bound = await service.user({ role: 'ADMIN', tenant, unitIds: [unitId] })
    const request = { params: { cameraId: inside.id }, body: { appCodes: ['A005'], toCameraIds: [one.id] } }
    const outside = await service.refused(bound.token, 'cameraApp.copy', {
      ...request,
      body: { ...request.body, hasRegions: false },
    } as never)
    expect(outside.status).toBe(404)
  })
})
