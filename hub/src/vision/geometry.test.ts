import { expect, test } from 'vitest'
import { boxAround, insideShare, isInside, regionMask, sharedPart } from './geometry.ts'

const half = { x: 0, y: 0, width: 0.5, height: 1 }
const lShape = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 0.5 },
  { x: 0.5, y: 0.5 },
  { x: 0.5, y: 1 },
  { x: 0, y: 1 },
]

test('the share of a box inside another is 1 within, 0 apart, and the part that overlaps between', () => {
  expect(insideShare({ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }, half)).toBeCloseTo(1)
  expect(insideShare({ x: 0.6, y: 0.1, width: 0.2, height: 0.2 }, half)).toBe(0)
  expect(insideShare({ x: 0.4, y: 0.1, width: 0.2, height: 0.2 }, half)).toBeCloseTo(0.5)
  expect(insideShare({ x: 0.1, y: 0.1, width: 0, height: 0.2 }, half)).toBe(0)
})

test('two boxes are the same as far as they share what they cover together', () => {
  expect(sharedPart(half, half)).toBe(1)
  expect(sharedPart(half, { x: 0.25, y: 0, width: 0.5, height: 1 })).toBeCloseTo(1 / 3)
  expect(sharedPart(half, { x: 0.6, y: 0, width: 0.4, height: 1 })).toBe(0)
  expect(sharedPart({ ...half, width: 0 }, half)).toBe(0)
})

test('a point in the notch of an L is outside', () => {
  expect(isInside({ x: 0.25, y: 0.75 }, lShape)).toBe(true)
  expect(isInside({ x: 0.75, y: 0.75 }, lShape)).toBe(false)
})

test('the box around several boxes touches the outermost of each side', () => {
  const around = boxAround([half, { x: 0.25, y: 0.5, width: 0.5, height: 0.25 }])
  expect(around).toEqual({ x: 0, y: 0, width: 0.75, height: 1 })
  expect(boxAround([])).toBeNull()
})

test('a mask covers its polygons, together, and without any the whole frame', () => {
  const count = (mask: Uint8Array) => mask.reduce((sum, pixel) => sum + pixel, 0)
  expect(count(regionMask([], 40, 20))).toBe(800)
  expect(count(regionMask([lShape], 40, 20))).toBe(600)
  const corner = [
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0.5 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ]
  expect(count(regionMask([lShape, corner], 40, 20))).toBe(800)
})
