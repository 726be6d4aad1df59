import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEVC_NAL, hevcType, joinNals, splitNals } from '#mp4/annex-b.ts'
import { drawVideo } from '#testing/drawn-video.ts'
import { heardFlow } from '#testing/heard-flow.ts'
import { missingForRtsp, startRtspServer } from '#testing/rtsp-server.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { ImageDecoder } from '../decode/image-decoder.ts'
import type { PacketSource, VideoPacket } from '../media/packet-source.ts'
import { MediaClock } from '../media/timeline.ts'
import { FrameClock } from './frame-clock.ts'
import { openCamera } from './source.ts'
import { openFile } from './video-file.ts'

Log.setLevel(AV_LOG_QUIET)

const nobody = { username: null, password: null }
const missing = missingForRtsp()
const REORDERED_MAX = 3
const recording = { schedule: null }
const motion = { pixelChangePercent: 0.1, motionDurationSeconds: 0.4 }

let spoolDir: string
beforeAll(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-hevc-camera-'))
})
afterAll(() => rm(spoolDir, { recursive: true, force: true }))

/** Presentation times and errors of these files, played one after the other. */
async function seenIn(...paths: string[]) {
  const whole = join(spoolDir, 'whole.mp4')
  await writeFile(whole, Buffer.concat(await Promise.all(paths.map((path) => readFile(path)))))
  const source = await openFile(whole, new AbortController().signal)
  const decoder = await ImageDecoder.open(source.codec, source.extradata)
  const timesUs: number[] = []
  for await (const packet of source) {
    timesUs.push(packet.ptsUs)
    for (const { frame } of await decoder.decode(packet, packet.ptsUs / 1000, () => true)) frame.free()
  }
  for (const { frame } of await decoder.finish(() => true)) frame.free()
  decoder.close()
  await source.close()
  timesUs.sort((a, b) => a - b)
  // The last frames of a truncated stream may be shown after missing ones.
  const steps = timesUs.slice(1, -REORDERED_MAX).map((at, i) => at - timesUs[i]!)
  const { codec, width, height } = source
  return { codec, width, height, frames: timesUs.length, longestStepUs: Math.max(...steps), ...decoder.counts }
}

type Heard = ReturnType<typeof heardFlow>['heard']
const filesOf = ({ recordings }: Heard) =>
  recordings.all.flatMap((message) => (message.type === 'pause' ? [] : [{ type: message.type, path: message.path }]))

describe.skipIf(missing)('REAL-07 an H.265 camera over real RTSP', () => {
  test.each([
    ['with frames in order', false],
    ['with B-frames across its key frames', true],
  ])('%s is recorded as it comes, and its clip is H.264 beside what it sent', async (_, reordered) => {
    const server = await startRtspServer({ ball: { pattern: 'ball', codec: 'h265', reordered } })
    const stop = new AbortController()
    try {
      const source = await openCamera(server.url('ball'), nobody, LOOPBACK, stop.signal)
      const settings = wantedCamera('ball', server.url('ball'), { clipAfterSeconds: 1, recording }, motion)
      const { flow, heard } = heardFlow(settings, { spoolDir, captureClock: new FrameClock() })
      const running = flow.run(source, stop.signal)
      expect(await heard.incidents.first(() => true)).toMatchObject({ alert: { hasClip: true } })
      expect(flow).toMatchObject({ codec: 'hevc', width: 320, height: 180 })
      expect(heard.live.all).toEqual([])
      flow.liveStart('clear')
      await heard.live.first((image) => image.isKey)
      expect(heard.inits.all[0]).toMatchObject({ width: 320, height: 180, codec: expect.stringMatching(/^avc1/) })
      const clip = await heard.clips.first(() => true)
      stop.abort()
      await running
      expect([heard.failed.all, heard.errors.all]).toEqual([[], []])

      const format = { width: 320, height: 180, broken: 0 }
      const [made, sent] = [await seenIn(clip.path), await seenIn(clip.original!.path)]
      expect(made).toMatchObject({ codec: 'h264', ...format })
      expect(sent).toMatchObject({ codec: 'hevc', ...format })
      expect(clip.original!.codec).toMatch(/^hvc1\./)
      expect([made.frames, sent.frames].every((frames) => frames > 8)).toBe(true)

      expect(heard.recordings.all[0]).toMatchObject({
        type: 'run',
        codec: clip.original!.codec,
        width: 320,
        height: 180,
      })
      const recorded = await seenIn(...filesOf(heard).map(({ path }) => path))
      expect(recorded).toMatchObject({ codec: 'hevc', ...format })
      expect(recorded.frames).toBeGreaterThan(10)
      // Ten frames a second: none is missing.
      expect(recorded.longestStepUs).toBeLessThan(180_000)
    } finally {
      stop.abort()
      await server.stop()
    }
  })
})

const film = (width: number, height: number) =>
  drawVideo({ width, height, framesPerSecond: 10, frames: 10, keyEvery: 10, coding: 'hevc' })
const setsOf = (data: Buffer) =>
  splitNals(data).filter((nal) => hevcType(nal) >= HEVC_NAL.vps && hevcType(nal) <= HEVC_NAL.pps)
const withoutSets = (packets: VideoPacket[]): VideoPacket[] =>
  packets.map((packet) => {
    const sets = setsOf(packet.data)
    return { ...packet, data: joinNals(splitNals(packet.data).filter((nal) => !sets.some((set) => set.equals(nal)))) }
  })

/** `later`: packets that arrive once the disk has begun to write the earlier ones. */
async function recordedOf(packets: VideoPacket[], extradata: Buffer = Buffer.alloc(0), later: VideoPacket[] = []) {
  const source: PacketSource = {
    ...{ codec: 'hevc', width: 0, height: 0, extradata },
    async *[Symbol.asyncIterator]() {
      yield* packets
      if (later.length > 0) await heard.recordings.first(({ type }) => type === 'run')
      yield* later
    },
    close: async () => {},
  }
  const settings = wantedCamera('sent', 'rtsp://192.0.2.1/', { recording, apps: [] })
  const { flow, heard } = heardFlow(settings, { spoolDir, captureClock: new MediaClock(1) })
  await expect(flow.run(source, new AbortController().signal)).rejects.toMatchObject({ reason: { code: 'ended' } })
  return heard
}

describe('REAL-07 H.265 of irregular cameras', () => {
  test('a size change starts another run, and both play', async () => {
    const later = (await film(480, 272)).map((packet) => ({ ...packet, ptsUs: packet.ptsUs + 1_000_000 }))
    const files = filesOf(await recordedOf(await film(320, 180), Buffer.alloc(0), later))
    expect(files.map(({ type }) => type)).toEqual(['run', 'segment', 'run', 'segment'])
    const [init, segment, nextInit, nextSegment] = files.map(({ path }) => path) as [string, string, string, string]
    expect(await seenIn(init, segment)).toMatchObject({ width: 320, height: 180, made: 10, broken: 0 })
    expect(await seenIn(nextInit, nextSegment)).toMatchObject({ width: 480, height: 272, made: 10, broken: 0 })
  })

  test('parameter sets in the description alone are enough for a recording', async () => {
    const packets = await film(320, 180)
    const [init, segment] = filesOf(await recordedOf(withoutSets(packets), joinNals(setsOf(packets[0]!.data))))
    expect(await seenIn(init!.path, segment!.path)).toMatchObject({ width: 320, height: 180, made: 10, broken: 0 })
  })

  test('without parameter sets no unplayable file is written', async () => {
    expect(
      (await recordedOf(withoutSets(await film(320, 180)))).recordings.all.filter(({ type }) => type !== 'pause'),
    ).toEqual([])
  })
})
