/**
 * People seen by the pose model and not by movement, such as a person who sat there already when the camera began. They are
 * covered as a box, because their outline is not known. Requirement CAM-09.
 */
import type { PosesSeen } from './person.ts'

/** Share of a box that moved a moment ago from which movement covers the person; an outline is about two thirds of its box. */
const EXPLAINED_SHARE = 0.6
/** Around a box, share of its sides: the model puts it at the joints, and hair and hands are beyond them. */
const AROUND = 0.08

export class StillPeople {
  readonly #width: number
  readonly #height: number
  readonly #mask: Uint8Array
  #answeredMs: number | null = null

  /** In pixels of the masks. */
  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#mask = new Uint8Array(width * height)
  }

  /**
   * One byte per pixel, 1 where such people are by the newest answer; valid until the next look. `moved`: 1 where
   * somebody moved a moment ago, so that a walker leaves no box behind.
   */
  look(poses: PosesSeen | null, moved: Uint8Array): Uint8Array {
    const answeredMs = poses?.atMs ?? null
    if (answeredMs === this.#answeredMs) return this.#mask
    this.#answeredMs = answeredMs
    this.#mask.fill(0)
    for (const { box } of poses?.people ?? []) {
      const [left, right] = span(box.x, box.width, this.#width)
      const [top, bottom] = span(box.y, box.height, this.#height)
      let count = 0
      for (let y = top; y < bottom; y++) {
        for (let i = y * this.#width + left; i < y * this.#width + right; i++) count += moved[i]!
      }
      if (count >= EXPLAINED_SHARE * (right - left) * (bottom - top)) continue
      for (let y = top; y < bottom; y++) this.#mask.fill(1, y * this.#width + left, y * this.#width + right)
    }
    return this.#mask
  }
}

/** From a share of the picture to pixels, with what is around it, within the picture. */
function span(from: number, length: number, pixels: number): [number, number] {
  const first = Math.floor((from - AROUND * length) * pixels)
  const end = Math.ceil((from + length * (1 + AROUND)) * pixels)
  return [Math.max(0, first), Math.max(0, Math.min(pixels, end))]
}
