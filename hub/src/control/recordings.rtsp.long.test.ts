// The hub as a program, on a camera over real RTSP whose frames carry their numbers, killed in the middle.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SEGMENT_HEADER_BYTES, segmentHeader } from '@mimamori/contract/footage/segment-header.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { progressiveMp4 } from '#mp4/mp4.ts'
import { sampleData, trackFrom } from '#mp4/mp4-box.ts'
import { FAKE_KEY, FakeService, type Recorded } from '#platform/testing/fake-service.ts'
import { temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { drawVideo } from '#testing/drawn-video.ts'
import { numbersIn } from '#testing/numbered-frames.ts'
import { missingForRtsp, startRtspServer } from '#testing/rtsp-server.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'

const CAMERA_ID = '01977c5e-0000-7000-8000-00000000c001'
const FRAMES_PER_SECOND = 10
const SECONDS = 120
const UUID_LENGTH = 36
/** What a process that dies has not written out: the frames since the last key frame, one a second. */
const OPEN_FRAMES = 2 * FRAMES_PER_SECOND

const missing = missingForRtsp()
let folder: ReturnType<typeof temporaryFolder>
let data: ReturnType<typeof temporaryFolder>
let camera: Awaited<ReturnType<typeof startRtspServer>>
let service: FakeService
let hubs: ChildProcess[]

beforeAll(async () => {
  folder = temporaryFolder()
  const drawing = { width: 320, height: 180, framesPerSecond: FRAMES_PER_SECOND, keyEvery: FRAMES_PER_SECOND }
  const packets = await drawVideo({ ...drawing, frames: SECONDS * FRAMES_PER_SECOND, isNumbered: true })
  const ticks = 90_000 / FRAMES_PER_SECOND
  const samples = packets.map(({ data, isKey }, i) => {
    return { data: sampleData(data), isKey, time: i * ticks, duration: ticks, showAfter: 0 }
  })
  const file = join(folder.path, 'numbered.mp4')
  writeFileSync(file, progressiveMp4(trackFrom(packets[0]!.data)!, samples))
  camera = await startRtspServer({ numbered: { file } })
})
afterAll(async () => {
  await camera?.stop()
  folder.remove()
})
beforeEach(async () => {
  data = temporaryFolder()
  hubs = []
  service = await new FakeService().start()
  service.cameras = [wantedCamera(CAMERA_ID, camera.url('numbered'), { recording: { schedule: null }, apps: [] })]
})
afterEach(async () => {
  for (const hub of hubs) await kill(hub)
  await service.stop()
  data.remove()
})

function startHub(): ChildProcess {
  const program = join(import.meta.dirname, '..', 'main.ts')
  const args = [program, '--service', service.address, '--data', data.path, '--allow-loopback']
  const env = { ...process.env, MIMAMORI_HUB_KEY: FAKE_KEY }
  const hub = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'ignore', 'ipc'] })
  hubs.push(hub)
  return hub
}

async function kill(hub: ChildProcess): Promise<void> {
  if (hub.exitCode !== null || hub.signalCode !== null) return
  const gone = once(hub, 'exit')
  hub.kill('SIGKILL')
  await gone
}

/** The media workers of a hub: its children. */
function workersOf({ pid }: ChildProcess): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}

/** Finished segments in the hub's folder, by their paths. */
function segmentsOnDisk(): string[] {
  const names = readdirSync(data.path, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.m4s')).map((name) => join(data.path, name))
}

const of = (kind: string) => service.recorded.filter((one) => one.kind === kind)
type Gap = { startedAt: string; endedAt: string | null; cause: string }
/** Gaps since the first frame: until that came the camera was being opened. */
function gaps(): Gap[] {
  const firstMs = Math.min(...of('segment').map(startOf))
  return of('gap')
    .map(({ body }) => body as Gap)
    .filter(({ startedAt }) => Date.parse(startedAt) >= firstMs)
}
const startOf = (segment: Recorded) => Date.parse(segment.query.startedAt!)

/** The numbers in the frames of each run, in the order of the segments that came. */
async function numbersByRun(): Promise<number[][]> {
  const inits = of('init').filter((init, i, all) => all.findIndex(({ id }) => id === init.id) === i)
  const segments = of('segment').filter((segment, i, all) => all.findIndex(({ id }) => id === segment.id) === i)
  return Promise.all(
    inits.map(({ id, body }) => {
      const own = segments.filter(({ query }) => query.initId === id)
      return numbersIn(Buffer.concat([body as Buffer, ...own.map((segment) => segment.body as Buffer)]))
    }),
  )
}
const upwards = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

describe.skipIf(missing)('a camera that is recorded over RTSP', () => {
  test('HUB-04 R14 a killed hub loses at most the open second, and reports the gap', async () => {
    const hub = startHub()
    await until(() => of('segment').length >= 2)
    const killedAtMs = Date.now()
    await kill(hub)
    startHub()
    await until(
      () =>
        gaps().some(({ endedAt }) => endedAt !== null) &&
        of('segment').some((segment) => startOf(segment) > killedAtMs),
    )

    const [before, behind] = (await numbersByRun()) as [number[], number[]]
    expect(before).toEqual(upwards(before[0]!, before.length))
    expect(behind).toEqual(upwards(behind[0]!, behind.length))
    const ends = of('segment').map((segment) => startOf(segment) + Number(segment.query.durationMs))
    const endMs = Math.max(...ends.filter((end) => end <= killedAtMs + 1000))
    expect(killedAtMs - endMs).toBeLessThan((OPEN_FRAMES / FRAMES_PER_SECOND) * 1000)
    const gap = gaps().find(({ endedAt }) => endedAt !== null)!
    expect(gap.cause).toBe('hub-stopped')
    expect(Math.abs(Date.parse(gap.startedAt) - endMs)).toBeLessThan(1000)
    expect(Date.parse(gap.endedAt!)).toBeGreaterThan(killedAtMs)
  }, 240_000)

  test('HUB-04 R14 a killed media process is restarted, and the time between is a gap', async () => {
    const hub = startHub()
    await until(() => of('segment').length >= 1)
    const killedAtMs = Date.now()
    for (const pid of workersOf(hub)) process.kill(pid, 'SIGKILL')
    await until(() => of('segment').some((segment) => startOf(segment) > killedAtMs))
    await until(() => gaps().length > 0)

    for (const numbers of await numbersByRun()) expect(numbers).toEqual(upwards(numbers[0]!, numbers.length))
    expect(gaps()[0]!.cause).toBe('worker-lost')
  }, 240_000)

  test('HUB-04 segments wait while the service is away, and arrive in order without a lost frame', async () => {
    startHub()
    await until(() => of('segment').length >= 1)
    const had = of('segment').length
    service.errorOf = (path) => (path.startsWith('hub/recording') ? { status: 503, key: 'database-unavailable' } : null)
    await until(() => segmentsOnDisk().length >= 2)
    expect(of('segment')).toHaveLength(had)
    service.errorOf = () => null
    await until(() => of('segment').length >= had + 2)

    const starts = of('segment').map(startOf)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    const [numbers] = (await numbersByRun()) as [number[]]
    expect(numbers).toEqual(upwards(numbers[0]!, numbers.length))
    expect(gaps()).toEqual([])
  }, 240_000)

  test('REC-05 S21 each segment is one row and one readable file after a kill in between', async () => {
    service.recordings = { place: 'hub', days: null, gigabytes: null }
    let hub = startHub()
    // The service has the row, the hub dies before it hears so.
    service.errorOf = (path) => {
      if (!path.startsWith('hub/recording/kept/') || basename(path).length !== UUID_LENGTH) return null
      hub.kill('SIGKILL')
      return 'drop'
    }
    await until(() => hub.signalCode !== null)
    const rows = () => of('kept').filter(({ id }) => id.length === UUID_LENGTH)
    const [reported] = rows()
    service.errorOf = () => null
    hub = startHub()
    await until(() => new Set(rows().map(({ id }) => id)).size >= 2)

    const readId = '01977c5e-0000-4000-8000-00000000abcd'
    service.order({ type: 'segment-read', readId, segmentId: reported!.id, part: 'video' })
    for (let i = 0; i < 100; i++) service.order({ type: 'segment-more', readId })
    await until(() => service.notices.some(({ type }) => type === 'segment-ended'))
    const parts = service.liveMessages.filter((message) =>
      message.subarray(0, SEGMENT_HEADER_BYTES).equals(segmentHeader(readId)),
    )
    const bytes = Buffer.concat(parts.map((message) => message.subarray(SEGMENT_HEADER_BYTES)))
    const path = segmentsOnDisk().find((one) => basename(one).startsWith(reported!.id))!
    expect(bytes.equals(readFileSync(path))).toBe(true)
    await kill(hub)

    const files = segmentsOnDisk().map((path) => basename(path).slice(0, UUID_LENGTH))
    expect(rows().filter(({ id }) => id === reported!.id)).toHaveLength(2)
    expect(of('segment')).toEqual([])
    expect(new Set(files).size).toBe(files.length)
    for (const { id } of rows()) expect(files).toContain(id)
  }, 240_000)
})
