import { expect, test } from 'vitest'
import { instantAt, offsetAt, shareOf } from './recording-time.ts'

const START = Date.UTC(2026, 10, 20)
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const runs = [
  { startedAt: at(0), offsetMs: 0, durationMs: 60_000 },
  { startedAt: at(100), offsetMs: 60_000, durationMs: 30_000 },
]

test('an instant has its place in the video, and in a gap that of the next image', () => {
  expect([-5, 0, 59, 80, 110, 500].map((seconds) => offsetAt(runs, START + seconds * 1000))).toEqual([
    0, 0, 59_000, 60_000, 70_000, 90_000,
  ])
})

test('a place in the video has its instant', () => {
  expect([0, 59_000, 60_000, 75_000].map((offset) => instantAt(runs, offset) - START)).toEqual([
    0, 59_000, 100_000, 115_000,
  ])
})

test('of a gap that began before or lasts there is what lies within', () => {
  const [from, until] = [START, START + 100_000]
  expect(shareOf({ startedAt: at(-50), endedAt: at(25) }, from, until)).toEqual({ left: 0, width: 0.25 })
  expect(shareOf({ startedAt: at(75), endedAt: null }, from, until)).toEqual({ left: 0.75, width: 0.25 })
  expect(shareOf({ startedAt: at(200), endedAt: null }, from, until)).toBe(null)
})
