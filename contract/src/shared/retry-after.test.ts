import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfterOf } from './duration.ts'

const MOST_SECONDS = 120

test('Retry-After as a date is the same pause as in seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e9 }), fc.integer({ min: -300, max: 300 }), (now, seconds) => {
      const date = new Date((now + seconds) * 1000).toUTCString()
      const expected = Math.min(Math.max(0, seconds), MOST_SECONDS)
      expect(retryAfterOf(date, now * 1000, MOST_SECONDS)).toBe(expected)
      expect(retryAfterOf(` ${Math.max(0, seconds)} `, now * 1000, MOST_SECONDS)).toBe(expected)
    }),
  )
})

test.each([null, '', 'soon', '-5', '1.5', '12 apples', 'Wed, 99 Xyz', '9'.repeat(400)])(
  'Retry-After %j asks for nothing, or for the longest pause',
  (header) => {
    expect([null, MOST_SECONDS]).toContain(retryAfterOf(header, 0, MOST_SECONDS))
  },
)
