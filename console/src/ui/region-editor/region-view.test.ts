import fc from 'fast-check'
import { expect, test } from 'vitest'
import { panned, revealing, type View, WHOLE_VIEW, ZOOM_MAX, zoomedAt } from './region-view.ts'

const size = { width: 1920, height: 1080 }
const place = fc.record({ x: fc.integer({ min: 0, max: 1920 }), y: fc.integer({ min: 0, max: 1080 }) })
/** Where a place of the frame is on the screen, as a share of it. */
const onScreen = (view: View, at: { x: number; y: number }) => ({
  x: ((at.x - view.x) * view.zoom) / size.width,
  y: ((at.y - view.y) * view.zoom) / size.height,
})

test('CAM-08 zooming in keeps the place under the pointer', () => {
  fc.assert(
    fc.property(place, fc.double({ min: 1, max: ZOOM_MAX, noNaN: true }), (at, factor) => {
      const before = onScreen(WHOLE_VIEW, at)
      const after = onScreen(zoomedAt(WHOLE_VIEW, size, factor, at), at)
      expect(after.x).toBeCloseTo(before.x, 6)
      expect(after.y).toBeCloseTo(before.y, 6)
    }),
  )
})

test('the image never leaves its frame, and the crosshair is always visible', () => {
  fc.assert(
    fc.property(place, place, fc.double({ min: 0.2, max: 8, noNaN: true }), (at, to, factor) => {
      const view = revealing(panned(zoomedAt(WHOLE_VIEW, size, factor, at), size, to), size, at)
      const seen = onScreen(view, at)
      expect(view.x).toBeGreaterThanOrEqual(0)
      expect(view.y).toBeGreaterThanOrEqual(0)
      expect(view.x + size.width / view.zoom).toBeLessThanOrEqual(size.width + 1e-6)
      expect([seen.x, seen.y].every((share) => share >= -1e-9 && share <= 1 + 1e-9)).toBe(true)
    }),
  )
})
