import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { WorkerGroup } from './pipeline/worker/worker-group.ts'
import type { CameraStatus, LiveEvent } from './pipeline/worker-message.ts'
import { Heard, sorted } from './testing/heard.ts'
import { missingForRtsp, startRtspServer } from './testing/rtsp-server.ts'
import { wantedCamera } from './testing/wanted-camera.ts'

const missing = missingForRtsp()
if (missing) console.warn(`cameras that go and come back: skipped, ${missing}`)

const CAMERA = { room: { pattern: 'ball', fps: 10 } } as const
const nothing = () => {}

let spoolDir: string
let group: WorkerGroup
let statuses: Heard<CameraStatus & { atMs: number }>
let live: Heard<LiveEvent>
let server: Awaited<ReturnType<typeof startRtspServer>>

beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-return-'))
  statuses = new Heard()
  live = new Heard()
  group = new WorkerGroup({
    spoolDir,
    emit: sorted({
      status: (status) => statuses.put({ ...status, atMs: performance.now() }),
      'live-init': live.put,
      live: live.put,
    }),
    log: nothing,
    clock: createClock(),
    environment: process.env,
    isLoopbackAllowed: true,
    limits: { silenceMs: 3000, heartbeatMs: 300, retryMinMs: 300, retryMaxMs: 2400 },
  })
})
afterEach(async () => {
  await group.stop()
  await server?.stop()
  await rm(spoolDir, { recursive: true, force: true, maxRetries: 3 })
})

async function watchRoom(): Promise<number | undefined> {
  server = await startRtspServer(CAMERA)
  group.configure([wantedCamera('room', server.url('room'))])
  group.liveStart('room', 'clear')
  await live.first(({ type }) => type === 'live')
  await statuses.first(({ state }) => state === 'online')
  return group.workers[0]?.pid
}

/** Resolves when the live video begins again, with what begins it. */
async function liveAgain(): Promise<void> {
  const before = live.all.length
  await live.next(({ type }) => type === 'live')
  // The format and its first frame come in one turn.
  const [first, second] = live.all.slice(before)
  expect(first).toMatchObject({ type: 'live-init' })
  expect(second).toMatchObject({ type: 'live', isKey: true })
}

describe.skipIf(missing !== null)('a camera that goes and comes back', { timeout: 60_000 }, () => {
  test('LIVE-02 a killed camera is named, retried ever less often, and live again with a key frame', async () => {
    const pid = await watchRoom()
    const { port } = server
    const ended = statuses.next(({ reason }) => reason?.code === 'ended')
    await server.stop()
    await ended
    for (let tries = 0; tries < 4; tries++) await statuses.next(({ reason }) => reason?.code === 'refused')
    const refusedAtMs = statuses.all.filter(({ reason }) => reason?.code === 'refused').map(({ atMs }) => atMs)
    const pauses = refusedAtMs.slice(1).map((atMs, i) => atMs - refusedAtMs[i]!)
    // Each pause is twice the one before; a busy machine only makes them longer.
    for (const [i, least] of [600, 1200, 2400].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(least * 0.95)

    const again = liveAgain()
    server = await startRtspServer(CAMERA, { port })
    await again
    await statuses.next(({ state }) => state === 'online')
    expect(group.workers[0]?.pid).toBe(pid)
  })

  test('CAM-15 frozen: it is reported as silent, closed, and returns in the same process', async () => {
    const pid = await watchRoom()
    const silent = statuses.next(({ reason }) => reason?.code === 'no-frames')
    process.kill(server.pid, 'SIGSTOP')
    expect(await silent).toMatchObject({ state: 'offline', reason: { code: 'no-frames' } })
    const again = liveAgain()
    process.kill(server.pid, 'SIGCONT')
    await again
    await statuses.next(({ state }) => state === 'online')
    expect(group.workers[0]?.pid).toBe(pid)
  })
})
