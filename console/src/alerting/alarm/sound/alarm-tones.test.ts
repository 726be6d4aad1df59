import { describe, expect, test } from 'vitest'
import { EVERY_MS, loudnessOf, NOTES, patternOf } from './alarm-tones.ts'

describe('the sound of alarms', () => {
  test('ALARM-03 follows the gravest alarm that nobody goes to', () => {
    expect(patternOf([])).toBeNull()
    expect(patternOf(['high', 'critical'])).toBe('critical')
    expect(patternOf(['medium', 'high'])).toBe('high')
    expect(patternOf(['low'])).toBe('other')
  })

  test('ALARM-03 becomes louder after a minute and never louder than the volume', () => {
    expect(loudnessOf(0.8, 59_000)).toBeLessThan(0.5)
    expect(loudnessOf(0.8, 60_000)).toBe(0.8)
    expect(loudnessOf(0, 60_000)).toBe(0)
  })

  test('differs in rhythm, and each pattern ends before it is repeated', () => {
    const lengths = (['critical', 'high', 'other'] as const).map((pattern) => NOTES[pattern].length)
    expect(new Set(lengths).size).toBe(3)
    for (const pattern of ['critical', 'high', 'other'] as const) {
      const endS = Math.max(...NOTES[pattern].map(({ atS, lastsS }) => atS + lastsS))
      expect(endS * 1000).toBeLessThan(EVERY_MS[pattern] / 2)
    }
  })
})
