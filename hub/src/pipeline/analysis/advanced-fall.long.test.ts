// The advanced fall model on a drawn fall, from the camera's stream to the alert: with a real runtime in its own process.

import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FallModel, type FallModelLimits } from '#model/fall-model.ts'
import type { RgbImage } from '#model/letterbox.ts'
import { type Clock, createClock } from '#platform/clock.ts'
import { fallMoment, openFall } from '#testing/fall-source.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { RUNTIME_FOLDER } from '#testing/installed-runtime.ts'
import { type ModelBody, type ModelRequest, onnxModel } from '#testing/onnx-model.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { VideoPacket } from '../media/packet-source.ts'
import { WorkerGroup } from '../worker/worker-group.ts'
import type { CameraStatus, IncidentMessage } from '../worker-message.ts'
import { Analysis } from './analysis.ts'
import type { InferenceClient } from './inference-client.ts'
import { ANALYSED } from './judged-image.ts'
import { MeasurementLog } from './measurement-log.ts'
import type { Incident } from './observation.ts'

const ROOM = 'room-203'
const CAMERA_ID = '019a9b00-0000-7000-8000-000000000005'
const BEFORE_MS = 20_000
const AFTER_MS = 14_000
const FRAME_MS = 200
/** What these models want; the frame lies in the middle of it. */
const SIDE = 64
const bed = { name: 'bed', corners: [...SCENES.find(({ key }) => key === ROOM)!.bed!] }

let folder: string
let model: FallModel | null = null
let packets: VideoPacket[]
/** With the standard model: what all others are held against. */
let standard: Incident
const fellAtMs = fallMoment(ROOM)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-model-'))
  packets = await record()
  const { incidents } = await watch('standard', null)
  expect(incidents).toHaveLength(1)
  standard = incidents[0]!
  return () => rm(folder, { recursive: true, force: true })
}, 60_000)
afterEach(async () => {
  await model?.stop()
  model = null
})

async function record(): Promise<VideoPacket[]> {
  let nowMs = fellAtMs - BEFORE_MS
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs, work) {
      const timer = setImmediate(() => {
        nowMs += delayMs
        work()
      })
      return () => clearImmediate(timer)
    },
  }
  const source = await openFall(ROOM, clock, new AbortController().signal)
  const taken: VideoPacket[] = []
  for await (const packet of source) {
    taken.push(packet)
    if (taken.length * FRAME_MS > BEFORE_MS + AFTER_MS) break
  }
  await source.close()
  return taken
}

function cameraOf(kind: 'standard' | 'advanced', streamUrl = '', changes: Partial<DesiredCamera> = {}): DesiredCamera {
  const app = (appCode: 'A004' | 'A005', settings: object) => ({
    appCode,
    severity: 'critical' as const,
    settings: hubAppSettings.parse({ appCode, ...settings }),
    schedule: null,
  })
  const apps = [app('A005', { model: kind, sensitivity: 'low' }), app('A004', {})]
  return wantedCamera(CAMERA_ID, streamUrl, { beds: [bed], apps, ...changes })
}

/** The alerts of a fall, and how often the model answered. Frames wait for an answer where `isPatient`, as real ones take longer. */
async function watch(
  kind: 'standard' | 'advanced',
  inference: InferenceClient | null,
  { isPatient = false, changes = {} }: { isPatient?: boolean; changes?: Partial<DesiredCamera> } = {},
) {
  const incidents: Incident[] = []
  const sink = {
    onIncident: (one: Incident) => one.appCode === 'A005' && incidents.push(one),
    onSnapshot() {},
    onViewChange() {},
    onError: (words: string) => expect.fail(words),
  }
  let answers = 0
  let open: Promise<unknown> = Promise.resolve()
  const line = inference && {
    get isReady() {
      return inference.isReady
    },
    infer(cameraId: string, image: RgbImage) {
      const answer = inference.infer(cameraId, image)
      open = answer.then((bodies) => bodies && answers++)
      return answer
    },
  }
  const log = new MeasurementLog(ANALYSED.width, ANALYSED.height)
  const analysis = new Analysis(sink, log, undefined, line && { cameraId: CAMERA_ID, line })
  analysis.configure(cameraOf(kind, '', changes))
  const stop = new AbortController()
  const running = analysis.run('h264', Buffer.alloc(0), stop.signal)
  for (const [index, packet] of packets.entries()) {
    const judged = analysis.observation()
    analysis.put(packet, fellAtMs - BEFORE_MS + index * FRAME_MS)
    await judged
    if (isPatient) await open
  }
  stop.abort()
  await running
  return { incidents, answers }
}

/** A model of the operator, open and tried. */
async function opened(content: Buffer | null, limits: Partial<FallModelLimits> = {}): Promise<FallModel> {
  const file = content && join(folder, 'model.onnx')
  if (file) writeFileSync(file, content)
  const changes = new Heard<null>()
  const made = new FallModel({
    fallModel: { file, runtimeFolder: RUNTIME_FOLDER },
    clock: createClock(),
    log: () => {},
    environment: process.env,
    limits: { openMs: 60_000, lookMs: 30_000, waitMs: 60_000, ...limits },
    onChange: () => changes.put(null),
  })
  model = made
  made.want(true)
  if (file) await changes.first(() => true)
  return made
}

/** What a model says that is sure of a body there, in the frame's shares, of whatever shape. */
function bodyAt({ x, y, width, height }: Box, shape: { width: number; height: number }): ModelBody {
  const [scale, top] = [(SIDE * 9) / 16, (SIDE - (SIDE * 9) / 16) / 2]
  const area = Math.sqrt((width * SIDE * height * scale) / (shape.width * shape.height))
  const middle = { x: (x + width / 2) * SIDE, y: top + (y + height / 2) * scale }
  return { ...middle, width: shape.width * area, height: shape.height * area, confidence: 4 }
}
const withBody = (shape: { width: number; height: number }, more: ModelRequest = {}) =>
  onnxModel({ side: SIDE, bodies: [bodyAt(standard.boxes[0]!, shape)], ...more })
const LYING = { width: 3, height: 2 }
const UPRIGHT = { width: 1, height: 2 }

describe('APP-05 the advanced model on a drawn fall', () => {
  test('APP-05 a model that sees the person lying makes the alert come sooner, and the alert names it', async () => {
    const { incidents, answers } = await watch('advanced', await opened(withBody(LYING)), { isPatient: true })
    expect(answers).toBeGreaterThan(0)
    expect(incidents).toHaveLength(1)
    expect(incidents[0]!.raisedAtMs).toBeLessThan(standard.raisedAtMs)
    expect(incidents[0]!.modelConfidence).toBeGreaterThan(0.6)
    expect(standard.modelConfidence).toBeUndefined()
  })

  test('APP-05 a model that sees them upright delays the alert by five seconds at most', async () => {
    const { incidents } = await watch('advanced', await opened(withBody(UPRIGHT)), { isPatient: true })
    expect(incidents).toHaveLength(1)
    const lateMs = incidents[0]!.raisedAtMs - standard.raisedAtMs
    expect(lateMs).toBeGreaterThan(0)
    expect(lateMs).toBeLessThanOrEqual(5000)
    expect(incidents[0]!.occurredAtMs).toBe(standard.occurredAtMs)
  })

  test.each<[string, () => Buffer | null, Partial<FallModelLimits>, string]>([
    ['no file', () => null, {}, 'model-file-missing'],
    ['garbage', () => Buffer.alloc(10_000, 7), {}, 'model-not-onnx'],
    [
      'a model that hangs',
      () => withBody(LYING, { later: 'hang' }),
      { lookMs: 1000, failuresMax: 1 },
      'model-too-slow',
    ],
    [
      'a model that takes all memory',
      () => withBody(LYING, { later: 'eat' }),
      { rssMaxBytes: 400_000_000, failuresMax: 1 },
      'model-too-hungry',
    ],
  ])(
    'APP-05 with %s the alert is the standard one, at the same time, and the hub says why',
    async (_, content, limits, key) => {
      const made = await opened(content(), limits)
      const { incidents, answers } = await watch('advanced', made, { isPatient: true })
      expect(answers).toBe(0)
      const essence = ({ raisedAtMs, occurredAtMs, boxes }: Incident) => ({ raisedAtMs, occurredAtMs, boxes })
      expect(incidents.map(essence)).toEqual([essence(standard)])
      expect(made.error?.code).toBe(key)
    },
  )

  test('APP-05 CAM-09 masked areas are black before the model sees them', async () => {
    const images: RgbImage[] = []
    const inference: InferenceClient = {
      isReady: true,
      infer: async (_, image) => {
        images.push(image)
        return null
      },
    }
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 0.1 },
      { x: 0, y: 0.1 },
    ]
    const privacy = { level: 'none' as const, masks: [{ name: 'top', corners }] }
    await watch('advanced', inference, { changes: { privacy } })
    expect(images.length).toBeGreaterThan(0)
    for (const { width, height, data } of images) {
      expect([width, height, data.length]).toEqual([640, 360, 640 * 360 * 3])
      expect(data.subarray(0, width * 36 * 3).some((light) => light > 0)).toBe(false)
      expect(data.subarray(width * 40 * 3).some((light) => light > 50)).toBe(true)
    }
  })
})

describe('APP-05 the advanced model of a hub with media workers', () => {
  test('APP-05 a worker uses it across processes, and its alert records that it took part', async () => {
    const inference = await opened(withBody(LYING))
    const incidents = new Heard<IncidentMessage>()
    const statuses = new Heard<CameraStatus>()
    const group = new WorkerGroup({
      spoolDir: join(folder, 'spool'),
      emit: sorted({ status: statuses.put, incident: incidents.put }),
      log: () => {},
      clock: createClock(),
      environment: process.env,
      sources: { fall: new URL('../../testing/fall-source.ts', import.meta.url).href },
      inference,
    })
    try {
      group.configure([cameraOf('advanced', `fall:${ROOM}?before=9`)])
      const { detections } = (await incidents.first(({ alert }) => alert.appCode === 'A005')).alert
      expect(detections).toEqual([{ label: 'person', box: expect.anything(), by: 'model', score: expect.any(Number) }])
    } finally {
      await group.stop()
    }
  })
})
