import { expect, test } from 'vitest'
import { SlabAllocator } from './slab-allocator.ts'

test('segments that were taken keep what was written, whatever is taken later', () => {
  const slabs = new SlabAllocator()
  const sizes = [10, 200_000, 1, 100_000, 100_000, 100_000, 100_000, 100_000, 600_000, 7]
  const segments = sizes.map((size, i) => slabs.take(size).fill(i))
  expect(segments.map((segment) => segment.length)).toEqual(sizes)
  expect(segments.map((segment, i) => segment.every((byte) => byte === i))).not.toContain(false)
})
