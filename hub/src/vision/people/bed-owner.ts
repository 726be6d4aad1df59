/** Whether the resident has left the bed: then no other person can come from it. A bed has one resident. */
import type { Scene } from '../background/background.ts'
import type { BedView } from '../body/bed-view.ts'
import type { BodyShape } from '../body/body-shape.ts'
import { BESIDE_BED_M, metresFromBed, STIR_SHARE } from '../body/person.ts'
import { SURE_FRAMES } from '../frame-pace.ts'

type Followed = { shape: BodyShape; isFromBed: boolean }

export class BedOwner {
  #stirFrames = 0
  #isEmpty = false

  get isEmpty(): boolean {
    return this.#isEmpty
  }

  forget(): void {
    this.#stirFrames = 0
    this.#isEmpty = false
  }

  /** Takes all tracks; call it once per frame. */
  look(tracks: readonly Followed[], bed: BedView | null, { moving }: Pick<Scene, 'moving'>): void {
    if (!bed) return
    if (tracks.some(({ shape }) => shape.posture === 'in-bed')) this.#isEmpty = false
    else if (tracks.some(hasLeft)) this.#isEmpty = true
    const isAlone = tracks.every(({ shape }) => !isAtBed(shape) && !bed.isBehind(shape))
    if (!this.#isEmpty || !isAlone) this.#stirFrames = 0
    else if (bed.shareOf(moving) >= STIR_SHARE) this.#stirFrames++
    // Somebody lies in the bed whose bedding moves while nobody else is at it.
    if (this.#stirFrames >= SURE_FRAMES) this.#isEmpty = false
  }

  lose({ shape }: Pick<Followed, 'shape'>): void {
    if (shape.posture !== 'standing' && isAtBed(shape)) this.#isEmpty = false
  }
}

const isAtBed = ({ x, y }: BodyShape): boolean => metresFromBed(x, y) < BESIDE_BED_M

const hasLeft = ({ shape, isFromBed }: Followed): boolean =>
  isFromBed && shape.posture === 'standing' && !isAtBed(shape)
