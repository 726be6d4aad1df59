import { expect, test } from 'vitest'
import { byteSize } from './byte-size.ts'

test('sizes are said in the unit that keeps them short', () => {
  expect([0, 12_400_000, 512_000_000, 3_140_000_000, 2e12].map(byteSize)).toEqual([
    '0 MB',
    '12.4 MB',
    '512 MB',
    '3.1 GB',
    '2.0 TB',
  ])
})
