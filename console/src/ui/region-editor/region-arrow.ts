/** The arrow of a region: from its middle in the direction from head to feet. Pure; in pixels of the camera. */
import { type Corner, centreOf, type Polygon } from '@mimamori/contract/shared/polygon.ts'
import type { Size } from './region-view.ts'

/** Where the arrow begins. */
export function arrowRoot(corners: Polygon, { width, height }: Size): Corner {
  const centre = centreOf(corners)
  return { x: centre.x * width, y: centre.y * height }
}

/** Where it ends; `degrees` clockwise from right. As long as a third of the region is wide or high. */
export function arrowTip(corners: Polygon, degrees: number, size: Size): Corner {
  const root = arrowRoot(corners, size)
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values)
  const width = extent(corners.map(({ x }) => x)) * size.width
  const height = extent(corners.map(({ y }) => y)) * size.height
  const length = Math.max(width, height) / 3
  const angle = (degrees * Math.PI) / 180
  return { x: root.x + length * Math.cos(angle), y: root.y + length * Math.sin(angle) }
}
