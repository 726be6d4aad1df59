import { expect, test } from 'vitest'
import { toBookingSearch, toNewBookingSearch } from './booking-search.ts'

const ID = '019470aa-1111-7111-8111-111111111111'

test('LIVE-04 an address says view, day, rooms and people, and leaves out what there is not', () => {
  expect(toBookingSearch({ span: 'month', day: '2026-11-22', cameraIds: [ID], userIds: ['x'] })).toEqual({
    ...{ span: 'month', day: '2026-11-22', cameraIds: [ID] },
  })
  expect(toBookingSearch({ span: 'week', day: '2026-02-30' })).toEqual({})
  expect(toNewBookingSearch({ cameraId: ID, day: 'tomorrow' })).toEqual({ cameraId: ID })
})
