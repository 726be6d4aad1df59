/** Candidate bodies of a new person, found by their overlap with the foreground. */
import type { PixelBlob } from '../background/blobs.ts'
import type { BodyMask } from '../body/body-mask.ts'
import type { BodyShape, BodyShapes } from '../body/body-shape.ts'
import type { Posture } from '../body/person.ts'

/** `others`: all shapes at that place, including this one. */
export type Newcomer = { shape: BodyShape; others: readonly BodyShape[] }

const POSTURES: readonly Posture[] = ['standing', 'sitting', 'in-bed']
/** Maximum distance of the body's top from the blob's, share of the body's height. */
const TOP_SHARE = 0.35
const FIELDS = 5

export class Newcomers {
  readonly #all: readonly Newcomer[]
  /** For each candidate: left, right, top, height and area, in one array, because thousands are scanned. */
  readonly #boxes: Int32Array

  constructor(shapes: BodyShapes) {
    this.#all = [...shapes.all()].flatMap((others) =>
      others.filter(({ posture }) => POSTURES.includes(posture)).map((shape) => ({ shape, others })),
    )
    this.#boxes = Int32Array.from(
      this.#all.flatMap(({ shape: { left, right, top, rows, area } }) => [left, right, top, rows.length / 2, area]),
    )
  }

  /** Candidates for the blob with at least that foreground share in their box. */
  at({ x, y, width }: PixelBlob, mask: BodyMask, shareMin: number): Newcomer[] {
    const boxes = this.#boxes
    const found: Newcomer[] = []
    for (let i = 0, at = 0; i < boxes.length; i += FIELDS, at++) {
      const left = boxes[i]!
      const right = boxes[i + 1]!
      if (left >= x + width || right <= x) continue
      const top = boxes[i + 2]!
      const height = boxes[i + 3]!
      if (Math.abs(top - y) >= TOP_SHARE * height) continue
      // The box has at least as much foreground as the outline, so most candidates are dropped here.
      if (mask.countBox(left, right, top, height) >= shareMin * boxes[i + 4]!) found.push(this.#all[at]!)
    }
    return found
  }
}
