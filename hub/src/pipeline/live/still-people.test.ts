// Somebody who sits still already when the hub begins, as only the pose model sees them. CAM-09.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawVideo } from '#testing/drawn-video.ts'
import { flatnessOf, type Luma, lumaOfJpeg } from '#testing/marked-film.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { SeenBody } from '#vision/body/person.ts'
import { PERSON_MASK, PersonMask } from '#vision/people/person-mask.ts'
import type { InferenceClient } from '../analysis/inference-client.ts'
import { CameraFlow } from '../ingest/camera-flow.ts'
import { FrameClock } from '../ingest/frame-clock.ts'
import type { PacketSource } from '../media/packet-source.ts'

const FPS = 10
const SECONDS = 12
const SIZE = { width: 640, height: 360 }
/** Where the drawn box stands, in shares of the frame, and pixels well inside of it. */
const SEAT = { x: 0.4, y: 0.5, width: 0.25, height: 0.25 }
const INSIDE = { x: 280, y: 195, width: 112, height: 60 }
const SILHOUETTE_LUMA = 96

let spoolDir: string
beforeAll(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-still-people-'))
})
afterAll(() => rm(spoolDir, { recursive: true, force: true }))

/** A model that sees these bodies in each frame; null: one that never answers. */
const seeing = (bodies: SeenBody[] | null): InferenceClient => ({ isReady: true, infer: async () => bodies })

/** The snapshots of a room in which nothing ever moves, as silhouettes. */
async function snapshotsWith(poser: InferenceClient): Promise<Luma[]> {
  const packets = await drawVideo({
    ...SIZE,
    framesPerSecond: FPS,
    frames: FPS * SECONDS,
    keyEvery: FPS,
    boxAt: () => SEAT.x,
  })
  const jpegs: Buffer[] = []
  const fall = { appCode: 'A005' as const, severity: 'critical' as const, schedule: null }
  const settings = wantedCamera('still-people', '', {
    apps: [{ ...fall, settings: hubAppSettings.parse({ appCode: 'A005' }) }],
    privacy: { level: 'silhouette', masks: [] },
    snapshotEverySeconds: 1,
  })
  let nowMs = Date.parse('2026-11-26T01:00:00Z')
  const flow = new CameraFlow(settings, {
    spoolDir,
    now: () => nowMs,
    captureClock: new FrameClock(),
    poser,
    emit: (message) => {
      if (message.type === 'frame') jpegs.push(message.jpeg)
    },
    live: { onLiveInit() {}, onLive: () => true },
  })
  async function* paced() {
    for (const [i, packet] of packets.entries()) {
      nowMs += 1000 / FPS
      yield packet
      while (flow.noticed.made <= i) await setImmediate()
      await flow.idle()
    }
  }
  const images = paced()
  const source: PacketSource = {
    ...{ codec: 'h264' as const, ...SIZE, extradata: Buffer.alloc(0), close: async () => {} },
    [Symbol.asyncIterator]: () => images,
  }
  await expect(flow.run(source, new AbortController().signal)).rejects.toMatchObject({ reason: { code: 'ended' } })
  return Promise.all(jpegs.map(lumaOfJpeg))
}

const isSilhouette = (image: Luma) => {
  const { mean, deviation } = flatnessOf(image, INSIDE)
  return Math.abs(mean - SILHOUETTE_LUMA) < 6 && deviation < 4
}

test('CAM-09 REAL-05 a person who sits still at the hub’s start is a silhouette', async () => {
  const seated: SeenBody = { box: SEAT, pose: null, confidence: 0.6 }
  const [withModel, withNobody] = [await snapshotsWith(seeing([seated])), await snapshotsWith(seeing([]))]
  expect(isSilhouette(withModel.at(-1)!)).toBe(true)
  expect(isSilhouette(withNobody.at(-1)!)).toBe(false)
})

test('CAM-09 until the model has answered all is blurred, for fifteen seconds at most', () => {
  const gray = new Uint8Array(PERSON_MASK.width * PERSON_MASK.height).fill(90)
  const isSureAt = (second: number, answeredMs: number | null | undefined) => {
    const mask = new PersonMask()
    let isSure = false
    for (let atMs = 0; atMs <= second * 1000; atMs += 500) {
      const poses = answeredMs === null || answeredMs === undefined ? answeredMs : { atMs: answeredMs, people: [] }
      isSure = mask.look(gray, atMs, { poses }).isSure
    }
    return isSure
  }
  expect([isSureAt(4, undefined), isSureAt(4, 1000)]).toEqual([true, true])
  expect([isSureAt(4, null), isSureAt(14, null), isSureAt(16, null)]).toEqual([false, false, true])
})

test('CAM-09 a walker leaves no box behind where the model saw them a moment ago', () => {
  const mask = new PersonMask()
  const gray = new Uint8Array(PERSON_MASK.width * PERSON_MASK.height)
  const { width } = PERSON_MASK
  const body = (left: number) => {
    gray.fill(90)
    for (let y = 30; y < 80; y++) gray.fill(200, y * width + left, y * width + left + 14)
  }
  const person = { id: 1, confidence: 0.6, surest: 0.6, firstMs: 0, lostMs: null, past: [] }
  const seenAt = (atMs: number, left: number) => ({
    atMs,
    people: [{ ...person, atMs, box: { x: left / width, y: 30 / 90, width: 14 / width, height: 50 / 90 } }],
  })
  gray.fill(90)
  for (let atMs = 0; atMs < 5000; atMs += 200) mask.look(gray, atMs, { poses: { atMs, people: [] } })
  let here: Uint8Array = gray
  for (let atMs = 5000; atMs <= 8000; atMs += 200) {
    const left = 20 + (atMs - 5000) / 40
    body(left)
    // The answer is about a frame of 0.4 s ago.
    here = mask.look(gray, atMs, { poses: seenAt(atMs - 400, left - 10) }).here
  }
  expect(here[50 * width + 97]).toBe(1)
  expect(here[50 * width + 82]).toBe(0)
})
