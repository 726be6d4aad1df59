/** Trying settings on a decoded and analyzed stream. */
import type { Tried, TryoutRequest } from '@mimamori/contract/camera/hub-request.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawVideo } from '#testing/drawn-video.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { Analysis } from './analysis.ts'
import { ANALYSED } from './judged-image.ts'
import { MeasurementLog } from './measurement-log.ts'
import type { Incident, Observation } from './observation.ts'
import { tryoutAnswer } from './tryout.ts'

const CAMERA_ID = '019a9b00-0000-7000-8000-000000000001'
const FRAME_MS = 200
const START_MS = Date.parse('2026-11-20T00:00:00Z')
const camera = wantedCamera(CAMERA_ID, 'rtsp://camera.example/', {}, { motionDurationSeconds: 1, snoozeSeconds: 5 })
const inForce = camera.apps[0]!.settings

/** Forty seconds, five frames a second: a box moves through the room twice. */
const film = {
  width: 320,
  height: 180,
  framesPerSecond: 5,
  frames: 200,
  keyEvery: 50,
  boxAt: (frame: number) => ((frame > 60 && frame < 90) || frame > 160 ? ((frame % 30) / 30) * 0.7 : null),
}

const log = new MeasurementLog(ANALYSED.width, ANALYSED.height)
const incidents: Incident[] = []
let observation: Observation | null = null
beforeAll(async () => {
  const sink = { onIncident: (one: Incident) => incidents.push(one), onSnapshot() {}, onViewChange() {}, onError() {} }
  const analysis = new Analysis(sink, log)
  analysis.configure(camera)
  const stop = new AbortController()
  const running = analysis.run('h264', Buffer.alloc(0), stop.signal)
  for (const [index, packet] of (await drawVideo(film)).entries()) {
    const judged = analysis.observation()
    analysis.put(packet, START_MS + index * FRAME_MS)
    observation = await judged
  }
  stop.abort()
  await running
}, 30_000)

function ask(settings: Partial<typeof inForce> = {}) {
  const request = { type: 'tryout', cameraId: CAMERA_ID, schedule: null, settings: { ...inForce, ...settings } }
  const { result } = tryoutAnswer(request as TryoutRequest, { log, observation, inForce: camera })
  return result!
}
const times = ({ newest }: Tried) => newest.map((at) => Date.parse(at))

describe('APP-06 trying settings at the hub', () => {
  test('APP-06 the settings in force give exactly the raised incidents', () => {
    const really = incidents.map(({ occurredAtMs }) => occurredAtMs).reverse()
    expect(really).toHaveLength(2)
    expect(times(ask().raised!)).toEqual(really)
    expect(times(ask().wouldRaise)).toEqual(really)
  })

  test('APP-06 an unreachable threshold or duration would have raised nothing', () => {
    expect(ask({ pixelChangePercent: 90 }).wouldRaise.count).toBe(0)
    expect(ask({ motionDurationSeconds: 60 }).wouldRaise.count).toBe(0)
    expect(ask({ pixelChangePercent: 90 }).raised?.count).toBe(2)
  })

  test('APP-06 it shows the latest frame with its detections, and the start of the log', () => {
    const { frame, seen, logFrom } = ask()
    expect(frame?.takenAt).toBe(new Date(START_MS + (film.frames - 1) * FRAME_MS).toISOString())
    expect(Buffer.from(frame!.jpeg, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(seen).toMatchObject({ isReliable: true, reason: 'already-raised' })
    expect(seen!.changedPercent).toBeGreaterThan(1.5)
    expect(seen!.detections.length).toBeGreaterThan(0)
    expect(logFrom).toBe(new Date(START_MS).toISOString())
  })

  test('APP-06 an app that is off has seen nothing, remembers nothing and has raised nothing', () => {
    const settings = { appCode: 'A005', sensitivity: 'medium', snoozeSeconds: 60, regions: [], model: 'standard' }
    const request = { type: 'tryout', cameraId: CAMERA_ID, schedule: null, settings } as TryoutRequest
    const { result } = tryoutAnswer(request, { log, observation, inForce: camera })
    expect(result).toMatchObject({ seen: null, logFrom: null, wouldRaise: { count: 0, newest: [] }, raised: null })
  })
})
