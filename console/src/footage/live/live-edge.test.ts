import { describe, expect, test } from 'vitest'
import { edgeStep } from './live-edge.ts'

describe('the live edge', () => {
  test('plays at normal speed while the picture is hardly behind', () => {
    expect(edgeStep({ startS: 100, endS: 104, currentS: 103.9, isSeeking: false })).toEqual({
      rate: 1,
      seekToS: null,
      removeBeforeS: null,
    })
  })

  test('plays a tenth faster when a little behind', () => {
    expect(edgeStep({ startS: 100, endS: 104, currentS: 103.5, isSeeking: false }).rate).toBe(1.1)
  })

  test('jumps when more than a second behind, and when the picture starts elsewhere', () => {
    expect(edgeStep({ startS: 100, endS: 104, currentS: 102, isSeeking: false }).seekToS).toBeCloseTo(103.98)
    expect(edgeStep({ startS: 100, endS: 100.01, currentS: 0, isSeeking: false }).seekToS).toBe(100)
  })

  test('a player that is on its way to a jump is not sent on: a slow one would never arrive', () => {
    expect(edgeStep({ startS: 100, endS: 106, currentS: 103.98, isSeeking: true }).seekToS).toBeNull()
    expect(edgeStep({ startS: 100, endS: 106, currentS: 103.98, isSeeking: false }).seekToS).toBeCloseTo(105.98)
  })

  test('forgets pictures long played', () => {
    expect(edgeStep({ startS: 0, endS: 60.1, currentS: 60, isSeeking: false }).removeBeforeS).toBe(40)
  })
})
