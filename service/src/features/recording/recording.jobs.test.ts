import { randomUUID } from 'node:crypto'
import type { RecordingFilter } from '@mimamori/contract/recording.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#platform/jobs.ts'
import { storageName } from '#platform/storage.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '../../testing.ts'
import { insertHub, type TestHub } from '../hub/testing.ts'
import { checkFiles, discardFiles, dropInits } from './recording.jobs.ts'
import { type Film, film, putTwoPieces } from './testing.ts'

/** 10:00 in Tokyo. */
const START = new Date('2026-11-20T01:00:00.000Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

let service: TestService
let video: Film
let tenant: TestTenant
let hub: TestHub
let nurse: TestUser
beforeAll(async () => {
  service = await startService()
  video = await film(12)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.tenant()
  hub = await insertHub(service, { tenant })
  nurse = await service.user({ role: 'USER', tenant })
})

const search = async (body: RecordingFilter = {}) =>
  (await service.call(nurse.token, 'recording.search', { body })).body
const only = async () => (await search()).records[0]!
const detail = async (id: string) => (await service.call(nurse.token, 'recording.get', { params: { id } })).body
const record = (fromSeconds = 0) => putTwoPieces(service, hub, video, after(fromSeconds))

const HOUR_MS = 60 * 60_000
describe('its files', () => {
  const run = (job: Parameters<typeof drain>[0]) => drain(job, service.database, service.clock.now())
  const sizeOf = (id: string) => service.platform.storage.size(storageName(tenant.id, id))

  test('S21 go when their rows went, whatever deleted those, and so does an upload that never got one', async () => {
    const initId = await record()
    const recording = await only()
    const [piece] = await service.sql<{ id: string }[]>`
      select id from recording_segment where recording_id = ${recording.id} order by started_at`
    const kept = piece!.id
    const torn = randomUUID()
    await service.platform.storage.put(storageName(tenant.id, torn), Buffer.from('torn'), 10)
    await service.sql`insert into recording_discard values (${tenant.id}, ${torn}, ${service.clock.now().toISOString()})`
    await run(discardFiles(service.platform.storage))
    expect([await sizeOf(torn), (await sizeOf(kept))! > 0]).toEqual([null, true])

    await service.sql`delete from recording_segment where recording_id = ${recording.id}`
    await service.sql`delete from recording where id = ${recording.id}`
    await service.sql`update recording_discard set due_at = ${service.clock.now().toISOString()}`
    await run(discardFiles(service.platform.storage))
    expect(await sizeOf(kept)).toBe(null)
    service.clock.advance(25 * HOUR_MS)
    await run(dropInits)
    await service.sql`update recording_discard set due_at = ${service.clock.now().toISOString()}`
    await run(discardFiles(service.platform.storage))
    expect(await sizeOf(initId)).toBe(null)
    expect(await service.sql`select from recording_discard where tenant_id = ${tenant.id}`).toHaveLength(0)
  })

  test('S21 a piece whose file is gone becomes a gap that says so', async () => {
    await record()
    const recording = await only()
    const [piece] = await service.sql<{ id: string }[]>`
      select id from recording_segment where recording_id = ${recording.id} order by started_at`
    await service.platform.storage.remove(storageName(tenant.id, piece!.id))
    await run(checkFiles(service.platform.storage))
    const seen = await detail(recording.id)
    expect([seen.durationMs, seen.gaps]).toEqual([
      6000,
      [{ startedAt: after(0).toISOString(), endedAt: after(6).toISOString(), cause: 'file-lost' }],
    ])
  })
})
