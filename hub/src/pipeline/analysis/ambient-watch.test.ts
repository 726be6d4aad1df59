// A drawn room with a television: learning ambient motion from pixels, storing it, and its removal by a user.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ambientCellsOf, ambientTextOf, NO_AMBIENT_CELLS } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { AmbientRequest } from '@mimamori/contract/camera/hub-request.ts'
import type { MeasuredSecond } from '@mimamori/contract/insight/measurement-block.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { BackgroundModel } from '#vision/background/background.ts'
import type { SeenBody } from '#vision/body/person.ts'
import { MOVING_SHARE } from '#vision/people/pose-limits.ts'
import { AmbientWatch } from './ambient-watch.ts'
import { forgetCameras } from './camera-file.ts'
import { FrameLogger } from './frame-logger.ts'
import { MeasurementLog } from './measurement-log.ts'
import { MotionApps } from './motion-apps.ts'
import { PeopleApps } from './people-apps.ts'
import { PeopleLog } from './people-log.ts'
import { SecondLog } from './second-log.ts'

const SIZE = { width: 320, height: 180 }
const CAMERA = 'with-television'
const FRAME_MS = 400
const view = { error: null as 'view-changed' | null }

/** Six minutes with a person and no television, then twelve of the television alone. */
let learned: string
let before: ReturnType<typeof play>
let folder: string
beforeAll(async () => {
  learned = await mkdtemp(join(tmpdir(), 'mimamori-ambient-'))
  folder = learned
  const watch = watchOf()
  play(watch, { fromMs: 0, minutes: 6, isOn: false, hasSomebody: true })
  before = play(watch, { fromMs: 10 * MINUTE_MS, minutes: 12 })
}, 60_000)
afterAll(() => rm(learned, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-ambient-'))
  await cp(learned, folder, { recursive: true })
  view.error = null
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const appOf = (appCode: AlertAppCode, regions: Region[] = []) => ({
  appCode,
  severity: 'critical' as const,
  settings: hubAppSettings.parse({
    appCode,
    regions,
    pixelChangePercent: 1,
    motionDurationSeconds: 1,
    snoozeSeconds: 0,
  }),
  schedule: null,
})
const SETTINGS = wantedCamera(CAMERA, '', {
  apps: [appOf('A001'), appOf('A003')],
})
const watchOf = (settings = SETTINGS, errors: string[] = []) =>
  new AmbientWatch(settings, {
    ...{ cameraId: CAMERA, spoolDir: folder, size: SIZE, view },
    onError: (words) => errors.push(words),
  })

/** The room with its noise; the screen in its upper left changes twice a second. */
function imageAt(atMs: number, isOn: boolean): Uint8Array {
  const gray = new Uint8Array(SIZE.width * SIZE.height)
  let noise = atMs + 1
  for (let at = 0; at < gray.length; at++) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
    gray[at] = 40 + ((at % SIZE.width) >> 1) + ((noise >>> 16) % 3)
  }
  const level = isOn && (atMs / FRAME_MS) % 2 === 0 ? 220 : 30
  for (let row = 20; row < 60; row++) gray.fill(level, row * SIZE.width + 20, row * SIZE.width + 90)
  return gray
}
const SOMEBODY: SeenBody = {
  box: { x: 0.6, y: 0.3, width: 0.12, height: 0.5 },
  pose: 'upright',
  confidence: 0.7,
  standsOut: 0.5,
}

/** Runs the room's frames through the background model, the apps and the ambient watch. */
function play(watch: AmbientWatch, { fromMs, minutes, isOn = true, hasSomebody = false, regions = [] }: Stage) {
  const background = new BackgroundModel(SIZE.width, SIZE.height)
  const people = new PeopleApps(SIZE, new PeopleLog())
  const motion = new MotionApps(SIZE, new MeasurementLog(SIZE.width, SIZE.height), new Map())
  people.configure(SETTINGS)
  motion.configure({ ...SETTINGS, apps: [appOf('A003', regions)] })
  const rows: MeasuredSecond[] = []
  const seconds = new SecondLog(CAMERA, (message) => rows.push(...message.rows))
  const logger = new FrameLogger(SIZE, seconds)
  logger.configure(SETTINGS)
  let [asked, raised, figures, stirred] = [0, 0, 0, 0]
  for (let atMs = fromMs; atMs < fromMs + minutes * MINUTE_MS; atMs += FRAME_MS) {
    const gray = imageAt(atMs, isOn)
    const scene = background.apply(gray, null)
    const poses = people.posed(atMs) ?? null
    if (scene.state === 'watching') watch.take({ atMs, moving: scene.moving, isClear: scene.isClear, poses })
    people.ambient = watch.mask
    people.judge(scene, atMs)
    figures += people.anyFrame?.figures.length ?? 0
    stirred += (people.anyFrame?.movingShare ?? 0) >= MOVING_SHARE ? 1 : 0
    logger.log({ scene, ambient: watch.mask, gray, atMs, motion: null, people, view: null })
    raised += motion.judge(scene, atMs, watch.mask).incidents.length
    people.pose(scene, atMs, () => {
      asked++
      people.takePoses({ atMs, bodies: hasSomebody ? [SOMEBODY] : [] })
      return true
    })
  }
  seconds.end()
  const activity =
    rows.reduce((sum, { insideShare, outsideShare }) => sum + insideShare + outsideShare, 0) / rows.length
  return {
    askedPerMinute: asked / minutes,
    raised,
    figuresPerMinute: figures / minutes,
    stirredPerMinute: stirred / minutes,
    activity,
  }
}
type Stage = { fromMs: number; minutes: number; isOn?: boolean; hasSomebody?: boolean; regions?: Region[] }

const factsOf = (watch: AmbientWatch, change: AmbientRequest['change'] = null) => {
  if (change) watch.change(change)
  return watch.facts
}

describe('REAL-04 ambient motion of a television is ignored', () => {
  test('REAL-04 it raises no motion and no inference, and its region has its size', {
    timeout: 60_000,
  }, () => {
    const watch = watchOf()
    const [region] = factsOf(watch).learned
    const cells = ambientCellsOf(region!.cells)
    // The screen is 7 by 4 cells; smoothing spreads its light to their neighbors.
    expect(cells.reduce((sum, cell) => sum + cell, 0)).toBeGreaterThanOrEqual(7 * 4)
    expect(cells.reduce((sum, cell) => sum + cell, 0)).toBeLessThanOrEqual(9 * 6)
    expect(region!.minutes).toBeGreaterThanOrEqual(10)
    expect(before.raised).toBeGreaterThan(0)
    expect(before.figuresPerMinute).toBeGreaterThan(60)
    expect(before.activity).toBeGreaterThan(1)

    const after = play(watch, { fromMs: 30 * MINUTE_MS, minutes: 2 })
    expect(after.raised).toBe(0)
    // The noise level is unknown in the first seconds of a connection.
    expect(after.figuresPerMinute).toBeLessThan(20)
    expect(after.activity).toBeLessThan(before.activity / 10)
    // Bed apps take motion before a standing person for getting up; a screen must not count as such.
    expect(before.stirredPerMinute).toBeGreaterThan(60)
    expect(after.stirredPerMinute).toBeLessThan(20)
    expect(after.askedPerMinute).toBeLessThanOrEqual(12)
    expect(before.askedPerMinute).toBeGreaterThan(2 * after.askedPerMinute)

    expect(factsOf(watch, { of: 'motion', action: 'remove', cells: region!.cells })).toMatchObject({
      learned: [],
      removed: [region!.cells],
    })
    expect(watch.mask).toBeNull()
    expect(play(watch, { fromMs: 40 * MINUTE_MS, minutes: 2 }).raised).toBeGreaterThan(0)
    expect(factsOf(watch, { of: 'motion', action: 'restore', cells: region!.cells }).learned).toHaveLength(1)
  })

  test('REAL-04 a motion region that a user drew over it is watched as drawn', () => {
    const corners = [0, 1, 1, 0].map((x, at) => ({ x: 0.05 + 0.25 * x, y: at < 2 ? 0.1 : 0.35 }))
    const drawn = play(watchOf(), { fromMs: 30 * MINUTE_MS, minutes: 1, regions: [{ name: 'Screen', corners }] })
    expect(drawn.raised).toBeGreaterThan(0)
  })

  test('REAL-04 it and its removal survive a restart; accepting a new view resets it', {
    timeout: 60_000,
  }, () => {
    const watch = watchOf()
    const [region] = factsOf(watch).learned
    expect(factsOf(watchOf()).learned).toEqual([region])
    factsOf(watch, { of: 'motion', action: 'remove', cells: region!.cells })
    const removed = watchOf()
    expect(factsOf(removed)).toMatchObject({ learned: [], removed: [region!.cells] })
    removed.configure({ ...SETTINGS, viewAcceptedAt: '2026-11-27T01:00:00.000Z' })
    expect(factsOf(removed)).toMatchObject({ learned: [], removed: [], waits: 'nobody-seen' })
    forgetCameras(folder, new Set())
    expect(factsOf(watchOf())).toMatchObject({ learned: [], removed: [] })
  })

  test('REAL-04 while the view is in doubt nothing is ignored, and the page shows the reason', {
    timeout: 60_000,
  }, () => {
    const watch = watchOf()
    view.error = 'view-changed'
    expect(watch.mask).toBeNull()
    expect(factsOf(watch).waits).toBe('view')
    const withoutPeople = watchOf({ ...SETTINGS, apps: [appOf('A003')] })
    expect(factsOf(withoutPeople).waits).toBe('app-off')
  })

  test('an unreadable file is logged, and learning starts again', async () => {
    factsOf(watchOf(), { of: 'motion', action: 'remove', cells: `f${NO_AMBIENT_CELLS.slice(1)}` })
    const path = join(folder, 'ambient', `${CAMERA}.json`)
    const text = await readFile(path, 'utf8')
    for (const broken of ['{', text.replace(/"alone":"[^"]*"/, '"alone":"AAAA"'), text.slice(0, 40)]) {
      await writeFile(path, broken)
      const errors: string[] = []
      expect(factsOf(watchOf(SETTINGS, errors))).toMatchObject({ removed: [], waits: 'nobody-seen' })
      expect(errors).toEqual([expect.stringContaining('(ambient) was lost')])
    }
    await writeFile(path, text)
    expect(factsOf(watchOf()).removed).toEqual([ambientTextOf(ambientCellsOf(`f${NO_AMBIENT_CELLS.slice(1)}`))])
  })
})
