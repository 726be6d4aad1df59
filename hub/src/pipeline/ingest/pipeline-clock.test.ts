import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualClock } from '#platform/testing/hub-parts.ts'
import { PipelineClock } from './pipeline-clock.ts'
import { eventInWallTime } from './wall-times.ts'

const START_MS = Date.UTC(2026, 10, 20)

test('durations stay true and times follow the wall clock, however often and far that is set', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: 0, max: 60_000 }),
    setMs: fc.integer({ min: -DAY_MS, max: DAY_MS }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      let [steadyMs, setMs] = [5000, 0]
      const wall = { ...manualClock(), now: () => START_MS + steadyMs - 5000 + setMs }
      const clock = new PipelineClock(wall, () => steadyMs)
      for (const { afterMs, setMs: byMs } of steps) {
        const beforeMs = clock.now()
        steadyMs += afterMs
        setMs += byMs
        expect(clock.now() - beforeMs).toBe(afterMs)
        expect(Math.abs(clock.toWall(clock.now()) - wall.now())).toBeLessThanOrEqual(250)
        expect(clock.fromWall(clock.toWall(1234))).toBe(1234)
      }
    }),
  )
})

test('an alert, its clip and a snapshot leave in the time of the wall clock', () => {
  const toWall = (ms: number) => ms - 3_600_000
  const snapshot = eventInWallTime(
    { type: 'frame', cameraId: '1', capturedAtMs: START_MS, jpeg: Buffer.alloc(0) },
    toWall,
  )
  expect(snapshot).toMatchObject({ capturedAtMs: START_MS - 3_600_000 })
  const alert = { occurredAt: new Date(START_MS).toISOString() } as never
  expect(eventInWallTime({ type: 'incident', alert, raisedAtMs: START_MS }, toWall)).toMatchObject({
    alert: { occurredAt: '2026-11-19T23:00:00.000Z' },
    raisedAtMs: START_MS - 3_600_000,
  })
})
