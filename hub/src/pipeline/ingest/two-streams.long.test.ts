// A camera with a big and a small stream, on real RTSP servers: one for each stream, so that one may go alone.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { type Luma, lumaOfJpeg, lumasOf } from '#testing/marked-film.ts'
import { type Mount, missingForRtsp, startRtspServer } from '#testing/rtsp-server.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { WorkerGroup } from '../worker/worker-group.ts'
import type {
  CameraStatus,
  ClipMessage,
  FrameMessage,
  IncidentMessage,
  LiveEvent,
  RecordingMessage,
} from '../worker-message.ts'

Log.setLevel(AV_LOG_QUIET)
const missing = missingForRtsp()
if (missing) console.warn(`cameras with two streams: skipped, ${missing}`)

const MAIN = { pattern: 'ball', width: 640, height: 360, codec: 'h265' } as const
const SUB = { pattern: 'ball', width: 320, height: 180 } as const
const motion = { pixelChangePercent: 0.1, motionDurationSeconds: 0.4, snoozeSeconds: 0 }
/** Frames in which both paths must be known for an offset to count. */
const COMPARED_MIN = 40
const MASK = {
  name: 'window',
  corners: [
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ],
}

type Server = Awaited<ReturnType<typeof startRtspServer>>
let spoolDir: string
let group: WorkerGroup
let main: Server
let sub: Server
let heard: ReturnType<typeof ears>

function ears() {
  return {
    statuses: new Heard<CameraStatus>(),
    incidents: new Heard<IncidentMessage>(),
    clips: new Heard<ClipMessage>(),
    recordings: new Heard<RecordingMessage>(),
    frames: new Heard<FrameMessage>(),
    live: new Heard<LiveEvent>(),
  }
}

beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-two-streams-'))
  heard = ears()
  group = new WorkerGroup({
    spoolDir,
    emit: sorted({
      status: heard.statuses.put,
      incident: heard.incidents.put,
      clip: heard.clips.put,
      ...{ run: heard.recordings.put, segment: heard.recordings.put, pause: heard.recordings.put },
      frame: heard.frames.put,
      'live-init': heard.live.put,
      live: heard.live.put,
    }),
    log: () => {},
    clock: createClock(),
    environment: process.env,
    isLoopbackAllowed: true,
    limits: { silenceMs: 2500, heartbeatMs: 300, retryMinMs: 300, retryMaxMs: 600 },
  })
})
afterEach(async () => {
  await group.stop()
  await Promise.all([main?.stop(), sub?.stop()])
  await rm(spoolDir, { recursive: true, force: true, maxRetries: 3 })
})

async function begin(changes: Partial<DesiredCamera> = {}, mounts: { main?: Mount; sub?: Mount } = {}) {
  main = await startRtspServer({ room: mounts.main ?? MAIN })
  sub = await startRtspServer({ room: mounts.sub ?? SUB })
  const of = { recording: { schedule: null }, clipAfterSeconds: 2, snapshotEverySeconds: 1, ...changes }
  const camera = wantedCamera('room', main.url('room'), { subStreamUrl: sub.url('room'), ...of }, motion)
  group.configure([camera])
  return camera
}

const online = (code: string | null) =>
  heard.statuses.next(({ state, reason }) => state === 'online' && (reason?.code ?? null) === code)
async function nextSnapshot(): Promise<Luma> {
  return lumaOfJpeg((await heard.frames.next(() => true)).jpeg)
}
/** The next snapshot that is so wide. */
async function snapshotOf(width: number): Promise<Luma> {
  for (;;) {
    const snapshot = await nextSnapshot()
    if (snapshot.width === width) return snapshot
  }
}
const sizeOf = async ({ path }: ClipMessage) => {
  const [first] = await lumasOf(path)
  return first && { width: first.width, height: first.height }
}

/** What a viewer got, with the time of each frame. */
async function seenLive(rendition: LiveRendition): Promise<{ atMs: number; luma: Luma }[]> {
  const of = heard.live.all.filter((event) => event.rendition === rendition)
  const init = of.findLastIndex(({ type }) => type === 'live-init')
  const path = join(spoolDir, `${rendition}.mp4`)
  const parts = of.slice(init).flatMap((event) => (event.type === 'live' ? [...event.parts] : [event.init]))
  await writeFile(path, Buffer.concat(parts))
  const times = of.slice(init + 1).flatMap((event) => (event.type === 'live' ? [event.capturedAtMs] : []))
  return (await lumasOf(path)).map((luma, at) => ({ luma, atMs: times[at]! }))
}

describe.skipIf(missing !== null)('a camera with two streams', { timeout: 90_000 }, () => {
  test('REAL-06 detection runs on the small stream, and the big one is recorded and cut into clips', async () => {
    await begin()
    const { alert } = await heard.incidents.first(() => true)
    expect(alert).toMatchObject({ hasClip: true })
    expect(await snapshotOf(320)).toMatchObject({ width: 320, height: 180 })
    const run = await heard.recordings.first(({ type }) => type === 'run')
    expect(run).toMatchObject({ width: 640, height: 360, codec: expect.stringMatching(/^hvc1/) })
    expect(await sizeOf(await heard.clips.first(() => true))).toEqual({ width: 640, height: 360 })
    expect(heard.statuses.all.at(-1)).toMatchObject({ state: 'online', reason: null, width: 640, codec: 'hevc' })
  })

  test('REAL-06 the small stream lost: detection goes on with the big one, says so, and comes back', async () => {
    await begin()
    await Promise.all([online(null), snapshotOf(320), heard.recordings.first(({ type }) => type === 'run')])
    const lost = online('sub-stream-lost')
    const { port } = sub
    await sub.stop()
    await lost
    expect((await snapshotOf(640)).height).toBe(360)
    await heard.incidents.next(() => true)
    const again = Promise.all([online(null), snapshotOf(320)])
    sub = await startRtspServer({ room: SUB }, { port })
    await again
    // Recording never noticed.
    expect(heard.recordings.all.filter(({ type }) => type !== 'segment')).toHaveLength(1)
  })

  test('REAL-06 the big stream lost: detection goes on, recording has a gap, and both are said', async () => {
    await begin()
    await Promise.all([online(null), snapshotOf(320), heard.recordings.first(({ type }) => type === 'run')])
    group.liveStart('room', 'clear')
    await heard.live.next(({ type }) => type === 'live')
    const shown = heard.live.next((event) => event.type === 'live-init' && event.width === 320)
    const lost = Promise.all([online('main-stream-lost'), heard.recordings.next(({ type }) => type === 'pause'), shown])
    const { port } = main
    await main.stop()
    await lost
    await snapshotOf(320)
    const { alert } = await heard.incidents.next(() => true)
    const clip = await heard.clips.first(({ alertId }) => alertId === alert.alertId)
    expect(await sizeOf(clip)).toEqual({ width: 320, height: 180 })
    const again = Promise.all([online(null), heard.recordings.next(({ type }) => type === 'run')])
    main = await startRtspServer({ room: MAIN }, { port })
    await again
  })

  test('CAM-09 a mask covers its place in everything that leaves, of either stream', async () => {
    await begin(
      { privacy: { level: 'none', masks: [MASK] } },
      { main: { ...MAIN, pattern: 'snow', codec: 'h264' }, sub: { ...SUB, pattern: 'snow' } },
    )
    for (const rendition of ['clear', 'clear-small'] as const) group.liveStart('room', rendition)
    const { alertId } = (await heard.incidents.first(() => true)).alert
    const clip = await heard.clips.first((one) => one.alertId === alertId)
    const snapshot = await snapshotOf(320)
    await heard.recordings.first(({ type }) => type === 'segment')
    const [big, small] = [await seenLive('clear'), await seenLive('clear-small')]
    expect([big[0]!.luma.width, small[0]!.luma.width]).toEqual([640, 320])
    const thumbnail = heard.incidents.all.flatMap(({ alert }) => alert.thumbnail ?? [])
    const thumbnails = await Promise.all(thumbnail.map((one) => lumaOfJpeg(Buffer.from(one, 'base64'))))
    const all = [...big, ...small].map(({ luma }) => luma)
    // What lies beside the mask is the snow that the camera sends.
    expect(all.every((luma) => unrestOf(luma, 0.1, 0.4) > 100)).toBe(true)
    for (const luma of [snapshot, ...thumbnails, ...all, ...(await lumasOf(clip.path)), ...(await recorded())])
      expect(unrestOf(luma)).toBeLessThan(8)
  })

  test('a small stream of another shape is not used, and the camera says so', async () => {
    await begin({}, { sub: { ...SUB, width: 320, height: 240 } })
    await online('sub-stream-shape')
    expect((await snapshotOf(640)).height).toBe(360)
    expect(
      new Set(await Promise.all(heard.frames.all.map(async ({ jpeg }) => (await lumaOfJpeg(jpeg)).width))),
    ).toEqual(new Set([640]))
  })

  test('a camera that blurs people is judged by the small stream only while the big one is lost', async () => {
    await begin({ privacy: { level: 'blur', masks: [] } })
    await snapshotOf(640)
    const lost = online('main-stream-lost')
    await main.stop()
    await lost
    await snapshotOf(320)
  })

  test('a moment has the same time in both streams', async () => {
    await begin({}, { main: { ...MAIN, wallTime: true }, sub: { ...SUB, wallTime: true } })
    await online(null)
    for (const rendition of ['clear', 'clear-small'] as const) group.liveStart('room', rendition)
    const from = heard.live.all.length
    while (heard.live.all.length - from < 160) await heard.live.next(({ type }) => type === 'live')
    const [big, small] = [await seenLive('clear'), await seenLive('clear-small')]
    const offsetMs = offsetOf(big.map(pathOf), small.map(pathOf))
    // Measured 0 to 20 ms; a busy machine encodes the big frame later.
    expect(Math.abs(offsetMs)).toBeLessThan(300)
  })
})

/** How much brightness differs between these shares of the width; by default in the middle of the mask. */
function unrestOf({ width, height, data }: Luma, from = 0.6, to = 0.9): number {
  let [least, most] = [255, 0]
  for (let y = Math.round(height * 0.1); y < height * 0.9; y++) {
    for (let x = Math.round(width * from); x < width * to; x++) {
      least = Math.min(least, data[y * width + x]!)
      most = Math.max(most, data[y * width + x]!)
    }
  }
  return most - least
}

async function recorded(): Promise<Luma[]> {
  const files = heard.recordings.all.flatMap((message) => (message.type === 'pause' ? [] : [message.path]))
  const whole = join(spoolDir, 'whole.mp4')
  await writeFile(whole, Buffer.concat(await Promise.all(files.map((path) => readFile(path)))))
  return lumasOf(whole)
}

type Place = { atMs: number; x: number; y: number }
/** Where the ball is, in shares. */
function pathOf({ atMs, luma: { width, height, data } }: { atMs: number; luma: Luma }): Place {
  let [sum, sumX, sumY] = [0, 0, 0]
  data.forEach((luma, at) => {
    if (luma < 128) return
    sum++
    sumX += at % width
    sumY += Math.floor(at / width)
  })
  return { atMs, x: sumX / sum / width, y: sumY / sum / height }
}

/** By which the second path fits the first one best, in ms. */
function offsetOf(one: Place[], other: Place[]): number {
  const offsets = Array.from({ length: 101 }, (_, at) => (at - 50) * 20)
  const misses = offsets.map((offsetMs) => {
    const distances = other.flatMap(({ atMs, x, y }) => {
      const at = atMs - offsetMs
      const next = one.findIndex((place) => place.atMs >= at)
      if (next <= 0) return []
      const [before, after] = [one[next - 1]!, one[next]!]
      const share = (at - before.atMs) / Math.max(1, after.atMs - before.atMs)
      const [there, up] = [before.x + (after.x - before.x) * share, before.y + (after.y - before.y) * share]
      return [(there - x) ** 2 + (up - y) ** 2]
    })
    return distances.length < COMPARED_MIN
      ? Number.POSITIVE_INFINITY
      : distances.reduce((sum, one) => sum + one, 0) / distances.length
  })
  return offsets[misses.indexOf(Math.min(...misses))]!
}
