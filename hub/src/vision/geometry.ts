/** Places in a frame as shares of its width and height (0 to 1, origin top left), so that they fit every size. */
import type { Box, Point } from '@mimamori/contract/shared/geometry.ts'

export type Polygon = readonly Point[]

/** The part of `inner` that lies in `outer`: 0 apart, 1 inside. An empty `inner` is 0. */
export function insideShare(inner: Box, outer: Box): number {
  const area = inner.width * inner.height
  if (area <= 0) return 0
  const width = Math.min(inner.x + inner.width, outer.x + outer.width) - Math.max(inner.x, outer.x)
  const height = Math.min(inner.y + inner.height, outer.y + outer.height) - Math.max(inner.y, outer.y)
  return width > 0 && height > 0 ? (width * height) / area : 0
}

/** Intersection over union of two boxes, 0 to 1. In any unit. */
export function sharedPart(a: Box, b: Box): number {
  const areaA = a.width * a.height
  const shared = insideShare(a, b) * areaA
  return shared > 0 ? shared / (areaA + b.width * b.height - shared) : 0
}

/** The center of a box. */
export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

/** Even-odd rule; a point on the border may count either way. */
export function isInside(point: Point, polygon: Polygon): boolean {
  let inside = false
  let before = polygon.at(-1)
  for (const corner of polygon) {
    if (before && corner.y > point.y !== before.y > point.y) {
      const crossX = ((before.x - corner.x) * (point.y - corner.y)) / (before.y - corner.y) + corner.x
      if (point.x < crossX) inside = !inside
    }
    before = corner
  }
  return inside
}

/** The smallest box around all boxes; null without boxes. */
export function boxAround(boxes: readonly Box[]): Box | null {
  const first = boxes[0]
  if (!first) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** One byte per pixel, 1 if the pixel's center is in any of the polygons. Without polygons the whole frame counts. */
export function regionMask(polygons: readonly Polygon[], width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height)
  if (polygons.length === 0) return mask.fill(1)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const centre = { x: (x + 0.5) / width, y: (y + 0.5) / height }
      if (polygons.some((polygon) => isInside(centre, polygon))) mask[y * width + x] = 1
    }
  }
  return mask
}
