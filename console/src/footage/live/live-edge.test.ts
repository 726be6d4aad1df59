import { describe, expect, test } from 'vitest'
import { edgeStep } from './live-edge.ts'

/** One range without a hole, fifteen frames a second. */
const whole = { startS: 100, lastStartS: 100, endS: 104, frameS: 1 / 15, isSeeking: false }

describe('the live edge', () => {
  test('plays at normal speed while the image is hardly behind', () => {
    expect(edgeStep({ ...whole, currentS: 103.9 })).toEqual({ rate: 1, seekToS: null, removeBeforeS: null })
  })

  test('plays a tenth faster when a little behind', () => {
    expect(edgeStep({ ...whole, currentS: 103.5 }).rate).toBe(1.1)
  })

  test('jumps when more than a second behind, and when the image starts elsewhere', () => {
    expect(edgeStep({ ...whole, currentS: 102 }).seekToS).toBeCloseTo(103.9)
    expect(edgeStep({ ...whole, endS: 100.01, currentS: 0 }).seekToS).toBe(100)
  })

  test('lands so far before the end that one more frame is there', () => {
    expect(edgeStep({ ...whole, frameS: 1 / 3, currentS: 102 }).seekToS).toBeCloseTo(103.5)
    expect(edgeStep({ ...whole, frameS: 0, currentS: 102 }).seekToS).toBeCloseTo(103.98)
    expect(edgeStep({ ...whole, frameS: 5, currentS: 102 }).seekToS).toBeCloseTo(103.25)
  })

  test('jumps over a hole at once, to the key frame behind it', () => {
    expect(edgeStep({ ...whole, lastStartS: 103.8, currentS: 103.3 }).seekToS).toBeCloseTo(103.9)
    expect(edgeStep({ ...whole, lastStartS: 103.95, currentS: 103.3 }).seekToS).toBe(103.95)
  })

  test('a player that is on its way to a jump is not sent on: a slow one would never arrive', () => {
    const later = { ...whole, endS: 106, currentS: 103.98 }
    expect(edgeStep({ ...later, isSeeking: true }).seekToS).toBeNull()
    expect(edgeStep(later).seekToS).toBeCloseTo(105.9)
  })

  test('forgets images long played', () => {
    const long = { ...whole, startS: 0, lastStartS: 0, endS: 60.1 }
    expect(edgeStep({ ...long, currentS: 60 }).removeBeforeS).toBe(40)
  })
})
