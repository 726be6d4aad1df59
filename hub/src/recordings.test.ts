import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CallFailure } from '@mimamori/contract/client.ts'
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { initName, pieceName } from '#platform/recording-folder.ts'
import {
  CAMERA_ID,
  desiredCamera,
  type ManualClock,
  manualClock,
  temporaryFolder,
  until,
} from '#platform/testing/hub-parts.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import { Recordings } from './recordings.ts'

const START_MS = Date.UTC(2026, 10, 20)
const GIB = 1024 ** 3
const SECOND = 1000
const recorded = (more: Partial<DesiredCamera> = {}) => desiredCamera({ recording: { schedule: null }, ...more })

type Request = { params?: { id?: string }; query?: object; body?: object }
type Sent = { key: string; id?: string; query?: object; body?: object }
let folder: ReturnType<typeof temporaryFolder>
let clock: ManualClock
let sent: Sent[]
let isOnline: boolean
let freeBytes: number
let open: Recordings[]

beforeEach(() => {
  folder = temporaryFolder()
  clock = manualClock(START_MS)
  sent = []
  isOnline = true
  freeBytes = 100 * GIB
  open = []
})
afterEach(async () => {
  for (const recordings of open.splice(0)) await recordings.stop()
  folder.remove()
})

async function take(key: string, { params, query, body }: Request): Promise<never> {
  if (!isOnline) throw new CallFailure(0, { key: 'offline', message: 'no service' })
  sent.push({ key, id: params?.id, query, body })
  return {} as never
}

function start(stopped = new Set<string>()): Recordings {
  const recordings = new Recordings({
    folder: join(folder.path, 'recordings'),
    spool: { waiting: 0, nextClip: () => null },
    client: { put: take as never, call: take as never },
    clock,
    log: () => {},
    disk: { freeBytes: () => freeBytes, totalBytes: () => 20 * GIB },
    isStopped: (cameraId) => stopped.has(cameraId),
  })
  recordings.start()
  open.push(recordings)
  return recordings
}

/** What a worker writes and says: a stretch, and pieces of six seconds of it. */
function stretch(recordings: Recordings, startedAtMs: number) {
  const stretchId = uuidV7(startedAtMs)
  const inside = join(folder.path, 'recordings', CAMERA_ID, stretchId)
  const track = { codec: 'avc1.42c01e', width: 160, height: 90 }
  const path = join(inside, initName(track))
  mkdirSync(inside, { recursive: true })
  writeFileSync(path, 'init')
  recordings.heard({ type: 'stretch', cameraId: CAMERA_ID, stretchId, path, startedAtMs, ...track })
  let count = 0
  return {
    inside,
    /** The file alone, as when the hub ended before it heard of it. */
    write(bytes = 10) {
      const pieceId = uuidV7(startedAtMs)
      const piece = { id: pieceId, startedAtMs: startedAtMs + count++ * 6 * SECOND, durationMs: 6 * SECOND }
      const file = join(inside, pieceName(piece))
      writeFileSync(file, Buffer.alloc(bytes))
      return { type: 'piece' as const, cameraId: CAMERA_ID, stretchId, pieceId, path: file, ...piece }
    },
    piece(bytes?: number) {
      recordings.heard(this.write(bytes))
    },
  }
}
const gaps = () => sent.filter(({ key }) => key === 'recording.putGap').map(({ body }) => body)
const uploads = () => sent.map(({ key }) => key.replace('recording.put', ''))
const after = (seconds: number) => new Date(START_MS + seconds * SECOND).toISOString()

describe('recordings of the hub', () => {
  test('are uploaded in their order, header first, and leave the disk', async () => {
    const recordings = start()
    recordings.configure([recorded()])
    const first = stretch(recordings, START_MS)
    first.piece()
    first.piece()
    await until(() => sent.length === 3)
    expect(uploads()).toEqual(['Init', 'Segment', 'Segment'])
    expect(sent[1]!.query).toMatchObject({ startedAt: after(0), durationMs: 6000, initId: sent[0]!.id })
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: null })
    await until(() => recordings.waiting === 0)
    await clock.advance(10 * SECOND)
    expect(existsSync(first.inside)).toBe(false)
  })

  test('HUB-04 wait for the service while it is away, and none is sent twice', async () => {
    isOnline = false
    const recordings = start()
    recordings.configure([recorded()])
    const first = stretch(recordings, START_MS)
    for (let i = 0; i < 5; i++) first.piece()
    await clock.advance(30 * SECOND)
    expect(sent).toEqual([])
    isOnline = true
    recordings.resume()
    await until(() => recordings.waiting === 0)
    expect(uploads()).toEqual(['Init', 'Segment', 'Segment', 'Segment', 'Segment', 'Segment'])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(6)
  })

  test('HUB-04 R14 survive a killed hub: what it wrote last is found, and the time until it came back is a gap', async () => {
    isOnline = false
    const killed = start()
    killed.configure([recorded()])
    const first = stretch(killed, START_MS)
    first.piece()
    first.write()
    await open.pop()!.stop()

    await clock.advance(60 * SECOND)
    isOnline = true
    const recordings = start()
    recordings.configure([recorded()])
    stretch(recordings, START_MS + 62 * SECOND).piece()
    await until(() => uploads().filter((kind) => kind === 'Segment').length === 3)
    await until(() => gaps().length === 1)
    expect(gaps()).toEqual([{ cameraId: CAMERA_ID, startedAt: after(12), endedAt: after(62), cause: 'hub-stopped' }])
  })

  test('R14 a camera that is lost leaves a gap with its cause, told while it lasts and again with its end', async () => {
    const recordings = start()
    recordings.configure([recorded()])
    stretch(recordings, START_MS).piece()
    await clock.advance(6 * SECOND)
    recordings.heard({ type: 'pause', cameraId: CAMERA_ID, cause: null })
    await clock.advance(20 * SECOND)
    await until(() => gaps().length === 1)
    expect(gaps()[0]).toEqual({ cameraId: CAMERA_ID, startedAt: after(6), endedAt: null, cause: 'camera-lost' })
    stretch(recordings, START_MS + 40 * SECOND)
    await until(() => gaps().length === 2)
    expect(gaps()[1]).toEqual({ cameraId: CAMERA_ID, startedAt: after(6), endedAt: after(40), cause: 'camera-lost' })
    const ids = sent.filter(({ key }) => key === 'recording.putGap').map(({ id }) => id)
    expect(ids[0]).toBe(ids[1])
  })

  test('CAM-09 a camera with privacy is told as a gap from the first moment', async () => {
    const recordings = start()
    recordings.configure([recorded({ privacy: { level: 'blur', masks: [] } })])
    await clock.advance(10 * SECOND)
    await until(() => gaps().length === 1)
    expect(gaps()[0]).toEqual({ cameraId: CAMERA_ID, startedAt: after(0), endedAt: null, cause: 'privacy' })
  })

  test('a gap whose cause changes becomes two, and a camera that is not to be recorded has none', async () => {
    const stopped = new Set<string>()
    const recordings = start(stopped)
    recordings.configure([recorded()])
    await clock.advance(20 * SECOND)
    stopped.add(CAMERA_ID)
    await clock.advance(20 * SECOND)
    recordings.configure([desiredCamera()])
    await until(() => gaps().length === 4)
    expect(gaps().filter((gap) => gap && 'endedAt' in gap && gap.endedAt !== null)).toEqual([
      { cameraId: CAMERA_ID, startedAt: after(0), endedAt: after(30), cause: 'camera-lost' },
      { cameraId: CAMERA_ID, startedAt: after(30), endedAt: after(40), cause: 'switched-off' },
    ])
  })

  test('R12 the oldest pieces that wait make room on a full disk, which is told as a gap', async () => {
    isOnline = false
    const recordings = start()
    recordings.configure([recorded()])
    const first = stretch(recordings, START_MS)
    for (let i = 0; i < 4; i++) first.piece(1000)
    freeBytes = 2 * GIB - 1500
    await clock.advance(10 * SECOND)
    freeBytes = 100 * GIB
    isOnline = true
    recordings.resume()
    await until(() => recordings.waiting === 0)
    expect(uploads()).toEqual(['Init', 'Segment', 'Segment', 'Gap'])
    expect(gaps()).toEqual([{ cameraId: CAMERA_ID, startedAt: after(0), endedAt: after(12), cause: 'disk-full' }])
  })

  test('keep one still a minute of what is recorded', async () => {
    const recordings = start()
    recordings.configure([recorded()])
    const frame = (seconds: number) => ({
      cameraId: CAMERA_ID,
      capturedAtMs: START_MS + seconds * SECOND,
      jpeg: Buffer.from('jpeg'),
    })
    recordings.offerStill(frame(0))
    stretch(recordings, START_MS)
    for (const seconds of [1, 11, 51, 61, 71]) recordings.offerStill(frame(seconds))
    await until(() => uploads().length === 3)
    expect(sent.slice(1).map(({ query }) => query)).toEqual([
      { cameraId: CAMERA_ID, takenAt: after(1) },
      { cameraId: CAMERA_ID, takenAt: after(61) },
    ])
  })
})
