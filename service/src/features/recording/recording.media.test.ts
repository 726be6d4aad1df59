import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordingFilter } from '@mimamori/contract/recording.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFile } from '../../../../hub/src/pipeline/source.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '../../testing.ts'
import { insertHub, JPEG, type TestHub } from '../hub/testing.ts'
import { type Film, film, pieceOf, putTwoPieces } from './testing.ts'

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
    await service.call(hub.token, 'recording.putStill', {
      params: { id },
      query,
      bytes: JPEG,
      contentType: 'image/jpeg',
    })
    const { stillUrl } = await only()
    const still = await get(stillUrl!)
    expect([still.headers['content-type'], still.bytes.equals(JPEG)]).toEqual(['image/jpeg', true])
    expect((await detail((await only()).id)).stills.map(({ takenAt }) => takenAt)).toEqual([query.takenAt])
  })
})
