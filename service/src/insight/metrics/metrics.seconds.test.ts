/** Shares of seconds against sorting them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf, unpackSeconds } from './metrics.seconds.ts'

/** As float8send() does. */
function packed(seconds: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(8 * seconds.length)
  for (const [at, second] of seconds.entries()) bytes.writeDoubleBE(second, 8 * at)
  return bytes
}

test('METRIC-03 a share of seconds is the one that sorting finds, between two of them in proportion', () => {
  const some = fc.array(fc.oneof(fc.nat(5), fc.double({ min: 0, max: 900, noNaN: true })), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(some, fc.constantFrom(0, 0.5, 0.9, 1), fc.nat(60), (seconds, share, cut) => {
      const sorted = seconds.toSorted((a, b) => a - b)
      const place = share * (sorted.length - 1)
      const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
      const all = unpackSeconds([packed(seconds.slice(0, cut)), packed(seconds.slice(cut))])
      expect(shareOf(all, share)).toBe(below + (place - Math.floor(place)) * (above - below))
    }),
    { seed: 20_261_122 },
  )
  expect(shareOf(unpackSeconds([]), 0.5)).toBeNull()
})
