/** Stored images and clips whose file is missing, damaged, or back. */
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertUnit, type TestCamera } from '#testing/site.ts'
import { createFileCheck } from './media.check.ts'

const BYTES = Buffer.from('0123456789')

let service: TestService
let tenant: TestTenant
let unitId: string
let camera: TestCamera
let nurse: TestUser
beforeAll(async () => {
  service = await startService()
  tenant = await service.tenant()
  unitId = await insertUnit(service, tenant)
  camera = await insertCamera(service, tenant, { unitId })
  nurse = await service.user({ role: 'USER', tenant })
})
afterAll(() => service.stop())

const nameOf = (id: string) => storageName(camera.tenantId, id)
const lose = (id: string) => service.platform.storage.remove(nameOf(id))
const putBack = (id: string) => service.platform.storage.put(nameOf(id), BYTES, BYTES.byteLength)
async function damage(id: string): Promise<void> {
  const name = nameOf(id).split('/')[1]!
  const folder = join(service.platform.config.dataDir, 'media', name.slice(-4, -2), name.slice(-2))
  await truncate(join(folder, name), 4)
}
/** Other bytes, the same size. */
async function change(id: string): Promise<void> {
  await service.platform.storage.put(nameOf(id), Buffer.from('0123x56789'), BYTES.byteLength)
}
const detail = async (id: string) => (await service.call(nurse.token, 'alert.get', { params: { id } })).body

const run = (job = createFileCheck(service.platform).job) => drain(job, service.database, service.clock.now())
const statusOf = async (url: string) => (await service.app.http.inject({ method: 'GET', url })).statusCode

test('ALERT-08 the check finds clips that are missing or damaged, and those that are back', async () => {
  const [gone, torn, whole] = [
    await insertAlert(service, camera),
    await insertAlert(service, camera),
    await insertAlert(service, camera),
  ]
  const goneClip = await insertMedia(service, camera, { kind: 'clip', alert: gone, bytes: BYTES })
  const tornClip = await insertMedia(service, camera, { kind: 'clip', alert: torn, bytes: BYTES })
  await insertMedia(service, camera, { kind: 'clip', alert: whole, bytes: BYTES })
  expect(await run()).toBe(0)
  await lose(goneClip)
  await damage(tornClip)
  const heard: LiveEvent[] = []
  const stopListening = service.platform.bus.subscribe([tenant.id], (event) => heard.push(event))

  expect(await run()).toBe(2)

  const states = async () => Promise.all([gone, torn, whole].map(async ({ id }) => (await detail(id)).clipState))
  expect(await states()).toEqual(['missing', 'damaged', 'ready'])
  expect([(await detail(gone.id)).clipUrl, (await detail(torn.id)).clipUrl]).toEqual([null, null])
  expect((await detail(gone.id)).steps.map(({ kind }) => kind)).toContain('clip-ready')
  expect(heard).toEqual([{ type: 'alert-changed', alertIds: expect.any(Array), unitId }])
  expect((heard[0] as { alertIds: string[] }).alertIds.toSorted()).toEqual([gone.id, torn.id].toSorted())
  stopListening()

  await Promise.all([putBack(goneClip), putBack(tornClip)])
  expect(await run()).toBe(2)
  expect(await states()).toEqual(['ready', 'ready', 'ready'])
  expect(await statusOf((await detail(gone.id)).clipUrl!)).toBe(200)
})

test('ALERT-08 the first failed read of a clip changes its state, and a successful one restores it', async () => {
  const alert = await insertAlert(service, camera)
  const id = await insertMedia(service, camera, { kind: 'clip', alert, bytes: BYTES })
  const address = (await detail(alert.id)).clipUrl!
  await damage(id)
  expect(await statusOf(address)).toBe(404)
  expect((await detail(alert.id)).clipState).toBe('damaged')
  await lose(id)
  expect(await statusOf(address)).toBe(404)
  expect((await detail(alert.id)).clipState).toBe('missing')
  await putBack(id)
  expect(await statusOf(address)).toBe(200)
  expect((await detail(alert.id)).clipState).toBe('ready')
})

test('ALERT-08 a clip with other bytes of the same size is damaged, also in health', async () => {
  const [changed, whole] = [await insertAlert(service, camera), await insertAlert(service, camera)]
  const id = await insertMedia(service, camera, { kind: 'clip', alert: changed, bytes: BYTES })
  await insertMedia(service, camera, { kind: 'clip', alert: whole, bytes: BYTES })
  const { job, sign } = createFileCheck(service.platform)
  const states = async () => [(await detail(changed.id)).clipState, (await detail(whole.id)).clipState]
  const address = (await detail(changed.id)).clipUrl!
  expect([await run(job), sign.errors()]).toEqual([0, []])
  await change(id)

  expect(await run(job)).toBe(1)
  expect(await states()).toEqual(['damaged', 'ready'])
  expect(sign.errors()).toEqual(['files-damaged'])
  // Neither the next check of its size nor a request of a player restores it.
  expect(await run(job)).toBe(0)
  expect(await statusOf(address)).toBe(404)
  expect(await states()).toEqual(['damaged', 'ready'])

  await putBack(id)
  expect(await run(job)).toBe(1)
  expect([await states(), sign.errors()]).toEqual([['ready', 'ready'], []])
})

test('ALERT-01 a list has no URL of a missing image, and the alert says why', async () => {
  const alert = await insertAlert(service, camera)
  const id = await insertMedia(service, camera, { kind: 'thumbnail', alert, bytes: BYTES })
  const listed = async () => {
    const { body } = await service.call(nurse.token, 'alert.search', { query: { pageSize: 50 } })
    return body.records.find((one) => one.id === alert.id)!.thumbnailUrl
  }
  expect([typeof (await listed()), (await detail(alert.id)).lostImage]).toEqual(['string', null])
  await lose(id)
  await run()
  expect([await listed(), (await detail(alert.id)).lostImage]).toEqual([null, 'missing'])
  await putBack(id)
  await run()
  expect([await statusOf((await listed())!), (await detail(alert.id)).lostImage]).toEqual([200, null])
})

test('CAM-01 a camera shows no latest image while its file is damaged', async () => {
  const shown = async () => {
    const [row] = await service.sql`select latest_frame_media_id as id from camera where id = ${camera.id}`
    return row!.id
  }
  const id = await insertMedia(service, camera, { kind: 'frame', bytes: BYTES })
  await damage(id)
  await run()
  expect(await shown()).toBe(null)
  await putBack(id)
  await run()
  expect(await shown()).toBe(id)
})

test('a clip that is lost before its alert claims it gives the alert its state', async () => {
  const alert = await insertAlert(service, camera)
  const id = await insertMedia(service, camera, { kind: 'clip', alert, bytes: BYTES })
  await service.sql`update media set alert_id = null where id = ${id}`
  await lose(id)
  await run()
  expect((await detail(alert.id)).clipState).toBe('ready')
  await service.sql`update media set alert_id = ${alert.id} where id = ${id}`
  expect((await detail(alert.id)).clipState).toBe('missing')
})

test('each run writes one audit row for a site whose number changed, and counts in the figures', async () => {
  const site = await service.tenant()
  const other = await insertCamera(service, site)
  const clips = await Promise.all(
    [0, 1, 2].map(async () =>
      insertMedia(service, other, { kind: 'clip', alert: await insertAlert(service, other), bytes: BYTES }),
    ),
  )
  await Promise.all(clips.map((id) => service.platform.storage.remove(storageName(site.id, id))))
  const { job, sign } = createFileCheck(service.platform)
  expect(sign.figures()).toEqual([])
  await run(job)
  await run(job)
  const rows = await service.sql`
    select actor_user_id, object_type, details from audit where tenant_id = ${site.id} and action = 'media.check'`
  expect([...rows]).toEqual([
    { actor_user_id: null, object_type: 'media', details: { changed: { missing: [0, 3], damaged: [0, 0] } } },
  ])
  const [lost] = await service.sql<{ missing: number }[]>`
    select count(*)::int as missing from media where state = 'missing'`
  expect(sign.figures()).toContain(`mimamori_media_files_lost{state="missing"} ${lost!.missing}`)
})

test('a run checks at most a thousand files, and the next one continues after them', async () => {
  const site = await service.tenant()
  const many = await insertCamera(service, site)
  await service.sql`
    insert into media (tenant_id, kind, camera_id, content_type, bytes, taken_at, created_at)
    select ${site.id}, 'frame', ${many.id}, 'image/jpeg', 1, now(), now() from generate_series(1, 1500)`
  await service.sql`delete from installation where key = 'media.checked'`
  let checked = 0
  const counting = {
    bus: service.platform.bus,
    storage: { size: () => Promise.resolve(checked++ < 0 ? null : 1), open: () => Promise.resolve(null) },
  }
  await service.sql`update media set state = 'ready', bytes = 1, sha256 = null`
  const { job } = createFileCheck(counting)
  await run(job)
  expect(checked).toBe(1_000)
  await run(job)
  expect(checked).toBeGreaterThanOrEqual(1_500)
})

test('the running service checks its files every ten minutes and counts lost ones in /metrics', async () => {
  const running = await startService()
  onTestFinished(() => running.stop())
  const own = await insertCamera(running, await running.tenant())
  const id = await insertMedia(running, own, { kind: 'clip', alert: await insertAlert(running, own), bytes: BYTES })
  await running.platform.storage.remove(storageName(own.tenantId, id))
  const metrics = async () => (await running.app.http.inject({ method: 'GET', url: '/metrics' })).body
  expect(await metrics()).not.toContain('mimamori_media_files_lost')
  running.app.start()
  running.clock.advance(10 * 60_000)
  await expect.poll(metrics, { timeout: 20_000 }).toContain('mimamori_media_files_lost{state="missing"} 1')
})
