import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { region } from './geometry.ts'
import {
  areaOf,
  type Corner,
  clamped,
  crossingEdges,
  hasInside,
  isSimple,
  middleOf,
  movedBy,
  nearestEdge,
  snapped,
  toPixel,
  withInserted,
} from './polygon.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const anyCorner = fc.record({ x: share, y: share })
/** Corners in order on a circle, at angles in whole degrees: always convex. */
const convex = fc
  .uniqueArray(fc.integer({ min: 0, max: 359 }), { minLength: 3, maxLength: 64 })
  .map((degrees) => degrees.sort((a, b) => a - b).map((angle) => onCircle(angle)))
const onCircle = (degrees: number): Corner => ({
  x: 0.5 + 0.4 * Math.cos((degrees * Math.PI) / 180),
  y: 0.5 + 0.4 * Math.sin((degrees * Math.PI) / 180),
})
/** Corners around the center at growing angles and any distance: never crossing, hardly ever convex. */
const star = fc.array(fc.integer({ min: 10, max: 45 }), { minLength: 5, maxLength: 64 }).map((radii) =>
  radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length
    return { x: 0.5 + (radius / 100) * Math.cos(angle), y: 0.5 + (radius / 100) * Math.sin(angle) }
  }),
)
const square: Corner[] = [
  { x: 0.2, y: 0.2 },
  { x: 0.8, y: 0.2 },
  { x: 0.8, y: 0.8 },
  { x: 0.2, y: 0.8 },
]

describe('crossing edges', () => {
  test('CAM-08 no star-shaped polygon crosses itself, for any start and direction', () => {
    fc.assert(
      fc.property(star, fc.nat(63), (corners, shift) => {
        const from = shift % corners.length
        const turned = [...corners.slice(from), ...corners.slice(0, from)]
        expect([isSimple(corners), isSimple(turned), isSimple([...turned].reverse())]).toEqual([true, true, true])
      }),
    )
  })

  test('CAM-08 a convex polygon with two swapped corners crosses itself', () => {
    fc.assert(
      fc.property(
        convex.filter((corners) => corners.length >= 4),
        fc.nat(),
        (corners, nth) => {
          const at = nth % corners.length
          const swapped = [...corners]
          const next = (at + 1) % corners.length
          ;[swapped[at], swapped[next]] = [swapped[next]!, swapped[at]!]
          expect(isSimple(swapped)).toBe(false)
        },
      ),
    )
  })

  test('CAM-08 touching, folding back and a corner set twice count as crossing', () => {
    const [a, b, c, d] = square as [Corner, Corner, Corner, Corner]
    expect(crossingEdges([a, b, c, { x: 0.5, y: 0.2 }])).not.toBeNull()
    expect(crossingEdges([a, b, c, c, d])).not.toBeNull()
    expect(crossingEdges([a, b, { x: 0.5, y: 0.2 }], false)).toEqual([0, 1])
    expect(crossingEdges([a, c, b, d])).toEqual([0, 2])
    expect(crossingEdges([a, c, b, d], false)).toEqual([0, 2])
    expect(crossingEdges([a, b, c, d])).toBeNull()
    expect(crossingEdges([a, b], false)).toBeNull()
  })

  test('CAM-08 the contract rejects a region whose edges cross', () => {
    const [a, b, c, d] = square as [Corner, Corner, Corner, Corner]
    expect(region.safeParse({ name: '', corners: [a, b, c, d] }).success).toBe(true)
    const refused = region.safeParse({ name: '', corners: [a, c, b, d] })
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['region.edges-cross'])
  })
})

describe('invariants of polygon edits', () => {
  test('a new corner on an edge leaves area and interior unchanged', () => {
    fc.assert(
      fc.property(star, fc.nat(), anyCorner, (corners, nth, point) => {
        const edge = nth % corners.length
        const more = withInserted(corners, edge, middleOf(corners, edge))
        expect(areaOf(more)).toBeCloseTo(areaOf(corners), 9)
        expect(isSimple(more)).toBe(true)
        // On the border itself the last digit decides.
        fc.pre(nearestEdge(corners, point, 1).distance > 1e-6)
        expect(hasInside(more, point)).toBe(hasInside(corners, point))
      }),
    )
  })

  test('moving a polygon leaves its shape unchanged, and inside the frame', () => {
    const step = fc.double({ min: -2, max: 2, noNaN: true })
    fc.assert(
      fc.property(star, step, step, (corners, x, y) => {
        const moved = movedBy(corners, { x, y })
        expect(areaOf(moved)).toBeCloseTo(areaOf(corners), 9)
        expect(isSimple(moved)).toBe(true)
        expect(moved).toEqual(moved.map(clamped))
      }),
    )
  })

  test('a point inside a convex polygon is on the same side of all its edges', () => {
    fc.assert(
      fc.property(convex, anyCorner, (corners, point) => {
        fc.pre(nearestEdge(corners, point, 1).distance > 1e-6)
        const isRightOfAll = corners.every((a, i) => {
          const b = corners[(i + 1) % corners.length]!
          return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0
        })
        expect(hasInside(corners, point)).toBe(isRightOfAll)
      }),
    )
  })

  test('the nearest point on the border is on its edge, and no corner is nearer', () => {
    fc.assert(
      fc.property(star, anyCorner, fc.constantFrom(1, 4 / 3, 16 / 9), (corners, point, aspect) => {
        const { edge, at, distance } = nearestEdge(corners, point, aspect)
        const [a, b] = [corners[edge]!, corners[(edge + 1) % corners.length]!]
        const length = (one: Corner, other: Corner) => Math.hypot((one.x - other.x) * aspect, one.y - other.y)
        expect(length(a, at) + length(at, b)).toBeCloseTo(length(a, b), 9)
        expect(corners.every((corner) => length(corner, point) >= distance - 1e-9)).toBe(true)
      }),
    )
  })
})

test('a corner near the border snaps to it, others stay', () => {
  const reach = { x: 0.02, y: 0.04 }
  expect(snapped({ x: 0.015, y: 0.97 }, reach)).toEqual({ x: 0, y: 1 })
  expect(snapped({ x: 0.5, y: 0.5 }, reach)).toEqual({ x: 0.5, y: 0.5 })
})

test('CAM-08 a corner is exact to the camera’s pixel, and stays the same pixel when repeated', () => {
  fc.assert(
    fc.property(anyCorner, fc.integer({ min: 16, max: 7680 }), (corner, width) => {
      const size = { width, height: Math.ceil(width * 0.5625) }
      const pixel = toPixel(corner, size)
      expect(toPixel(pixel, size)).toEqual(pixel)
      expect(Math.abs(pixel.x - corner.x) * width).toBeLessThanOrEqual(0.5 + 1e-9)
    }),
  )
})
