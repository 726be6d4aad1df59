import { randomUUID } from 'node:crypto'
import type { RecordingFilter } from '@mimamori/contract/recording.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '../../testing.ts'
import { insertAlert } from '../../testing-site.ts'
import { insertHub, type TestHub } from '../hub/testing.ts'
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

describe('one recording', () => {
  test('REC-02 has its gaps with their causes, the alerts within it, and its neighbours', async () => {
    await record()
    await record(60)
    const [cameraId] = hub.cameraIds
    const gapId = randomUUID()
    const gap = { cameraId: cameraId!, startedAt: after(12).toISOString(), cause: 'camera-lost' as const }
    for (const endedAt of [null, after(60).toISOString()]) {
      await service.call(hub.token, 'recording.putGap', { params: { id: gapId }, body: { ...gap, endedAt } })
    }
    await record(900)
    const camera = { id: cameraId!, tenantId: tenant.id, unitId: hub.unitId, name: '' }
    const alert = await insertAlert(service, camera, { occurredAt: after(63).toISOString(), severity: 'high' })
    await insertAlert(service, camera, { occurredAt: after(300).toISOString() })

    const [later, first] = (await search()).records
    const seen = await detail(first!.id)
    expect(seen.stretches).toEqual([
      { startedAt: after(0).toISOString(), offsetMs: 0, durationMs: 12_000 },
      { startedAt: after(60).toISOString(), offsetMs: 12_000, durationMs: 12_000 },
    ])
    expect(seen.gaps).toEqual([{ startedAt: gap.startedAt, endedAt: after(60).toISOString(), cause: 'camera-lost' }])
    expect(seen.alerts).toEqual([
      { id: alert.id, activity: 'A003', severity: 'high', occurredAt: after(63).toISOString() },
    ])
    expect([seen.previousId, seen.nextId]).toEqual([null, later!.id])
    expect((await detail(later!.id)).previousId).toBe(first!.id)
  })

  test('ALERT-07 the one that shows a camera at an instant is found, and none where there is a pause', async () => {
    await record()
    await record(900)
    const at = async (seconds: number) =>
      (await search({ cameraIds: hub.cameraIds, at: after(seconds).toISOString() })).records.map(
        ({ startedAt }) => startedAt,
      )
    expect(await at(11)).toEqual([after(0).toISOString()])
    expect(await at(901)).toEqual([after(900).toISOString()])
    expect(await at(450)).toEqual([])
  })

  test('REC-01 REC-04 archives and unarchives, one and several, with an entry in the audit', async () => {
    await record()
    const { id } = await only()
    const archived = await service.call(nurse.token, 'recording.patch', { params: { id }, body: { archived: true } })
    expect(archived.body.archived).toBe(true)
    expect((await search({ archived: false })).totalCount).toBe(0)
    const many = (ids: string[]) => service.call(nurse.token, 'recording.patchMany', { body: { ids, archived: false } })
    expect((await many([id, randomUUID()])).body).toEqual({ changed: 1 })
    expect((await many([id])).body).toEqual({ changed: 0 })
    const rows = await service.sql`select action from audit where object_id = ${id} order by at, action`
    expect(rows.map(({ action }) => action)).toEqual(['recording.archive', 'recording.unarchive'])
  })

  test('REC-01 filters by range, camera and unit, and sorts', async () => {
    await record()
    await record(900)
    const starts = async (filter: RecordingFilter) => (await search(filter)).records.map(({ startedAt }) => startedAt)
    expect(await starts({ from: after(11).toISOString(), to: after(900).toISOString() })).toEqual([
      after(0).toISOString(),
    ])
    expect(await starts({ unitIds: [randomUUID()] })).toEqual([])
    expect(await starts({ unitIds: [hub.unitId] })).toHaveLength(2)
    const query = { sortColumn: 'durationMs', sortAscending: true }
    expect((await service.call(nurse.token, 'recording.search', { query, body: {} })).body.records).toHaveLength(2)
    const wrong = await service.refused(nurse.token, 'recording.search', { query: { sortColumn: 'id' }, body: {} })
    expect(wrong.body.fields).toEqual({ sortColumn: 'invalid' })
  })
})
