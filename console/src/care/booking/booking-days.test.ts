import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, longDay } from '#lib/time/calendar-day.ts'
import { daysOf, step, titleOf } from './booking-days.ts'

const BRITISH = ['en-GB']

describe('LIVE-04 the days of a calendar', () => {
  test('a week begins on Monday, a month is drawn in whole weeks', () => {
    expect(daysOf('week', '2026-11-22', 'en', BRITISH)).toEqual([
      ...['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    ])
    const month = daysOf('month', '2026-11-22', 'en', BRITISH)
    expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42])
    expect(daysOf('month', '2027-02-10', 'en', BRITISH)).toHaveLength(28)
    expect(daysOf('day', '2026-11-22', 'en', BRITISH)).toEqual(['2026-11-22'])
  })

  test('no month shows more days than the service answers at once', () => {
    const lengths = Array.from({ length: 48 }, (_, at) => daysOf('month', addMonths('2025-01-15', at), 'en').length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(42)
  })

  test('the next month of its 31st is the last of the next', () => {
    expect([addMonths('2026-01-31', 1), addMonths('2026-12-15', 1), addMonths('2026-03-31', -1)]).toEqual([
      ...['2026-02-28', '2027-01-15', '2026-02-28'],
    ])
    expect([step('week', '2026-12-30', 1), step('day', '2026-03-01', -1)]).toEqual(['2027-01-06', '2026-02-28'])
  })

  test('are named in both languages', () => {
    expect(longDay('2026-11-22', 'en')).toMatch(/^Sunday,? 22 November 2026$/)
    expect(longDay('2026-11-22', 'ja')).toBe('2026年11月22日日曜日')
    expect([titleOf('month', '2026-11-22', 'en'), titleOf('month', '2026-11-22', 'ja')]).toEqual([
      ...['November 2026', '2026年11月'],
    ])
  })
})

test.each([
  ['ja', ['ja-JP'], '2026-11-22'],
  ['en', BRITISH, '2026-11-23'],
  ['en', ['en-US', 'en-GB'], '2026-11-22'],
  ['en', ['ar-EG', 'en-EG'], '2026-11-21'],
  ['en', ['en', 'en-US@posix', 'fr-FR'], '2026-11-23'],
  ['ja', ['en-GB'], '2026-11-22'],
] as const)('LIVE-04 a week in %s on a device that speaks %j begins on %s', (language, tags, first) => {
  expect(daysOf('week', '2026-11-25', language, tags)[0]).toBe(first)
  expect(daysOf('week', first, language, tags)[0]).toBe(first)
})

test('LIVE-04 a week has its day, begins on the country’s weekday, and the next one follows it', () => {
  const SUNDAY = ['JP', 'US', 'IN', 'KR', 'BR', 'TW', 'IL']
  const MONDAY = ['GB', 'DE', 'FR', 'AU', 'NZ', 'SE']
  const regions = [
    ...SUNDAY.map((one) => [one, 0] as const),
    ...MONDAY.map((one) => [one, 1] as const),
    ['EG', 6] as const,
  ]
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(
      days,
      fc.constantFrom(...regions),
      fc.constantFrom('en', 'ja'),
      (moment, [region, weekday], language) => {
        const day = moment.toISOString().slice(0, 10)
        const tags = [`${language}-${region}`]
        const week = daysOf('week', day, language, tags)
        expect(week).toHaveLength(7)
        expect(week).toContain(day)
        expect(new Date(week[0]!).getUTCDay()).toBe(weekday)
        expect(daysOf('week', step('week', day, 1), language, tags)[0]! > week.at(-1)!).toBe(true)
      },
    ),
  )
})
