/** Tracks lost from sight a moment ago, so that a person seen again is the same one. */
import { BESIDE_BED_M, metresBetween, type Stand } from '../body/body-search.ts'
import { type BodyShape, metresFromBed } from '../body/body-shape.ts'

/** `foundFrames`: frames with a fit; `stirredAtFrame`: last frame in which as much of them changed as while getting up. */
export type Followed = {
  id: number
  shape: BodyShape
  stood: Stand | null
  isFromBed: boolean
  foundFrames: number
  stirredAtFrame: number
}
type Lost = Followed & { atFrame: number }

/** Frames after which it is another person. */
export const LOST_FRAMES = 25
const NEAR_M = 1.2
const LOST_MAX = 5
/** Minimum frames of a track to be remembered; moving bedding may look like a person for a moment. */
const KNOWN_FRAMES = 10

export class LostPeople {
  /** Newest last. */
  #lost: Lost[] = []

  add({ id, shape, stood, isFromBed, foundFrames, stirredAtFrame }: Followed, atFrame: number): void {
    const lost = { id, shape, stood, isFromBed, foundFrames, stirredAtFrame, atFrame }
    this.#lost = [...this.#lost, lost].slice(-LOST_MAX)
  }

  /** Takes the lost track that is seen again in that shape; `isAlone`: no other person is in the room. */
  take(shape: BodyShape, frame: number, isAlone: boolean): Followed | undefined {
    const recent = this.#lost.filter(({ atFrame }) => frame - atFrame < LOST_FRAMES)
    const found =
      recent.findLast((one) => metresBetween(one.shape, shape) < NEAR_M) ??
      (isAlone ? recent.findLast((one) => gotUpTo(one, shape, one.atFrame)) : undefined)
    this.#lost = this.#lost.filter((one) => one !== found)
    return found
  }
}

/**
 * Whether a person who stirred in the bed and was lost there is seen again in that shape. Where the bed hides the legs and the
 * trunk blends with the wall, head and shoulders look like a person far behind the bed. `atFrame`: when the track was lost.
 */
export function gotUpTo(lost: Followed, shape: BodyShape, atFrame: number): boolean {
  if (!lost.isFromBed || lost.foundFrames < KNOWN_FRAMES) return false
  if (metresFromBed(lost.shape.x, lost.shape.y) >= BESIDE_BED_M) return false
  return atFrame - lost.stirredAtFrame < LOST_FRAMES && isSeenNear(lost.shape, shape)
}

/** In the picture, within the height of the lost person. */
function isSeenNear(lost: BodyShape, { left, right, top, rows }: BodyShape): boolean {
  const across = (lost.left + lost.right - left - right) / 2
  const down = lost.top - top + (lost.rows.length - rows.length) / 4
  return Math.hypot(across, down) < lost.rows.length / 2
}
