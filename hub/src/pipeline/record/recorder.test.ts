import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFragments } from '@mimamori/contract/footage/fragment.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleData, type Track, trackFrom } from '#mp4/mp4-box.ts'
import { drawVideo } from '#testing/drawn-video.ts'
import { sorted } from '#testing/heard.ts'
import { readRecordingFolder } from '#uplink/recording/recording-folder.ts'
import { openFile } from '../ingest/video-file.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import type { PauseMessage, RunMessage, SegmentMessage } from '../worker-message.ts'
import { Recorder, type RecorderEvent, WAITING_BYTES_MAX } from './recorder.ts'

/** A Friday, 09:00 in Tokyo. */
const START_MS = Date.UTC(2026, 10, 20)
const GIB = 1024 ** 3
const always = { schedule: null, timezone: 'Asia/Tokyo' }
const roomy = { freeBytes: () => 100 * GIB, totalBytes: () => 200 * GIB }

let folder: string
let track: Track
let samples: TimedSample[]
let runs: RunMessage[]
let segments: SegmentMessage[]
let pauses: PauseMessage['cause'][]
let errors: string[]

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mimamori-recorder-')), 'camera')
  runs = []
  segments = []
  pauses = []
  errors = []
  const packets = await drawVideo({ width: 160, height: 90, framesPerSecond: 10, frames: 200, keyEvery: 10 })
  track = trackFrom(packets[0]!.data)!
  samples = packets.map((packet, i) => ({
    data: sampleData(packet.data),
    isKey: packet.isKey,
    time: i * 9000,
    showAfter: 0,
    duration: 9000,
    capturedAtMs: START_MS + i * 100,
  }))
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

const emit = sorted<RecorderEvent>({
  run: (run) => runs.push(run),
  segment: (segment) => segments.push(segment),
  pause: ({ cause }) => pauses.push(cause),
  warning: ({ message }) => errors.push(message),
})
const recorderIn = (inside: string, disk = roomy) =>
  new Recorder({ folder: inside, cameraId: 'camera', now: () => START_MS, disk, emit })

/** As slowly as the disk wants. */
async function record(recorder: Recorder, from: readonly TimedSample[] = samples): Promise<void> {
  for (const sample of from) {
    recorder.add(sample)
    await recorder.idle()
  }
}

async function timesIn(paths: readonly string[]): Promise<number[]> {
  const whole = join(folder, 'whole.mp4')
  await writeFile(whole, Buffer.concat(await Promise.all(paths.map((path) => readFile(path)))))
  const source = await openFile(whole, new AbortController().signal)
  const times: number[] = []
  for await (const packet of source) times.push(Math.round(packet.ptsUs / 1000))
  await source.close()
  return times
}

describe('a recorded camera', () => {
  test('that sends a second of frames at once begins when the first of them was taken', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    // Until others came with it, a frame counts as taken when it arrived.
    const burst = samples.map((sample, i) => (i < 10 ? { ...sample, capturedAtMs: START_MS + 900 + i } : sample))
    await record(recorder, burst)
    await recorder.close()
    expect(segments.map(({ startedAtMs }) => startedAtMs - START_MS)).toEqual([0, 6000, 12_000, 18_000])
  })

  test('APP-01 R14 is cut at key frames into segments of six seconds without losing a frame at a border', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    await record(recorder)
    await recorder.close()
    expect(segments.map(({ startedAtMs, durationMs }) => [startedAtMs - START_MS, durationMs])).toEqual([
      [0, 6000],
      [6000, 6000],
      [12_000, 6000],
      [18_000, 2000],
    ])
    expect(runs).toHaveLength(1)
    const times = await timesIn([runs[0]!.path, ...segments.map(({ path }) => path)])
    expect(times).toEqual(samples.map((_, i) => i * 100))
    for (const { path } of segments) expect(readFragments(await readFile(path))[0]!.samples[0]!.isKey).toBe(true)
  })

  test('APP-01 is recorded within its schedule alone, by the clock of the site', async () => {
    const day = [{ startMinute: 9 * 60, endMinute: 9 * 60 + 1 }]
    const schedule = { mon: [], tue: [], wed: [], thu: [], fri: day, sat: [], sun: [] }
    const recorder = recorderIn(folder)
    recorder.configure({ schedule, timezone: 'Asia/Tokyo' })
    recorder.begin(track, 'clear')
    // The minute ends in the middle of the video.
    await record(
      recorder,
      samples.map((sample) => ({ ...sample, capturedAtMs: sample.capturedAtMs + 50_000 })),
    )
    await recorder.close()
    expect(segments.map(({ durationMs }) => durationMs)).toEqual([6000, 4000])
    expect(pauses).toEqual([null])
  })

  test('APP-01 a camera without a second key frame is recorded, buffered, and cut at the limit', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    // Eleven minutes at two frames a second, of which the first alone is whole.
    const [key, ...others] = samples
    const endless = Array.from({ length: 11 * 120 }, (_, i) => {
      const { data } = i === 0 ? key! : others[i % 9]!
      return { ...key!, data, isKey: i === 0, time: i * 45_000, duration: 45_000, capturedAtMs: START_MS + i * 500 }
    })
    await record(recorder, endless.slice(0, 300))
    const [run] = await readdir(folder)
    const part = (await readdir(join(folder, run!))).find((name) => name.endsWith('.part'))!
    const written = readFragments(await readFile(join(folder, run!, part)))
    // Of 150 s all but the last ten are on the disk.
    expect(written.reduce((sum, fragment) => sum + fragment.samples.length, 0)).toBeGreaterThanOrEqual(280)
    await record(recorder, endless.slice(300))
    expect(segments.map(({ startedAtMs, durationMs }) => [startedAtMs - START_MS, durationMs])).toEqual([[0, 600_000]])
    expect(pauses).toEqual(['key-frames-rare'])
    // The next whole frame begins anew.
    const later = endless.slice(0, 30).map((sample, i) => {
      return {
        ...sample,
        isKey: i === 0 || i === 20,
        time: (2000 + i) * 45_000,
        capturedAtMs: START_MS + (2000 + i) * 500,
      }
    })
    await record(recorder, later)
    await recorder.close()
    expect(runs).toHaveLength(2)
    expect(errors).toEqual([])
  })

  test('CAM-09 nothing more is written from the moment on at which it may not', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    await record(recorder, samples.slice(0, 95))
    recorder.configure(null)
    await record(recorder, samples.slice(95))
    await recorder.close()
    expect(segments.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBe(9500)
    expect(await readdir(join(folder, runs[0]!.runId))).toHaveLength(3)
  })

  test('a new frame format begins a new run with a header of its own', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    await record(recorder, samples.slice(0, 30))
    recorder.begin(track, 'clear')
    await record(recorder, samples.slice(30))
    await recorder.close()
    expect(runs).toHaveLength(2)
    expect(new Set(segments.map(({ runId }) => runId)).size).toBe(2)
  })

  test('R12 a full disk pauses it, and it goes on by itself when there is room', async () => {
    let freeBytes = GIB
    const recorder = recorderIn(folder, { ...roomy, freeBytes: () => freeBytes })
    recorder.configure(always)
    recorder.begin(track, 'clear')
    await record(recorder, samples.slice(0, 50))
    expect([segments.length, pauses[0]]).toEqual([0, 'disk-full'])
    freeBytes = 100 * GIB
    await record(recorder, samples.slice(50))
    await recorder.close()
    expect(segments[0]!.startedAtMs).toBe(START_MS + 5000)
  })

  test('a disk error is reported once for a run, and no other recorder stops', async () => {
    const file = join(folder, '..', 'a-file')
    await writeFile(file, '')
    const recorder = recorderIn(join(file, 'below'))
    recorder.configure(always)
    recorder.begin(track, 'clear')
    await record(recorder)
    await recorder.close()
    expect(errors[0]).toContain('ENOTDIR')
    expect([runs.length, segments.length]).toEqual([0, 0])
    expect(pauses).toContain('disk-failed')
  })

  test('frames that come in a burst are all recorded, each a key frame or not', async () => {
    for (const burst of [samples, samples.map((sample) => ({ ...sample, isKey: true, data: samples[0]!.data }))]) {
      runs = []
      segments = []
      const recorder = recorderIn(folder)
      recorder.configure(always)
      recorder.begin(track, 'clear')
      for (const sample of burst) recorder.add(sample)
      await recorder.close()
      expect([runs.length, errors, pauses.at(-1)]).toEqual([1, [], null])
      expect(segments.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBe(20_000)
      expect(await timesIn([runs[0]!.path, ...segments.map(({ path }) => path)])).toHaveLength(burst.length)
    }
  })

  test('a disk that is too slow costs what came meanwhile alone, and is named as slow', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    const large = Buffer.alloc(1024 * 1024)
    const second = (i: number) => ({
      ...samples[0]!,
      data: large,
      time: i * 90_000,
      duration: 90_000,
      capturedAtMs: START_MS + i * 1000,
    })
    const count = 2 * (WAITING_BYTES_MAX / large.length)
    // The disk gets no time to write in between.
    for (let i = 0; i < count; i++) recorder.add(second(i))
    await recorder.idle()
    const storedMs = segments.reduce((sum, { durationMs }) => sum + durationMs, 0)
    expect(storedMs).toBeGreaterThanOrEqual((WAITING_BYTES_MAX / large.length - 1) * 1000)
    expect(errors).toEqual(['The recording has a gap: the disk of the hub is too slow'])
    expect(pauses).toEqual(['disk-slow'])
    await record(recorder, [second(count), second(count + 1)])
    await recorder.close()
    expect(runs).toHaveLength(2)
    expect(segments.at(-1)).toMatchObject({ startedAtMs: START_MS + count * 1000, durationMs: 2000 })
  })

  test('what the disk took before it failed stays recorded', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    await record(recorder, samples.slice(0, 45))
    const [run] = await readdir(folder)
    const part = (await readdir(join(folder, run!))).find((name) => name.endsWith('.part'))!
    // A directory in place of the file: nothing can be written to it.
    await rename(join(folder, run!, part), join(folder, 'aside'))
    await mkdir(join(folder, run!, part))
    await record(recorder, samples.slice(45, 55))
    await rm(join(folder, run!, part), { recursive: true })
    await rename(join(folder, 'aside'), join(folder, run!, part))
    await record(recorder, samples.slice(55))
    await recorder.close()
    expect(segments[0]).toMatchObject({ startedAtMs: START_MS, durationMs: 4000 })
    expect(pauses[0]).toBe('disk-failed')
    expect(runs).toHaveLength(2)
  })

  test('HUB-04 an incomplete segment of a killed process is found with all its whole frames', async () => {
    const recorder = recorderIn(folder)
    recorder.configure(always)
    recorder.begin(track, 'clear')
    await record(recorder, samples.slice(0, 100))
    await recorder.close()
    const [torn] = segments.slice(-1)
    const bytes = await readFile(torn!.path)
    await rm(torn!.path)
    const draft = join(folder, torn!.runId, `${torn!.segmentId}_${torn!.startedAtMs}.part`)
    await writeFile(draft, bytes.subarray(0, bytes.length - 100))

    const found = readRecordingFolder(join(folder, '..')).segments
    expect(found.map(({ durationMs }) => durationMs)).toEqual([6000, 3000])
    expect(found[1]).toMatchObject({ id: torn!.segmentId, startedAtMs: torn!.startedAtMs })
    const times = await timesIn([runs[0]!.path, ...found.map(({ path }) => path)])
    expect(times).toEqual(samples.slice(0, 90).map((_, i) => i * 100))
  })
})
