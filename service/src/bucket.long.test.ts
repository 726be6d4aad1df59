/**
 * Files of tenants in a bucket, through the whole service, while the bucket works, is slow, fails or is unreachable.
 * SCALE-02.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listBackups } from '#platform/backup/backup-manifest.ts'
import { targetOf } from '#platform/backup/backup-target.ts'
import { runBackupTask } from '#platform/backup/backup-task.ts'
import { readConfig } from '#platform/config.ts'
import { BucketRefused, openBucket } from '#platform/files/bucket.ts'
import { checkBucket } from '#platform/files/create-files.ts'
import { createStorage } from '#platform/files/folder-storage.ts'
import { storageName } from '#platform/files/storage.ts'
import { createLogger } from '#platform/log.ts'
import { servicePassword } from '#platform/postgres/migrate.ts'
import { createSecrets } from '#platform/secrets.ts'
import { drain } from '#platform/work/jobs.ts'
import { insertHub, JPEG, MP4, type TestHub } from '#service/fleet/hub/testing.ts'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { type S3Stage, startS3 } from '#testing/servers/s3.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia } from '#testing/site.ts'
import { createFileCheck } from './footage/media/media.check.ts'
import { moveFiles } from './footage/media/media.move.ts'

let s3: S3Stage
let service: TestService
beforeAll(async () => {
  s3 = await startS3()
  service = await startService({ env: s3.settings })
  service.platform.bucket!.uploads.start()
})
afterAll(async () => {
  await service.stop()
  await s3.stop()
})
beforeEach(async () => {
  s3.calm()
  await service.platform.bucket!.uploads.sweep()
})

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const bucketOf = () => openBucket(readConfig(s3.settings).bucket!)
const storage = () => service.platform.storage
const waitingIn = (of = service) => {
  const folder = join(of.platform.config.dataDir, 'media-waiting')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
}
const isSent = (of = service) => vi.waitFor(() => expect(waitingIn(of)).toEqual([]), { timeout: 60_000 })
const aTenant = async () => (await service.tenant()).id
async function aFile(bytes: Buffer) {
  const name = storageName(await aTenant(), randomUUID())
  await storage().put(name, bytes, bytes.length)
  await isSent()
  return name
}
const putClip = (hub: TestHub, id: string) =>
  service.call(hub.token, 'hub.putMedia', {
    params: { id },
    query: { cameraId: hub.cameraIds[0]!, contentType: 'video/mp4' },
    bytes: MP4,
    contentType: 'application/octet-stream',
  })
const ready = async () => (await service.app.http.inject({ method: 'GET', url: '/health/ready' })).json()
const statusOf = async (of: TestService, url: string) => (await of.app.http.inject({ method: 'GET', url })).statusCode

test('SCALE-02 a clip is sealed in the bucket, and in no folder, once the hub has its response', async () => {
  const hub = await insertHub(service)
  const id = randomUUID()
  expect((await putClip(hub, id)).status).toBe(200)
  expect(waitingIn()).toEqual([])
  const name = storageName(hub.tenantId, id)
  const bucket = await bucketOf()
  const state = (await bucket.head(name))!
  const lies = await buffer((await bucket.get(name, { range: { first: 0, last: state.bytes - 1 }, etag: state.etag }))!)
  bucket.stop()
  expect(lies.includes(MP4.subarray(0, 16))).toBe(false)
  expect(await (await storage().open(name))!.bytes()).toEqual(MP4)
})

test('SCALE-02 any part of a file is read unchanged, across the borders of sealed frames', async () => {
  const bytes = randomBytes(200_000)
  const name = await aFile(bytes)
  expect(await storage().size(name)).toBe(bytes.length)
  for (const [first, last] of [
    ...[
      [0, 0],
      [65_535, 65_536],
      [65_536, 131_071],
      [131_000, 199_999],
      [199_999, 199_999],
      [0, 199_999],
    ],
  ] as [number, number][]) {
    const read = await buffer((await storage().open(name))!.stream({ first, last }))
    expect([first, last, read.equals(bytes.subarray(first, last + 1))]).toEqual([first, last, true])
  }
  for (const length of [0, 1, 65_536, 65_537]) {
    const some = randomBytes(length)
    expect((await (await storage().open(await aFile(some)))!.bytes()).equals(some)).toBe(true)
  }
})

test('SCALE-02 a broken connection is resumed, and a changed byte is never passed on', async () => {
  const bytes = randomBytes(300_000)
  const name = await aFile(bytes)
  s3.disturb('GET', { kind: 'half', bytes: 100_000 }, 1)
  expect((await (await storage().open(name))!.bytes()).equals(bytes)).toBe(true)
  s3.disturb('GET', { kind: 'noise', at: 70_000 }, 1)
  expect((await (await storage().open(name))!.bytes()).equals(bytes)).toBe(true)
  s3.disturb('GET', { kind: 'noise', at: 70_000 })
  await expect((await storage().open(name))!.bytes()).rejects.toThrow()
})

test('SCALE-02 while the bucket is unreachable uploads are stored and shown, and sent later', async () => {
  s3.disturb('*', { kind: 'status', status: 503 })
  const hub = await insertHub(service)
  const id = randomUUID()
  expect((await putClip(hub, id)).status).toBe(200)
  expect(waitingIn()).toHaveLength(1)
  const name = storageName(hub.tenantId, id)
  expect(await (await storage().open(name))!.bytes()).toEqual(MP4)
  expect(await ready()).toEqual({ status: 'degraded', errors: ['bucket-unreachable'] })

  s3.calm()
  service.clock.advance(1_500)
  await isSent()
  expect(await (await storage().open(name))!.bytes()).toEqual(MP4)
  expect((await ready()).errors ?? []).toEqual([])
})

test('SCALE-02 a slow bucket delays no hub: the disk has its file first, the bucket later', async () => {
  const hub = await insertHub(service)
  const id = randomUUID()
  s3.disturb('PUT', { kind: 'slow', ms: 2_000 }, 1)
  const before = s3.calls.get('PUT') ?? 0
  let isAnswered = false
  const uploaded = putClip(hub, id).then(({ status }) => {
    isAnswered = true
    return status
  })
  await vi.waitFor(() => expect(s3.calls.get('PUT')).toBe(before + 1), { timeout: 60_000 })
  expect(isAnswered).toBe(false)
  service.clock.advance(3_000)
  expect(await uploaded).toBe(200)
  expect(waitingIn()).toHaveLength(1)
  await isSent()
  expect(await (await storage().open(storageName(hub.tenantId, id)))!.bytes()).toEqual(MP4)
})

test('SCALE-02 a file removed while the bucket is unreachable is deleted there later', async () => {
  const name = await aFile(randomBytes(1_000))
  s3.disturb('*', { kind: 'status', status: 503 })
  await storage().remove(name)
  expect(waitingIn()).toHaveLength(1)
  await vi.waitFor(async () => expect((await ready()).errors).toEqual(['bucket-unreachable']), { timeout: 60_000 })
  s3.calm()
  const bucket = await bucketOf()
  expect(await bucket.head(name)).not.toBeNull()
  await service.platform.bucket!.uploads.sweep()
  expect([await bucket.head(name), waitingIn()]).toEqual([null, []])
  bucket.stop()
})

test('SCALE-02 a file that is stored again after its removal stays', async () => {
  const name = await aFile(randomBytes(1_000))
  const newer = randomBytes(2_000)
  s3.disturb('*', { kind: 'status', status: 503 })
  await storage().remove(name)
  await storage().put(name, newer, newer.length)
  s3.calm()
  await service.platform.bucket!.uploads.sweep()
  await isSent()
  expect((await (await storage().open(name))!.bytes()).equals(newer)).toBe(true)
})

test('ALERT-08 an unreachable bucket marks no file missing: the call gets 503, later the file', async () => {
  const hub = await insertHub(service)
  const tenant = { id: hub.tenantId, code: '' }
  const camera = await insertCamera(service, tenant)
  const alert = await insertAlert(service, camera)
  await insertMedia(service, camera, { kind: 'clip', alert, bytes: MP4 })
  await isSent()
  const nurse = await service.user({ role: 'USER', tenant })
  const { body } = await service.call(nurse.token, 'alert.get', { params: { id: alert.id } })
  s3.disturb('*', { kind: 'status', status: 503 })
  expect(await statusOf(service, body.clipUrl!)).toBe(503)
  const check = () => drain(createFileCheck(service.platform).job, service.database, service.clock.now())
  await expect(check()).rejects.toMatchObject({ key: 'files-unavailable' })
  s3.calm()
  expect(await check()).toBe(0)
  expect(await statusOf(service, body.clipUrl!)).toBe(200)
})

test('SCALE-02 another instance with its own folder shows files that this one stored', async () => {
  const other = await startService({ env: s3.settings, beside: service })
  const bytes = randomBytes(1_000)
  const name = await aFile(bytes)
  expect((await (await other.platform.storage.open(name))!.bytes()).equals(bytes)).toBe(true)
  await other.platform.storage.remove(name)
  await vi.waitFor(async () => expect(await storage().size(name)).toBeNull(), { timeout: 60_000 })
  await other.stop()
})

test('SCALE-02 files of a folder are shown before a stoppable job has moved them', async () => {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant)
  const earlier = createStorage(join(service.platform.config.dataDir, 'media'))
  const ids: string[] = []
  for (let at = 0; at < 5; at++) {
    const id = await insertMedia(service, camera, { kind: 'thumbnail', bytes: JPEG })
    await isSent()
    await storage().remove(storageName(tenant.id, id))
    await isSent()
    await earlier.put(storageName(tenant.id, id), JPEG, JPEG.length)
    ids.push(id)
  }
  const name = (at: number) => storageName(tenant.id, ids[at]!)
  expect((await (await storage().open(name(0)))!.bytes()).equals(JPEG)).toBe(true)
  s3.disturb('PUT', { kind: 'status', status: 403 })
  const run = () => drain(moveFiles(service.platform.bucket!), service.database, service.clock.now())
  await expect(run()).rejects.toBeInstanceOf(BucketRefused)
  expect(await earlier.size(name(0))).toBe(JPEG.length)
  s3.calm()
  await run()
  expect(await Promise.all(ids.map((_, at) => earlier.size(name(at))))).toEqual(ids.map(() => null))
  expect((await (await storage().open(name(4)))!.bytes()).equals(JPEG)).toBe(true)
})

test('SCALE-02 no file opens without the key of its tenant, or under another tenant’s name', async () => {
  const bytes = randomBytes(1_000)
  const name = await aFile(bytes)
  const [tenantId, file] = name.split('/')
  const bucket = await bucketOf()
  const state = (await bucket.head(name))!
  const sealed = await buffer(
    (await bucket.get(name, { range: { first: 0, last: state.bytes - 1 }, etag: state.etag }))!,
  )
  const stolen = `${await aTenant()}/${file}` as typeof name
  await bucket.put(stolen, sealed, state.metadata)
  bucket.stop()
  await service.platform.storage.put(storageName(stolen.split('/')[0]!, randomUUID()), bytes, bytes.length)
  await expect((await storage().open(stolen))!.bytes()).rejects.toThrow()

  await service.sql`delete from file_key where tenant_id = ${tenantId!}`
  service.clock.advance(61_000)
  const opened = storage().open(name)
  expect(await opened).toBeNull()
})

test('SCALE-02 a missing bucket or a rejected key is explained in an error at the start', async () => {
  const log = createLogger('silent')
  const check = (change: Record<string, string>) => checkBucket(readConfig({ ...s3.settings, ...change }), log)
  await expect(check({ MIMAMORI_S3_BUCKET: 'nowhere' })).rejects.toThrow(/MIMAMORI_S3_BUCKET.*The bucket refuses/)
  await expect(check({ MIMAMORI_S3_URL: 'http://127.0.0.1:9' })).resolves.toBeUndefined()
  await expect(check({})).resolves.toBeUndefined()
  // As every S3 server responds to a key without write permission.
  s3.disturb('PUT', { kind: 'status', status: 403 })
  await expect(check({})).rejects.toThrow(/MIMAMORI_S3_SECRET.*The bucket refuses/)
  expect(() => readConfig({ MIMAMORI_S3_URL: 'https://s3.example' })).toThrow(/needs MIMAMORI_S3_KEY_ID/)
  expect(() => readConfig({ MIMAMORI_S3_BUCKET: 'media' })).toThrow(/needs MIMAMORI_S3_URL/)
})

test('OPS-02 a backup into a bucket is listed and restored on trial, and errors are reported', async () => {
  const config = readConfig({ ...s3.settings, MIMAMORI_BACKUP_DIR: 's3://media/nightly' })
  const task = {
    ...{ ...config.backup, passphrase: 'a long passphrase', retained: 1, workFactor: 10, version: '1.0.0' },
    ...{ adminUrl: service.databaseUrl, mediaFolder: null, masterKey: TEST_MASTER_KEY.toString('base64') },
    servicePassword: servicePassword(createSecrets(TEST_MASTER_KEY)),
  }
  const at = (day: number) => new Date(Date.UTC(2026, 10, day, 3))
  await runBackupTask({ ...task, what: 'backup', startedAt: at(25) })
  const { backup } = await runBackupTask({ ...task, what: 'backup', startedAt: at(26) })
  const target = await targetOf(config.backup.place, config.backup.server)
  expect((await listBackups(target)).map(({ id }) => id)).toEqual([backup.id])
  const { drill } = await runBackupTask({ ...task, what: 'drill', startedAt: at(27) })
  expect(drill!.rows).toBeGreaterThan(0)

  s3.disturb('*', { kind: 'status', status: 403 })
  const refused = runBackupTask({ ...task, what: 'backup', startedAt: at(28) })
  await expect(refused).rejects.toMatchObject({
    code: 'not-writable',
    subject: expect.stringContaining('s3://media/nightly'),
  })
  expect(() => readConfig({ MIMAMORI_BACKUP_DIR: 's3://media' })).toThrow(/needs MIMAMORI_S3_URL/)
})
