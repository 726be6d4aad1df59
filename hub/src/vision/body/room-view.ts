/**
 * Computes a camera's position from the outline of a bed, so that heights and distances are in meters. The lying surface of
 * care beds has nearly one size everywhere; without an outline of four corners a typical camera position is assumed.
 */
import type { Point, Region } from '@mimamori/contract/shared/geometry.ts'
import { BED_M } from './person.ts'

/** Meters; x across the bed, y from head to feet, z up from the floor. The resident's left, lying on the back, is -x. */
export type Place = readonly [x: number, y: number, z: number]

/** Horizontal fields of view that are tried, degrees. */
const FIELDS = Array.from({ length: 30 }, (_, i) => 46 + i * 2.5)
/** Typical values, and the deviation that costs as much as a misfit of one pixel of 320. */
const USUAL = { field: 80, fieldSpread: 27, roll: 0.093, lowM: 1.7, highM: 2.9, heightSpreadM: 0.2 }
const WIDTH = 320

export class RoomView {
  /** Height over width of the frame. */
  readonly aspect: number
  /** False if the camera's position was assumed. */
  readonly isMeasured: boolean
  readonly #focal: number
  readonly #rotation: readonly number[]
  readonly #shift: Place

  constructor(aspect: number, pose: Pose, isMeasured: boolean) {
    this.aspect = aspect
    this.isMeasured = isMeasured
    this.#focal = pose.focal
    this.#rotation = pose.rotation
    this.#shift = pose.shift
  }

  /** The camera's position. */
  get eye(): Place {
    const r = this.#rotation
    const [tx, ty, tz] = this.#shift
    const along = (i: number) => -(r[i]! * tx + r[i + 3]! * ty + r[i + 6]! * tz)
    return [along(0), along(1), along(2) + BED_M.top]
  }

  /** Projects a place into the frame, in shares; null behind the camera. */
  project([x, y, z]: Place): Point | null {
    const r = this.#rotation
    const [tx, ty, tz] = this.#shift
    const height = z - BED_M.top
    const depth = r[6]! * x + r[7]! * y + r[8]! * height + tz
    if (depth < 0.3) return null
    const across = (r[0]! * x + r[1]! * y + r[2]! * height + tx) / depth
    const down = (r[3]! * x + r[4]! * y + r[5]! * height + ty) / depth
    return { x: 0.5 + across * this.#focal, y: 0.5 + (down * this.#focal) / this.aspect }
  }
}

/** `rotation`: row-major, from room (z from the bed's top) to camera (x right, y down, z ahead). `focal`: in frame widths. */
type Pose = { focal: number; rotation: number[]; shift: Place }

/**
 * `aspect`: the frame's height over its width. Null if the region has no four clear corners, or no camera position fits
 * such a bed.
 */
export function viewOfBed(region: Region, aspect: number): RoomView | null {
  const quad = fourCorners(region.corners)
  if (!quad) return null
  const flat = quad.map(({ x, y }) => ({ x: x - 0.5, y: (y - 0.5) * aspect }))
  const wound = signedArea(flat) > 0 ? flat.toReversed() : flat
  let best: { pose: Pose; cost: number } | null = null
  for (let turn = 0; turn < 4; turn++) {
    const corners = wound.map((_, i) => wound[(i + turn) % 4]!)
    if (region.headToFeet !== undefined && turnAway(corners, region.headToFeet) > Math.PI / 4) continue
    for (const field of FIELDS) {
      const pose = poseAt(corners, 0.5 / Math.tan((field * Math.PI) / 360))
      const cost = pose ? costOf(pose, corners, field) : Number.POSITIVE_INFINITY
      if (pose && (!best || cost < best.cost)) best = { pose, cost }
    }
  }
  return best ? new RoomView(aspect, best.pose, true) : null
}

/** The middles of the bed's head and foot ends in shares of the frame; null if one is behind the camera. */
export function bedLineOf(view: RoomView): readonly [Point, Point] | null {
  const [head, feet] = [view.project([0, 0, BED_M.top]), view.project([0, BED_M.length, BED_M.top])]
  return head && feet ? [head, feet] : null
}

/** The assumed view without an outline: a camera under the ceiling that looks down into a room. */
export function assumedView(aspect: number): RoomView {
  const pitch = (27 * Math.PI) / 180
  const [c, s] = [Math.cos(pitch), Math.sin(pitch)]
  const rotation = [1, 0, 0, 0, -s, -c, 0, c, -s]
  // 2.4 m above the floor, 2.5 m in front of the origin.
  const [y, z] = [-2.5, 2.4 - BED_M.top]
  const shift: Place = [0, s * y + c * z, -c * y + s * z]
  return new RoomView(aspect, { focal: 0.5 / Math.tan((38 * Math.PI) / 180), rotation, shift }, false)
}

/** Drops the least significant corners first. */
function fourCorners(corners: readonly Point[]): Point[] | null {
  const retained = [...corners]
  while (retained.length > 4) {
    const says = retained.map((_, i) => {
      const [a, b, c] = [retained.at(i - 1)!, retained[i]!, retained[(i + 1) % retained.length]!]
      return Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y))
    })
    retained.splice(says.indexOf(Math.min(...says)), 1)
  }
  return retained.length === 4 ? retained : null
}

function signedArea(corners: readonly Point[]): number {
  return corners.reduce((sum, { x, y }, i) => {
    const next = corners[(i + 1) % corners.length]!
    return sum + (x * next.y - next.x * y) / 2
  }, 0)
}

/** Angle between the arrow (degrees clockwise from right) and the direction from the first edge, the head, to the feet. */
function turnAway([a, b, c, d]: Point[], headToFeet: number): number {
  const way = Math.atan2(c!.y + d!.y - a!.y - b!.y, c!.x + d!.x - a!.x - b!.x)
  const away = Math.abs(way - (headToFeet * Math.PI) / 180) % (2 * Math.PI)
  return Math.min(away, 2 * Math.PI - away)
}

/** Corners in the order head -x, head +x, feet +x, feet -x. Null if they are not seen from above. */
function poseAt(corners: readonly Point[], focal: number): Pose | null {
  const h = homography(corners)
  const column = (i: number): Place => [h[i]! / focal, h[i + 3]! / focal, h[i + 6]!]
  const [m1, m2, m3] = [column(0), column(1), column(2)]
  const scale = (m3[2] < 0 ? -2 : 2) / (Math.hypot(...m1) + Math.hypot(...m2))
  const [e1, e2] = [unit(times(m1, scale)), unit(times(m2, scale))]
  // The nearest pair of perpendicular directions.
  const [sum, difference] = [unit(plus(e1, e2)), unit(plus(e1, times(e2, -1)))]
  const r1 = unit(plus(sum, difference))
  const r2 = unit(plus(sum, times(difference, -1)))
  const r3: Place = [r1[1] * r2[2] - r1[2] * r2[1], r1[2] * r2[0] - r1[0] * r2[2], r1[0] * r2[1] - r1[1] * r2[0]]
  const shift = times(m3, scale)
  const isAbove = r3[0] * shift[0] + r3[1] * shift[1] + r3[2] * shift[2] < 0
  if (!isAbove) return null
  const rotation = [r1[0], r2[0], r3[0], r1[1], r2[1], r3[1], r1[2], r2[2], r3[2]]
  return { focal, rotation, shift }
}

function costOf(pose: Pose, corners: readonly Point[], field: number): number {
  const { rotation: r, shift, focal } = pose
  const half = BED_M.width / 2
  const places = [
    [-half, 0],
    [half, 0],
    [half, BED_M.length],
    [-half, BED_M.length],
  ] as const
  let misfit = 0
  for (const [i, [x, y]] of places.entries()) {
    const depth = r[6]! * x + r[7]! * y + shift[2]
    const across = ((r[0]! * x + r[1]! * y + shift[0]) / depth) * focal - corners[i]!.x
    const down = ((r[3]! * x + r[4]! * y + shift[1]) / depth) * focal - corners[i]!.y
    misfit += (across * across + down * down) * WIDTH * WIDTH
  }
  const heightM = BED_M.top - (r[2]! * shift[0] + r[5]! * shift[1] + r[8]! * shift[2])
  const away = Math.max(0, USUAL.lowM - heightM, heightM - USUAL.highM) / USUAL.heightSpreadM
  return misfit + (r[2]! / USUAL.roll) ** 2 + away ** 2 + ((field - USUAL.field) / USUAL.fieldSpread) ** 2
}

/** From the bed's surface in meters to the frame, row-major: first the square to the corners, then meters to the square. */
function homography([p0, p1, p2, p3]: readonly Point[]): number[] {
  const [a, b, c, d] = [p0!, p1!, p2!, p3!]
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x]
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y]
  const whole = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / whole
  const h = (dx1 * sy - sx * dy1) / whole
  const square = [
    [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x],
    [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y],
    [g, h, 1],
  ]
  return square.flatMap(([across, along, at]) => [across! / BED_M.width, along! / BED_M.length, at! + across! / 2])
}

const plus = (a: Place, b: Place): Place => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const times = (a: Place, k: number): Place => [a[0] * k, a[1] * k, a[2] * k]
const unit = (a: Place): Place => times(a, 1 / (Math.hypot(...a) || 1))
