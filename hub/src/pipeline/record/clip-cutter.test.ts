import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TIMESCALE } from '#mp4/mp4-box.ts'
import { film } from '#testing/film.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { OneByOne } from '../frame/one-by-one.ts'
import { SampleRing } from '../media/sample-ring.ts'
import type { ClipFailedMessage, ClipMessage } from '../worker-message.ts'
import { ClipCutter } from './clip-cutter.ts'

const START_MS = Date.parse('2026-11-20T01:00:00Z')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-clips-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function filledRing(seconds: number): Promise<SampleRing> {
  const { track, samples } = await film(seconds)
  const ring = new SampleRing(track, seconds * 1000)
  for (const sample of samples) ring.push({ ...sample, capturedAtMs: START_MS + (sample.time / TIMESCALE) * 1000 })
  return ring
}

const request = (alertId: string) => ({
  alertId,
  cameraId: 'hallway',
  occurredAtMs: START_MS + 1000,
  fromMs: START_MS,
  untilMs: START_MS + 2000,
  copy: { level: 'blur' as const, masks: [] },
})

test('CAM-09 an alert has its clip, and a code for the missing copy, when too many copies wait', async () => {
  const [clips, failed] = [new Heard<ClipMessage>(), new Heard<ClipFailedMessage>()]
  const copies = new OneByOne(1)
  const cutter = new ClipCutter(folder, sorted({ clip: clips.put, 'clip-failed': failed.put }), copies)
  const ring = await filledRing(3)
  const before = Promise.withResolvers<void>()
  copies.add(() => before.promise)
  for (const alertId of ['waits', 'refused']) {
    cutter.request(request(alertId))
    cutter.advance(ring, START_MS + 2000)
    await cutter.idle()
  }

  expect(failed.all).toEqual([
    {
      type: 'clip-failed',
      alertId: 'refused',
      error: { code: 'copy-too-busy', params: {} },
      isBlurred: true,
    },
  ])
  expect(clips.all).toMatchObject([
    { alertId: 'waits', isBlurred: false },
    { alertId: 'refused', isBlurred: false },
  ])
  before.resolve()
  await clips.first(({ isBlurred }) => isBlurred)
  expect(clips.all[2]).toMatchObject({ alertId: 'waits', isBlurred: true })
  expect((await readdir(folder)).sort()).toEqual(['refused.mp4', 'waits-blurred.mp4', 'waits.mp4'])
})
