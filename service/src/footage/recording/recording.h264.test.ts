/**
 * Recordings of cameras that send H.265: stored unchanged, and transcoded to H.264 for browsers that cannot play them.
 */
import { randomUUID } from 'node:crypto'
import { readFragments } from '@mimamori/contract/footage/fragment.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { type Film, film } from '../../../../hub/src/testing/film.ts'
import { SegmentHub } from '../../../../hub/src/testing/segment-hub.ts'
import { after, putInit, putSegment, recordingStage, START, segmentOf } from './testing.ts'

const stage = recordingStage()
let address: string
let hevc: Film
beforeAll(async () => {
  address = await stage.service.listen()
  hevc = await film(6, 'hevc')
})
const running: SegmentHub[] = []
afterEach(async () => {
  for (const hub of running.splice(0)) await hub.stop()
})

async function connect(): Promise<SegmentHub> {
  const hub = new SegmentHub(address, stage.hub.token)
  running.push(hub)
  await hub.start()
  return hub
}
const partsIn = (playlist: string) => ({
  maps: [...playlist.matchAll(/^#EXT-X-MAP:URI="(.+)"$/gm)].map(([, url]) => url!),
  segments: playlist.split('\n').filter((line) => line.startsWith('/')),
})
const seen = async () => stage.detail((await stage.only()).id)

/** Six seconds of H.265 with the service, and six of H.264 behind them. */
async function recordBoth() {
  const [initId, plainId] = [
    await putInit(stage.service, stage.hub, hevc),
    await putInit(stage.service, stage.hub, stage.video),
  ]
  const id = await putSegment(stage.service, stage.hub, hevc, { initId, startedAt: START })
  await putSegment(stage.service, stage.hub, stage.video, { initId: plainId, startedAt: after(6) })
  return { id, initId }
}

describe('REAL-07 a recording of H.265', () => {
  test('a recording plays unchanged by default, and lists its codecs', async () => {
    await recordBoth()
    const detail = await seen()
    expect(detail).toMatchObject({ codecs: [hevc.track.codec, stage.video.track.codec], h264: 'away' })
    const { maps, segments } = partsIn((await stage.get(detail.playlistUrl)).text)
    expect([maps.length, segments.length]).toEqual([2, 2])
    expect((await stage.get(maps[0]!)).bytes.includes('hvcC')).toBe(true)
    expect((await stage.get(segments[0]!)).bytes.equals(segmentOf(hevc, 0, 6))).toBe(true)
    const file = await stage.get(detail.downloadUrl)
    expect(file.bytes.toString('latin1', 0, 40)).toContain('isomiso4hvc1avc1mp41')
  })

  test('is made into H.264 by the hub of its camera, at its times, while it is watched', async () => {
    const hub = await connect()
    const { id, initId } = await recordBoth()
    const detail = await seen()
    expect(detail.h264).toBe('ready')
    const { maps, segments } = partsIn((await stage.get(`${detail.playlistUrl}&as=h264`)).text)
    const head = await stage.get(maps[0]!)
    expect([head.status, head.bytes.includes('avcC'), head.bytes.includes('hvcC')]).toEqual([200, true, false])
    const made = await stage.get(segments[0]!)
    expect([made.status, made.headers['content-type']]).toEqual([200, 'video/mp4'])
    const [theirs, ours] = [readFragments(segmentOf(hevc, 0, 6)), readFragments(made.bytes)]
    expect(ours[0]!.time).toBe(theirs[0]!.time)
    expect(ours.flatMap(({ samples }) => samples)).toHaveLength(60)
    const asked = () => hub.orders.filter(({ type }) => type === 'segment-read')
    expect(asked()).toMatchObject([
      { type: 'segment-read', part: 'h264-head', segmentId: initId, width: 160, height: 90 },
      { type: 'segment-read', part: 'h264', segmentId: id, initId },
    ])

    // H.264 segments need no transcoding.
    expect(segments[1]).not.toContain('as=h264')
    expect((await stage.get(`${segments[1]}&as=h264`)).bytes.equals(segmentOf(stage.video, 0, 6))).toBe(true)
    expect(asked()).toHaveLength(2)
  })

  test('transcoding fails with a reason while its hub is away', async () => {
    await recordBoth()
    const detail = await seen()
    const { segments } = partsIn((await stage.get(`${detail.playlistUrl}&as=h264`)).text)
    const refused = await stage.get(segments[0]!)
    expect([refused.status, (JSON.parse(refused.text) as { key: string }).key]).toEqual([503, 'recording-on-hub'])
  })

  test('S11 is fetched back by the hub of its camera alone', async () => {
    const { id, initId } = await recordBoth()
    const path = (part: string) => `/api/hub/recording/part/${part}`
    const own = { 'x-authtoken': stage.hub.token }
    expect((await stage.get(path(id), own)).bytes.equals(segmentOf(hevc, 0, 6))).toBe(true)
    expect((await stage.get(path(initId), own)).bytes.includes('hvcC')).toBe(true)
    const colleague = await insertHub(stage.service, { tenant: stage.tenant })
    const stranger = await insertHub(stage.service, { tenant: await stage.service.tenant() })
    for (const { token } of [colleague, stranger]) {
      for (const part of [id, initId]) expect((await stage.get(path(part), { 'x-authtoken': token })).status).toBe(404)
    }
    expect((await stage.get(path(randomUUID()), own)).status).toBe(404)
    expect((await stage.get(path(id))).status).toBe(401)
  })
})
