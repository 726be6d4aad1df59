/** Beds of a camera: drawn once, used by every app about beds, and requested if missing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAgent, insertCamera, insertMedia } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const corners = [
  { x: 0.2, y: 0.4 },
  { x: 0.3, y: 0.4 },
  { x: 0.5, y: 0.7 },
  { x: 0.3, y: 0.8 },
]
const region = (name: string) => ({ name, corners, headToFeet: 45 })
const bed = (name: string) => ({ ...region(name), kind: 'bed' as const })
const other = (kind: 'seat' | 'door') => ({ name: kind, corners: corners.slice(0, 3), kind })

/** A camera whose bed exit and wake-up are on. */
async function room() {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const agentId = await insertAgent(service, tenant)
  const inserted = await insertCamera(service, tenant, { agentId, emails: ['ward@x.example'] })
  const { id } = inserted
  const hub = await service.hubToken({ id: agentId, tenantId: tenant.id })
  for (const appCode of ['A004', 'A005', 'A006'] as const) {
    await service.call(admin.token, 'cameraApp.updateStatus', { params: { id }, body: { appCode, state: 'ENABLED' } })
  }
  const params = { id }
  return {
    admin,
    hub,
    id,
    inserted,
    draw: (...places: (ReturnType<typeof bed> | ReturnType<typeof other>)[]) =>
      service.call(admin.token, 'camera.patch', { params, body: { places } }),
    configure: (settings: {
      appCode: 'A004' | 'A006'
      snoozeSeconds?: number
      regions?: ReturnType<typeof region>[]
    }) =>
      service.call(admin.token, 'cameraApp.configure', {
        params: { cameraId: id, appCode: settings.appCode },
        body: settings,
      }),
    off: () =>
      Promise.all(
        (['A004', 'A006'] as const).map((appCode) =>
          service.call(admin.token, 'cameraApp.updateStatus', { params, body: { appCode, state: 'DISABLED' } }),
        ),
      ),
    camera: async () => (await service.call(admin.token, 'camera.get', { params })).body,
    shownBeds: async () => {
      const { apps } = (await service.call(admin.token, 'cameraApp.list', { params: { cameraId: id } })).body
      return apps.flatMap(({ settings }) =>
        'regions' in settings && settings.regions.length > 0
          ? [`${settings.appCode} ${settings.regions.map(({ name }) => name).join()}`]
          : [],
      )
    },
    hubBeds: async () => {
      const { apps, beds } = (await service.call(hub, 'hub.desired')).body.cameras[0]!
      return { apps: apps.map(({ appCode }) => appCode), beds: beds.map(({ name }) => name) }
    },
  }
}

describe('CAM-08 beds', () => {
  test('CAM-08 a bed that is drawn for the camera reaches its hub, and starts the apps about beds', async () => {
    const { draw, hubBeds, shownBeds } = await room()
    expect(await hubBeds()).toEqual({ apps: ['A005'], beds: [] })
    await draw(bed('Window'))
    expect(await hubBeds()).toEqual({ apps: ['A004', 'A005', 'A006'], beds: ['Window'] })
    expect(await shownBeds()).toEqual(['A004 Window', 'A006 Window'])
  })

  test('CAM-08 a hub knows the bed also while the apps about beds are off', async () => {
    const { draw, off, hubBeds } = await room()
    await draw(bed('Window'))
    await off()
    expect(await hubBeds()).toEqual({ apps: ['A005'], beds: ['Window'] })
  })

  test('CAM-08 a bed of three corners is rejected, for the camera and for an app', async () => {
    const { admin, id, camera } = await room()
    const triangle = { ...region('Window'), corners: corners.slice(0, 3) }
    const drawn = await service.refused(admin.token, 'camera.patch', {
      params: { id },
      body: { places: [{ ...triangle, kind: 'bed' as const }] },
    })
    const configured = await service.refused(admin.token, 'cameraApp.configure', {
      params: { cameraId: id, appCode: 'A006' },
      body: { appCode: 'A006', regions: [triangle] },
    })
    const errors = [drawn, configured].map(({ status, body }) => [status, Object.values(body.fields ?? {})])
    expect(errors).toEqual([
      [400, ['region.bed-corners']],
      [400, ['region.bed-corners']],
    ])
    expect((await camera()).places).toEqual([])
  })

  test('a region that a client sends for one app about beds becomes the bed of all of them', async () => {
    const { configure, camera, hubBeds } = await room()
    await configure({ appCode: 'A006', regions: [region('Door')] })
    expect((await camera()).places).toEqual([bed('Door')])
    expect(await hubBeds()).toEqual({ apps: ['A004', 'A005', 'A006'], beds: ['Door'] })
  })

  test('CAM-08 seats and doors reach the hub, and stay when an app about beds sends another bed', async () => {
    const { draw, configure, camera, hub } = await room()
    await draw(other('seat'), bed('Window'), other('door'))
    await configure({ appCode: 'A006', regions: [region('Door')] })
    expect((await camera()).places.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      ...['seat seat', 'door door', 'bed Door'],
    ])
    const { beds, seats, doors } = (await service.call(hub, 'hub.desired')).body.cameras[0]!
    expect([beds, seats, doors].map((all) => all.map(({ name }) => name))).toEqual([['Door'], ['seat'], ['door']])
  })

  test('a drawn bed leaves the latest frame of a camera with masks, a changed mask removes it', async () => {
    const { admin, id, inserted, draw, camera } = await room()
    const edit = (body: object) => service.call(admin.token, 'camera.patch', { params: { id }, body })
    await edit({ masks: [region('Door')] })
    await insertMedia(service, inserted, { kind: 'frame', bytes: Buffer.from('frame') })
    await draw(bed('Window'))
    expect((await camera()).latestFrame).not.toBeNull()
    await edit({ masks: [region('Door'), region('Bath')] })
    expect((await camera()).latestFrame).toBeNull()
  })

  test('settings without a region leave the beds as they are', async () => {
    const { draw, configure, camera } = await room()
    await draw(bed('Window'), bed('Door'))
    await configure({ appCode: 'A004', snoozeSeconds: 90 })
    await configure({ appCode: 'A006', regions: [] })
    expect((await camera()).places).toHaveLength(2)
  })

  test('a bed that one client draws is a conflict for an edit of the camera as it was before', async () => {
    const { configure, camera, admin, id } = await room()
    const { version } = await camera()
    await configure({ appCode: 'A006', regions: [region('Door')] })
    const refused = await service.refused(admin.token, 'camera.edit', { body: { id, version, places: [] } })
    expect(refused.status).toBe(409)
  })

  test('lists and coverage mark active apps without a bed region', async () => {
    const { draw, camera, admin } = await room()
    const waiting = async () => (await camera()).apps.flatMap(({ appCode, awaitsBed }) => (awaitsBed ? [appCode] : []))
    const problems = async () => (await service.call(admin.token, 'coverage.list')).body.records[0]!.problems
    expect([await waiting(), await problems()]).toEqual([['A004', 'A006'], expect.arrayContaining(['bed-missing'])])
    await draw(bed('Window'))
    expect([await waiting(), await problems()]).toEqual([[], expect.not.arrayContaining(['bed-missing'])])
  })
})
