/** The bodies that somebody who was not there before could have, found by where something stands out. */
import type { PixelBlob } from './blobs.ts'
import type { BodyShape, BodyShapes } from './body-shape.ts'
import type { Posture } from './person.ts'

/** `others`: everybody who could be at that place, this one among them. */
export type Newcomer = { shape: BodyShape; others: readonly BodyShape[] }

const POSTURES: readonly Posture[] = ['standing', 'sitting', 'in-bed']
/** Of a body's height: how far its top may be from that of the blob. */
const TOP_SHARE = 0.35
const FIELDS = 4

export class Newcomers {
  readonly #all: readonly Newcomer[]
  /** Of each: left, right, top and height, beside each other, for thousands are looked at. */
  readonly #boxes: Int16Array

  constructor(shapes: BodyShapes) {
    this.#all = [...shapes.all()].flatMap((others) =>
      others.filter(({ posture }) => POSTURES.includes(posture)).map((shape) => ({ shape, others })),
    )
    this.#boxes = Int16Array.from(
      this.#all.flatMap(({ shape: { left, right, top, rows } }) => [left, right, top, rows.length / 2]),
    )
  }

  /** Those that the blob could be. */
  at({ x, y, width }: PixelBlob): Newcomer[] {
    const boxes = this.#boxes
    const found: Newcomer[] = []
    for (let i = 0, at = 0; i < boxes.length; i += FIELDS, at++) {
      if (boxes[i]! >= x + width || boxes[i + 1]! <= x) continue
      if (Math.abs(boxes[i + 2]! - y) < TOP_SHARE * boxes[i + 3]!) found.push(this.#all[at]!)
    }
    return found
  }
}
