import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReadingPace } from './reading-pace.ts'

const PACKET_BYTES = 1400
const BUFFER_BYTES = 64 * 1024
const PORT_BYTES_PER_SECOND = 12_500_000
/** From frame to frame of an ordinary camera. */
const INTERVAL_MS = 66

type Calls = { readings: number; rests: number }
const paces: ReadingPace[] = []

function paced(): { pace: ReadingPace; calls: Calls } {
  const calls = { readings: 0, rests: 0 }
  const pace = new ReadingPace({ read: () => calls.readings++, rest: () => calls.rests++ })
  paces.push(pace)
  return { pace, calls }
}

describe('when a camera is read', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    for (const pace of paces.splice(0)) pace.stop()
    vi.useRealTimers()
  })

  test('a stream never rests before its first frames', () => {
    const { pace, calls } = paced()
    expect(pace.mustRest(PACKET_BYTES)).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(calls).toEqual({ readings: 0, rests: 0 })
  })

  test('later all are read at the same moments, each with one read of its socket', () => {
    const [one, other] = [paced(), paced()]
    one.pace.join()
    vi.advanceTimersByTime(15)
    other.pace.join()
    vi.advanceTimersByTime(30)
    expect([one.calls, other.calls]).toEqual([
      { readings: 1, rests: 1 },
      { readings: 1, rests: 1 },
    ])
  })

  test('a steady stream is read about once a frame, and no frame waits a tenth of a second', () => {
    const { pace, calls } = paced()
    pace.join()
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(INTERVAL_MS)
      pace.hasImage()
    }
    const before = calls.readings
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(INTERVAL_MS)
      pace.hasImage()
    }
    expect((calls.readings - before) / 100).toBeLessThan(1.5)
    const idle = calls.readings
    vi.advanceTimersByTime(100)
    expect(calls.readings).toBeGreaterThan(idle)
  })

  test('a silent stream is read on and on', () => {
    const { pace, calls } = paced()
    pace.join()
    pace.hasImage()
    vi.advanceTimersByTime(10_000)
    const before = calls.readings
    vi.advanceTimersByTime(1000)
    expect(calls.readings - before).toBeGreaterThanOrEqual(20)
  })

  test('more than a camera can send is read only as fast as one can', () => {
    const { pace, calls } = paced()
    const readings = Math.ceil(PORT_BYTES_PER_SECOND / BUFFER_BYTES)
    for (let i = 1; i < readings; i++) expect(pace.mustRest(BUFFER_BYTES)).toBe(false)
    expect(pace.mustRest(PORT_BYTES_PER_SECOND)).toBe(true)
    vi.advanceTimersByTime(900)
    expect(calls.readings).toBe(0)
    vi.advanceTimersByTime(200)
    expect(calls.readings).toBeGreaterThan(0)
  })

  test('a stopped camera is read no more, and the others continue', () => {
    const [one, other] = [paced(), paced()]
    one.pace.join()
    other.pace.join()
    one.pace.stop()
    vi.advanceTimersByTime(100)
    expect([one.calls.readings, other.calls.readings > 0]).toEqual([0, true])
  })
})
