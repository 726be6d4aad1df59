import { NEVER } from '@mimamori/contract/camera/week.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MotionFrame, type MotionIncident, motionStart } from '#detectors/motion.ts'
import { judgeOf, type MotionWatch, replayMotion } from '#detectors/motion-watch.ts'
import { MeasurementLog } from './measurement-log.ts'

const settings = { pixelChangePercent: 2, motionDurationSeconds: 1, snoozeSeconds: 10 }
const watch: MotionWatch = { settings, schedule: null, timezone: 'UTC' }
const FRAME_MS = 200
const box = { x: 32 / 320, y: 18 / 180, width: 64 / 320, height: 90 / 180 }

/** Some frames of a scene; `isFresh`: the stream was opened again before it. */
const scene = fc.record({
  frames: fc.integer({ min: 1, max: 60 }),
  isReliable: fc.boolean(),
  changedShare: fc.constantFrom(0, 0.01, 0.02, 0.05, 0.3),
  movingShare: fc.constantFrom(0, 0.001, 0.02),
  isFresh: fc.boolean(),
})

type Scene = Omit<MotionFrame, 'atMs' | 'boxes'> & { frames: number; isFresh: boolean }

/** Plays scenes as the analysis does: each frame into the log, then into the app. */
function play(scenes: Scene[], by = watch) {
  const judge = judgeOf(by)
  const log = new MeasurementLog(320, 180)
  const incidents: MotionIncident[] = []
  let state = motionStart
  let atMs = 1_000_000
  for (const { frames, isFresh, ...look } of scenes) {
    for (let i = 0; i < frames; i++, atMs += FRAME_MS) {
      const begins = isFresh && i === 0
      if (begins) state = motionStart
      const frame: MotionFrame = { atMs, ...look, boxes: look.changedShare > 0 ? [box] : [] }
      log.add(frame, state, begins)
      const step = judge(state, frame)
      state = step.state
      incidents.push(...step.incidents)
    }
  }
  return { log, incidents }
}

describe('trying settings on the last hour', () => {
  test('APP-06 the settings then in force give exactly the raised incidents', () => {
    fc.assert(
      fc.property(fc.array(scene, { maxLength: 40 }), (scenes) => {
        const { log, incidents } = play(scenes)
        expect(replayMotion(log.runs(), watch)).toEqual(incidents)
      }),
      { numRuns: 150 },
    )
  })

  test('APP-06 nothing is raised outside the schedule; motion that lasts is raised at its start', () => {
    // The film begins at 00:16:40 of a Thursday and is one motion.
    const thursday = (startMinute: number) => ({ ...NEVER, thu: [{ startMinute, endMinute: 1440 }] })
    const film = [{ frames: 3000, isReliable: true, changedShare: 0.05, movingShare: 0.01, isFresh: true }]
    const by = { ...watch, schedule: thursday(20) }
    const { log, incidents } = play(film, by)
    expect(incidents.map(({ occurredAtMs }) => occurredAtMs)).toEqual([20 * 60_000])
    expect(replayMotion(log.runs(), by)).toEqual(incidents)
    expect(replayMotion(log.runs(), { ...watch, schedule: thursday(22) })[0]?.occurredAtMs).toBe(22 * 60_000)
    expect(replayMotion(log.runs(), { ...watch, schedule: NEVER })).toEqual([])
  })

  test('APP-06 a higher threshold would have raised nothing, a lower one more', () => {
    const quiet = { frames: 50, isReliable: true, changedShare: 0, movingShare: 0, isFresh: false }
    const { log, incidents } = play([
      quiet,
      { ...quiet, changedShare: 0.05, movingShare: 0.01 },
      { ...quiet, frames: 100 },
      { ...quiet, changedShare: 0.01, movingShare: 0.01 },
    ])
    const tried = (pixelChangePercent: number) =>
      replayMotion(log.runs(), { ...watch, settings: { ...settings, pixelChangePercent } }).length
    expect([incidents.length, tried(10), tried(2), tried(0.5)]).toEqual([1, 0, 1, 2])
  })

  test('APP-06 it retains an hour, and continues from the exact state before it', () => {
    const busy = { frames: 10, isReliable: true, changedShare: 0.05, movingShare: 0.01, isFresh: false }
    const calm = { ...busy, frames: 290, changedShare: 0, movingShare: 0 }
    const minutes = Array.from({ length: 90 }, () => [busy, calm]).flat()
    const { log, incidents } = play(minutes)
    const fromMs = log.fromMs!
    const lastMs = 1_000_000 + 90 * 300 * FRAME_MS
    expect(lastMs - fromMs).toBeGreaterThanOrEqual(3_600_000)
    expect(lastMs - fromMs).toBeLessThan(3_600_000 + 2 * 600 * FRAME_MS)
    const retained = incidents.filter(({ occurredAtMs }) => occurredAtMs >= fromMs)
    expect(retained.length).toBeGreaterThan(50)
    expect(replayMotion(log.runs(), watch)).toEqual(retained)
  })

  test('new regions clear the log', () => {
    const { log } = play([{ frames: 5, isReliable: true, changedShare: 0, movingShare: 0, isFresh: true }])
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ]
    log.measure([{ name: 'A', corners }])
    expect([log.fromMs, [...log.runs()]]).toEqual([null, []])
    log.add({ atMs: 5, isReliable: true, changedShare: 0, movingShare: 0, boxes: [] }, motionStart, true)
    log.measure([{ name: 'Another name', corners }])
    expect(log.fromMs).toBe(5)
  })
})
