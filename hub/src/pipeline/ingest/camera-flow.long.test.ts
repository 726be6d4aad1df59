import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StatusReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { progressiveMp4 } from '#mp4/mp4.ts'
import { sampleData, trackFrom } from '#mp4/mp4-box.ts'
import { heardFlow } from '#testing/heard-flow.ts'
import { missingForRtsp, startRtspServer } from '#testing/rtsp-server.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { type CaptureClock, MediaClock, Timeline } from '../media/timeline.ts'
import { FrameClock } from './frame-clock.ts'
import { openCamera } from './source.ts'
import { unhurried } from './unhurried-source.ts'
import { openFile } from './video-file.ts'

const VIDEO = fileURLToPath(new URL('../../../../../shared/video/one-by-one-person-detection.mp4', import.meta.url))
/** Six people, one after the other: first and last second of each, within one second. */
const VISITS = [
  [6, 19.5],
  [22, 44.5],
  [50, 69.5],
  [74, 86.5],
  [92, 119.5],
  [124, 137.5],
] as const
/** The film is served this many times faster than real time, and the flow's clock is slowed by the same factor. */
const SPEED = 20

// Silences FFmpeg's messages about streams that are cut off.
Log.setLevel(AV_LOG_QUIET)

const nobody = { username: null, password: null }
const missing = missingForRtsp()
const missingFilm = missing ?? (existsSync(VIDEO) ? null : 'needs ../shared/video beside the checkout')
if (missingFilm) console.warn(`Not all tests of the camera flow run: ${missingFilm}`)

let spoolDir: string
const reason = (code: StatusReasonCode) => ({ reason: { code } })

beforeAll(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-flow-'))
})
afterAll(() => rm(spoolDir, { recursive: true, force: true }))

const flowOf = (camera: DesiredCamera, captureClock: CaptureClock, now?: () => number) =>
  heardFlow(camera, { spoolDir, captureClock, now })

/** The same encoded frames, closer together. */
async function fastFilm(): Promise<string> {
  const source = await openFile(VIDEO, new AbortController().signal)
  const track = trackFrom(source.extradata)!
  const timeline = new Timeline(new MediaClock(1))
  const samples = []
  for await (const packet of source) {
    const { time, showAfter, duration } = timeline.place(packet, 0)
    const fast = (ticks: number) => Math.round(ticks / SPEED)
    const times = { time: fast(time), showAfter: fast(showAfter), duration: fast(duration) }
    samples.push({ data: sampleData(packet.data), isKey: packet.isKey, ...times })
  }
  await source.close()
  const path = join(spoolDir, 'fast.mp4')
  await writeFile(path, progressiveMp4(track, samples))
  return path
}

async function imagesOf(path: string): Promise<number[]> {
  const source = await openFile(path, new AbortController().signal)
  const times: number[] = []
  for await (const packet of source) times.push(packet.ptsUs / 1000)
  await source.close()
  return times.sort((a, b) => a - b)
}

describe.skipIf(missingFilm)('a real film over real RTSP', () => {
  test('its six visitors raise six motion alerts, each in time and with its clip', async () => {
    const server = await startRtspServer({ film: { file: await fastFilm() } })
    const signal = new AbortController().signal
    try {
      const source = await openCamera(server.url('film'), nobody, LOOPBACK, signal)
      const { flow, heard } = flowOf(wantedCamera('film', server.url('film')), new MediaClock(SPEED))
      const film = await unhurried(source, () => flow.idle())
      await expect(flow.run(film, signal)).rejects.toMatchObject(reason('ended'))

      const startMs = heard.frames.all[0]!.capturedAtMs
      const secondsOf = (ms: number) => (ms - startMs) / 1000
      const found = heard.incidents.all.map((incident) => secondsOf(Date.parse(incident.alert.occurredAt)))
      expect(found).toHaveLength(VISITS.length)
      for (const [i, [first]] of VISITS.entries())
        expect(Math.abs(found[i]! - first), `visit ${i + 1}`).toBeLessThan(1.5)
      expect(flow.frames).toBe(1394)
      expect(flow.framesSkipped).toBe(0)
      expect(heard.errors.all).toEqual([])

      expect(heard.failed.all).toEqual([])
      expect(heard.clips.all.map((clip) => clip.alertId)).toEqual(heard.incidents.all.map((it) => it.alert.alertId))
      for (const clip of heard.clips.all) {
        const times = await imagesOf(clip.path)
        expect(times[0]).toBe(0)
        // 5 s before, 1 s for confirmation, 10 s after; the clip begins at a key frame, one a second in this film.
        expect(times.length).toBeGreaterThan(158)
        expect(clip.alertAtMs).toBeGreaterThanOrEqual(5000)
        expect(clip.alertAtMs).toBeLessThan(6500)
      }
    } finally {
      await server.stop()
    }
  })
})

describe.skipIf(missing)('real RTSP', () => {
  test('a locked camera opens with its password, gives frames and live video, and is recorded', async () => {
    const login = { user: 'nurse', password: 'p@ss/word' }
    const server = await startRtspServer({ ball: { pattern: 'ball', width: 640, height: 360, gop: 5 } }, { login })
    const stop = new AbortController()
    try {
      const url = server.url('ball')
      await expect(openCamera(url, nobody, LOOPBACK, stop.signal)).rejects.toMatchObject(reason('login-missing'))
      const wrong = { username: 'nurse', password: 'nope' }
      await expect(openCamera(url, wrong, LOOPBACK, stop.signal)).rejects.toMatchObject(reason('login-wrong'))
      const elsewhere = openCamera(
        `${url}/2`,
        { username: login.user, password: login.password },
        LOOPBACK,
        stop.signal,
      )
      await expect(elsewhere).rejects.toMatchObject({
        reason: { code: 'not-found', params: { host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) } },
      })
      const source = await openCamera(url, { username: login.user, password: login.password }, LOOPBACK, stop.signal)
      const { flow, heard } = flowOf(wantedCamera('ball', url, { recording: { schedule: null } }), new FrameClock())
      flow.liveStart('clear')
      const running = flow.run(source, stop.signal)
      await heard.live.first((image) => image.isKey)
      await heard.live.next((image) => image.isKey)
      expect(heard.inits.all[0]).toMatchObject({ width: 640, height: 360 })
      expect(heard.live.all[0]).toMatchObject({ isKey: true })
      expect(Math.abs(Date.now() - heard.live.all.at(-1)!.capturedAtMs)).toBeLessThan(1000)
      await heard.frames.first(() => true)
      stop.abort()
      await running
      expect(heard.recordings.all.map(({ type }) => type)).toEqual(['run', 'segment', 'pause'])
      expect(heard.recordings.all[0]).toMatchObject({ cameraId: 'ball', width: 640, height: 360 })
    } finally {
      stop.abort()
      await server.stop()
    }
  })

  test('RESIDENT-01 a camera without consent to recording raises its alerts without clips', async () => {
    const server = await startRtspServer({ ball: { pattern: 'ball' } })
    const stop = new AbortController()
    try {
      const source = await openCamera(server.url('ball'), nobody, LOOPBACK, stop.signal)
      const motion = { pixelChangePercent: 0.1, motionDurationSeconds: 0.4 }
      const settings = wantedCamera('ball', server.url('ball'), { clipAfterSeconds: 1, hasClips: false }, motion)
      const { flow, heard } = flowOf(settings, new FrameClock())
      const running = flow.run(source, stop.signal)
      expect(await heard.incidents.first(() => true)).toMatchObject({ alert: { hasClip: false } })
      stop.abort()
      await running
      expect([heard.clips.all, heard.failed.all, heard.errors.all]).toEqual([[], [], []])
    } finally {
      stop.abort()
      await server.stop()
    }
  })

  test('REAL-09 a camera of JPEG alone raises alerts, and is shown, recorded and cut into clips', async () => {
    const server = await startRtspServer({ ball: { pattern: 'ball', codec: 'jpeg', width: 640, height: 360 } })
    const stop = new AbortController()
    try {
      const source = await openCamera(server.url('ball'), nobody, LOOPBACK, stop.signal)
      const motion = { pixelChangePercent: 0.1, motionDurationSeconds: 0.4 }
      const changes = { clipAfterSeconds: 2, recording: { schedule: null } }
      const { flow, heard } = flowOf(wantedCamera('jpeg', server.url('ball'), changes, motion), new FrameClock())
      flow.liveStart('clear')
      const running = flow.run(source, stop.signal)
      const clip = await heard.clips.first(() => true)
      await heard.frames.first(() => true)
      stop.abort()
      await running
      expect(heard.inits.all[0]).toMatchObject({ width: 640, height: 360 })
      expect((await imagesOf(clip.path)).length).toBeGreaterThan(15)
      expect(heard.recordings.all.map(({ type }) => type)).toEqual(['run', 'segment', 'pause'])
      expect(heard.errors.all).toEqual([])
    } finally {
      stop.abort()
      await server.stop()
    }
  })

  test('a lost camera ends the flow, and the waiting clip gets the frames so far', async () => {
    const server = await startRtspServer({ ball: { pattern: 'ball' } })
    const signal = new AbortController().signal
    const source = await openCamera(server.url('ball'), nobody, LOOPBACK, signal)
    const motion = { pixelChangePercent: 0.1, motionDurationSeconds: 0.4 }
    const { flow, heard } = flowOf(wantedCamera('dying', server.url('ball'), {}, motion), new FrameClock())
    const running = flow.run(source, signal)
    const incident = await heard.incidents.first(() => true)
    await Promise.all([expect(running).rejects.toMatchObject(reason('ended')), server.stop()])
    const clip = heard.clips.all[0]
    expect(clip?.alertId).toBe(incident.alert.alertId)
    expect((await imagesOf(clip!.path)).length).toBeGreaterThan(3)
    expect((await readFile(clip!.path)).length).toBe(clip!.byteLength)
  })
})
