/** The bed in the camera's view: which pixels show its bedding, and what it hides. */

import { countBoth, wordsOf } from '../background/mask-words.ts'
import { crossing, hullOf, type Pixel } from './hull.ts'
import { BED_M } from './person.ts'
import type { Place, RoomView } from './room-view.ts'

/** Bedding extends from its hem at the side to a body's height under a blanket, meters above the floor. */
const BEDDING_M = { low: 0.28, high: 0.62, over: 0.06 } as const
/** A mattress and its frame hide what is behind them. */
const BODY_M = { low: BEDDING_M.low, high: BED_M.top, over: 0 } as const

type BodyBox = { left: number; right: number; top: number; rows: Int16Array }

export class BedView {
  /** One byte a pixel, 1 on bedding. */
  readonly bedding: Uint8Array
  readonly #bedding: readonly Pixel[]
  readonly #body: readonly Pixel[]
  readonly #eye: Place

  /** `width`, `height`: of the analyzed frame, in pixels. */
  constructor(view: RoomView, width: number, height: number) {
    this.#eye = view.eye
    this.#body = outlineOf(view, BODY_M, width, height)
    const bedding = outlineOf(view, BEDDING_M, width, height)
    this.#bedding = bedding
    this.bedding = new Uint8Array(width * height)
    for (let y = 0; y < height; y++) {
      const [from, to] = crossing(bedding, y + 0.5)
      const [start, end] = [Math.max(0, Math.round(from)), Math.min(width, Math.round(to))]
      if (end > start) this.bedding.fill(1, y * width + start, y * width + end)
    }
  }

  /** Share of the bedding's pixels that are set in a mask of the same size. */
  shareOf(mask: Uint8Array): number {
    const bedding = wordsOf(this.bedding)
    const all = countBoth(bedding, bedding)
    return all === 0 ? 0 : countBoth(bedding, wordsOf(mask)) / all
  }

  /** Whether an outline may cover some of the bedding. */
  isBehind({ left, right, top, rows }: BodyBox): boolean {
    const xs = this.#bedding.map(({ x }) => x)
    const ys = this.#bedding.map(({ y }) => y)
    const isBeside = left >= Math.max(...xs) || right <= Math.min(...xs)
    return !isBeside && top < Math.max(...ys) && top + rows.length / 2 > Math.min(...ys)
  }

  /** Whether the bed is between the camera and a place on the floor, in meters. */
  isBefore(x: number, y: number): boolean {
    const [fromX, fromY] = this.#eye
    const half = BED_M.width / 2
    let [enters, leaves] = [0, 1]
    for (const [from, to, low, high] of [
      [fromX, x, -half, half],
      [fromY, y, 0, BED_M.length],
    ] as const) {
      const way = to - from
      if (Math.abs(way) < 1e-9) {
        if (from < low || from > high) return false
        continue
      }
      const [a, b] = [(low - from) / way, (high - from) / way]
      enters = Math.max(enters, Math.min(a, b))
      leaves = Math.min(leaves, Math.max(a, b))
    }
    return enters < leaves
  }

  /** The part of a row that the bed does not hide; the longer end if both sides are visible. */
  visible(y: number, start: number, end: number): [start: number, end: number] {
    const [from, to] = crossing(this.#body, y + 0.5)
    if (to <= start || from >= end) return [start, end]
    const [left, right] = [Math.max(start, Math.round(from)), Math.min(end, Math.round(to))]
    return left - start >= end - right ? [start, left] : [right, end]
  }
}

function outlineOf(
  view: RoomView,
  { low, high, over }: { low: number; high: number; over: number },
  width: number,
  height: number,
): Pixel[] {
  const [across, along] = [BED_M.width / 2 + over, [-over, BED_M.length + over]]
  const corners = [low, high].flatMap((z) => [-across, across].flatMap((x) => along.map((y): Place => [x, y, z])))
  const seen = corners.flatMap((corner) => view.project(corner) ?? [])
  return seen.length < corners.length ? [] : hullOf(seen.map(({ x, y }) => ({ x: x * width, y: y * height })))
}
