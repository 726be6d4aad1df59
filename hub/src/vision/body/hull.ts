/** Convex outlines in a frame, row by row. Pixels. */
export type Pixel = { x: number; y: number }

/** The smallest convex outline around the points (monotone chain). */
export function hullOf(points: readonly Pixel[]): Pixel[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: readonly Pixel[]): Pixel[] => {
    const chain: Pixel[] = []
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = (a: Pixel, b: Pixel, c: Pixel): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** In square pixels, however its corners are ordered around it. */
export function areaOf(hull: readonly Pixel[]): number {
  const sum = hull.reduce((total, { x, y }, i) => {
    const next = hull[(i + 1) % hull.length]!
    return total + x * next.y - next.x * y
  }, 0)
  return Math.abs(sum) / 2
}

/** Where a row enters and leaves a convex outline; [0, 0] where it does not. */
export function crossing(hull: readonly Pixel[], y: number): [from: number, to: number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let before = hull.at(-1)!
  for (const point of hull) {
    if (point.y > y !== before.y > y) {
      const x = before.x + ((y - before.y) * (point.x - before.x)) / (point.y - before.y)
      from = Math.min(from, x)
      to = Math.max(to, x)
    }
    before = point
  }
  return from > to ? [0, 0] : [from, to]
}
