/** Masked places of a frame, as a coarse mask that covers every point of them. CAM-09. */
import { type Polygon, regionMask } from '../geometry.ts'
import { grow } from '../mosaic.ts'

/** Size of the mask: a cell is a few pixels of the frame, and is covered completely if a polygon touches it. */
export const COVERED = { width: 320, height: 180 } as const
const { width: WIDTH, height: HEIGHT } = COVERED
/** Margin in cells, so that neither lens blur nor chroma subsampling shows an edge of a masked place. */
const MARGIN = 1

/** One byte per cell, 1 where any of the polygons touches it; null without polygons. */
export function coveredMask(polygons: readonly Polygon[]): Uint8Array | null {
  if (polygons.length === 0) return null
  const inside = regionMask(polygons, WIDTH, HEIGHT)
  for (const polygon of polygons) markOutline(inside, polygon)
  const grown = new Uint8Array(inside.length)
  grow(inside, WIDTH, HEIGHT, MARGIN, grown, new Uint8Array(inside.length))
  return grown
}

/** A narrow polygon may contain no cell's center. */
function markOutline(mask: Uint8Array, polygon: Polygon): void {
  let from = polygon.at(-1)
  for (const to of polygon) {
    if (from) markLine(mask, from, to)
    from = to
  }
}

function markLine(mask: Uint8Array, from: Polygon[number], to: Polygon[number]): void {
  const steps = 2 * Math.ceil(Math.max(Math.abs(to.x - from.x) * WIDTH, Math.abs(to.y - from.y) * HEIGHT, 1))
  for (let step = 0; step <= steps; step++) {
    const x = Math.floor((from.x + ((to.x - from.x) * step) / steps) * WIDTH)
    const y = Math.floor((from.y + ((to.y - from.y) * step) / steps) * HEIGHT)
    mask[clamp(y, HEIGHT) * WIDTH + clamp(x, WIDTH)] = 1
  }
}

const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, value))
