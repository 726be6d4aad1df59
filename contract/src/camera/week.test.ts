import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schedule } from './schedule.ts'
import { anyWeek } from './testing-week.ts'
import {
  appStanding,
  BY_DAY,
  BY_NIGHT,
  copyDay,
  DAYS,
  type Day,
  entryErrors,
  groupDays,
  type Interval,
  isSameWeek,
  minuteOf,
  NEVER,
  normaliseDay,
  overlapIn,
  partsOf,
  timeText,
  type Week,
  withDay,
} from './week.ts'

const at = (start: string, end: string): Interval => ({ startMinute: minuteOf(start)!, endMinute: minuteOf(end)! })
const none = () => []
const monday = (...intervals: Interval[]): Week => withDay(NEVER, 'mon', intervals)
const errorsOf = (week: Week) => schedule.safeParse(week).error?.issues.map(({ message }) => message) ?? []

describe('valid schedules', () => {
  test('CAM-10 adjacent intervals are allowed, overlap is not, and one may end at 24:00', () => {
    expect(errorsOf(monday(at('08:00', '12:00'), at('12:00', '24:00')))).toEqual([])
    expect(errorsOf(monday(at('08:00', '12:00'), at('11:59', '13:00')))).toEqual(['schedule.overlap'])
    expect(errorsOf(monday(at('08:00', '12:00'), at('08:00', '12:00')))).toEqual(['schedule.overlap'])
  })

  test('CAM-10 an end that is not after the start, and times outside of a day, are errors', () => {
    expect(errorsOf(monday(at('08:00', '08:00')))).toEqual(['schedule.end-after-start'])
    expect(errorsOf(monday({ startMinute: -1, endMinute: 5 }))).toEqual(['schedule.invalid-start'])
    expect(errorsOf(monday({ startMinute: 1, endMinute: 1441 }))).toEqual(['schedule.invalid-end'])
    expect(errorsOf(monday({ startMinute: 1.5, endMinute: 20 }))).toEqual(['schedule.invalid-start'])
  })
})

describe('entered times', () => {
  test('CAM-10 each error belongs to the field that was edited last', () => {
    const entry = (start: string, end: string, edited: 'start' | 'end', endsNextDay = false) =>
      entryErrors('mon', { start, end, endsNextDay }, edited, none)
    expect(entry('20:00', '08:00', 'start')).toEqual({ start: 'schedule.start-before-end' })
    expect(entry('20:00', '08:00', 'end')).toEqual({ end: 'schedule.end-after-start' })
    expect(entry('20:00', '20:00', 'end')).toEqual({ end: 'schedule.end-after-start' })
    expect(entry('2x', '08:00', 'end')).toEqual({ start: 'schedule.invalid-start' })
    expect(entry('24:00', '08:00', 'start', true)).toEqual({ start: 'schedule.invalid-start' })
    expect(entry('08:00', '25:00', 'start')).toEqual({ end: 'schedule.invalid-end' })
    expect(entry('20:00', '08:00', 'end', true)).toEqual({})
    expect(entry('08:00', '20:00', 'end', true)).toEqual({ end: 'schedule.invalid-end' })
    expect(entry('08:00', '24:00', 'end')).toEqual({})
  })

  test('CAM-10 overlapping times are found on both days of a night', () => {
    const busy = (day: Day) => (day === 'tue' ? [at('05:00', '07:00')] : [])
    const night = { start: '22:00', end: '06:00', endsNextDay: true }
    expect(entryErrors('mon', night, 'end', busy)).toEqual({ end: 'schedule.overlap' })
    expect(entryErrors('mon', { ...night, end: '05:00' }, 'end', busy)).toEqual({})
    expect(entryErrors('tue', { start: '06:00', end: '08:00', endsNextDay: false }, 'start', busy)).toEqual({
      start: 'schedule.overlap',
    })
  })

  test('short, long and full-width times are parsed; other texts are invalid', () => {
    expect(['7:05', '0705', '０７：０５', ' 07:05 ', '24:00', '0:00'].map(minuteOf)).toEqual([
      425, 425, 425, 425, 1440, 0,
    ])
    expect(['24:01', '7:5', '07:60', '7', '', '-1:00', 'noon'].map(minuteOf)).toEqual(Array(7).fill(null))
    expect([0, 425, 1440].map(timeText)).toEqual(['00:00', '07:05', '24:00'])
  })
})

describe('changes of a week', () => {
  test('22:00 to 06:00 is split at midnight, and 00:00 as an end is midnight', () => {
    expect(partsOf('fri', at('22:00', '06:00'))).toEqual([
      { day: 'fri', interval: at('22:00', '24:00') },
      { day: 'sat', interval: at('00:00', '06:00') },
    ])
    expect(partsOf('sun', at('22:00', '06:00')).map(({ day }) => day)).toEqual(['sun', 'mon'])
    expect(partsOf('fri', at('22:00', '00:00'))).toEqual([{ day: 'fri', interval: at('22:00', '24:00') }])
  })

  test('a copied day shares nothing with the original', () => {
    const week = copyDay(monday(at('08:00', '12:00')), 'mon', ['wed', 'sun'])
    expect(DAYS.filter((day) => week[day].length > 0)).toEqual(['mon', 'wed', 'sun'])
    expect(week.wed[0]).not.toBe(week.mon[0])
  })

  test('consecutive days with equal times are one group; adjacent intervals are joined', () => {
    const week = { ...BY_DAY, sat: [], sun: [at('06:00', '08:00'), at('08:00', '18:00')] }
    expect(groupDays(week).map(({ days }) => days)).toEqual([['mon', 'tue', 'wed', 'thu', 'fri'], ['sun']])
    expect(groupDays(BY_NIGHT)).toHaveLength(1)
    expect(isSameWeek(BY_DAY, { ...BY_DAY, sun: week.sun })).toBe(true)
    expect(isSameWeek(null, NEVER)).toBe(false)
  })

  test('CAM-10 an active app never runs if no day of its schedule has hours', () => {
    expect([appStanding(true, NEVER), appStanding(false, NEVER)]).toEqual(['never', 'off'])
    expect([appStanding(true, null), appStanding(true, monday(at('08:00', '09:00')))]).toEqual(['on', 'on'])
  })

  test('normalizing changes no minute, is idempotent, and leaves no overlap', () => {
    fc.assert(
      fc.property(anyWeek, ({ mon }) => {
        const tidy = normaliseDay(mon)
        const minutes = (day: Interval[]) =>
          Array.from({ length: 1440 }, (_, m) => day.some((it) => m >= it.startMinute && m < it.endMinute))
        expect(minutes(tidy)).toEqual(minutes(mon))
        expect(normaliseDay(tidy)).toEqual(tidy)
        expect(overlapIn(tidy)).toBe(-1)
      }),
      { numRuns: 60 },
    )
  })
})
