import { expect, test } from 'vitest'
import { byteSize, joinSentences } from './sentences.ts'

test('sizes are said in the unit that keeps them short', () => {
  expect([0, 12_400_000, 512_000_000, 3_140_000_000, 2e12].map(byteSize)).toEqual([
    '0 MB',
    '12.4 MB',
    '512 MB',
    '3.1 GB',
    '2.0 TB',
  ])
})

test('sentences follow each other with a space in English and without one in Japanese', () => {
  expect(joinSentences(['It was on.', null, 'It is off.', ''])).toBe('It was on. It is off.')
  expect(joinSentences(['オンでした。', undefined, 'オフです。'])).toBe('オンでした。オフです。')
  expect(joinSentences([])).toBe('')
})
