/** Tells a lamp from people: it changes much from one frame to the next, and nothing before and after. Five frames a second. */

/** Share per frame by which a pixel's deviation, and a new exposure, are adopted. */
export const FOLLOW_SLOWLY_SHARE = 0.01
/** A change of the overall brightness by this many gray levels from one frame to the next is a lamp. */
const SUDDEN_BRIGHTNESS_LEVELS = 30
/**
 * … and so is more than this of the frame that moves, and not even a quarter of it in the frame before or the one after:
 * a person falling close by stops as suddenly, but does not begin so.
 */
const STEP_SHARE = 0.15

export class LightSteps {
  #shift = 0
  /** In the last two frames. */
  #moved: [share: number, earlier: number] = [0, 0]

  /**
   * Whether the light changed since the last frame or the one before. `shift`: by how many levels the frame is brighter
   * than its background; `movingShare`: of its pixels, those that differ from the last frame.
   */
  take(shift: number, movingShare: number): boolean {
    const isSudden = Math.abs(shift - this.#shift) > SUDDEN_BRIGHTNESS_LEVELS
    const [step, earlier] = this.#moved
    const isStep = step > STEP_SHARE && Math.max(earlier, movingShare) < step / 4
    this.#shift = shift
    this.#moved = [movingShare, step]
    return isSudden || isStep
  }

  forget(): void {
    this.#shift = 0
    this.#moved = [0, 0]
  }
}
