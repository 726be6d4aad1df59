/** Where people come into view of one camera: learned across connections and restarts, removed by a person. REAL-12. */
import {
  AMBIENT_GRID,
  ambientCellsOf,
  ambientRegionsOf,
  ambientTextOf,
} from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { AmbientChange, AmbientFacts } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { noPlaces, PLACE_CELLS, PLACE_GRID, type Places, usualCells, withComers } from '#detectors/places.ts'
import type { PosesSeen } from '#vision/body/person.ts'
import { CameraFile, type CameraFileOptions } from './camera-file.ts'

/** Minimum interval between writes, ms: a crash loses this much. */
const WRITE_EVERY_MS = 60_000
const REGIONS_LISTED = 100

const stored = z.object({
  acceptedAt: z.string().nullable(),
  weights: z.array(z.number().min(0)).length(PLACE_CELLS),
  atMs: z.number(),
  removed: z.array(z.number().int().min(0)).max(PLACE_CELLS),
})

type Settings = Pick<DesiredCamera, 'viewAcceptedAt'>

export class PlacesWatch {
  readonly #file: CameraFile<typeof stored> | null
  #places: Places = noPlaces
  #acceptedAt: string | null = null
  #answeredAtMs: number | null = null
  #writtenAtMs = Number.NEGATIVE_INFINITY
  #usual: ReadonlySet<number> = new Set()
  #removed: ReadonlySet<number> = new Set()

  /** `from`: null for a film, which stores nothing. `places`: what is known already. */
  constructor(from: { settings: Settings; file: CameraFileOptions } | null, places: Places = noPlaces) {
    this.#places = places
    this.#file = from && new CameraFile('places', stored, from.file)
    const known = this.#file?.read((all) => all) ?? null
    if (known) this.#places = { weights: known.weights, atMs: known.atMs }
    this.#removed = new Set(known?.removed)
    this.#acceptedAt = known ? known.acceptedAt : (from?.settings.viewAcceptedAt ?? null)
    if (from) this.configure(from.settings)
  }

  get places(): Places {
    return this.#places
  }

  /** When a user accepts a new view, deletes what was learned of the old one, and the user's removals. */
  configure({ viewAcceptedAt }: Settings): void {
    if (viewAcceptedAt === this.#acceptedAt) return
    this.#acceptedAt = viewAcceptedAt
    this.#places = noPlaces
    this.#usual = new Set()
    this.#removed = new Set()
    this.#write()
  }

  /** Takes in the pose model's latest answer, once, and returns the cells where people come and go. */
  usual(poses: PosesSeen, toWall: (atMs: number) => number): ReadonlySet<number> {
    if (poses.atMs === this.#answeredAtMs) return this.#usual
    this.#answeredAtMs = poses.atMs
    const wallMs = toWall(poses.atMs)
    const before = this.#places
    this.#places = withComers(before, poses, wallMs)
    this.#usual = this.#usualAt(wallMs)
    if (this.#places !== before && Math.abs(wallMs - this.#writtenAtMs) >= WRITE_EVERY_MS) {
      this.#writtenAtMs = wallMs
      this.#write()
    }
    return this.#usual
  }

  facts(wallMs: number): AmbientFacts['arrivals'] {
    const regions = (cells: ReadonlySet<number>) =>
      ambientRegionsOf(inFrame(cells)).slice(0, REGIONS_LISTED).map(ambientTextOf)
    return { learned: regions(this.#usualAt(wallMs)), removed: regions(this.#removed) }
  }

  change({ action, cells }: AmbientChange): void {
    const chosen = fromFrame(ambientCellsOf(cells))
    this.#removed = action === 'remove' ? new Set([...this.#removed, ...chosen]) : without(this.#removed, chosen)
    // The next answer of the model works out the usual cells anew.
    this.#answeredAtMs = null
    this.#write()
  }

  #usualAt(wallMs: number): ReadonlySet<number> {
    return without(usualCells(this.#places, wallMs), this.#removed)
  }

  #write(): void {
    const { weights, atMs } = this.#places
    this.#file?.write({ acceptedAt: this.#acceptedAt, weights: [...weights], atMs, removed: [...this.#removed] })
  }
}

const without = (cells: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...cells].filter((cell) => !others.has(cell)))

/** A place covers this many cells of the frame across and down. */
const SCALE = AMBIENT_GRID.columns / PLACE_GRID.columns

function placeAt(frameCell: number): number {
  const [row, column] = [Math.floor(frameCell / AMBIENT_GRID.columns), frameCell % AMBIENT_GRID.columns]
  return Math.floor(row / SCALE) * PLACE_GRID.columns + Math.floor(column / SCALE)
}

function inFrame(places: ReadonlySet<number>): Uint8Array {
  return Uint8Array.from({ length: PLACE_CELLS * SCALE * SCALE }, (_, at) => Number(places.has(placeAt(at))))
}

function fromFrame(cells: Uint8Array): ReadonlySet<number> {
  return new Set([...cells].flatMap((cell, at) => (cell ? placeAt(at) : [])))
}
