import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReadingPace } from './reading-pace.ts'

const PACKET_BYTES = 1400
const BUFFER_BYTES = 64 * 1024
const PORT_BYTES_PER_SECOND = 12_500_000

describe('when a camera is read', () => {
  let goneOn = 0
  let pace: ReadingPace
  beforeEach(() => {
    vi.useFakeTimers()
    goneOn = 0
    pace = new ReadingPace(() => goneOn++)
  })
  afterEach(() => {
    pace.stop()
    vi.useRealTimers()
  })

  test('what comes in small packets is gathered for some milliseconds, and no longer', () => {
    expect(pace.mustRest(PACKET_BYTES)).toBe(true)
    expect(pace.mustRest(PACKET_BYTES)).toBe(true)
    vi.advanceTimersByTime(10)
    expect([goneOn, pace.isResting]).toEqual([1, false])
  })

  test('who sends plenty at once is read on at once', () => {
    expect(pace.mustRest(BUFFER_BYTES)).toBe(false)
    expect(pace.mustRest(BUFFER_BYTES)).toBe(false)
  })

  test('more than a camera can send is read only as fast as one can', () => {
    const readings = Math.ceil(PORT_BYTES_PER_SECOND / BUFFER_BYTES)
    for (let i = 1; i < readings; i++) expect(pace.mustRest(BUFFER_BYTES)).toBe(false)
    expect(pace.mustRest(PORT_BYTES_PER_SECOND)).toBe(true)
    vi.advanceTimersByTime(900)
    expect(goneOn).toBe(0)
    vi.advanceTimersByTime(200)
    expect(goneOn).toBe(1)
  })

  test('a stopped one goes on no more', () => {
    pace.mustRest(PACKET_BYTES)
    pace.stop()
    vi.advanceTimersByTime(100)
    expect(goneOn).toBe(0)
  })
})
