import { type Interval, minuteOf, overlapIn } from '@mimamori/contract/camera/week.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dragged, type Grip, shifted, tapped } from './schedule-moves.ts'
import { intervalText } from './schedule-words.ts'

const day = (...texts: string[]): Interval[] =>
  texts.map((text) => {
    const [start, end] = text.split('–')
    return { startMinute: minuteOf(start!)!, endMinute: minuteOf(end!)! }
  })
const texts = (intervals: readonly Interval[]) => intervals.map(intervalText)
const at = (text: string) => minuteOf(text)!
const two = day('08:00–10:00', '12:00–14:00')

describe('dragging on a day of a schedule', () => {
  test('CAM-10 drawing over a free place adds a time in steps of 15 minutes, in any direction', () => {
    expect(texts(dragged([], { kind: 'draw' }, at('20:04'), at('23:52')))).toEqual(['20:00–23:45'])
    expect(texts(dragged([], { kind: 'draw' }, at('23:52'), at('20:04')))).toEqual(['20:00–23:45'])
    expect(texts(dragged(two, { kind: 'draw' }, at('10:30'), at('13:00')))).toEqual([
      '08:00–10:00',
      '10:30–12:00',
      '12:00–14:00',
    ])
  })

  test('CAM-10 moving and stretching stop at the neighbours and at midnight', () => {
    expect(texts(dragged(two, { kind: 'move', index: 0 }, at('09:00'), at('13:00')))[0]).toBe('10:00–12:00')
    expect(texts(dragged(two, { kind: 'move', index: 1 }, at('13:00'), at('24:00')))[1]).toBe('22:00–24:00')
    expect(texts(dragged(two, { kind: 'end', index: 0 }, at('10:00'), at('13:00')))[0]).toBe('08:00–12:00')
    expect(texts(dragged(two, { kind: 'start', index: 0 }, at('08:00'), at('13:00')))[0]).toBe('09:45–10:00')
  })

  test('a tap adds the hour around it, as far as it is free', () => {
    expect(texts(tapped([], at('20:40')))).toEqual(['20:00–21:00'])
    expect(texts(tapped(day('20:00–20:30'), at('20:40')))).toEqual(['20:00–20:30', '20:30–21:00'])
    expect(texts(tapped(two, at('09:00')))).toEqual(texts(two))
  })

  test('no drag makes entries overlap, leave the day, or fall below the shortest length', () => {
    const minute = fc.integer({ min: 0, max: 1440 })
    const kind = fc.constantFrom<Grip['kind']>('draw', 'move', 'start', 'end')
    fc.assert(
      fc.property(fc.array(fc.tuple(kind, minute, minute, fc.nat()), { maxLength: 12 }), (steps) => {
        let now: Interval[] = []
        for (const [wanted, from, to, nth] of steps) {
          const grip: Grip =
            wanted === 'draw' || now.length === 0 ? { kind: 'draw' } : { kind: wanted, index: nth % now.length }
          now = dragged(now, grip, from, to)
          if (grip.kind !== 'draw') now = shifted(now, grip, (to % 7) - 3)
        }
        expect(overlapIn(now)).toBe(-1)
        expect(now.every((it) => it.startMinute >= 0 && it.endMinute <= 1440 && it.startMinute < it.endMinute)).toBe(
          true,
        )
        expect(now).toEqual([...now].sort((a, b) => a.startMinute - b.startMinute))
      }),
    )
  })
})
