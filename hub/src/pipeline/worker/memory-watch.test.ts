import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { describe, expect, test } from 'vitest'
import { GROUP_LIMITS } from './group-limits.ts'
import { MemoryWatch } from './memory-watch.ts'

const MB = 1_000_000
const BEAT_MS = 2_000

/** After how many minutes a worker that needs `rssOf(minutes)` bytes is ended; null: never. */
function endOf(rssOf: (minutes: number) => number, minutesMax: number): number | null {
  const watch = new MemoryWatch({ ...GROUP_LIMITS, rssMaxBytes: 8_000 * MB })
  for (let atMs = 0; atMs < minutesMax * MINUTE_MS; atMs += BEAT_MS) {
    const minutes = atMs / MINUTE_MS
    if (watch.isTooMuch(rssOf(minutes), atMs)) return Math.round(minutes)
  }
  return null
}

describe('the memory of a media worker', () => {
  test('a worker that needs much memory for its cameras is not ended', () => {
    expect(endOf(() => 3_000 * MB, 24 * 60)).toBeNull()
  })

  test('short peaks do not end it: forty clips at once, viewers, a large frame', () => {
    expect(endOf((minutes) => (minutes % 30 < 4 ? 1_400 : 350) * MB, 24 * 60)).toBeNull()
  })

  test('a worker that keeps growing is ended when it needs more than twice as much', () => {
    // Its baseline is 500 MB after ten minutes; it passes 1,300 MB after fifty.
    expect(endOf((minutes) => (300 + 20 * minutes) * MB, 24 * 60)).toBe(55)
  })

  test('it is ended at once if it would exhaust the machine', () => {
    expect(endOf((minutes) => (minutes < 1 ? 300 : 9_000) * MB, 10)).toBe(1)
  })

  test('its limit is learned again with other cameras', () => {
    const watch = new MemoryWatch({ ...GROUP_LIMITS, rssMaxBytes: 8_000 * MB })
    for (let atMs = 0; atMs < 20 * MINUTE_MS; atMs += BEAT_MS) watch.isTooMuch(150 * MB, atMs)
    watch.begin()
    const ends = Array.from({ length: 900 }, (_, beat) => watch.isTooMuch(900 * MB, (20 * 60 + 2 * beat) * 1_000))
    expect(ends).not.toContain(true)
  })
})
