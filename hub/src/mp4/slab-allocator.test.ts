import { expect, test } from 'vitest'
import { SlabAllocator } from './slab-allocator.ts'

test('pieces that were taken keep what was written, whatever is taken later', () => {
  const slabs = new SlabAllocator()
  const sizes = [10, 200_000, 1, 100_000, 100_000, 100_000, 100_000, 100_000, 600_000, 7]
  const pieces = sizes.map((size, i) => slabs.take(size).fill(i))
  expect(pieces.map((piece) => piece.length)).toEqual(sizes)
  expect(pieces.map((piece, i) => piece.every((byte) => byte === i))).not.toContain(false)
})
