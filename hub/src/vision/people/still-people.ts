/**
 * People detected by the pose model but not by motion, such as a person who sat there when the camera started. They are
 * covered by a box, because their outline is unknown. Requirement CAM-09.
 */
import type { PosesSeen } from '../body/person.ts'

/** Share of a box with recent motion above which motion covers the person; an outline is about two thirds of its box. */
const EXPLAINED_SHARE = 0.6
/** Margin around a box, share of its sides: the model's box ends at the joints, and hair and hands are outside. */
const AROUND = 0.08

export class StillPeople {
  readonly #width: number
  readonly #height: number
  readonly #mask: Uint8Array
  #answeredMs: number | null = null

  /** Size of the masks in pixels. */
  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#mask = new Uint8Array(width * height)
  }

  /**
   * One byte per pixel, 1 on such people in the latest answer; valid until the next call. `moved`: 1 at recent motion, so
   * that a walking person leaves no box behind.
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

/** Converts a share of the frame to pixels, with the margin, within the frame. */
function span(from: number, length: number, pixels: number): [number, number] {
  const first = Math.floor((from - AROUND * length) * pixels)
  const end = Math.ceil((from + length * (1 + AROUND)) * pixels)
  return [Math.max(0, first), Math.max(0, Math.min(pixels, end))]
}
