import { expect, test } from 'vitest'
import { wantedOf } from './byte-range.ts'

const whole = { first: 0, last: 9, size: 10 }

test('ranges are read as browsers send them', () => {
  expect(wantedOf('bytes=0-', 10)).toEqual({ ...whole, isPart: true })
  expect(wantedOf('bytes=2-4', 10)).toMatchObject({ first: 2, last: 4, isPart: true })
  expect(wantedOf('bytes=2-400', 10)).toMatchObject({ first: 2, last: 9 })
  expect(wantedOf('bytes=-3', 10)).toMatchObject({ first: 7, last: 9 })
  expect(wantedOf('bytes=-300', 10)).toMatchObject({ first: 0, last: 9 })
  for (const nonsense of [undefined, '', 'bytes=-', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b']) {
    expect(wantedOf(nonsense, 10)).toEqual({ ...whole, isPart: false })
  }
  for (const outside of ['bytes=10-', 'bytes=5-4', 'bytes=-0']) expect(wantedOf(outside, 10)).toBeNull()
})
