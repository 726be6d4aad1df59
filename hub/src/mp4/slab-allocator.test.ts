import { expect, test } from 'vitest'
import { SlabAllocator } from './slab-allocator.ts'

test('new allocations do not overwrite earlier chunks', () => {
  const slabs = new SlabAllocator()
  const sizes = [10, 200_000, 1, 100_000, 100_000, 100_000, 100_000, 100_000, 600_000, 7]
  const chunks = sizes.map((size, i) => slabs.take(size).fill(i))
  expect(chunks.map((chunk) => chunk.length)).toEqual(sizes)
  expect(chunks.map((chunk, i) => chunk.every((byte) => byte === i))).not.toContain(false)
})
