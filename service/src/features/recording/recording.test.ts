import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordingFilter } from '@mimamori/contract/recording.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#platform/jobs.ts'
import { storageName } from '#platform/storage.ts'
import { openFile } from '../../../../hub/src/pipeline/source.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '../../testing.ts'
import { insertAlert } from '../../testing-site.ts'
import { insertHub, JPEG, type TestHub } from '../hub/testing.ts'
import { checkFiles, discardFiles, dropInits } from './recording.jobs.ts'
import { type Film, film, pieceOf, putInit, putPiece } from './testing.ts'

const HOUR_MS = 60 * 60_000
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

const search = async (body: RecordingFilter = {}, user = nurse) =>
  (await service.call(user.token, 'recording.search', { body })).body
const only = async () => (await search()).records[0]!
const detail = async (id: string, user = nurse) =>
  (await service.call(user.token, 'recording.get', { params: { id } })).body

/** Twelve seconds from the start, in two pieces. */
async function record(from = 0): Promise<string> {
  const initId = await putInit(service, hub, video)
  await putPiece(service, hub, video, { initId, startedAt: after(from) })
  await putPiece(service, hub, video, { initId, startedAt: after(from + 6), fromSecond: 6 })
  return initId
}
async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await service.app.http.inject({ method: 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body }
}
async function picturesIn(mp4: Buffer): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-recording-'))
  try {
    const path = join(folder, 'download.mp4')
    await writeFile(path, mp4)
    const source = await openFile(path, new AbortController().signal)
    const times: number[] = []
    for await (const packet of source) times.push(Math.round(packet.ptsUs / 1000))
    await source.close()
    return times
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('what hubs upload', () => {
  test('REC-01 pieces of an hour are one recording, and the same piece twice is the same piece', async () => {
    const initId = await putInit(service, hub, video)
    const id = randomUUID()
    for (let i = 0; i < 2; i++) await putPiece(service, hub, video, { id, initId, startedAt: START })
    await putPiece(service, hub, video, { initId, startedAt: after(6), fromSecond: 6 })
    const { records, totalCount } = await search()
    expect(totalCount).toBe(1)
    const bytes = pieceOf(video, 0, 6).length + pieceOf(video, 6, 6).length
    expect(records[0]).toMatchObject({
      cameraId: hub.cameraIds[0],
      startedAt: START.toISOString(),
      endedAt: after(12).toISOString(),
      durationMs: 12_000,
      bytes,
      bitrateBps: Math.round((bytes * 8) / 12),
      archived: false,
      privacy: false,
    })
  })

  test('REC-01 another hour at the site, or a pause of more than five minutes, is another recording', async () => {
    const half = await service.tenant({ timezone: 'Asia/Kolkata' })
    hub = await insertHub(service, { tenant: half })
    nurse = await service.user({ role: 'USER', tenant: half })
    const initId = await putInit(service, hub, video)
    // The hour of Kolkata begins at half past.
    for (const seconds of [1790, 1796, 1802, 1802 + 6 + 301]) {
      await putPiece(service, hub, video, { initId, startedAt: after(seconds) })
    }
    const { records } = await search()
    expect(records.map(({ startedAt, durationMs }) => [startedAt, durationMs])).toEqual([
      [after(2109).toISOString(), 6000],
      [after(1802).toISOString(), 6000],
      [after(1790).toISOString(), 12_000],
    ])
  })

  test('pieces that come late find the recording that they belong to', async () => {
    const initId = await putInit(service, hub, video)
    await putPiece(service, hub, video, { initId, startedAt: after(6), fromSecond: 6 })
    await putPiece(service, hub, video, { initId, startedAt: START })
    expect((await search()).records).toMatchObject([{ startedAt: START.toISOString(), durationMs: 12_000 }])
  })

  test('what is no video, no piece of this camera, or of a site without recording is refused', async () => {
    const initId = await putInit(service, hub, video)
    const query = { cameraId: hub.cameraIds[0]!, initId, startedAt: START.toISOString(), durationMs: 6000 }
    const put = (changes: object, bytes = pieceOf(video, 0, 6)) =>
      service.refused(hub.token, 'recording.putSegment', {
        params: { id: randomUUID() },
        query: { ...query, ...changes },
        bytes,
        contentType: 'application/octet-stream',
      })
    expect((await put({}, JPEG)).body.key).toBe('invalid-request')
    expect((await put({ initId: randomUUID() })).status).toBe(404)
    expect((await put({ cameraId: randomUUID() })).status).toBe(404)
    await service.sql`update tenant set is_recording_enabled = false where id = ${tenant.id}`
    expect((await put({})).body.key).toBe('recording-disabled')
    expect((await service.refused(nurse.token, 'recording.search', { body: {} })).body.key).toBe('recording-disabled')
  })
})

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

describe('its video', () => {
  test('REC-02 S11 is a playlist of its pieces, each from an address of its own that answers the bytes', async () => {
    await record()
    await record(60)
    const { playlistUrl } = await detail((await only()).id)
    const list = await get(playlistUrl)
    expect([list.status, list.headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl'])
    const lines = list.text.trimEnd().split('\n')
    expect(lines.filter((line) => line.startsWith('#') && !line.startsWith('#EXT-X-MAP'))).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      `#EXT-X-PROGRAM-DATE-TIME:${START.toISOString()}`,
      '#EXTINF:6.000,',
      '#EXTINF:6.000,',
      '#EXT-X-DISCONTINUITY',
      `#EXT-X-PROGRAM-DATE-TIME:${after(60).toISOString()}`,
      '#EXTINF:6.000,',
      '#EXTINF:6.000,',
      '#EXT-X-ENDLIST',
    ])
    const maps = lines.flatMap((line) => /^#EXT-X-MAP:URI="(.+)"$/.exec(line)?.[1] ?? [])
    const pieces = lines.filter((line) => line.startsWith('/'))
    expect([maps.length, pieces.length]).toEqual([2, 4])
    expect((await get(maps[0]!)).bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect((await get(pieces[1]!)).bytes.equals(pieceOf(video, 6, 6))).toBe(true)
    const part = await get(pieces[0]!, { range: 'bytes=4-7' })
    expect([part.status, part.text, part.headers['cache-control']]).toEqual([206, 'moof', 'private, no-store'])
  })

  test('S11 answers nobody whose session ended, whose address is old or was made for another recording', async () => {
    await record()
    await record(900)
    const [later, first] = (await search()).records
    const { playlistUrl } = await detail(first!.id)
    const piece = (await get(playlistUrl)).text.split('\n').find((line) => line.startsWith('/'))!
    const elsewhere = playlistUrl.replace(first!.id, later!.id)
    expect((await get(elsewhere)).status).toBe(404)
    service.clock.advance(7 * 60_000)
    expect((await get(piece)).status).toBe(404)
    const fresh = (await detail(first!.id)).playlistUrl
    expect((await get(piece.replace(/\?.*/, fresh.slice(fresh.indexOf('?'))))).status).toBe(200)
    await service.sql`update session set ended_at = now() where id = ${nurse.sessionId}`
    service.platform.sessions.changed({ sessionId: nurse.sessionId, userId: nurse.id })
    expect((await get(fresh)).status).toBe(404)
  })

  test('S10 a view is in the audit once for each recording and user, a download each time', async () => {
    await record()
    const { id } = await only()
    const { playlistUrl, downloadUrl } = await detail(id)
    for (const url of [playlistUrl, playlistUrl, downloadUrl, downloadUrl]) expect((await get(url)).status).toBe(200)
    const rows = await service.sql`select action from audit where object_id = ${id} and actor_user_id = ${nurse.id}`
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'recording.download',
      'recording.download',
      'recording.view',
    ])
  })

  test('REC-02 a range comes as one MP4 that plays from its first second, named after camera, place and time', async () => {
    await service.sql`update camera set name = '廊下', location = '2階' where id = ${hub.cameraIds[0]!}`
    await record()
    await record(60)
    const { downloadUrl } = await detail((await only()).id)
    const whole = await get(downloadUrl)
    expect(await picturesIn(whole.bytes)).toEqual(Array.from({ length: 240 }, (_, i) => i * 100))
    expect(Number(whole.headers['content-length'])).toBe(whole.bytes.length)
    // From the key frame before 62.5 s to the picture before 68 s.
    const part = await get(`${downloadUrl}&from=${after(62.5).toISOString()}&to=${after(68).toISOString()}`)
    expect(await picturesIn(part.bytes)).toEqual(Array.from({ length: 60 }, (_, i) => i * 100))
    expect(decodeURIComponent(String(part.headers['content-disposition']))).toContain(
      '廊下 2階 2026-11-20 10-01-02.mp4',
    )
    expect((await get(`${downloadUrl}&from=${after(600).toISOString()}`)).status).toBe(404)
  })

  test('stills come with it, the first for the list', async () => {
    await record()
    const id = randomUUID()
    const query = { cameraId: hub.cameraIds[0]!, takenAt: after(3).toISOString() }
    await service.call(hub.token, 'recording.putStill', { params: { id }, query, bytes: JPEG, contentType: 'image/jpeg' })
    const { stillUrl } = await only()
    const still = await get(stillUrl!)
    expect([still.headers['content-type'], still.bytes.equals(JPEG)]).toEqual(['image/jpeg', true])
    expect((await detail((await only()).id)).stills.map(({ takenAt }) => takenAt)).toEqual([query.takenAt])
  })
})

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
