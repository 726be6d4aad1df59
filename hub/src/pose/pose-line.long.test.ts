// The pose model of a hub with media workers: frames go to it across processes, and a hub without it says so.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RgbImage } from '#model/letterbox.ts'
import { WorkerGroup, type WorkerGroupOptions } from '#pipeline/worker/worker-group.ts'
import type { CameraStatus } from '#pipeline/worker-message.ts'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '../testing/heard.ts'
import { wantedCamera } from '../testing/wanted-camera.ts'
import { upright } from './testing.ts'

const CAMERA_ID = '019a9b00-0000-7000-8000-000000000005'

let folder: string
let group: WorkerGroup
let statuses: Heard<CameraStatus>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-pose-'))
})
afterEach(async () => {
  await group.stop()
  await rm(folder, { recursive: true, force: true })
})

function watchWith(poser: NonNullable<WorkerGroupOptions['poser']>, address = 'fall:room-203?before=9'): void {
  statuses = new Heard()
  group = new WorkerGroup({
    spoolDir: join(folder, 'spool'),
    emit: sorted({ status: statuses.put }),
    log: () => {},
    clock: createClock(),
    environment: process.env,
    sources: { fall: new URL('../testing/fall-source.ts', import.meta.url).href },
    poser,
  })
  const settings = hubAppSettings.parse({ appCode: 'A005' })
  const apps = [{ appCode: 'A005' as const, severity: 'critical' as const, settings, schedule: null }]
  group.configure([wantedCamera(CAMERA_ID, address, { apps })])
}

test('REAL-02 a worker asks the pose model with a small frame whose sides it can use', async () => {
  const asked = new Heard<RgbImage>()
  watchWith({
    isReady: true,
    error: null,
    infer: async (_, image) => {
      asked.put(image)
      return []
    },
  })
  const { width, height, data } = await asked.first(() => true)
  expect([width, height, data.length]).toEqual([256, 160, 256 * 160 * 3])
})

test('REAL-03 a worker infers a square of the same frame after losing a person at night', async () => {
  const asked = new Heard<RgbImage>()
  let looks = 0
  watchWith(
    {
      isReady: true,
      error: null,
      infer: async (_, image) => {
        asked.put(image)
        return ++looks > 3 ? [] : [upright()]
      },
    },
    'fall:room-203?before=9&night',
  )
  const { data } = await asked.first(({ width, height }) => width === 256 && height === 256)
  expect(data.length).toBe(256 * 256 * 3)
  expect(asked.all.findIndex(({ height }) => height === 256)).toBe(4)
}, 30_000)

test('REAL-02 a camera says so when the pose model answers too few of its frames', async () => {
  let looks = 0
  watchWith({ isReady: true, error: null, infer: async () => (++looks % 4 === 0 ? [upright()] : null) })
  const { state } = await statuses.first(({ reason }) => reason?.code === 'pose-late')
  expect(state).toBe('online')
}, 60_000)

test('REAL-02 a camera with A005 on a hub without the pose model is online with a warning', async () => {
  watchWith({ isReady: false, error: { code: 'model-unfit', params: {} }, infer: async () => null })
  const { state } = await statuses.first(({ reason }) => reason?.code === 'pose-missing')
  expect(state).toBe('online')
})
