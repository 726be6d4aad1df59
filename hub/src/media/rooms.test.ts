import { expect, test } from 'vitest'
import { Rooms } from './rooms.ts'

test('pieces that were taken keep what was written, whatever is taken later', () => {
  const rooms = new Rooms()
  const sizes = [10, 200_000, 1, 100_000, 100_000, 100_000, 100_000, 100_000, 600_000, 7]
  const pieces = sizes.map((size, i) => rooms.take(size).fill(i))
  expect(pieces.map((piece) => piece.length)).toEqual(sizes)
  expect(pieces.map((piece, i) => piece.every((byte) => byte === i))).not.toContain(false)
})
