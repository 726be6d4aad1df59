/** Tracks lost from sight a moment ago, so that a person seen again is the same one. */
import { metresBetween, type Stand } from '../body/body-search.ts'
import type { BodyShape } from '../body/body-shape.ts'
import { LYING_HALF_M } from './person.ts'

export type Followed = {
  id: number
  shape: BodyShape
  stood: Stand | null
  isFromBed: boolean
}
type Lost = Followed & { atFrame: number }

/** Frames after which it is another person. */
export const LOST_FRAMES = 25

export class LostPeople {
  /** Newest last. */
  #lost: Lost[] = []

  add({ id, shape, stood, isFromBed }: Followed, atFrame: number): void {
    const recent = this.#lost.filter((one) => atFrame - one.atFrame < LOST_FRAMES)
    this.#lost = [...recent, { id, shape, stood, isFromBed, atFrame }]
  }

  /** Takes the lost track that is seen again in that shape. */
  take(shape: BodyShape, frame: number): Followed | undefined {
    const recent = this.#lost.filter(({ atFrame }) => frame - atFrame < LOST_FRAMES)
    const found = recent.findLast((one) => metresBetween(one.shape, shape) < 2 * LYING_HALF_M)
    this.#lost = this.#lost.filter((one) => one !== found)
    return found
  }
}
