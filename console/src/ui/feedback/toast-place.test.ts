import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeToasts } from './toast-place.ts'

const PHONE = { topPx: 300, windowPx: 844 }
const one = { ...PHONE, heightsPx: [54] }

test('GEN-07 toasts stand at their usual place where nothing is pressed', () => {
  expect(placeToasts(one, [])).toEqual({ topPx: 300, count: 1 })
  expect(placeToasts(one, [{ topPx: 700, bottomPx: 760 }])).toEqual({ topPx: 300, count: 1 })
})

test('GEN-07 toasts make way for the buttons of a dialog, to the nearer side', () => {
  expect(placeToasts(one, [{ topPx: 320, bottomPx: 372 }])).toEqual({ topPx: 258, count: 1 })
  expect(placeToasts(one, [{ topPx: 280, bottomPx: 332 }])).toEqual({ topPx: 340, count: 1 })
  const both = [
    { topPx: 0, bottomPx: 280 },
    { topPx: 320, bottomPx: 372 },
  ]
  expect(placeToasts(one, both)).toEqual({ topPx: 380, count: 1 })
})

test('GEN-07 toasts stay in the window, and as many are shown as have room', () => {
  expect(placeToasts({ ...one, topPx: 830 }, [])).toEqual({ topPx: 782, count: 1 })
  const taken = [
    { topPx: 0, bottomPx: 300 },
    { topPx: 450, bottomPx: 844 },
  ]
  expect(placeToasts({ ...PHONE, heightsPx: [54, 54, 54] }, taken)).toEqual({ topPx: 300, count: 2 })
})

test('GEN-07 toasts cover nothing that is taken as far as there is room anywhere', () => {
  const bands = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 1, max: 300 })), { maxLength: 4 })
    .map((all) => all.map(([topPx, heightPx]) => ({ topPx, bottomPx: topPx + heightPx })))
  fc.assert(
    fc.property(bands, fc.integer({ min: 0, max: 844 }), (taken, topPx) => {
      const placed = placeToasts({ topPx, heightsPx: [54], windowPx: 844 }, taken)
      const isFree = (at: number) => taken.every((band) => band.bottomPx <= at || band.topPx >= at + 54)
      const roomAt = Array.from({ length: 844 - 54 - 16 - 16 }, (_, at) => at + 16).find(
        (at) => isFree(at) && isFree(at - 8) && isFree(at + 8),
      )
      expect(roomAt === undefined || isFree(placed.topPx)).toBe(true)
    }),
  )
})
