/** Ambient motion in one camera's view: learned across connections and restarts, reported to the service. REAL-04. */
import { ambientCellsOf, ambientRegionsOf, ambientTextOf } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import { type AmbientChange, type AmbientFacts, ambientCells } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { isAboutPeople } from '#detectors/people-judge.ts'
import {
  AMBIENT_CELLS,
  type AmbientCounts,
  type AmbientImage,
  AmbientMotion,
  markCells,
  noCounts,
} from '#vision/ambient/ambient-motion.ts'
import { boxAround } from '#vision/geometry.ts'
import { CameraFile, type CameraFileOptions, packed, unpacked } from './camera-file.ts'
import type { ViewWatch } from './view-watch.ts'

/** Interval between writes, ms: a crash loses this much of the counts. */
const WRITE_EVERY_MS = 10 * 60_000
const COUNT_BYTES = AMBIENT_CELLS * Float32Array.BYTES_PER_ELEMENT
/** Margin around an outlined bed, in shares of the frame: bedding hangs over its edge. */
const AROUND_BED = 0.02
const REGIONS_LISTED = 100

const stored = z.object({
  acceptedAt: z.string().nullable(),
  alone: z.string(),
  visited: z.string(),
  seenMinutes: z.number().min(0),
  removed: ambientCells,
})

type Settings = Pick<DesiredCamera, 'apps' | 'beds' | 'viewAcceptedAt'>
/** `size`: of the analyzed frames, in pixels. `view`: while it is in doubt nothing is learned or ignored. */
type AmbientWatchOptions = CameraFileOptions & {
  size: { width: number; height: number }
  view: Pick<ViewWatch, 'error'>
}
type Known = { counts: AmbientCounts; removed: Uint8Array; acceptedAt: string | null }

export class AmbientWatch {
  readonly #file: CameraFile<typeof stored>
  readonly #motion: AmbientMotion
  #removed: Uint8Array
  #beds: Uint8Array = new Uint8Array(AMBIENT_CELLS)
  #acceptedAt: string | null
  #hasApp = false
  #writtenAtMs: number | null = null
  readonly #view: Pick<ViewWatch, 'error'>

  constructor(settings: Settings, { size, view, ...options }: AmbientWatchOptions) {
    this.#view = view
    this.#file = new CameraFile('ambient', stored, options)
    const known = this.#file.read(knownOf)
    this.#removed = known?.removed ?? new Uint8Array(AMBIENT_CELLS)
    this.#acceptedAt = known ? known.acceptedAt : settings.viewAcceptedAt
    this.#motion = new AmbientMotion(size, this.#never, known?.counts ?? noCounts())
    this.configure(settings)
  }

  /** One byte per pixel of an analyzed frame, 1 at ambient motion; null: none. */
  get mask(): Uint8Array | null {
    return this.#view.error === null ? this.#motion.mask : null
  }

  /** When a user accepts a new view, deletes what was learned of the old one, and the user's removals. */
  configure({ apps, beds, viewAcceptedAt }: Settings): void {
    this.#hasApp = apps.some(({ settings }) => isAboutPeople(settings))
    this.#beds = cellsOfBeds(beds.map(({ corners }) => corners))
    if (viewAcceptedAt !== this.#acceptedAt) {
      this.#acceptedAt = viewAcceptedAt
      this.#removed = new Uint8Array(AMBIENT_CELLS)
      this.#motion.forget()
      this.#write()
    }
    this.#motion.never = this.#never
  }

  /** Takes one analyzed frame whose scene is reliable. */
  take(image: AmbientImage): void {
    if (this.#view.error !== null) return
    const isChanged = this.#motion.take(image)
    this.#writtenAtMs ??= image.atMs
    if (!isChanged && Math.abs(image.atMs - this.#writtenAtMs) < WRITE_EVERY_MS) return
    this.#writtenAtMs = image.atMs
    this.#write()
  }

  get facts(): Omit<AmbientFacts, 'arrivals'> {
    const { alone } = this.#motion.counts
    const learned = ambientRegionsOf(this.#motion.cells).map((cells) => ({
      cells: ambientTextOf(cells),
      minutes: Math.round(cells.reduce((most, cell, at) => Math.max(most, cell * alone[at]!), 0)),
    }))
    const removed = ambientRegionsOf(this.#removed).map(ambientTextOf)
    const waits = this.#view.error === null ? this.#motion.wait : 'view'
    const listed = { learned: learned.slice(0, REGIONS_LISTED), removed: removed.slice(0, REGIONS_LISTED) }
    return { ...listed, waits: this.#hasApp ? waits : 'app-off' }
  }

  change({ action, cells }: AmbientChange): void {
    const chosen = ambientCellsOf(cells)
    this.#removed = Uint8Array.from(this.#removed, (cell, at) => (chosen[at] ? Number(action === 'remove') : cell))
    this.#motion.never = this.#never
    this.#write()
  }

  get #never(): Uint8Array {
    return Uint8Array.from(this.#beds, (cell, at) => cell | this.#removed[at]!)
  }

  #write(): void {
    const { alone, visited, seenMinutes } = this.#motion.counts
    this.#file.write({
      acceptedAt: this.#acceptedAt,
      alone: packed(new Uint8Array(alone.buffer)),
      visited: packed(new Uint8Array(visited.buffer)),
      seenMinutes,
      removed: ambientTextOf(this.#removed),
    })
  }
}

function knownOf({ alone, visited, seenMinutes, removed, acceptedAt }: z.infer<typeof stored>): Known {
  const counts = { alone: countsOf(alone), visited: countsOf(visited), seenMinutes }
  return { counts, removed: ambientCellsOf(removed), acceptedAt }
}

/** Throws if it is not an array of counts. */
function countsOf(text: string): Float32Array {
  const counts = new Float32Array(unpacked(text, COUNT_BYTES).buffer)
  if (!counts.every((count) => count >= 0)) throw new Error('counts below zero')
  return counts
}

function cellsOfBeds(beds: readonly (readonly { x: number; y: number }[])[]): Uint8Array {
  const cells = new Uint8Array(AMBIENT_CELLS)
  for (const corners of beds) {
    const box = boxAround(corners.map((corner) => ({ ...corner, width: 0, height: 0 })))
    if (!box) continue
    const [x, y] = [box.x - AROUND_BED, box.y - AROUND_BED]
    markCells(cells, { x, y, width: box.width + 2 * AROUND_BED, height: box.height + 2 * AROUND_BED })
  }
  return cells
}
