// A drawn fall with the pose model that comes along: from the camera's stream through the model's own process to the alert.
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FallModel } from '#model/fall-model.ts'
import { Analysis } from '#pipeline/analysis/analysis.ts'
import type { InferenceClient } from '#pipeline/analysis/inference-client.ts'
import type { Incident } from '#pipeline/analysis/observation.ts'
import { fallMoment, openFall } from '../testing/fall-source.ts'
import { openedPoses } from '../testing/opened-poses.ts'
import { wantedCamera } from '../testing/wanted-camera.ts'

const CAMERA_ID = '019a9b00-0000-7000-8000-000000000005'
const BEFORE_MS = 20_000
const AFTER_MS = 14_000
const FRAME_MS = 200

let model: FallModel
beforeAll(async () => {
  model = await openedPoses()
}, 120_000)
afterAll(() => model.stop())

async function watch(room: string, poser: InferenceClient, seats: Region[] = []): Promise<Incident[]> {
  const incidents: Incident[] = []
  const analysis = new Analysis(
    {
      onIncident: (one) => one.appCode === 'A005' && incidents.push(one),
      onSnapshot() {},
      onViewChange() {},
      onError: (words) => expect.fail(words),
    },
    undefined,
    undefined,
    { cameraId: CAMERA_ID, line: null, poser },
  )
  const bed = SCENES.find(({ key }) => key === room)!.bed
  const app = (appCode: 'A004' | 'A005', settings: object) => ({
    appCode,
    severity: 'critical' as const,
    settings: hubAppSettings.parse({ appCode, ...settings }),
    schedule: null,
  })
  const beds = bed ? [{ name: 'bed', corners: [...bed] }] : []
  analysis.configure(wantedCamera(CAMERA_ID, '', { beds, seats, apps: [app('A005', {}), app('A004', {})] }))
  const stop = new AbortController()
  const running = analysis.run('h264', Buffer.alloc(0), stop.signal)
  let nowMs = fallMoment(room) - BEFORE_MS
  const clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs: number, work: () => void) {
      const timer = setImmediate(() => {
        nowMs += delayMs
        work()
      })
      return () => clearImmediate(timer)
    },
  }
  const source = await openFall(room, clock, stop.signal)
  let atMs = fallMoment(room) - BEFORE_MS
  for await (const packet of source) {
    analysis.put(packet, atMs)
    await analysis.idle()
    atMs += FRAME_MS
    if (atMs > fallMoment(room) + AFTER_MS) break
  }
  await source.close()
  stop.abort()
  await running
  return incidents
}

test('REAL-03 the pose model raises a drawn fall once, within five seconds', async () => {
  const [first, ...others] = await watch('room-203', model)
  expect(others).toEqual([])
  expect(first!.raisedAtMs - fallMoment('room-203')).toBeLessThanOrEqual(5000)
}, 240_000)

test('CAM-08 the same fall on a seat that is outlined in the settings raises nothing', async () => {
  const corners = [0, 1].flatMap((x) => [x, 1 - x].map((y) => ({ x, y })))
  expect(await watch('room-203', model, [{ name: 'sofa', corners }])).toEqual([])
}, 240_000)
