import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isQuietAt } from './quiet-hours.ts'

const night = { fromMinute: 22 * 60, toMinute: 7 * 60 }
const inTokyo = (time: string) => new Date(`2026-11-30T${time}:00+09:00`)

test('REACH-04 quiet hours run past midnight by the clock of the person', () => {
  const times = ['21:59', '22:00', '23:59', '00:00', '06:59', '07:00', '12:00']
  expect(times.map((time) => isQuietAt(night, inTokyo(time), 'Asia/Tokyo'))).toEqual([
    ...[false, true, true, true, true, false, false],
  ])
  expect(isQuietAt(night, inTokyo('23:00'), 'Europe/Berlin')).toBe(false)
})

test('REACH-04 a span and the one that begins where it ends share the day between them', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(
      minute,
      minute,
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100') }),
      (a, b, at) => {
        fc.pre(a !== b)
        const of = (fromMinute: number, toMinute: number) => isQuietAt({ fromMinute, toMinute }, at, 'America/New_York')
        expect(of(a, b)).toBe(!of(b, a))
      },
    ),
  )
})
