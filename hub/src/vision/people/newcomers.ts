/** The bodies that somebody who was not there before could have, found by where something stands out. */
import type { PixelBlob } from '../background/blobs.ts'
import type { BodyMask } from '../body/body-mask.ts'
import type { BodyShape, BodyShapes } from '../body/body-shape.ts'
import type { Posture } from './person.ts'

/** `others`: everybody who could be at that place, this one among them. */
export type Newcomer = { shape: BodyShape; others: readonly BodyShape[] }

const POSTURES: readonly Posture[] = ['standing', 'sitting', 'in-bed']
/** Of a body's height: how far its top may be from that of the blob. */
const TOP_SHARE = 0.35
const FIELDS = 5

export class Newcomers {
  readonly #all: readonly Newcomer[]
  /** Of each: left, right, top, height and area, beside each other, for thousands are looked at. */
  readonly #boxes: Int32Array

  constructor(shapes: BodyShapes) {
    this.#all = [...shapes.all()].flatMap((others) =>
      others.filter(({ posture }) => POSTURES.includes(posture)).map((shape) => ({ shape, others })),
    )
    this.#boxes = Int32Array.from(
      this.#all.flatMap(({ shape: { left, right, top, rows, area } }) => [left, right, top, rows.length / 2, area]),
    )
  }

  /** Those that the blob could be, and in whose box so much of their area stands out. */
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
      // What stands out in the box is more than what stands out in the outline: most need no closer look.
      if (mask.countBox(left, right, top, height) >= shareMin * boxes[i + 4]!) found.push(this.#all[at]!)
    }
    return found
  }
}
