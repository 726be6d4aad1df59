// One cached format for each language, zone and options, shared by all callers.
import { expect, test } from 'vitest'
import { dateFormat, numberText } from './intl-format.ts'

test('a format is made once for a language, a zone and its options', () => {
  const format = dateFormat('en-GB', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })
  expect(dateFormat('en-GB', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })).toBe(format)
  expect(dateFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })).not.toBe(format)
  expect(dateFormat('en-GB', { timeZone: 'UTC', dateStyle: 'short' })).not.toBe(format)
  expect(dateFormat('en-GB', { timeZone: 'Asia/Tokyo', dateStyle: 'long' })).not.toBe(format)
})

test('an unknown time zone is rejected each time', () => {
  const make = () => dateFormat('en', { timeZone: 'Mars/Olympus' })
  expect(make).toThrow(RangeError)
  expect(make).toThrow(RangeError)
})

test('numbers have the separators of the language', () => {
  expect([numberText(1_234_567, 'en'), numberText(1_234_567, 'ja')]).toEqual(['1,234,567', '1,234,567'])
})
