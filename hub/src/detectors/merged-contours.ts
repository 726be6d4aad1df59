/** How much of a body its nearest contours show together. domain.md "Region exit". Pure. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { Figure } from './people-frame.ts'

/**
 * Share of the foreground within the body's box that its `most` nearest contours hold together, 0 to 1. The nearest overlap
 * the box most. 1 without foreground there: a template found the body without a contour of its own.
 */
export function mergedShare(figures: readonly Figure[], body: Box, most: number): number {
  const parts = figures.map(({ box, areaShare }) => areaShare * insideShare(box, body)).sort((a, b) => b - a)
  const all = sum(parts)
  return all === 0 ? 1 : sum(parts.slice(0, most)) / all
}

function insideShare(box: Box, within: Box): number {
  const width = Math.min(box.x + box.width, within.x + within.width) - Math.max(box.x, within.x)
  const height = Math.min(box.y + box.height, within.y + within.height) - Math.max(box.y, within.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (box.width * box.height)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
