import { describe, expect, test } from 'vitest'
import type { TimeStyle } from './time.ts'
import { clockTime, dateTime, duration, exactTime, hourOfDay, knownZone, relativeTime, toDateFormat } from './time.ts'

const LONG = 'do MMM yyyy, hh:mm a'
const SHORT = 'yyyy/MM/dd HH:mm'
const style = (
  timeZone: string,
  dateFormat: TimeStyle['dateFormat'] = SHORT,
  language: TimeStyle['language'] = 'en',
) => ({
  timeZone,
  dateFormat,
  language,
})

describe('an instant in the zone of the user', () => {
  test('GEN-04 is shown in either of the two formats', () => {
    const at = '2026-11-20T17:13:04Z'
    expect(dateTime(at, style('Asia/Tokyo', LONG))).toBe('21st Nov 2026, 02:13 AM')
    expect(dateTime(at, style('Asia/Tokyo', SHORT))).toBe('2026/11/21 02:13')
    expect(dateTime(at, style('America/New_York', LONG))).toBe('20th Nov 2026, 12:13 PM')
  })

  test('GEN-04 follows the clocks when they go forward and back', () => {
    const berlin = style('Europe/Berlin')
    expect(dateTime('2026-03-29T00:59:00Z', berlin)).toBe('2026/03/29 01:59')
    expect(dateTime('2026-03-29T01:00:00Z', berlin)).toBe('2026/03/29 03:00')
    expect(dateTime('2026-10-25T00:30:00Z', berlin)).toBe('2026/10/25 02:30')
    expect(dateTime('2026-10-25T01:30:00Z', berlin)).toBe('2026/10/25 02:30')
    expect(exactTime('2026-10-25T00:30:00Z', berlin)).not.toBe(exactTime('2026-10-25T01:30:00Z', berlin))
  })

  test('GEN-04 has midnight as hour 00, and noon and midnight as 12 of the right half', () => {
    expect(dateTime('2026-11-20T15:00:00Z', style('Asia/Tokyo'))).toBe('2026/11/21 00:00')
    expect(dateTime('2026-11-20T15:00:00Z', style('Asia/Tokyo', LONG))).toBe('21st Nov 2026, 12:00 AM')
    expect(dateTime('2026-11-20T03:00:00Z', style('Asia/Tokyo', LONG))).toBe('20th Nov 2026, 12:00 PM')
  })

  test('zones off the hour are right', () => {
    expect(dateTime('2026-11-20T18:30:00Z', style('Asia/Kathmandu'))).toBe('2026/11/21 00:15')
  })

  test('GEN-01 reads as Japanese in Japanese', () => {
    expect(dateTime('2026-11-20T17:13:04Z', style('Asia/Tokyo', LONG, 'ja'))).toBe('2026年11月21日 午前02:13')
    expect(clockTime('2026-11-20T17:13:04Z', style('Asia/Tokyo', LONG, 'ja'))).toBe('午前02:13:04')
  })

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [22, '22nd'],
    [23, '23rd'],
    [30, '30th'],
  ])('day %i of the month is called %s', (day, name) => {
    const at = new Date(Date.UTC(2026, 9, day, 3))
    expect(dateTime(at, style('UTC', LONG))).toBe(`${name} Oct 2026, 03:00 AM`)
  })
})

describe('an instant against now', () => {
  const now = new Date('2026-11-21T02:15:00Z')
  const ago = (seconds: number, language: TimeStyle['language'] = 'en') =>
    relativeTime(new Date(now.getTime() - seconds * 1000), now, style('Asia/Tokyo', SHORT, language))

  test.each([
    [5, 'just now', 'たった今'],
    [60, '1 min ago', '1分前'],
    [120, '2 min ago', '2分前'],
    [3570, '1 hr ago', '1時間前'],
    [7200, '2 hr ago', '2時間前'],
    [3 * 86_400, '3 days ago', '3日前'],
    [8 * 86_400, '2026/11/13', '2026/11/13'],
  ])('%i s ago is called %s and %s', (seconds, en, ja) => {
    expect([ago(seconds), ago(seconds, 'ja')]).toEqual([en, ja])
  })

  test('the future is named as such', () => {
    expect(ago(-300)).toBe('in 5 min')
  })
})

test('durations are minutes and seconds, with hours when there are some', () => {
  expect([duration(15_000), duration(75_400), duration(3_723_000), duration(-1)]).toEqual([
    '00:15',
    '01:15',
    '1:02:03',
    '00:00',
  ])
})

test('a greeting knows the hour of the user, not of the machine', () => {
  expect(hourOfDay(new Date('2026-11-20T17:00:00Z'), 'Asia/Tokyo')).toBe(2)
})

test('a zone or format that nobody knows falls back instead of breaking the page', () => {
  expect(knownZone('Mars/Olympus')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(knownZone('Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(toDateFormat('dd.MM.yy')).toBe(SHORT)
  expect(toDateFormat(LONG)).toBe(LONG)
})
