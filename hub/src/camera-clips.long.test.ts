// Recordings that cameras of several makers made, from a camera's RTSP to what people see. REAL-09
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessUnit } from './mp4/access-units.ts'
import { joinNals, NAL, nalType, splitNals } from './mp4/annex-b.ts'
import { FieldPairs } from './mp4/field-pairs.ts'
import { progressiveMp4 } from './mp4/mp4.ts'
import { FormatSamples, trackFrom } from './mp4/mp4-box.ts'
import { FrameClock } from './pipeline/ingest/frame-clock.ts'
import { openCamera } from './pipeline/ingest/source.ts'
import {
  CAMERA_CLIPS,
  type CameraClip,
  FIELD_CLIPS,
  fromBaichuan,
  missingOf,
  readClip,
} from './testing/camera-clips.ts'
import { missingForPlaying, playInChromium } from './testing/chromium-player.ts'
import { heardFlow } from './testing/heard-flow.ts'
import { missingForRtsp, startRtspServer } from './testing/rtsp-server.ts'
import { LOOPBACK, wantedCamera } from './testing/wanted-camera.ts'

Log.setLevel(AV_LOG_QUIET)

const FPS = 10
const SECONDS = 20
/** Live video that is encoded anew loses at most the frames queued at the end of the connection. */
const QUEUE = 25

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-clips-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { maxBuffer: 1e9 })

/** The clip again and again for some seconds, as an MP4. An MP4 keeps its own times: frames between others need them. */
async function filmOf(clip: CameraClip): Promise<string> {
  const bytes = readClip(clip)
  const [input, film] = [join(folder, 'clip'), join(folder, 'film.mp4')]
  await writeFile(input, clip.packing === 'baichuan' ? fromBaichuan(bytes) : bytes)
  const head = clip.packing === 'mp4' ? [] : ['-f', clip.coding, '-framerate', `${clip.framesPerSecond ?? FPS}`]
  const once = join(folder, 'once.mp4')
  ffmpeg(...head, '-i', input, '-c', 'copy', '-an', once)
  ffmpeg('-stream_loop', '-1', '-i', once, '-c', 'copy', '-t', `${SECONDS}`, film)
  return film
}

/** The size at which players show it: its pixels need not be square. */
function shownSizeOf(film: string): [width: number, height: number] {
  const entries = ['-show_entries', 'stream=width,height,sample_aspect_ratio', '-of', 'csv=p=0']
  const [width, height, pixel] = String(execFileSync('ffprobe', ['-v', 'quiet', ...entries, film]))
    .trim()
    .split(',')
  const [across, down] = (pixel ?? '').split(':').map(Number)
  return [across && down ? Math.floor((Number(width) * across) / down) : Number(width), Number(height)]
}

/** What a decoder of another make sees in a file: its frames, and its complaints. */
async function decoded(bytes: Buffer, name: string) {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const { stderr } = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-fps_mode', 'passthrough', '-f', 'null', '-'])
  const count = ['-v', 'quiet', '-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', path]
  return { frames: Number.parseInt(String(execFileSync('ffprobe', count)), 10), complaints: String(stderr) }
}

const missingPrograms = missingForRtsp() ?? missingForPlaying
const able = (clips: readonly CameraClip[]) =>
  clips.map((clip) => ({
    ...clip,
    name: `${clip.maker} in ${clip.coding}`,
    missing: missingPrograms ?? missingOf(clip),
  }))

describe.each(able(CAMERA_CLIPS))('a recording of $name', { timeout: 480_000 }, ({ missing, ...clip }) => {
  test.skipIf(missing !== null)('REAL-09 is shown, recorded and cut, in FFmpeg and Chromium', async () => {
    const film = await filmOf(clip)
    const server = await startRtspServer({ film: { file: film, codec: clip.coding === 'hevc' ? 'h265' : 'h264' } })
    const url = server.url('film')
    const ended = new AbortController()
    const spoolDir = await mkdtemp(join(folder, 'spool-'))
    const wanted = wantedCamera('one', url, {
      clipBeforeSeconds: 2,
      clipAfterSeconds: 3,
      recording: { schedule: null },
    })
    const { flow, heard } = heardFlow(wanted, { spoolDir, captureClock: new FrameClock() })
    flow.liveStart('clear')
    const nobody = { username: null, password: null }
    const running = flow.run(await openCamera(url, nobody, LOOPBACK, ended.signal), ended.signal)
    await heard.frames.first(() => true)
    flow.footage({ alertId: 'asked', appCode: 'A005', severity: 'high', occurredAtMs: Date.now() })
    const { path } = await heard.clips.first(() => true)
    await expect(running).rejects.toMatchObject({ reason: { code: 'ended' } })
    await server.stop()

    expect([heard.failed.all, heard.errors.all]).toEqual([[], []])
    const live = [heard.inits.all[0]!.init, ...heard.live.all.flatMap(({ parts }) => parts)] as Buffer[]
    const recorded = heard.recordings.all.flatMap((message) => (message.type === 'pause' ? [] : [message.path]))
    const files = {
      live: Buffer.concat(live),
      recording: Buffer.concat(await Promise.all(recorded.map((one) => readFile(one)))),
      clip: await readFile(path),
    }
    // Browsers get H.265 encoded anew, live and as a clip; a recording stays as it came.
    const isAnew = clip.coding === 'hevc'
    const least = {
      live: flow.frames - (isAnew ? QUEUE : 2),
      recording: flow.frames - 2,
      clip: 3 * (clip.framesPerSecond ?? FPS),
    }
    for (const [name, bytes] of Object.entries(files)) {
      const { frames, complaints } = await decoded(bytes, `${name}.mp4`)
      expect([name, complaints]).toEqual([name, ''])
      expect(frames, name).toBeGreaterThan(least[name as keyof typeof files])
    }
    const played = await playInChromium(Object.values(files))
    const shown = { width: shownSizeOf(film)[0], height: shownSizeOf(film)[1], error: null }
    const refused = { error: expect.stringContaining('no supported streams') }
    expect(played).toMatchObject([shown, isAnew ? refused : shown, shown])
  })
})

/** Units of one image each, a field or a frame: a slice that begins with the first macroblock begins one. */
function unitsOf(bytes: Buffer): AccessUnit[] {
  const units: Buffer[][] = []
  const waiting: Buffer[] = []
  for (const nal of splitNals(bytes)) {
    const isSlice = nalType(nal) === 1 || nalType(nal) === NAL.idr
    if (!isSlice) waiting.push(nal)
    else if (nal[1]! & 0x80) units.push([...waiting.splice(0), nal])
    else units.at(-1)!.push(...waiting.splice(0), nal)
  }
  return units.map((nals, i) => {
    return { data: joinNals(nals), isKey: nals.some((nal) => nalType(nal) === NAL.idr), stamp: i * 1800 }
  })
}

describe.each(able(FIELD_CLIPS))('fields of $name', ({ missing, ...clip }) => {
  test.skipIf(missing !== null)(
    'REAL-09 give a file of which FFmpeg makes the same images as of the stream',
    async () => {
      const bytes = readClip(clip)
      const path = join(folder, 'fields.264')
      await writeFile(path, bytes)
      const count = ['-v', 'quiet', '-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', path]
      const units = unitsOf(bytes)
      const joined: AccessUnit[] = []
      const pairs = new FieldPairs(Buffer.alloc(0), (unit) => joined.push(unit))
      for (const unit of units) pairs.take(unit)
      pairs.finish()
      expect(joined.length).toBeLessThan(units.length)
      expect(joined).toHaveLength(Number.parseInt(String(execFileSync('ffprobe', count)), 10))
      const track = trackFrom(joined[0]!.data)!
      const made = new FormatSamples(track)
      const samples = joined.map(({ data, isKey }, i) => {
        return { data: made.data(data), isKey, time: i * 3600, duration: 3600, showAfter: 0 }
      })
      const file = join(folder, 'fields.mp4')
      await writeFile(file, progressiveMp4(track, samples))
      const pixels = (from: string) => String(ffmpeg('-i', from, '-fps_mode', 'passthrough', '-f', 'md5', '-'))
      expect(pixels(file)).toBe(pixels(path))
    },
  )
})
