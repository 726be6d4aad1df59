import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { JPEG } from '#service/fleet/hub/testing.ts'
import { openFile } from '../../../../hub/src/pipeline/ingest/video-file.ts'
import { after, recordingStage, START, segmentOf } from './testing.ts'

const stage = recordingStage()

async function imagesIn(mp4: Buffer): Promise<number[]> {
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
  test('REC-02 S11 a playlist has a separate URL for each segment, which returns its bytes', async () => {
    await stage.record()
    await stage.record(60)
    const { playlistUrl } = await stage.detail((await stage.only()).id)
    const list = await stage.get(playlistUrl)
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
    const segments = lines.filter((line) => line.startsWith('/'))
    expect([maps.length, segments.length]).toEqual([2, 4])
    expect((await stage.get(maps[0]!)).bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect((await stage.get(segments[1]!)).bytes.equals(segmentOf(stage.video, 6, 6))).toBe(true)
    const part = await stage.get(segments[0]!, { range: 'bytes=4-7' })
    expect([part.status, part.text, part.headers['cache-control']]).toEqual([206, 'moof', 'private, no-store'])
  })

  test('S11 a URL is rejected after the session ended, after it expired, or for another recording', async () => {
    await stage.record()
    await stage.record(900)
    const [later, first] = (await stage.search()).records
    const { playlistUrl } = await stage.detail(first!.id)
    const segment = (await stage.get(playlistUrl)).text.split('\n').find((line) => line.startsWith('/'))!
    const elsewhere = playlistUrl.replace(first!.id, later!.id)
    expect((await stage.get(elsewhere)).status).toBe(404)
    stage.service.clock.advance(7 * 60_000)
    expect((await stage.get(segment)).status).toBe(404)
    const fresh = (await stage.detail(first!.id)).playlistUrl
    expect((await stage.get(segment.replace(/\?.*/, fresh.slice(fresh.indexOf('?'))))).status).toBe(200)
    await stage.service.sql`update session set ended_at = now() where id = ${stage.nurse.sessionId}`
    stage.service.clock.advance(1_000)
    stage.service.platform.sessions.changed({ sessionId: stage.nurse.sessionId, userId: stage.nurse.id })
    expect((await stage.get(fresh)).status).toBe(404)
  })

  test('S10 a view is in the audit once for each session and half hour, a download each time', async () => {
    await stage.record()
    const { id } = await stage.only()
    const { playlistUrl, downloadUrl } = await stage.detail(id)
    for (const url of [playlistUrl, playlistUrl, downloadUrl, downloadUrl])
      expect((await stage.get(url)).status).toBe(200)
    const rows = await stage.service
      .sql`select action from audit where object_id = ${id} and actor_user_id = ${stage.nurse.id}`
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'recording.download',
      'recording.download',
      'recording.view',
    ])
    stage.service.clock.advance(30 * 60_000)
    await stage.get((await stage.detail(id)).playlistUrl)
    const views = await stage.service
      .sql`select from audit where object_id = ${id} and actor_user_id = ${stage.nurse.id} and action = 'recording.view'`
    expect(views).toHaveLength(2)
  })

  test('REC-02 a range is one MP4 that plays from its first second, named by camera, place and time', async () => {
    await stage.service.sql`update camera set name = '廊下', location = '2階' where id = ${stage.hub.cameraIds[0]!}`
    await stage.record()
    await stage.record(60)
    const { downloadUrl } = await stage.detail((await stage.only()).id)
    const whole = await stage.get(downloadUrl)
    expect(await imagesIn(whole.bytes)).toEqual(Array.from({ length: 240 }, (_, i) => i * 100))
    expect(Number(whole.headers['content-length'])).toBe(whole.bytes.length)
    // From the key frame before 62.5 s to the image before 68 s.
    const part = await stage.get(`${downloadUrl}&from=${after(62.5).toISOString()}&to=${after(68).toISOString()}`)
    expect(await imagesIn(part.bytes)).toEqual(Array.from({ length: 60 }, (_, i) => i * 100))
    expect(decodeURIComponent(String(part.headers['content-disposition']))).toContain(
      '廊下 2階 2026-11-20 10-01-02.mp4',
    )
    expect((await stage.get(`${downloadUrl}&from=${after(600).toISOString()}`)).status).toBe(404)
  })

  test('S10 snapshots come with it, the first for the list, and a look at them is in the audit', async () => {
    const initId = await stage.record()
    const id = randomUUID()
    const query = { cameraId: stage.hub.cameraIds[0]!, initId, takenAt: after(3).toISOString() }
    await stage.service.call(stage.hub.token, 'recording.putSnapshot', {
      params: { id },
      query,
      bytes: JPEG,
      contentType: 'image/jpeg',
    })
    const { snapshotUrl } = await stage.only()
    const snapshot = await stage.get(snapshotUrl!)
    expect([snapshot.headers['content-type'], snapshot.bytes.equals(JPEG)]).toEqual(['image/jpeg', true])
    expect((await stage.detail((await stage.only()).id)).snapshots.map(({ takenAt }) => takenAt)).toEqual([
      query.takenAt,
    ])
    const rows = await stage.service.sql`
      select action, details from audit where object_type = 'recording' and actor_user_id = ${stage.nurse.id}`
    expect(rows).toEqual([{ action: 'media.view', details: { kind: 'snapshot' } }])
  })
})
