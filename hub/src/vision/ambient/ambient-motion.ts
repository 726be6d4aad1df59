/**
 * Learns in which cells of a static camera's frame something moves but nobody ever is: a television, a curtain, a fan.
 * Counts the minutes in which a cell moved while the pose model saw nobody near it, and the minutes in which it saw a
 * person there. Pure: frames in, cells out; time is that of the frames.
 */

import { AMBIENT_GRID, ambientRegionsOf } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { AMBIENT_WAITS } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { PosesSeen } from '../body/person.ts'
import { CellCounter } from './cell-counter.ts'

const { columns: COLUMNS, rows: ROWS } = AMBIENT_GRID
export const AMBIENT_CELLS = COLUMNS * ROWS

/** Share of a cell's pixels that must move for the cell to move. */
const MOVING_SHARE = 0.08
/** Seconds of a minute in which a cell must move: a person who walks past takes less. */
const MOVING_SECONDS = 6
/** Minutes of motion without a person nearby before a cell is learned. */
const ALONE_MINUTES = 10
/** Required minutes per minute with a person there: people walk past a television. */
const ALONE_PER_VISIT = 4
/** Minutes with people in the frame before absence counts: in some views the model detects nobody. */
const SEEN_MINUTES = 5
/** Margin around a person's box on each side, in shares of it: limbs and shadows move outside it. */
const AROUND_PERSON = 0.3
/** Above this share of the cells the whole view moves, as outdoors or on a shaking pole: nothing is learned. */
const CELLS_SHARE_MAX = 0.3
/** A single cell is a caption or a speck. */
const REGION_CELLS_MIN = 2
/** Half-life of the counts, in minutes of clear frames: three days. */
const HALF_LIFE_MINUTES = 3 * 24 * 60
/** Share of a minute's frames that must be clear and inferred by the pose model. */
const VALID_SHARE = 0.5
const IMAGES_MIN = 60

/** Minutes by cell, which decay. */
export type AmbientCounts = { alone: Float32Array; visited: Float32Array; seenMinutes: number }
type Wait = (typeof AMBIENT_WAITS)[number]
/** One analyzed frame. `moving`: one byte per pixel; `isClear`: the pose model would detect people in it. */
export type AmbientImage = { atMs: number; moving: Uint8Array; isClear: boolean; poses: PosesSeen | null }

export class AmbientMotion {
  readonly counts: AmbientCounts
  readonly #cells: CellCounter
  /** 1: learned, and neither removed nor in a bed. */
  readonly cells = new Uint8Array(AMBIENT_CELLS)
  #mask: Uint8Array | null = null
  #wait: Wait | null = null
  #never: Uint8Array
  /** State of the current minute. */
  #minute = Number.NaN
  #second = Number.NaN
  #images = 0
  #clear = 0
  #judged = 0
  #heardAtMs = Number.NaN
  #hasPeople = false
  readonly #movedNow = new Uint8Array(AMBIENT_CELLS)
  readonly #movedSeconds = new Uint8Array(AMBIENT_CELLS)
  readonly #visited = new Uint8Array(AMBIENT_CELLS)

  /** `never`: 1 for cells that are never learned. */
  constructor(size: { width: number; height: number }, never: Uint8Array, known: AmbientCounts = noCounts()) {
    this.counts = known
    this.#cells = new CellCounter(size)
    this.#never = never
    this.#conclude()
  }

  /** One byte per pixel, 1 in learned cells; null: none. */
  get mask(): Uint8Array | null {
    return this.#mask
  }

  /** Why nothing is learned; null: learning works. */
  get wait(): Wait | null {
    return this.#wait
  }

  set never(cells: Uint8Array) {
    this.#never = cells
    this.#conclude()
  }

  /** True if the cells have changed. */
  take({ atMs, moving, isClear, poses }: AmbientImage): boolean {
    const minute = Math.floor(atMs / MINUTE_MS)
    const isNew = minute !== this.#minute && this.#endMinute()
    this.#minute = minute
    this.#images++
    if (isClear) this.#clear++
    if (poses) {
      this.#judged++
      if (poses.atMs !== this.#heardAtMs) this.#mark(poses)
      this.#heardAtMs = poses.atMs
    }
    this.#count(moving, Math.floor(atMs / 1000))
    return isNew
  }

  /** The view has changed: resets the counts. */
  forget(): void {
    this.counts.alone.fill(0)
    this.counts.visited.fill(0)
    this.counts.seenMinutes = 0
    this.#beginMinute()
    this.#conclude()
  }

  #mark({ people }: PosesSeen): void {
    for (const { box, lostMs } of people) {
      if (lostMs !== null) continue
      this.#hasPeople = true
      markBox(this.#visited, box)
    }
  }

  #count(moving: Uint8Array, second: number): void {
    if (second !== this.#second) {
      for (const [at, moved] of this.#movedNow.entries()) this.#movedSeconds[at]! += moved
      this.#movedNow.fill(0)
      this.#second = second
    }
    const least = MOVING_SHARE * this.#cells.pixels
    for (const [at, count] of this.#cells.count(moving).entries()) if (count >= least) this.#movedNow[at] = 1
  }

  #endMinute(): boolean {
    const isValid = this.#images >= IMAGES_MIN && Math.min(this.#clear, this.#judged) >= VALID_SHARE * this.#images
    const isBlind = this.#images >= IMAGES_MIN && this.#judged < VALID_SHARE * this.#images
    if (isValid) this.#addMinute()
    this.#beginMinute()
    if (!isValid && !isBlind) return false
    const before = this.cells.slice()
    this.#conclude()
    if (isBlind) this.#wait = 'no-poses'
    return before.some((cell, at) => cell !== this.cells[at])
  }

  #addMinute(): void {
    const { alone, visited } = this.counts
    const stays = 0.5 ** (1 / HALF_LIFE_MINUTES)
    this.counts.seenMinutes = this.counts.seenMinutes * stays + (this.#hasPeople ? 1 : 0)
    for (let at = 0; at < AMBIENT_CELLS; at++) {
      const isAlone = this.#movedSeconds[at]! >= MOVING_SECONDS && !this.#visited[at]
      alone[at] = alone[at]! * stays + (isAlone ? 1 : 0)
      visited[at] = visited[at]! * stays + this.#visited[at]!
    }
  }

  #beginMinute(): void {
    this.#images = 0
    this.#clear = 0
    this.#judged = 0
    this.#hasPeople = false
    this.#movedSeconds.fill(0)
    this.#movedNow.fill(0)
    this.#visited.fill(0)
    this.#heardAtMs = Number.NaN
  }

  #conclude(): void {
    const { alone, visited, seenMinutes } = this.counts
    const isKnown = seenMinutes >= SEEN_MINUTES
    for (let at = 0; at < AMBIENT_CELLS; at++) {
      const isAmbient = alone[at]! >= ALONE_MINUTES && alone[at]! >= ALONE_PER_VISIT * visited[at]!
      this.cells[at] = isKnown && isAmbient && !this.#never[at] ? 1 : 0
    }
    const share = this.cells.reduce((sum, cell) => sum + cell, 0) / AMBIENT_CELLS
    this.#wait = isKnown ? (share > CELLS_SHARE_MAX ? 'too-much' : null) : 'nobody-seen'
    if (share > CELLS_SHARE_MAX) this.cells.fill(0)
    dropSingles(this.cells)
    this.#mask = this.cells.includes(1) ? this.#cells.maskOf(this.cells) : null
  }
}

/** Counts of an unknown view. */
export function noCounts(): AmbientCounts {
  return { alone: new Float32Array(AMBIENT_CELLS), visited: new Float32Array(AMBIENT_CELLS), seenMinutes: 0 }
}

/** Marks the cells that a box, in shares of the frame, and its surroundings touch. */
function markBox(cells: Uint8Array, { x, y, width, height }: Box): void {
  const [across, down] = [AROUND_PERSON * width, AROUND_PERSON * height]
  markCells(cells, { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down })
}

/** Sets the cells that a box, in shares of the frame, touches to 1. */
export function markCells(cells: Uint8Array, { x, y, width, height }: Box): void {
  const bound = (share: number, cellsMax: number) => Math.min(cellsMax, Math.max(0, share))
  const [left, right] = [bound(Math.floor(x * COLUMNS), COLUMNS), bound(Math.ceil((x + width) * COLUMNS), COLUMNS)]
  const [top, bottom] = [bound(Math.floor(y * ROWS), ROWS), bound(Math.ceil((y + height) * ROWS), ROWS)]
  for (let row = top; row < bottom; row++)
    cells.fill(1, row * COLUMNS + left, Math.max(row * COLUMNS + left, row * COLUMNS + right))
}

function dropSingles(cells: Uint8Array): void {
  for (const region of ambientRegionsOf(cells)) {
    if (region.reduce((sum, cell) => sum + cell, 0) >= REGION_CELLS_MIN) continue
    cells[region.indexOf(1)] = 0
  }
}
