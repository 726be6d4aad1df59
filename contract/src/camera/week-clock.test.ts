import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../shared/duration.ts'
import { anyWeek } from './testing-week.ts'
import { BY_DAY, BY_NIGHT, NEVER, type Week, weekOf } from './week.ts'
import { gateOf, isOn, nextChange } from './week-clock.ts'

const WALK_MINUTES = 16 * 1440
/** Around changes of the clock, in both directions, by an hour and by half an hour, by a whole day, and where none is. */
const WALKS = [
  ['Europe/Berlin', '2026-03-26T10:00:00Z'],
  ['Europe/Berlin', '2026-10-22T10:00:00Z'],
  ['America/New_York', '2026-03-05T10:00:00Z'],
  ['America/New_York', '2026-10-29T10:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-02T10:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-01T10:00:00Z'],
  ['Pacific/Apia', '2011-12-26T10:00:00Z'],
  ['Asia/Tokyo', '2026-11-20T10:00:00Z'],
] as const

type Minute = { day: keyof Week; minute: number }

/** The wall clock of every minute, by another way than the one that is tested. */
function wallClock(timezone: string, fromMs: number): Minute[] {
  const clock = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, weekday: 'short', ...clock })
  return Array.from({ length: WALK_MINUTES }, (_, i) => {
    const parts = format.formatToParts(fromMs + i * MINUTE_MS)
    const part = (type: string) => parts.find((one) => one.type === type)!.value
    return {
      day: part('weekday').toLowerCase() as keyof Week,
      minute: Number(part('hour')) * 60 + Number(part('minute')),
    }
  })
}

describe('when a schedule is on', () => {
  test.each(WALKS)('in %s from %s it is what a walk minute by minute finds', (timezone, from) => {
    const fromMs = Date.parse(from)
    const clock = wallClock(timezone, fromMs)
    fc.assert(
      fc.property(anyWeek, fc.integer({ min: 0, max: 6 * 1440 }), (week, start) => {
        const walk = clock.map(({ day, minute }) =>
          week[day].some(({ startMinute, endMinute }) => minute >= startMinute && minute < endMinute),
        )
        const found = walk.findIndex((is, i) => i > start && is !== walk[start])
        const at = new Date(fromMs + start * MINUTE_MS)
        expect(isOn(week, at, timezone)).toBe(walk[start])
        // Beyond the walk the tested function may look further; then it must at least be later.
        const next = nextChange(week, at, timezone)
        const minutes = next ? (next.getTime() - fromMs) / MINUTE_MS : Number.POSITIVE_INFINITY
        expect(found < 0 ? minutes >= WALK_MINUTES : minutes === found).toBe(true)
      }),
      { numRuns: 80 },
    )
  })

  test('a walk from change to change is the walk of minutes over both changes of a year', () => {
    let at = new Date('2026-03-27T00:00:00Z')
    const changes: string[] = []
    while (changes.length < 6) {
      at = nextChange(BY_NIGHT, at, 'Europe/Berlin')!
      changes.push(at.toISOString())
    }
    expect(changes).toEqual([
      '2026-03-27T05:00:00.000Z',
      '2026-03-27T17:00:00.000Z',
      '2026-03-28T05:00:00.000Z',
      '2026-03-28T17:00:00.000Z',
      '2026-03-29T04:00:00.000Z',
      '2026-03-29T16:00:00.000Z',
    ])
  })

  test('an interval inside a skipped hour is missed that week and occurs again in the next', () => {
    const week = { ...NEVER, sun: [{ startMinute: 135, endMinute: 165 }] }
    const next = nextChange(week, new Date('2026-03-25T00:00:00Z'), 'Europe/Berlin')
    expect(next?.toISOString()).toBe('2026-04-05T00:15:00.000Z')
  })

  test('a repeated hour counts twice', () => {
    const week = { ...NEVER, sun: [{ startMinute: 120, endMinute: 150 }] }
    const times = ['2026-10-25T00:15:00Z', '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z', '2026-10-25T01:45:00Z']
    expect(times.map((time) => isOn(week, new Date(time), 'Europe/Berlin'))).toEqual([true, false, true, false])
  })

  test('a day that a zone leaves out never happens', () => {
    const friday = { ...NEVER, fri: [{ startMinute: 0, endMinute: 1440 }] }
    const next = nextChange(friday, new Date('2011-12-29T12:00:00Z'), 'Pacific/Apia')
    expect(next?.toISOString()).toBe('2012-01-05T10:00:00.000Z')
  })

  test('a gate returns the same result, in whatever order it is called', () => {
    const from = Date.parse('2026-03-28T00:00:00Z')
    const minutes = fc.array(fc.integer({ min: 0, max: 3 * 1440 }), { maxLength: 50 })
    fc.assert(
      fc.property(anyWeek, minutes, (week, asked) => {
        const gate = gateOf(week, 'Europe/Berlin')
        const times = asked.map((minute) => from + minute * MINUTE_MS)
        expect(times.map(gate)).toEqual(times.map((ms) => isOn(week, new Date(ms), 'Europe/Berlin')))
      }),
      { numRuns: 60 },
    )
  })

  test('what never changes has no next change', () => {
    const now = new Date('2026-11-21T00:00:00Z')
    const whole = weekOf([
      { startMinute: 0, endMinute: 700 },
      { startMinute: 700, endMinute: 1440 },
    ])
    expect([null, NEVER, whole].map((week) => nextChange(week, now, 'Asia/Tokyo'))).toEqual([null, null, null])
    expect([null, NEVER, whole, BY_DAY].map((week) => isOn(week, now, 'Asia/Tokyo'))).toEqual([true, false, true, true])
  })
})
