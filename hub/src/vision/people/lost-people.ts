/** Tracks lost from sight a moment ago, so that a person seen again is the same one. */
import { metresBetween, type Stand } from '../body/body-search.ts'
import type { BodyShape } from '../body/body-shape.ts'

export type Followed = {
  id: number
  shape: BodyShape
  stood: Stand | null
  isFromBed: boolean
}
type Lost = Followed & { atFrame: number }

/** Frames after which it is another person. */
export const LOST_FRAMES = 25
const NEAR_M = 1.2
const LOST_MAX = 5

export class LostPeople {
  /** Newest last. */
  #lost: Lost[] = []

  add({ id, shape, stood, isFromBed }: Followed, atFrame: number): void {
    const lost = { id, shape, stood, isFromBed, atFrame }
    this.#lost = [...this.#lost, lost].slice(-LOST_MAX)
  }

  /** Takes the lost track that is seen again in that shape. */
  take(shape: BodyShape, frame: number): Followed | undefined {
    const recent = this.#lost.filter(({ atFrame }) => frame - atFrame < LOST_FRAMES)
    const found = recent.findLast((one) => metresBetween(one.shape, shape) < NEAR_M)
    this.#lost = this.#lost.filter((one) => one !== found)
    return found
  }
}
