/** Whether the resident has left the bed: then no other person can come from it. A bed has one resident. */
import type { Scene } from '../background/background.ts'
import { LEVELS_FULL } from '../background/contrast.ts'
import { type BodyShape, bedShare, metresFromBed } from '../body/body-shape.ts'
import type { BedView } from './bed-view.ts'

/** `born`: where they were first seen. */
type Followed = { shape: BodyShape; born: BodyShape; isFromBed: boolean }

/** Frames away from the bed, at five a second, after which the resident is out of it. */
const AWAY_FRAMES = 5
const AWAY_M = 0.3
/** … if they came there so far, or stand there: a blanket that slid down is no resident. */
const CAME_M = 0.6
/** Frames on the bed after which a person lies there. */
const ON_BED_FRAMES = 10
const ON_BED_SHARE = 0.5
/** A person lies in the bed when nobody else is within these metres and for so many frames that share of its bedding moves. */
const ALONE_M = 1
const STIR_SHARE = 0.01
const STIR_FRAMES = 3
/** Moving share of the bedding while a person gets up; eight seconds later they are on their feet. */
const THROWN_SHARE = 0.03
const THROWN_FRAMES = 40
/** Distance from the bed within which a track lost from sight lies down, metres. */
const LOST_M = 0.35

export class BedOwner {
  #awayFrames = 0
  #onBedFrames = 0
  #stirFrames = 0
  #isEmpty = false
  #untouchedFrames = 0

  get isEmpty(): boolean {
    return this.#isEmpty
  }

  /** Whether a person may have got up in it a moment ago; always so in a dim view, where bedding moves unseen. */
  get wasTouched(): boolean {
    return this.#untouchedFrames < THROWN_FRAMES
  }

  forget(): void {
    this.#untouchedFrames = 0
    this.#awayFrames = 0
    this.#onBedFrames = 0
    this.#stirFrames = 0
    this.#isEmpty = false
  }

  /** Takes all tracks, once a frame. */
  look(tracks: readonly Followed[], bed: BedView | null, { moving, levels }: Pick<Scene, 'moving' | 'levels'>): void {
    if (!bed) return
    const stirShare = bed.shareOf(moving)
    const isTouched = stirShare >= THROWN_SHARE || levels < LEVELS_FULL
    this.#untouchedFrames = isTouched ? 0 : this.#untouchedFrames + 1
    const isOnBed = tracks.some(({ shape }) => shape.posture === 'in-bed' || bedShare(shape.x, shape.y) >= ON_BED_SHARE)
    const isAway = tracks.some(hasLeft)
    this.#awayFrames = isAway && !isOnBed ? this.#awayFrames + 1 : 0
    this.#onBedFrames = isOnBed ? this.#onBedFrames + 1 : 0
    if (this.#awayFrames >= AWAY_FRAMES) this.#isEmpty = true
    if (this.#onBedFrames >= ON_BED_FRAMES) this.#isEmpty = false
    const isAlone = tracks.every(({ shape }) => metresFromBed(shape.x, shape.y) >= ALONE_M && !bed.isBehind(shape))
    if (!this.#isEmpty || !isAlone) this.#stirFrames = 0
    else if (stirShare >= STIR_SHARE) this.#stirFrames++
    if (this.#stirFrames >= STIR_FRAMES) this.#isEmpty = false
  }

  lose({ shape }: Pick<Followed, 'shape'>): void {
    if (shape.posture !== 'standing' && metresFromBed(shape.x, shape.y) < LOST_M) this.#isEmpty = false
  }
}

function hasLeft({ shape, born, isFromBed }: Followed): boolean {
  if (!isFromBed || metresFromBed(shape.x, shape.y) < AWAY_M) return false
  return shape.posture === 'standing' || Math.hypot(shape.x - born.x, shape.y - born.y) >= CAME_M
}
