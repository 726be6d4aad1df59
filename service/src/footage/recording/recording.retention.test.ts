import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { describe, expect, test } from 'vitest'
import { type StorageName, storageName } from '#platform/files/storage.ts'
import { drain } from '#platform/work/jobs.ts'
import { insertAlert, insertCamera, insertMedia, insertRecording, type TestCamera } from '#testing/site.ts'
import { makeRoom, retainRecordings } from './recording.retention.ts'
import { recordingStage } from './testing.ts'

const GIGABYTE = 1_000_000_000
const GIB = 1024 ** 3

const stage = recordingStage()
const run = () => drain(retainRecordings, stage.service.database, stage.service.clock.now())
const daysAgo = (days: number) => new Date(stage.service.clock.now().getTime() - days * DAY_MS).toISOString()

async function site(days: number | null, gigabytes: number | null): Promise<TestCamera> {
  const tenant = await stage.service.tenant()
  await stage.service.sql`
    update tenant set recording_days = ${days}, recording_gigabytes = ${gigabytes} where id = ${tenant.id}`
  return insertCamera(stage.service, tenant)
}
const insert = (camera: TestCamera, draft: Parameters<typeof insertRecording>[2]) =>
  insertRecording(stage.service, camera, draft)
async function retained(camera: TestCamera): Promise<string[]> {
  const rows = await stage.service.sql<{ id: string }[]>`
    select id from recording where tenant_id = ${camera.tenantId} order by started_at`
  return rows.map(({ id }) => id)
}

describe('retention settings of a site', () => {
  test('REC-05 recordings older than the days of their site are deleted, archived ones never', async () => {
    const camera = await site(7, null)
    const old = await insert(camera, { startedAt: daysAgo(8), isArchived: true })
    for (let i = 0; i < 45; i++) await insert(camera, { startedAt: daysAgo(8 + i) })
    const fresh = await insert(camera, { startedAt: daysAgo(6.9) })
    const elsewhere = await site(null, null)
    const ancient = await insert(elsewhere, { startedAt: daysAgo(900) })
    await run()
    expect(await retained(camera)).toEqual([old.id, fresh.id])
    expect(await retained(elsewhere)).toEqual([ancient.id])
  })

  test('REC-05 the oldest are deleted until the rest fits the site’s gigabytes, clips of alerts stay', async () => {
    const camera = await site(null, 2)
    const alert = await insertAlert(stage.service, camera)
    const clip = await insertMedia(stage.service, camera, { kind: 'clip', alert, bytes: Buffer.from('clip') })
    const bytes = 0.9 * GIGABYTE
    const all = []
    for (const days of [5, 4, 3, 2]) {
      all.push(await insert(camera, { startedAt: daysAgo(days), bytes, isArchived: days === 4 }))
    }
    await run()
    expect(await retained(camera)).toEqual(all.slice(1).map(({ id }) => id))
    expect(await stage.service.sql`select from media where id = ${clip}`).toHaveLength(1)
  })

  test('REC-05 an administrator previews the removals of each camera, and confirms them', async () => {
    const { service, tenant } = stage
    const admin = await service.user({ role: 'ADMIN', tenant })
    const hall = await insertCamera(service, tenant, { name: '廊下' })
    const room = await insertCamera(service, tenant, { name: '居室201' })
    for (const days of [9, 8]) await insert(hall, { startedAt: daysAgo(days), durationMs: 3_600_000, bytes: GIGABYTE })
    await insert(room, { startedAt: daysAgo(7.5), bytes: 5 })
    await insert(room, { startedAt: daysAgo(20), isArchived: true })
    const fresh = await insert(room, { startedAt: daysAgo(1) })

    const limits = { place: 'service' as const, days: 7, gigabytes: null }
    const { body: preview } = await service.call(admin.token, 'retention.preview', { query: { days: 7 } })
    const [oldestAt, ofRoom] = [daysAgo(9), daysAgo(7.5)]
    expect(preview).toEqual({
      removed: { count: 3, durationMs: 7_260_000, bytes: 2 * GIGABYTE + 5, oldestAt },
      cameras: [
        { cameraId: hall.id, cameraName: '廊下', count: 2, durationMs: 7_200_000, bytes: 2 * GIGABYTE, oldestAt },
        { cameraId: room.id, cameraName: '居室201', count: 1, durationMs: 60_000, bytes: 5, oldestAt: ofRoom },
      ],
    })

    const { version } = (await service.call(admin.token, 'retention.get')).body
    const save = (more: object = {}) =>
      service.refused(admin.token, 'retention.save', { body: { ...limits, version, ...more } })
    expect((await save()).body.key).toBe('removes-recordings')
    expect((await save({ isConfirmed: true, measurementDays: 14 })).status).toBe(200)
    expect((await save({ isConfirmed: true })).body.key).toBe('conflict')
    await run()
    const { body: after } = await service.call(admin.token, 'retention.get')
    expect(after).toMatchObject({
      ...limits,
      measurementDays: 14,
      lastEditedBy: 'Test ADMIN',
      retained: { count: 1, oldestAt: daysAgo(1) },
      archived: { count: 1, oldestAt: daysAgo(20) },
    })
    expect((await retained(room)).at(-1)).toBe(fresh.id)
    const [row] =
      await service.sql`select details from audit where action = 'retention.save' and object_id = ${tenant.id}`
    expect(row!.details).toEqual({
      before: { place: 'service', days: 30, gigabytes: null, measurementDays: 30 },
      after: { ...limits, measurementDays: 14 },
      removed: 3,
    })
  })

  test('REC-05 invalid limits are rejected with an error on their field', async () => {
    const { service, tenant } = stage
    const admin = await service.user({ role: 'ADMIN', tenant })
    const body = { place: 'service' as const, days: 0, gigabytes: 1.5, version: 1 }
    expect((await service.refused(admin.token, 'retention.save', { body })).body.fields).toEqual({
      days: 'retention.days-invalid',
      gigabytes: 'retention.gigabytes-invalid',
    })
  })
})

describe('a full disk of the service', () => {
  const SEGMENT_BYTES = 100
  /** A recording with one file in the storage. */
  async function stored(camera: TestCamera, days: number, more: object = {}): Promise<string> {
    const { service } = stage
    const { id } = await insert(camera, { startedAt: daysAgo(days), bytes: SEGMENT_BYTES, ...more })
    const [initId, segmentId] = [randomUUID(), randomUUID()]
    await service.sql`
      insert into recording_init (tenant_id, id, camera_id, codec, width, height, bytes, created_at)
      values (${camera.tenantId}, ${initId}, ${camera.id}, 'avc1.42c01e', 160, 90, 1, ${daysAgo(days)})`
    await service.sql`
      insert into recording_segment (tenant_id, id, recording_id, init_id, started_at, duration_ms, bytes)
      values (${camera.tenantId}, ${segmentId}, ${id}, ${initId}, ${daysAgo(days)}, 60000, ${SEGMENT_BYTES})`
    await service.platform.storage.put(
      storageName(camera.tenantId, segmentId),
      Buffer.alloc(SEGMENT_BYTES),
      SEGMENT_BYTES,
    )
    return id
  }
  /** Of 20 GiB so much is free that these bytes are missing; each removed file frees space. */
  function job(missing: number) {
    const { storage } = stage.service.platform
    let freeBytes = 2 * GIB * 1.25 - missing
    const remove = async (id: StorageName) => {
      const size = await storage.size(id)
      freeBytes += size ?? 0
      await storage.remove(id)
    }
    return makeRoom({ remove }, async () => ({ freeBytes, totalBytes: 20 * GIB }))
  }

  test('REC-05 R12 removes the oldest of all sites, no more than needed, no archived ones, and reports it', async () => {
    const { service, tenant } = stage
    await service.sql`delete from recording_segment`
    await service.sql`delete from recording`
    const [one, other] = [await insertCamera(service, tenant), await site(null, null)]
    const archived = await stored(one, 400, { isArchived: true })
    await stored(other, 300)
    await stored(one, 200)
    const third = await stored(other, 100)
    await drain(job(SEGMENT_BYTES + 1), service.database, service.clock.now())
    expect([await retained(one), await retained(other)]).toEqual([[archived], [third]])
    const admin = await service.user({ role: 'ADMIN', tenant })
    const { body } = await service.call(admin.token, 'retention.get')
    expect(body.shortenedAt).toBe(service.clock.now().toISOString())
  })

  test('REC-05 R12 a disk full of archived recordings stays full, and nothing is lost', async () => {
    const { service, tenant } = stage
    await service.sql`delete from recording_segment`
    await service.sql`delete from recording`
    const camera = await insertCamera(service, tenant)
    const archived = await stored(camera, 400, { isArchived: true })
    expect(await drain(job(GIB), service.database, service.clock.now())).toBe(0)
    expect(await retained(camera)).toEqual([archived])
  })

  test('REC-05 R12 with enough free space nothing is removed', async () => {
    const camera = await insertCamera(stage.service, stage.tenant)
    const id = await stored(camera, 400)
    await drain(job(0), stage.service.database, stage.service.clock.now())
    expect(await retained(camera)).toEqual([id])
  })
})
