import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReadingPace } from './reading-pace.ts'

const PACKET_BYTES = 1400
const BUFFER_BYTES = 64 * 1024
const PORT_BYTES_PER_SECOND = 12_500_000
/** From picture to picture of an ordinary camera. */
const INTERVAL_MS = 66

type Told = { readings: number; rests: number }
const paces: ReadingPace[] = []

function paced(): { pace: ReadingPace; told: Told } {
  const told = { readings: 0, rests: 0 }
  const pace = new ReadingPace({ read: () => told.readings++, rest: () => told.rests++ })
  paces.push(pace)
  return { pace, told }
}

describe('when a camera is read', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    for (const pace of paces.splice(0)) pace.stop()
    vi.useRealTimers()
  })

  test('until its pictures come it is never told to rest', () => {
    const { pace, told } = paced()
    expect(pace.mustRest(PACKET_BYTES)).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(told).toEqual({ readings: 0, rests: 0 })
  })

  test('from then on all are read at the same moments, each for one look at its socket', () => {
    const [one, other] = [paced(), paced()]
    one.pace.join()
    vi.advanceTimersByTime(15)
    other.pace.join()
    vi.advanceTimersByTime(30)
    expect([one.told, other.told]).toEqual([
      { readings: 1, rests: 1 },
      { readings: 1, rests: 1 },
    ])
  })

  test('one whose pictures come steadily is read about as often as they come, and none waits a tenth of a second', () => {
    const { pace, told } = paced()
    pace.join()
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(INTERVAL_MS)
      pace.hasPicture()
    }
    const before = told.readings
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(INTERVAL_MS)
      pace.hasPicture()
    }
    expect((told.readings - before) / 100).toBeLessThan(1.5)
    const settled = told.readings
    vi.advanceTimersByTime(100)
    expect(told.readings).toBeGreaterThan(settled)
  })

  test('one that sends no more is asked on and on', () => {
    const { pace, told } = paced()
    pace.join()
    pace.hasPicture()
    vi.advanceTimersByTime(10_000)
    const before = told.readings
    vi.advanceTimersByTime(1000)
    expect(told.readings - before).toBeGreaterThanOrEqual(20)
  })

  test('more than a camera can send is read only as fast as one can', () => {
    const { pace, told } = paced()
    const readings = Math.ceil(PORT_BYTES_PER_SECOND / BUFFER_BYTES)
    for (let i = 1; i < readings; i++) expect(pace.mustRest(BUFFER_BYTES)).toBe(false)
    expect(pace.mustRest(PORT_BYTES_PER_SECOND)).toBe(true)
    vi.advanceTimersByTime(900)
    expect(told.readings).toBe(0)
    vi.advanceTimersByTime(200)
    expect(told.readings).toBeGreaterThan(0)
  })

  test('a stopped one is read no more, and the others are', () => {
    const [one, other] = [paced(), paced()]
    one.pace.join()
    other.pace.join()
    one.pace.stop()
    vi.advanceTimersByTime(100)
    expect([one.told.readings, other.told.readings > 0]).toEqual([0, true])
  })
})
