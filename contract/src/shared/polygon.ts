/**
 * Polygons in a frame, without zod: validation, moving and cutting. Coordinates are shares of width and height. CAM-08.
 */

export type Corner = { x: number; y: number }
export type Polygon = readonly Corner[]

export const CORNERS_MIN = 3
export const CORNERS_MAX = 64
/** With fewer corners a hub cannot determine the position of a bed. */
export const BED_CORNERS_MIN = 4
/** As many regions one app may watch, and as many masks a camera may have. */
export const REGIONS_MAX = 32

/** Nearer to a line than this is on it: less than a thousandth of a pixel of any camera. */
const ON_LINE = 1e-12

/**
 * Crossing edges, each by the index of its first corner; null if none cross. Touching edges count as crossing, and so
 * does one that folds back over its neighbor. `isClosed` false: the last corner has no edge to the first.
 */
export function crossingEdges(corners: Polygon, isClosed = true): [number, number] | null {
  const edges = isClosed ? corners.length : corners.length - 1
  for (let first = 0; first < edges; first++) {
    for (let second = first + 1; second < edges; second++) {
      if (isCrossing(corners, first, second, isClosed)) return [first, second]
    }
  }
  return null
}

/** Whether no edges cross; see crossingEdges. */
export function isSimple(corners: Polygon): boolean {
  return crossingEdges(corners) === null
}

/** The covered share of the frame. */
export function areaOf(corners: Polygon): number {
  let double = 0
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [corners[i]!, corners[(i + 1) % corners.length]!]
    double += a.x * b.y - b.x * a.y
  }
  return Math.abs(double) / 2
}

/** Even-odd rule; a point on the border may count either way. */
export function hasInside(corners: Polygon, point: Corner): boolean {
  let isInside = false
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [a, b] = [corners[i]!, corners[j]!]
    if (a.y > point.y === b.y > point.y) continue
    if (point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside
  }
  return isInside
}

/** The mean of the corners: the position of a name or an arrow. */
export function centreOf(corners: Polygon): Corner {
  const count = Math.max(1, corners.length)
  const sum = (of: (corner: Corner) => number) => corners.reduce((total, corner) => total + of(corner), 0) / count
  return { x: sum(({ x }) => x), y: sum(({ y }) => y) }
}

/** The same polygon with one corner elsewhere. */
export function withCorner(corners: Polygon, index: number, at: Corner): Corner[] {
  return corners.map((corner, i) => (i === index ? at : corner))
}

/** The same polygon without one corner; may be left with fewer than CORNERS_MIN. */
export function withoutCorner(corners: Polygon, index: number): Corner[] {
  return corners.filter((_, i) => i !== index)
}

/** A new corner on the edge that begins at `edge`; it is the corner after that one. */
export function withInserted(corners: Polygon, edge: number, at: Corner): Corner[] {
  return [...corners.slice(0, edge + 1), at, ...corners.slice(edge + 1)]
}

/** The middle of the edge that begins at `edge`. */
export function middleOf(corners: Polygon, edge: number): Corner {
  const [a, b] = [corners[edge]!, corners[(edge + 1) % corners.length]!]
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** Moved as a whole, as far as the frame allows. */
export function movedBy(corners: Polygon, by: Corner): Corner[] {
  const x = stepWithin(
    corners.map((corner) => corner.x),
    by.x,
  )
  const y = stepWithin(
    corners.map((corner) => corner.y),
    by.y,
  )
  return corners.map((corner) => clamped({ x: corner.x + x, y: corner.y + y }))
}

/** The nearest position inside the frame. */
export function clamped({ x, y }: Corner): Corner {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) }
}

/** To the border of the image when it is within `reach` of it. */
export function snapped({ x, y }: Corner, reach: Corner): Corner {
  const to = (value: number, near: number) => (value <= near ? 0 : value >= 1 - near ? 1 : value)
  return { x: to(x, reach.x), y: to(y, reach.y) }
}

/** Rounds to a grid that keeps a corner exact to one pixel of the camera. */
export function toPixel({ x, y }: Corner, { width, height }: { width: number; height: number }): Corner {
  return clamped({ x: Math.round(x * width) / width, y: Math.round(y * height) / height })
}

/** The edge nearest to a point and the place on it. `aspect`: width of the image over its height. */
export function nearestEdge(
  corners: Polygon,
  point: Corner,
  aspect: number,
): { edge: number; at: Corner; distance: number } {
  let best = { edge: 0, at: corners[0]!, distance: Number.POSITIVE_INFINITY }
  for (let edge = 0; edge < corners.length; edge++) {
    const [a, b] = [corners[edge]!, corners[(edge + 1) % corners.length]!]
    const along = { x: (b.x - a.x) * aspect, y: b.y - a.y }
    const square = along.x ** 2 + along.y ** 2
    const dot = (point.x - a.x) * aspect * along.x + (point.y - a.y) * along.y
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, dot / square))
    const at = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
    const distance = Math.hypot((point.x - at.x) * aspect, point.y - at.y)
    if (distance < best.distance) best = { edge, at, distance }
  }
  return best
}

function stepWithin(values: number[], by: number): number {
  return Math.min(1 - Math.max(...values), Math.max(-Math.min(...values), by))
}

function isCrossing(corners: Polygon, first: number, second: number, isClosed: boolean): boolean {
  const at = (index: number) => corners[index % corners.length]!
  const [a, b, c, d] = [at(first), at(first + 1), at(second), at(second + 1)]
  if (second === first + 1) return isFolded(a, b, d)
  if (isClosed && first === 0 && second === corners.length - 1) return isFolded(c, a, b)
  return isMeeting(a, b, c, d)
}

/**
 * Whether the path from `before` through `corner` to `after` folds back over itself, or one of its edges has no length.
 */
function isFolded(before: Corner, corner: Corner, after: Corner): boolean {
  if (isSame(before, corner) || isSame(corner, after)) return true
  const dot = (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y)
  return Math.abs(turn(before, corner, after)) < ON_LINE && dot > 0
}

function isMeeting(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  const isOn = (of: number, from: Corner, to: Corner, point: Corner) => of === 0 && isBetween(from, to, point)
  return isOn(abc, a, b, c) || isOn(abd, a, b, d) || isOn(cda, c, d, a) || isOn(cdb, c, d, b)
}

function isBetween(a: Corner, b: Corner, point: Corner): boolean {
  const within = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) - ON_LINE && value <= Math.max(one, other) + ON_LINE
  return within(point.x, a.x, b.x) && within(point.y, a.y, b.y)
}

function side(a: Corner, b: Corner, c: Corner): -1 | 0 | 1 {
  const value = turn(a, b, c)
  return Math.abs(value) < ON_LINE ? 0 : value > 0 ? 1 : -1
}

function turn(a: Corner, b: Corner, c: Corner): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

function isSame(a: Corner, b: Corner): boolean {
  return Math.abs(a.x - b.x) < ON_LINE && Math.abs(a.y - b.y) < ON_LINE
}
