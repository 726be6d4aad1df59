/**
 * Where on this camera people come into view, as at doors, behind pillars and on seats: there a disappearance is ordinary.
 * A small grid that decays. Pure.
 */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { PosedPerson, PosesSeen } from '#vision/body/person.ts'
import { MAJORITY_SHARE } from '#vision/frame-pace.ts'
import { NEW_MS } from '#vision/people/pose-limits.ts'

/** Columns and rows of places in any frame. */
export const PLACE_GRID = { columns: 16, rows: 9 } as const
export const PLACE_CELLS = PLACE_GRID.columns * PLACE_GRID.rows
/** After this time a visit counts half, and a single one no more, ms: a week. */
const HALF_LIFE_MS = 7 * 86_400_000
/** Visits of a usual place, share of those at the busiest one: people who were lost reappear anywhere. */
const USUAL_SHARE = 1 / 3

/** Weight of each cell at `atMs`. */
export type Places = { weights: readonly number[]; atMs: number }

export const noPlaces: Places = { weights: Array.from({ length: PLACE_CELLS }, () => 0), atMs: 0 }

/** Takes in one answer of the pose model. `wallMs`: its time by the wall clock. The same object if nobody came. */
export function withComers(before: Places, { people, atMs }: PosesSeen, wallMs: number): Places {
  return people.reduce((known, one) => (hasJustCome(one, atMs) ? withPlace(known, one.box, wallMs) : known), before)
}

/** Somebody who is on their feet while new came into view on their feet. */
function hasJustCome({ lostMs, firstMs, past }: PosedPerson, atMs: number): boolean {
  const upright = past.filter(({ isUpright }) => isUpright)
  return lostMs === null && past.at(-1)!.isUpright && upright.length === 1 && atMs - firstMs <= NEW_MS
}

/** Takes in a person who came into view there. */
function withPlace(before: Places, box: Box, wallMs: number): Places {
  const fade = fadeOf(before, wallMs)
  const cells = new Set(cellsOf(box))
  return { weights: before.weights.map((weight, at) => weight * fade + Number(cells.has(at))), atMs: wallMs }
}

/** Cells where people usually come and go. */
export function usualCells(places: Places, wallMs: number): ReadonlySet<number> {
  const fade = fadeOf(places, wallMs)
  const least = Math.max(0.5 / fade, USUAL_SHARE * Math.max(...places.weights))
  return new Set(places.weights.flatMap((weight, at) => (weight >= least ? at : [])))
}

/** Whether a body is at such cells. */
export function isUsualPlace(usual: ReadonlySet<number>, box: Box): boolean {
  const cells = cellsOf(box)
  return cells.filter((at) => usual.has(at)).length >= MAJORITY_SHARE * cells.length
}

const fadeOf = ({ atMs: then }: Places, wallMs: number) => 0.5 ** (Math.max(0, wallMs - then) / HALF_LIFE_MS)

/** Cells under the lower half of a body, which shows where it is in the room. */
function cellsOf({ x, y, width, height }: Box): number[] {
  const span = (from: number, length: number, count: number) => {
    const first = Math.min(count - 1, Math.max(0, Math.floor(from * count)))
    const last = Math.min(count - 1, Math.max(first, Math.ceil((from + length) * count) - 1))
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  }
  const { columns, rows } = PLACE_GRID
  return span(y + height / 2, height / 2, rows).flatMap((row) =>
    span(x, width, columns).map((column) => row * columns + column),
  )
}
