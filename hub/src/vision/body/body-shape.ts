/** Outlines of standing, sitting and lying bodies at places of a room in the camera's view, row by row. */
import { AREA_PIXELS } from '../background/blobs.ts'
import { BedView } from './bed-view.ts'
import { areaOf, crossing, hullOf, type Pixel } from './hull.ts'
import { BED_M, HEIGHT_M, LYING_HALF_M, type Posture, RADIUS_M, SEEN_SHARE } from './person.ts'
import type { Place, RoomView } from './room-view.ts'

/** In pixels of the analyzed frame. Rows from `top`, each with its first pixel and the one after its last. */
export type BodyShape = {
  posture: Posture
  /** Meters, as in `Place`. */
  x: number
  y: number
  /** Top of the body above the floor, meters. */
  heightM: number
  top: number
  left: number
  right: number
  rows: Int16Array
  area: number
  /** Area in pixels, in which a bedding pixel counts as `BEDDING_WEIGHT`. */
  weight: number
  /** Row below the highest part (head and shoulders of an upright body), and that part's area. */
  headBottom: number
  headArea: number
}

/** Weight of a bedding pixel, 0 to 1: bedding moves without a person. */
export const BEDDING_WEIGHT = 0.5
/** Grid step of the places that are tried, meters. */
export const GRID_M = 0.2
const REACH_M = { left: -4, right: 4, head: -3.6, feet: 5.6 } as const
const COLUMNS = Math.round((REACH_M.right - REACH_M.left) / GRID_M) + 1
const ROWS = Math.round((REACH_M.feet - REACH_M.head) / GRID_M) + 1
const LYING_WAYS = 4
/** Share of an upright body's rows that are head and shoulders. */
const HEAD_SHARE = 0.3
const RING = 8

/** Shapes by their place on the grid, created on demand. */
export class BodyShapes {
  readonly #view: RoomView
  readonly #width: number
  readonly #height: number
  readonly #known = new Map<number, readonly BodyShape[]>()
  /** Null if no bed is known. */
  readonly bed: BedView | null

  /** `width`, `height`: of the analyzed frame, in pixels. */
  constructor(view: RoomView, width: number, height: number) {
    this.#view = view
    this.#width = width
    this.#height = height
    this.bed = view.isMeasured ? new BedView(view, width, height) : null
  }

  /** All possible bodies at the grid's place nearest to x, y: sitting on the bed, all postures beside it. */
  at(x: number, y: number): readonly BodyShape[] {
    const column = Math.round((x - REACH_M.left) / GRID_M)
    const row = Math.round((y - REACH_M.head) / GRID_M)
    if (column < 0 || row < 0 || column >= COLUMNS || row >= ROWS) return []
    const key = row * COLUMNS + column
    let shapes = this.#known.get(key)
    if (!shapes) {
      shapes = this.#make(REACH_M.left + column * GRID_M, REACH_M.head + row * GRID_M)
      this.#known.set(key, shapes)
    }
    return shapes
  }

  /** Shapes of each grid place in the frame. */
  *all(): Generator<readonly BodyShape[]> {
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        const shapes = this.at(REACH_M.left + column * GRID_M, REACH_M.head + row * GRID_M)
        if (shapes.length > 0) yield shapes
      }
    }
  }

  #make(x: number, y: number): BodyShape[] {
    const here: Place = [x, y, 0]
    const { standing, sitting, seated, lying } = HEIGHT_M
    const isOnBed = this.#view.isMeasured && bedShare(x, y) > 0.6
    if (isOnBed) {
      const mattress: Place = [x, y, BED_M.top]
      return this.#shape('in-bed', here, BED_M.top + seated, cylinderAt(mattress, seated))
    }
    const shapes = [
      ...this.#shape('standing', here, standing, cylinderAt(here, standing)),
      ...this.#shape('sitting', here, sitting, cylinderAt(here, sitting)),
      ...this.#shape('low', here, seated, cylinderAt(here, seated)),
    ]
    for (let way = 0; way < LYING_WAYS; way++) {
      const radians = (way * Math.PI) / LYING_WAYS
      const [dx, dy] = [Math.cos(radians) * LYING_HALF_M, Math.sin(radians) * LYING_HALF_M]
      const body = [...cylinderAt([x - dx, y - dy, 0], lying), ...cylinderAt([x + dx, y + dy, 0], lying)]
      shapes.push(...this.#shape('lying', here, lying, body))
    }
    return shapes
  }

  /** Empty if too little of it is in the frame. */
  #shape(posture: Posture, [x, y]: Place, heightM: number, body: readonly Place[]): BodyShape[] {
    const points: Pixel[] = []
    for (const place of body) {
      const seen = this.#view.project(place)
      if (!seen) return []
      points.push({ x: seen.x * this.#width, y: seen.y * this.#height })
    }
    const hull = hullOf(points)
    const rows = this.#rowsOf(hull, posture !== 'in-bed' && this.bed?.isBefore(x, y) ? this.bed : null)
    if (!rows || rows.area < AREA_PIXELS || rows.area < SEEN_SHARE * areaOf(hull)) return []
    return [{ posture, x, y, heightM, ...rows }]
  }

  #rowsOf(hull: readonly Pixel[], hiddenBy: BedView | null) {
    const top = Math.max(0, Math.floor(Math.min(...hull.map((point) => point.y))))
    const bottom = Math.min(this.#height, Math.ceil(Math.max(...hull.map((point) => point.y))))
    if (bottom <= top) return null
    const rows = new Int16Array((bottom - top) * 2)
    const headBottom = top + Math.max(1, Math.round((bottom - top) * HEAD_SHARE))
    let [area, weight, headArea] = [0, 0, 0]
    let [left, right] = [this.#width, 0]
    for (let y = top; y < bottom; y++) {
      const [from, to] = crossing(hull, y + 0.5)
      const left0 = Math.max(0, Math.min(this.#width, Math.round(from)))
      const right0 = Math.max(left0, Math.min(this.#width, Math.round(to)))
      const [start, end] = hiddenBy ? hiddenBy.visible(y, left0, right0) : [left0, right0]
      rows[(y - top) * 2] = start
      rows[(y - top) * 2 + 1] = end
      area += end - start
      weight += end - start - (1 - BEDDING_WEIGHT) * this.#beddingIn(y, start, end)
      if (y < headBottom) headArea += end - start
      if (end > start) [left, right] = [Math.min(left, start), Math.max(right, end)]
    }
    let last = bottom - top
    while (last > 1 && rows[last * 2 - 2] === rows[last * 2 - 1]) last--
    return { top, left, right, rows: rows.slice(0, last * 2), area, weight, headBottom, headArea }
  }

  #beddingIn(y: number, start: number, end: number): number {
    let count = 0
    if (this.bed) for (let i = y * this.#width + start; i < y * this.#width + end; i++) count += this.bed.bedding[i]!
    return count
  }
}

/** Share of the ground under a body on the bed, and beyond each of its long sides: 0 to 1. */
export function bedShare(x: number, y: number): number {
  return along(x, -BED_M.width / 2, BED_M.width / 2) * along(y, 0, BED_M.length)
}
/** Share of the ground under a body at `x` meters beyond the bed's left side: 0 to 1. */
export const leftOfBedShare = (x: number): number => along(x, Number.NEGATIVE_INFINITY, -BED_M.width / 2)
/** As above, beyond its right side. */
export const rightOfBedShare = (x: number): number => along(x, BED_M.width / 2, Number.POSITIVE_INFINITY)

function along(at: number, from: number, to: number): number {
  const covered = Math.min(at + RADIUS_M, to) - Math.max(at - RADIUS_M, from)
  return Math.max(0, Math.min(1, covered / (2 * RADIUS_M)))
}

function cylinderAt([x, y, z]: Place, heightM: number): Place[] {
  return Array.from({ length: RING }, (_, i) => (i * 2 * Math.PI) / RING).flatMap((radians) => {
    const [ringX, ringY] = [x + RADIUS_M * Math.cos(radians), y + RADIUS_M * Math.sin(radians)]
    return [z, z + heightM].map((ringZ): Place => [ringX, ringY, ringZ])
  })
}
