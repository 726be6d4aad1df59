import { expect, test } from 'vitest'
import { joinSentences } from './sentences.ts'

test('sentences follow each other with a space in English and without one in Japanese', () => {
  expect(joinSentences(['It was on.', null, 'It is off.', ''])).toBe('It was on. It is off.')
  expect(joinSentences(['オンでした。', undefined, 'オフです。'])).toBe('オンでした。オフです。')
  expect(joinSentences([])).toBe('')
})
