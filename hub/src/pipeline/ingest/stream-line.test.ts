import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Clock } from '#platform/clock.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { desiredCamera } from '#platform/testing/hub-parts.ts'
import { LOGIN, QuirkyCamera } from '#rtsp/testing/quirky-camera.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { GROUP_LIMITS } from '../worker/group-limits.ts'
import type { CameraFlow } from './camera-flow.ts'
import { StreamLine } from './stream-line.ts'

const OPEN_WITHIN_MS = GROUP_LIMITS.preflightMs + GROUP_LIMITS.openMs

let camera: QuirkyCamera
beforeEach(() => {
  camera = new QuirkyCamera()
})
afterEach(() => camera.stop())

/** The pauses between `attempts` attempts, seconds; the test clock skips them. */
async function pausesOf(attempts: number, login: { username: string; password: string }): Promise<number[]> {
  const pauses: number[] = []
  const clock: Clock = {
    now: () => 0,
    monotonicMs: () => 0,
    after(delayMs, work) {
      if (delayMs === OPEN_WITHIN_MS) return () => {}
      pauses.push(delayMs / 1_000)
      if (pauses.length < attempts) setImmediate(work)
      return () => {}
    },
  }
  const streamUrl = await camera.start()
  const line = new StreamLine({
    ...{ clock, streamUrl, networks: LOOPBACK },
    setup: { limits: GROUP_LIMITS, sources: {}, spoolDir: '' },
    settings: () => desiredCamera({ ...login, streamUrl }),
    begin: () => expect.unreachable('it was opened'),
    onUp: () => expect.unreachable('it gives images'),
    onDown: () => {},
    beforeFrame: () => {},
    onStuck: () => {},
  })
  await vi.waitFor(() => expect(pauses).toHaveLength(attempts), { timeout: 10_000 })
  await line.stop()
  return pauses
}

test('REAL-09 a wrong password is retried every ten minutes, so that a locked account reopens', async () => {
  camera.lock = new DigestGuard(LOGIN, 'TP-Link IP-Camera')
  const pauses = await pausesOf(13, { ...LOGIN, password: 'outdated' })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600])
})

test('REAL-09 a hub that stood still does not blame the camera; silence while it runs is the camera’s', async () => {
  let nowMs = 0
  const clock: Clock = { now: () => nowMs, monotonicMs: () => nowMs, after: () => () => {} }
  const streamUrl = await camera.start()
  const errors: string[] = []
  const flow = {
    frames: 0,
    framesSkipped: 0,
    framesAnalysed: 0,
    noticed: { tried: 0, made: 0, broken: 0, by: null, clockJumps: 0, isRateWrong: false },
    run: (_: unknown, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  }
  const line = new StreamLine({
    ...{ clock, streamUrl, networks: LOOPBACK },
    setup: { limits: GROUP_LIMITS, sources: {}, spoolDir: '' },
    settings: () => desiredCamera({ streamUrl }),
    begin: () => flow as unknown as CameraFlow,
    onUp: () => {},
    onDown: ({ reason }) => errors.push(reason.code),
    beforeFrame: () => {},
    onStuck: () => {},
  })
  await vi.waitFor(() => expect(line.flow).not.toBeNull(), { timeout: 10_000 })
  line.check()
  for (const stoodStillMs of [60_000, 3_600_000]) {
    nowMs += stoodStillMs
    line.check()
  }
  await new Promise(setImmediate)
  expect(errors).toEqual([])
  for (let count = 0; count < 6; count++) {
    nowMs += GROUP_LIMITS.heartbeatMs
    line.check()
  }
  await vi.waitFor(() => expect(errors).toEqual(['no-frames']))
  await line.stop()
})

test('an unreachable camera is retried every minute', async () => {
  camera.isPathWrong = true
  expect(await pausesOf(9, LOGIN)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})
