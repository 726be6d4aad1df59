/** The address of the cameras list. */
import { expect, test } from 'vitest'
import { filterOf, toCameraSearch } from './camera-search.ts'

const UNIT = '018f0000-0000-7000-8000-000000000001'

test('CAM-01 a link with one value gives the same kind of filter as several values', () => {
  expect(toCameraSearch({ status: 'Online', unit: UNIT })).toEqual({ status: ['Online'], unit: [UNIT] })
  expect(toCameraSearch({ status: ['Disabled', 'Online', 'Broken'] })).toEqual({ status: ['Online', 'Disabled'] })
})

test('CAM-01 a link that sorts by cameraStatus sorts by status; what is not understood is left out', () => {
  expect(toCameraSearch({ sort: 'cameraStatus', tag: 'x', hub: 7, sync: 'MAYBE', app: ['A002'] })).toEqual({
    sort: 'status',
  })
})

test('NAV-04 CAM-01 units in the address override those of the top bar', () => {
  expect(filterOf({ unit: [UNIT] }, ['other']).unitIds).toEqual([UNIT])
  expect(filterOf({}, ['other']).unitIds).toEqual(['other'])
  expect(filterOf({}, undefined).unitIds).toBeUndefined()
})
