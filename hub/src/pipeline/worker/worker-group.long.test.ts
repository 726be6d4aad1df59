import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { openFile } from '../ingest/video-file.ts'
import type {
  CameraStatus,
  ClipFailedMessage,
  ClipMessage,
  FrameMessage,
  HeartbeatMessage,
  IncidentMessage,
  LiveEvent,
  WorkerEvent,
} from '../worker-message.ts'
import type { GroupLimits } from './group-limits.ts'
import type { ChildHubMessage, ChildHubOptions } from './testing/child-hub.ts'
import { WorkerGroup } from './worker-group.ts'

const source = (name: string) => new URL(`../../testing/${name}-source.ts`, import.meta.url).href
const endless = (id: string, motion = {}) => wantedCamera(id, `endless:${id}`, { clipAfterSeconds: 1 }, motion)
/** Short limits, so that tests need not wait as long as a hub. */
const QUICK: Partial<GroupLimits> = { heartbeatMs: 100, retryMinMs: 100, preflightMs: 500, openMs: 500, closeMs: 500 }

let spoolDir: string
let group: WorkerGroup
let statuses: Heard<CameraStatus>
let frames: Heard<FrameMessage>
let incidents: Heard<IncidentMessage>
let clips: Heard<ClipMessage>
let failed: Heard<ClipFailedMessage>
let beats: Heard<HeartbeatMessage>
let losses: Heard<Extract<WorkerEvent, { type: 'worker-lost' }>>
let pauses: Heard<Extract<WorkerEvent, { type: 'pause' }>>
let live: Heard<LiveEvent>

beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-group-'))
})
afterEach(async () => {
  await group?.stop()
  await rm(spoolDir, { recursive: true, force: true, maxRetries: 3 })
})

function watch(cameras: DesiredCamera[], limits: Partial<GroupLimits> = {}): void {
  statuses = new Heard()
  frames = new Heard()
  incidents = new Heard()
  clips = new Heard()
  failed = new Heard()
  beats = new Heard()
  losses = new Heard()
  pauses = new Heard()
  live = new Heard()
  group = new WorkerGroup({
    spoolDir,
    emit: sorted({
      status: statuses.put,
      incident: incidents.put,
      clip: clips.put,
      'clip-failed': failed.put,
      frame: frames.put,
      'live-init': live.put,
      live: live.put,
      heartbeat: beats.put,
      'worker-lost': losses.put,
      pause: pauses.put,
    }),
    log: () => {},
    clock: createClock(),
    environment: process.env,
    isLoopbackAllowed: true,
    sources: { endless: source('endless'), hanging: source('hanging') },
    limits: { ...QUICK, ...limits },
  })
  group.configure(cameras)
}

const is = (cameraId: string, what: Partial<CameraStatus>) => (status: CameraStatus) =>
  status.cameraId === cameraId &&
  Object.entries(what).every(([key, value]) => isDeepStrictEqual(status[key as keyof CameraStatus], value))
const online = (cameraId: string) => is(cameraId, { state: 'online' })
const pidOf = (cameraId: string) => group.workers.find((worker) => worker.cameraIds.includes(cameraId))?.pid

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a camera in a worker', () => {
  test('comes online, shows a frame, raises motion with a thumbnail, and its clip can be played', async () => {
    watch([endless('room')])
    const status = await statuses.first(online('room'))
    expect(status).toMatchObject({ codec: 'h264', width: 320, height: 180, reason: null })
    const frame = await frames.first(() => true)
    expect(frame.jpeg.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))

    const incident = await incidents.first(() => true)
    expect(incident.alert).toMatchObject({ cameraId: 'room', appCode: 'A003', severity: 'low', hasClip: true })
    const occurredAtMs = Date.parse(incident.alert.occurredAt)
    expect(incident.raisedAtMs - occurredAtMs).toBeGreaterThanOrEqual(1000)
    expect(incident.alert.detections.length).toBeGreaterThan(0)
    expect(Buffer.from(incident.alert.thumbnail!, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))

    const clip = await clips.first((it) => it.alertId === incident.alert.alertId)
    expect((await stat(clip.path)).size).toBe(clip.byteLength)
    const played = await openFile(clip.path, new AbortController().signal)
    let images = 0
    for await (const _ of played) images++
    await played.close()
    expect(clip.durationMs).toBe(images * 100)
    expect(clip.startedAtMs + clip.alertAtMs).toBe(occurredAtMs)
  })

  test('sends live video only while somebody watches, from a key frame on', async () => {
    watch([endless('room')])
    await statuses.first(online('room'))
    expect(live.all).toEqual([])
    group.liveStart('room', 'clear')
    const init = await live.first((it) => it.type === 'live-init')
    expect(init).toMatchObject({ codec: expect.stringMatching(/^avc1\./), width: 320, height: 180 })
    expect(await live.first((it) => it.type === 'live')).toMatchObject({ isKey: true })
    group.liveStop('room', 'clear')
    const count = live.all.length
    await beats.next(() => true)
    await beats.next(() => true)
    expect(live.all.length).toBe(count)
  })

  test('continues live video when other settings reopen it', async () => {
    watch([endless('room')])
    group.liveStart('room', 'clear')
    await live.first((it) => it.type === 'live')
    const again = live.next((it) => it.type === 'live-init')
    group.configure([{ ...endless('room'), username: 'another' }])
    const init = await again
    await live.next((it) => it.type === 'live')
    expect(live.all[live.all.indexOf(init) + 1]).toMatchObject({ type: 'live', isKey: true })
  })

  test('is opened only while it is enabled', async () => {
    watch([{ ...endless('room'), isEnabled: false }])
    expect(await statuses.first(() => true)).toMatchObject({ state: 'disabled', reason: { code: 'disabled' } })
    group.configure([endless('room')])
    await statuses.first(online('room'))
  })

  test('takes new settings without a new connection', async () => {
    watch([endless('room', { pixelChangePercent: 100 })])
    await statuses.first(online('room'))
    // A slow machine says first that the camera has not begun.
    const [pid, begun] = [pidOf('room'), statuses.all.length]
    group.configure([endless('room', { motionDurationSeconds: 0.4 })])
    await incidents.first(() => true)
    expect(pidOf('room')).toBe(pid)
    expect(statuses.all.slice(begun).filter((status) => status.state === 'offline')).toEqual([])
  })
})

const WORKER_LOST = { code: 'worker-lost', params: {} } as const

describe('a failing worker or camera', () => {
  test('a killed worker is started again, and a camera in another one is not affected', async () => {
    watch([endless('a'), endless('b')], { camerasPerWorker: 1 })
    await Promise.all([statuses.first(online('a')), statuses.first(online('b'))])
    const [pidA, pidB, begun] = [pidOf('a'), pidOf('b'), statuses.all.length]
    process.kill(pidA!, 'SIGKILL')
    await statuses.next(is('a', { state: 'offline', reason: WORKER_LOST }))
    await statuses.next(online('a'))
    expect(pidOf('a')).not.toBe(pidA)
    expect(pidOf('b')).toBe(pidB)
    expect(statuses.all.slice(begun).filter(is('b', { state: 'offline' }))).toEqual([])
  })

  test('a worker that hangs is ended and restarted', async () => {
    watch([endless('a')], { workerSilenceMs: 3000 })
    await statuses.first(online('a'))
    const pid = pidOf('a')!
    process.kill(pid, 'SIGSTOP')
    await statuses.next(is('a', { reason: WORKER_LOST }))
    await statuses.next(online('a'))
    expect(isRunning(pid)).toBe(false)
  })

  test('a connected camera without frames is reported and reopened', async () => {
    watch([wantedCamera('silent', 'hanging:later')], { silenceMs: 500 })
    await statuses.first(online('silent'))
    await statuses.first(is('silent', { state: 'offline', reason: { code: 'no-frames', params: {} } }))
    await statuses.next(online('silent'))
  })

  test('a clip that cannot be stored is reported as failed, and alerts go on', async () => {
    await writeFile(join(spoolDir, 'clips'), 'a file where the folder should be')
    watch([endless('room', { snoozeSeconds: 0 })])
    const incident = await incidents.first(() => true)
    const { error } = await failed.first((it) => it.alertId === incident.alert.alertId)
    expect(error).toEqual({ code: 'not-stored', params: { detail: expect.stringMatching(/^E[A-Z]+$/) } })
    await incidents.next(() => true)
  })

  test('CAM-15 a worker that takes too much memory is ended, said so, and its cameras are separated', async () => {
    watch([endless('a'), endless('b')], { rssMaxBytes: 1 })
    await statuses.first(is('a', { reason: { code: 'memory-short', params: {} } }))
    expect(await losses.first(() => true)).toEqual({ type: 'worker-lost', cause: 'memory', cameraIds: ['a', 'b'] })
    expect(pauses.all).toEqual(['a', 'b'].map((cameraId) => ({ type: 'pause', cameraId, cause: 'worker-lost' })))
    await losses.next(({ cameraIds }) => cameraIds.length === 1)
  })

  test('its cameras stay together on a machine without room for a worker each', async () => {
    watch([endless('a'), endless('b')], { rssMaxBytes: 1, memoryBytes: 500_000_000 })
    const both = { cause: 'memory', cameraIds: ['a', 'b'] }
    expect(await losses.first(() => true)).toMatchObject(both)
    expect(await losses.next(() => true)).toMatchObject(both)
    expect(pidOf('a')).toBe(pidOf('b'))
  })

  test('a worker that dies again and again has its cameras put apart', async () => {
    watch([endless('a'), endless('b')])
    await Promise.all([statuses.first(online('a')), statuses.first(online('b'))])
    expect(pidOf('a')).toBe(pidOf('b'))
    for (const _ of [1, 2]) {
      const back = statuses.next(online('a'))
      process.kill(pidOf('a')!, 'SIGKILL')
      await back
    }
    await statuses.next(online('b'))
    expect(pidOf('a')).not.toBe(pidOf('b'))
  })

  test('a camera that hangs in the library is reported and isolated; others return', async () => {
    watch([endless('good'), wantedCamera('bad', 'hanging:')], { preflightMs: 700, openMs: 700 })
    const reason = { code: 'not-begun', params: {} } as const
    await statuses.first(is('bad', { state: 'offline', reason }))
    await statuses.first(is('good', { reason: WORKER_LOST }))
    await statuses.next(online('good'))
    expect(pidOf('good')).not.toBe(pidOf('bad'))
    await statuses.next(is('bad', { reason }))
    const pid = pidOf('good')
    await statuses.next(is('bad', { reason }))
    expect(pidOf('good')).toBe(pid)
  })

  test('a camera that sends only garbage is reported within seconds; others go on', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      const timer = setInterval(() => socket.write(Buffer.alloc(2000, 0xa7)), 20)
      socket.on('close', () => clearInterval(timer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `rtsp://nurse:secret@127.0.0.1:${(server.address() as AddressInfo).port}/x`
    watch([endless('good'), wantedCamera('junk', url)])
    const status = await statuses.first(is('junk', { state: 'offline' }))
    expect(status).toMatchObject({ reason: { code: 'not-camera' } })
    await statuses.first(online('good'))
    expect(JSON.stringify(statuses.all)).not.toContain('secret')
    server.close()
  })

  test('an invalid address is rejected with a reason', async () => {
    watch([wantedCamera('web', 'ftp://127.0.0.1/video'), wantedCamera('file', 'file:///etc/passwd')])
    for (const id of ['web', 'file']) {
      expect(await statuses.first(is(id, { state: 'offline' }))).toMatchObject({ reason: { code: 'bad-address' } })
    }
  })
})

describe('the end', () => {
  test('removing a camera ends its worker, stopping ends all', async () => {
    watch([endless('a'), endless('b')], { camerasPerWorker: 1 })
    await Promise.all([statuses.first(online('a')), statuses.first(online('b'))])
    const pids = group.workers.map((worker) => worker.pid!)
    group.configure([endless('a')])
    await group.stop()
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('a worker whose parent is killed ends itself', async () => {
    const program = fileURLToPath(new URL('./testing/child-hub.ts', import.meta.url))
    const options: ChildHubOptions = { spoolDir, sources: { endless: source('endless') }, cameras: [endless('one')] }
    const parent = fork(program, [JSON.stringify(options)], { serialization: 'advanced' })
    const [{ pids }] = (await once(parent, 'message')) as [ChildHubMessage]
    const pid = pids[0]!
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false)
  })
})
