import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { lumaOfJpeg } from '#testing/marked-film.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { WorkerInferenceClient } from '../analysis/inference-client.ts'
import { GROUP_LIMITS } from '../worker/group-limits.ts'
import type { CameraStatus, FrameMessage, FromWorker, LiveInitMessage } from '../worker-message.ts'
import { CameraRunner } from './camera-runner.ts'
import type { RunnerOptions } from './runner-options.ts'

Log.setLevel(AV_LOG_QUIET)
const SOURCE = pathToFileURL(join(import.meta.dirname, '../../testing/endless-source.ts')).href
const HEARTBEAT_MS = 200
const SQUASHED = { streamUrl: 'endless:room?640x360', subStreamUrl: 'endless:small?320x240', snapshotEverySeconds: 1 }

let spoolDir: string
let runner: CameraRunner
let heartbeat: NodeJS.Timeout
beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-runner-'))
})
afterEach(async () => {
  clearInterval(heartbeat)
  await runner.stop()
  await rm(spoolDir, { recursive: true, force: true })
})

function begin(changes: Partial<DesiredCamera>, surroundings: Partial<RunnerOptions> = {}) {
  const clock = createClock()
  const heard = {
    statuses: new Heard<CameraStatus>(),
    frames: new Heard<FrameMessage>(),
    inits: new Heard<LiveInitMessage>(),
  }
  const quiet = () => new WorkerInferenceClient('own', () => {}, clock)
  const setup = { spoolDir, sources: { endless: SOURCE }, limits: GROUP_LIMITS } as unknown as RunnerOptions['setup']
  runner = new CameraRunner(wantedCamera('room', '', changes), {
    ...{ setup, clock, networks: LOOPBACK, inference: quiet(), poser: quiet(), lastIncidents: new Map() },
    ...{ background: null, ...surroundings },
    sendLive: (event) => {
      if (event.type === 'live-init') heard.inits.put(event)
      return true
    },
    send: sorted<FromWorker>({ status: heard.statuses.put, frame: heard.frames.put }),
  })
  heartbeat = setInterval(() => runner.check(), HEARTBEAT_MS)
  return heard
}

const sizeOf = async ({ jpeg }: FrameMessage) => {
  const { width, height } = await lumaOfJpeg(jpeg)
  return { width, height }
}

test('REAL-06 a small stream of another shape is not used, and the status says so', async () => {
  const { statuses, frames } = begin(SQUASHED)
  const status = await statuses.first(({ reason }) => reason?.code === 'sub-stream-shape')
  expect(status.state).toBe('online')
  expect(await sizeOf(await frames.first(() => true))).toEqual({ width: 640, height: 360 })
})

test('REAL-06 a small stream of another shape is used once a person says that it shows the same view', async () => {
  const { statuses, frames, inits } = begin({ ...SQUASHED, isSubStreamSameView: true })
  // Squashed no more.
  expect(await sizeOf(await frames.first(() => true))).toEqual({ width: 320, height: 180 })
  runner.liveStart('clear-small')
  const { init } = await inits.first(() => true)
  expect(init.includes('pasp')).toBe(true)
  expect(statuses.all.map(({ reason }) => reason?.code)).not.toContain('sub-stream-shape')
})

test('CAM-15 a camera that is lost in the standby of its hub is not blamed', async () => {
  let uptimeMs = 0
  const limits = { ...GROUP_LIMITS, retryMinMs: 50, retryMaxMs: 50 }
  const setup = { spoolDir, sources: {}, limits } as unknown as RunnerOptions['setup']
  const { statuses } = begin({ streamUrl: 'rtsp://127.0.0.1:1/' }, { setup, uptimeMs: () => uptimeMs })
  expect(await statuses.first(() => true)).toMatchObject({ state: 'offline', reason: { code: 'refused' } })
  uptimeMs += 3_600_000
  expect(await statuses.next(() => true)).toMatchObject({ state: 'offline', reason: { code: 'hub-slept' } })
  uptimeMs += 10_000
  await statuses.next(() => true)
  for (let i = 0; i < 6; i++) {
    uptimeMs += 10_000
    runner.check()
  }
  expect(await statuses.next(({ reason }) => reason?.code !== 'hub-slept')).toMatchObject({
    reason: { code: 'refused' },
  })
})
