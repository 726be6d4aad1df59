import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearerEnd } from './nearer-end.ts'

const NO_ROWS = { limit: 0, offset: 0, isBackward: false }

describe('nearer end', () => {
  test('a page has the same rows from either end, and skips at most half of the list', () => {
    const property = fc.property(fc.nat(40), fc.nat(12), fc.nat(150), (pageNumber, pageSize, totalCount) => {
      const list = Array.from({ length: totalCount }, (_, at) => at)
      const { limit, offset, isBackward } = nearerEnd({ pageNumber, pageSize }, totalCount) ?? NO_ROWS
      const rows = (isBackward ? list.toReversed() : list).slice(offset, offset + limit)
      expect(isBackward ? rows.toReversed() : rows).toEqual(
        list.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
      )
      expect(offset).toBeLessThanOrEqual(totalCount / 2)
    })
    fc.assert(property, { seed: 20_261_122 })
  })
})
