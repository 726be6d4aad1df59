/** Recently lost tracks, so that a re-detected person keeps their track. */

import type { BodyShape } from '../body/body-shape.ts'
import { LYING_HALF_M } from '../body/person.ts'
import { FRAME_MS, SECOND_FRAMES } from '../frame-pace.ts'
import { metresBetween, type Stand } from './body-search.ts'
import { FALL_MS } from './pose-limits.ts'

export type Followed = {
  id: number
  shape: BodyShape
  stood: Stand | null
  isFromBed: boolean
}
type Lost = Followed & { atFrame: number }

/** Frames after which a re-detected person is a new one: a second before the rules forget the lost one. */
export const LOST_FRAMES = FALL_MS / FRAME_MS - SECOND_FRAMES

export class LostPeople {
  /** The latest last. */
  #lost: Lost[] = []

  add({ id, shape, stood, isFromBed }: Followed, atFrame: number): void {
    const recent = this.#lost.filter((one) => atFrame - one.atFrame < LOST_FRAMES)
    this.#lost = [...recent, { id, shape, stood, isFromBed, atFrame }]
  }

  /** Returns and removes the lost track that is re-detected with that shape. */
  take(shape: BodyShape, frame: number): Followed | undefined {
    const recent = this.#lost.filter(({ atFrame }) => frame - atFrame < LOST_FRAMES)
    const found = recent.findLast((one) => metresBetween(one.shape, shape) < 2 * LYING_HALF_M)
    this.#lost = this.#lost.filter((one) => one !== found)
    return found
  }
}
