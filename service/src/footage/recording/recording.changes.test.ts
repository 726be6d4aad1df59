import { expect, test } from 'vitest'
import { changesOf } from './recording.changes.ts'

const START = Date.UTC(2026, 10, 20)
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const segment = (seconds: number, bytes: number) => ({ startedAt: at(seconds), durationMs: 60_000, bytes })

test('REC-02 the liveliest minute of a recording is 1, the calmest and a gap are 0', () => {
  // Four minutes, the third of which is missing: 60 parts each.
  const changes = changesOf([segment(0, 1000), segment(60, 5000), segment(180, 2000)], {
    startedAt: at(0),
    endedAt: at(240),
  })
  expect([0, 59, 60, 119, 120, 179, 180, 239].map((part) => changes[part])).toEqual([0, 0, 1, 1, 0, 0, 0.25, 0.25])
})

test('REC-02 a recording that never changes shows no change', () => {
  expect(new Set(changesOf([segment(0, 7), segment(60, 7)], { startedAt: at(0), endedAt: at(120) }))).toEqual(
    new Set([0]),
  )
})
