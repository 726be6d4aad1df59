import { expect, test } from 'vitest'
import { placeNow } from './use-steady.ts'

const at = (x: number, y: number, what = 'claim', scrolls = 0, scrollTopPx = 0) => ({
  x,
  y,
  what,
  scrolls,
  scrollTopPx,
})

test('ALARM-02 a button is new after it appeared, moved or changed, not after a scroll', () => {
  const first = placeNow(null, at(300, 100), 1_000)
  expect(first.sinceMs).toBe(1_000)
  expect(placeNow(first, at(302, 111), 1_500).sinceMs).toBe(1_000)
  expect(placeNow(first, at(300, 164), 1_500).sinceMs).toBe(1_500)
  expect(placeNow(first, at(300, 100, 'arrive'), 1_500).sinceMs).toBe(1_500)
  expect(placeNow(first, at(300, 20, 'claim', 3), 1_500).sinceMs).toBe(1_000)
  // The page has scrolled, and its event has not come yet.
  expect(placeNow(first, at(300, 20, 'claim', 0, 80), 1_500).sinceMs).toBe(1_000)
})
