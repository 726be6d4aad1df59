import { expect, test } from 'vitest'
import { following, placeOf, shifted, ticksOf, zoomed } from './timeline-view.ts'

const HOUR = 3_600_000
const whole = { fromMs: 0, untilMs: HOUR }

test('zooming keeps the pointed place, and never goes beyond the ends', () => {
  const view = zoomed(whole, whole, 2, HOUR / 4)
  expect([view, placeOf(view, HOUR / 4)]).toEqual([{ fromMs: HOUR / 8, untilMs: (HOUR * 5) / 8 }, 0.25])
  expect(zoomed(view, whole, 1 / 100, 0)).toEqual(whole)
  expect(zoomed(whole, whole, 1e9, HOUR)).toEqual({ fromMs: HOUR - 10_000, untilMs: HOUR })
})

test('the visible part moves within the whole, and follows playback', () => {
  const view = { fromMs: 0, untilMs: 600_000 }
  expect(shifted(view, whole, -5)).toEqual(view)
  expect(shifted(view, whole, 2 * HOUR)).toEqual({ fromMs: HOUR - 600_000, untilMs: HOUR })
  expect(following(view, whole, 300_000)).toBe(view)
  expect(following(view, whole, 1_200_000)).toEqual({ fromMs: 1_140_000, untilMs: 1_740_000 })
})

test('labels are at even local times', () => {
  // 00:30 UTC is a full hour in Kolkata.
  expect(ticksOf({ fromMs: 0, untilMs: 3 * HOUR }, 4, 5.5 * HOUR)).toEqual([0.5, 1.5, 2.5].map((hours) => hours * HOUR))
})
