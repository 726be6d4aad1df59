import { expect, test } from 'vitest'
import { toDeliverySearch } from './delivery-search.ts'

test('NAV-09 the address of the deliveries keeps what it understands and leaves out the rest', () => {
  expect(toDeliverySearch({ states: ['failed', 'lost'], channels: ['push'], page: '2', sort: 'createdAt' })).toEqual({
    states: ['failed'],
    channels: ['push'],
    page: 2,
  })
  expect(toDeliverySearch({ states: 'lost,failed', channels: [7], text: 'x' })).toEqual({ states: ['failed'] })
})
