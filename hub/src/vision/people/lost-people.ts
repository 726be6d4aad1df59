/** Who was lost from sight a moment ago, so that they are the same when they are seen again. */
import { BESIDE_BED_M, metresBetween, type Stand } from '../body/body-search.ts'
import { type BodyShape, metresFromBed } from '../body/body-shape.ts'

/** `foundFrames`: in how many they were seen; `stirredAtFrame`: when they last moved as somebody does who gets up. */
export type Followed = {
  id: number
  shape: BodyShape
  stood: Stand | null
  isFromBed: boolean
  foundFrames: number
  stirredAtFrame: number
}
type Lost = Followed & { atFrame: number }

/** Longer ago it was somebody else. */
export const LOST_FRAMES = 25
const NEAR_M = 1.2
const LOST_MAX = 5
/** Who was seen for two seconds was there; bedding that moved may be taken for somebody for a moment. */
const KNOWN_FRAMES = 10

export class LostPeople {
  /** Newest last. */
  #lost: Lost[] = []

  add({ id, shape, stood, isFromBed, foundFrames, stirredAtFrame }: Followed, atFrame: number): void {
    const lost = { id, shape, stood, isFromBed, foundFrames, stirredAtFrame, atFrame }
    this.#lost = [...this.#lost, lost].slice(-LOST_MAX)
  }

  /** Who is seen again there, not to be found a second time; `isAlone`: nobody else is in the room. */
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
 * Whether who lay in the bed, stirred and was lost from sight there is seen again in that shape: of whom the bed hides the
 * legs, and whose trunk blends with the wall, head and shoulders seem those of somebody far behind it. `atFrame`: when
 * they were lost.
 */
export function gotUpTo(lost: Followed, shape: BodyShape, atFrame: number): boolean {
  if (!lost.isFromBed || lost.foundFrames < KNOWN_FRAMES) return false
  if (metresFromBed(lost.shape.x, lost.shape.y) >= BESIDE_BED_M) return false
  return atFrame - lost.stirredAtFrame < LOST_FRAMES && isSeenNear(lost.shape, shape)
}

/** In the picture, no further than the height of who was lost there. */
function isSeenNear(lost: BodyShape, { left, right, top, rows }: BodyShape): boolean {
  const across = (lost.left + lost.right - left - right) / 2
  const down = lost.top - top + (lost.rows.length - rows.length) / 4
  return Math.hypot(across, down) < lost.rows.length / 2
}
