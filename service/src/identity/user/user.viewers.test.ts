import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** The settings of the hub's camera. */
async function wanted(hub: TestHub): Promise<[hasBlurredClips: boolean, version: number]> {
  const { body } = await service.call(hub.token, 'hub.desired')
  return [body.cameras[0]!.hasBlurredClips, body.cameras[0]!.version]
}

test('CAM-09 hubs blur clips only for cameras of units that somebody may see in no other way', async () => {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant })
  const otherUnit = await insertUnit(service, tenant, 'Elsewhere')
  const admin = await service.user({ role: 'ADMIN', tenant })
  const heard: string[] = []
  service.platform.bus.subscribe([tenant.id], (event) => {
    if (event.type === 'camera-changed') heard.push(event.cameraId)
  })
  const draft = { firstName: 'Emi', lastName: 'Kobayashi', email: `emi-${tenant.id}@people.example` }
  const person = { ...draft, locale: 'ja' as const, timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm' as const }
  const patch = (more: object) => service.call(admin.token, 'user.patch', { body: { id, ...more } })
  const enable = (isDisabled: boolean) => service.call(admin.token, 'user.switch', { body: { ids: [id], isDisabled } })

  expect(await wanted(hub)).toEqual([false, 1])
  const made = await service.call(admin.token, 'user.create', {
    body: { ...person, role: 'RESTRICTED_USER', unitIds: [otherUnit] },
  })
  const { id } = made.body
  expect(await wanted(hub)).toEqual([false, 1])
  await patch({ unitIds: [hub.unitId] })
  expect(await wanted(hub)).toEqual([true, 2])
  await enable(true)
  expect(await wanted(hub)).toEqual([false, 3])
  await enable(false)
  expect(await wanted(hub)).toEqual([true, 4])
  await patch({ role: 'USER' })
  expect(await wanted(hub)).toEqual([false, 5])
  await patch({ role: 'RESTRICTED_USER' })
  await service.call(admin.token, 'user.remove', { params: { id } })
  expect(await wanted(hub)).toEqual([false, 7])
  expect(heard).toEqual(Array(6).fill(hub.cameraIds[0]))
})
