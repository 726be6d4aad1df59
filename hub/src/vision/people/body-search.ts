/** Finds the body shape that explains the foreground best: near a tracked person, or for a new one. */

import type { PixelBlob } from '../background/blobs.ts'
import { type BodyMask, FRESH_WEIGHT } from '../body/body-mask.ts'
import { type BodyShape, type BodyShapes, GRID_M } from '../body/body-shape.ts'
import type { Posture } from '../body/person.ts'
import { Newcomers } from './newcomers.ts'

/** The last upright shape of a person. */
export type Stand = { shape: BodyShape; atFrame: number }
/** `uprightAtFrame`: last frame in which the person stood with a good fit; `isToppled`: flat on the floor since. */
export type Followed = { shape: BodyShape; stood: Stand | null; uprightAtFrame: number; isToppled: boolean }
/** `count`: foreground pixels of the shape. */
type Explained = { shape: BodyShape; score: number; count: number }

/** Cost of a background pixel within a shape, relative to a foreground one; clothes of the wall's color leave holes. */
const AGAINST_COST = 0.6
/** Cost for each grid step away from the last place, and for a change of posture; shares of the body's size. */
const STEP_COST = 0.035
const POSTURE_COST = 0.06
/** Maximum grid steps between two frames (3 m/s). */
const STEPS_MAX = 3
/** Four seconds: time to go from standing to the floor. */
const DROP_FRAMES = 20
/** Cost of foreground above a person on the floor, per pixel of it. */
const ABOVE_COST = 0.8
/** Minimum foreground share of a new body. */
export const FIT_NEW_SHARE = 0.5
/** Minimum foreground share of the head of an upright shape; a blanket has no head. */
const HEAD_FIT_SHARE = 0.35
const HEADLESS_COST = 0.3

/** Frames after standing in which a person may fall along the viewing direction: lying looks as tall as standing closer. */
export const TOPPLE_FRAMES = 6
/** Bonus for lying within that time, share of the body's size. */
const TOPPLE_BONUS = 0.35

export class BodySearch {
  readonly #shapes: BodyShapes
  readonly #mask: BodyMask
  #newcomers: Newcomers | null = null

  constructor(shapes: BodyShapes, mask: BodyMask) {
    this.#shapes = shapes
    this.#mask = mask
  }

  /** The best shape near the last place; soon after standing also a lying one near there. */
  near({ shape, stood, uprightAtFrame, isToppled }: Followed, frame: number): Explained {
    const isRecent = stood !== null && shape.posture !== 'standing' && frame - stood.atFrame <= DROP_FRAMES
    const from = isRecent ? stood.shape : null
    const nothing: Explained = { shape, score: Number.NEGATIVE_INFINITY, count: 0 }
    let best = this.#bestAround(shape, nothing, (steps, next) => {
      // A person bends or sits down where they stood; only after a fall they are elsewhere.
      const drift = from && next.posture === 'sitting' ? metresBetween(from, next) / GRID_M : 0
      return (steps + drift) * STEP_COST + change(shape.posture, next.posture)
    })
    const isToppling = stood && (isToppled || frame - uprightAtFrame <= TOPPLE_FRAMES)
    if (isToppling) best = this.#toppled(stood.shape, best)
    if (!from) return best
    const cost = (steps: number, next: BodyShape) =>
      isOnFloor(next.posture) ? steps * STEP_COST + change(shape.posture, next.posture) : Number.POSITIVE_INFINITY
    return this.#bestAround(from, best, cost)
  }

  /** A lying shape near the last standing place, if it explains almost as much as the best shape. */
  #toppled(from: BodyShape, start: Explained): Explained {
    const cost = (steps: number, shape: BodyShape) => {
      if (shape.posture !== 'lying') return Number.POSITIVE_INFINITY
      return steps * STEP_COST + POSTURE_COST - TOPPLE_BONUS
    }
    return this.#bestAround(from, start, cost)
  }

  /** `cost`: of a place some grid steps away, in shares of a body's size. */
  #bestAround({ x, y }: BodyShape, start: Explained, cost: (steps: number, shape: BodyShape) => number): Explained {
    let best = start
    for (let across = -STEPS_MAX; across <= STEPS_MAX; across++) {
      for (let along = -STEPS_MAX; along <= STEPS_MAX; along++) {
        const steps = Math.hypot(across, along)
        if (steps > STEPS_MAX) continue
        const shapes = this.#shapes.at(x + across * GRID_M, y + along * GRID_M)
        for (const shape of shapes) {
          const costs = cost(steps, shape) * shape.weight
          if (worth(FRESH_WEIGHT * shape.weight, shape) - costs <= best.score) continue
          const fit = worth(this.#mask.weigh(shape), shape) - costs
          if (fit <= best.score) continue
          const score = fit - this.#against(shape, shapes)
          if (score > best.score) best = { shape, score, count: this.#mask.count(shape) }
        }
      }
    }
    return best
  }

  /**
   * Cost of contradictions to a posture: foreground above a person on the floor, where they would be if they stood; or an
   * upright person without a head.
   */
  #against(shape: BodyShape, shapes: readonly BodyShape[]): number {
    const standing = shapes[0]!
    if (isOnFloor(shape.posture)) {
      return standing.posture === 'standing' ? ABOVE_COST * this.#mask.weigh(standing, shape.top) : 0
    }
    const isHeadless = this.#mask.count(shape, shape.headBottom) < HEAD_FIT_SHARE * shape.headArea
    return isHeadless ? HEADLESS_COST * shape.area : 0
  }

  /** The body in a blob without a track; null if none fits. */
  newcomer(blob: PixelBlob): Explained | null {
    let best: Explained | null = null
    this.#newcomers ??= new Newcomers(this.#shapes)
    for (const { shape, others } of this.#newcomers.at(blob, this.#mask, FIT_NEW_SHARE)) {
      const count = this.#mask.count(shape)
      if (count < FIT_NEW_SHARE * shape.area) continue
      const score = worth(this.#mask.weigh(shape), shape) - this.#against(shape, others)
      if (!best || score > best.score) best = { shape, score, count }
    }
    return best
  }
}

/** Seated or lying on the floor; kneeling does not count. */
export const isOnFloor = (posture: Posture): boolean => posture === 'low' || posture === 'lying'

/** Distance on the floor, meters. */
export const metresBetween = (a: BodyShape, b: BodyShape): number => Math.hypot(a.x - b.x, a.y - b.y)

const change = (before: Posture, now: Posture): number => (before === now ? 0 : POSTURE_COST)

const worth = (set: number, { weight }: BodyShape): number => set - AGAINST_COST * (weight - set)
