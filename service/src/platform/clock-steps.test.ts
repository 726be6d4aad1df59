import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { beforeEach, expect, test } from 'vitest'
import { TestClock } from '#testing/clock.ts'
import { createClockSteps } from './clock-steps.ts'

let clock: TestClock
let broughtBack: Date[]
let ranAt: Date | null
let isFuture: boolean
beforeEach(() => {
  clock = new TestClock()
  broughtBack = []
  isFuture = false
  ranAt = clock.now()
})

async function started() {
  const steps = createClockSteps({
    clock,
    log: { warn: () => {}, error: () => {} },
    lastRanAt: async () => ranAt,
    hasFuture: async () => isFuture,
    bringBack: async (now) => void broughtBack.push(now),
  })
  steps.start()
  await steps.idle()
  return steps
}

test('a backward step corrects future times within a second, and so does a start', async () => {
  const steps = await started()
  expect(broughtBack).toHaveLength(1)
  clock.jump(-2_000)
  clock.advance(1_000)
  await steps.idle()
  expect(broughtBack).toHaveLength(2)
  clock.advance(HOUR_MS)
  await steps.idle()
  expect(broughtBack).toHaveLength(2)
  await steps.stop()
})

test.each([HOUR_MS, -HOUR_MS, 6_000])('a step of %i ms is reported for ten minutes', async (ms) => {
  const steps = await started()
  expect(steps.sign.errors()).toEqual([])
  clock.jump(ms)
  clock.advance(1_000)
  expect(steps.sign.errors()).toEqual(['clock-moved'])
  clock.advance(10 * 60_000)
  expect(steps.sign.errors()).toEqual([])
  await steps.stop()
})

test('after a step far ahead, and after a long absence, deleting by age waits for an hour', async () => {
  const steps = await started()
  expect(steps.mayForget()).toBe(true)
  clock.jump(24 * HOUR_MS)
  clock.advance(1_000)
  expect(steps.mayForget()).toBe(false)
  clock.advance(HOUR_MS)
  expect(steps.mayForget()).toBe(true)
  await steps.stop()
  ranAt = clock.now()
  const again = await started()
  expect(again.mayForget()).toBe(true)
  ranAt = new Date(clock.now().getTime() - 24 * HOUR_MS)
  const after = await started()
  expect(after.mayForget()).toBe(false)
  await Promise.all([again.stop(), after.stop()])
})

test('times that another instance left in the future are brought back within a minute', async () => {
  const steps = await started()
  isFuture = true
  clock.advance(59_000)
  await steps.idle()
  expect(broughtBack).toHaveLength(1)
  clock.advance(1_000)
  await steps.idle()
  expect(broughtBack).toHaveLength(2)
  await steps.stop()
})
