import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

const START_MS = Date.UTC(2026, 10, 20)
const anyStepMs = fc.integer({ min: -DAY_MS, max: DAY_MS })

/** A machine whose time is set while time passes on it. */
function machine() {
  let [passedMs, setMs, sleptMs] = [0, 0, 0]
  const clock = createClock(
    () => START_MS + passedMs + sleptMs + setMs,
    () => passedMs,
    () => passedMs + sleptMs,
  )
  return {
    clock,
    pass: (ms: number) => {
      passedMs += ms
    },
    set: (ms: number) => {
      setMs += ms
    },
    /** Nothing runs meanwhile. */
    sleep: (ms: number) => {
      sleptMs += ms
    },
    passedMs: () => passedMs,
    sleptMs: () => sleptMs,
  }
}

test('a machine that is set after the first contact moves no time of the hub', () => {
  const step = fc.record({ passMs: fc.integer({ min: 0, max: 60_000 }), setMs: anyStepMs })
  fc.assert(
    fc.property(anyStepMs, fc.array(step, { maxLength: 20 }), (wrongMs, steps) => {
      const { clock, pass, set, passedMs } = machine()
      set(wrongMs)
      clock.correct(START_MS, clock.now())
      for (const { passMs, setMs } of steps) {
        pass(passMs)
        set(setMs)
        expect(Math.abs(clock.now() - START_MS - passedMs())).toBeLessThanOrEqual(250)
        expect(clock.monotonicMs()).toBe(passedMs())
      }
    }),
  )
})

const sleepMs = fc.oneof(fc.constant(0), fc.integer({ min: 2_000, max: DAY_MS }))

test('CAM-15 a standby passes for the hub', () => {
  const step = fc.record({ passMs: fc.integer({ min: 0, max: 60_000 }), sleepMs })
  fc.assert(
    fc.property(anyStepMs, fc.array(step, { maxLength: 20 }), (wrongMs, steps) => {
      const { clock, pass, set, sleep, passedMs, sleptMs } = machine()
      set(wrongMs)
      clock.correct(START_MS, clock.now())
      for (const { passMs, sleepMs } of steps) {
        pass(passMs)
        sleep(sleepMs)
        expect(Math.abs(clock.now() - START_MS - passedMs() - sleptMs())).toBeLessThanOrEqual(250)
      }
    }),
  )
})

test('CAM-15 a standby has passed after a second, even where the machine is set back by as much', () => {
  const setMs = fc.oneof(anyStepMs, fc.constant('back' as const))
  const step = fc.record({ passMs: fc.integer({ min: 1_000, max: 60_000 }), sleepMs, setMs })
  fc.assert(
    fc.property(anyStepMs, fc.array(step, { maxLength: 20 }), (wrongMs, steps) => {
      const { clock, pass, set, sleep, passedMs, sleptMs } = machine()
      set(wrongMs)
      clock.correct(START_MS, clock.now())
      for (const { passMs, sleepMs, setMs } of steps) {
        sleep(sleepMs)
        set(setMs === 'back' ? -sleepMs : setMs)
        clock.now()
        pass(passMs)
        expect(Math.abs(clock.now() - START_MS - passedMs() - sleptMs())).toBeLessThanOrEqual(250)
      }
    }),
  )
})

test('before the first contact the hub goes by its machine, and then says how far it is behind', () => {
  const { clock, set } = machine()
  set(3_600_000)
  expect(clock.now()).toBe(START_MS + 3_600_000)
  clock.correct(START_MS, clock.now())
  expect(clock.now()).toBe(START_MS)
  expect(clock.offsetMs).toBe(-3_600_000)
})

test('a service whose time was set moves the hub’s time at its next answer, and no duration', () => {
  const { clock, pass } = machine()
  clock.correct(START_MS, clock.now())
  pass(1_000)
  clock.correct(START_MS + 3_601_000, clock.now())
  expect(clock.now()).toBe(START_MS + 3_601_000)
  expect(clock.monotonicMs()).toBe(1_000)
})
