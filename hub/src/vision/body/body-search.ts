/** Which body explains best what stands out: near where somebody was, or where nobody was before. */
import type { PixelBlob } from '../background/blobs.ts'
import { Newcomers } from '../people/newcomers.ts'
import type { Posture } from '../people/person.ts'
import type { BodyMask } from './body-mask.ts'
import { type BodyShape, type BodyShapes, GRID_M, metresFromBed } from './body-shape.ts'

/** Somebody upright at a place. */
export type Stand = { shape: BodyShape; atFrame: number }
/** `uprightAtFrame`: when they last stood, well seen; `isToppled`: flat on the floor since. */
export type Followed = { shape: BodyShape; stood: Stand | null; uprightAtFrame: number; isToppled: boolean }
/** `count`: pixels of the shape that stand out. */
type Explained = { shape: BodyShape; score: number; count: number }

/** A pixel that stands out speaks for a body, one that does not speaks against it; bodies in clothes like the wall have holes. */
const FOR = 1
const AGAINST = 0.6
/** What a pixel counts at most: see the mask. */
const WEIGHT_MAX = 1.5
/** Of the body's size, for each step of the grid away from where they were, and for another posture. */
const STEP_COST = 0.035
const POSTURE_COST = 0.06
/** Of the body's size: who sits on the bed most likely still does. */
const LEAVES_BED_COST = 0.09
/** Grid steps that somebody moves at most from one frame to the next (3 m/s). */
const STEPS_MAX = 3
/** Four seconds: from standing to the floor. */
const DROP_FRAMES = 20
/** Of what stands out above somebody on the floor. */
const ABOVE = 0.8
/** Who was not there before most likely lay in the bed: of the body's size, in favour of it. */
const FROM_BED = 0.25
/** Of a body that is seen for the first time so much stands out. */
export const FIT_NEW = 0.5
/** At the bed. */
export const BESIDE_BED_M = 0.35
/** Of the body's size: somebody low beside the bed most likely sits on its edge. */
const ON_EDGE_COST = 0.12
/** Of the body's size: who was at the bed and may as well be on it has not come to the floor behind it. */
const BEHIND_BED_COST = 0.25
const OVER_BED_MIN = 0.7
/** Of the highest part of somebody upright so much must stand out; a blanket has no head. */
const HEAD_FIT_MIN = 0.35
const HEADLESS_COST = 0.3

/** Who stood well a second ago at most may topple along the line of sight: flat on the floor looks as tall as upright nearer by. */
export const TOPPLE_FRAMES = 6
/** Of the body's size, in favour of lying there, when so much of it stands out and so little above it. */
const TOPPLE = 0.35
const TOPPLE_FIT = 0.65
const TOPPLE_ABOVE = 0.12
/** At the picture's lower edge; who is cut off there stands out in so much of their outline's last rows. */
const EDGE_ROWS = 3
const CUT_OFF_SHARE = 0.55

export class BodySearch {
  readonly #shapes: BodyShapes
  readonly #mask: BodyMask
  #newcomers: Newcomers | null = null

  constructor(shapes: BodyShapes, mask: BodyMask) {
    this.#shapes = shapes
    this.#mask = mask
  }

  /** The body near where they were that explains most; somebody who stood a moment ago may lie near there, too. */
  near({ shape, stood, uprightAtFrame, isToppled }: Followed, frame: number): Explained {
    const isRecent = stood !== null && shape.posture !== 'standing' && frame - stood.atFrame <= DROP_FRAMES
    const from = isRecent ? stood.shape : null
    const isAtBed = metresFromBed(shape.x, shape.y) < BESIDE_BED_M
    const behind = (next: BodyShape) => (isAtBed && isBehindBed(next) ? BEHIND_BED_COST : 0)
    const nothing: Explained = { shape, score: Number.NEGATIVE_INFINITY, count: 0 }
    let best = this.#bestAround(shape, nothing, (steps, next) => {
      // Who bends or sits down does it where they stood; only who falls comes to lie elsewhere.
      const drift = from && next.posture === 'sitting' ? metresBetween(from, next) / GRID_M : 0
      return (steps + drift) * STEP_COST + change(shape.posture, next.posture) + behind(next)
    })
    const isToppling = stood && (isToppled || frame - uprightAtFrame <= TOPPLE_FRAMES)
    if (isToppling) best = this.#toppled(stood.shape, best)
    if (!from) return best
    const cost = (steps: number, next: BodyShape) =>
      isOnFloor(next.posture)
        ? steps * STEP_COST + change(shape.posture, next.posture) + behind(next)
        : Number.POSITIVE_INFINITY
    return this.#bestAround(from, best, cost)
  }

  /** Flat on the floor near where they stood, when that explains almost as much as the best. */
  #toppled(from: BodyShape, start: Explained): Explained {
    const cost = (steps: number, shape: BodyShape) => {
      if (shape.posture !== 'lying') return Number.POSITIVE_INFINITY
      return steps * STEP_COST + POSTURE_COST - (this.#isFlat(shape) ? TOPPLE : 0)
    }
    return this.#bestAround(from, start, cost)
  }

  /** Of whom the picture's lower edge hides a part nobody can tell: who sits there shows as much. */
  #isFlat(shape: BodyShape): boolean {
    if (this.#mask.count(shape) < TOPPLE_FIT * shape.area || this.#isCutOff(shape)) return false
    return this.#against(shape, this.#shapes.at(shape.x, shape.y)) < TOPPLE_ABOVE * shape.weight
  }

  /** Whether what stands out of the outline goes on to the picture's lower edge, whose last rows never stand out. */
  #isCutOff(shape: BodyShape): boolean {
    const rows = shape.rows.slice(2 * (this.#mask.height - EDGE_ROWS - shape.top))
    if (shape.top + shape.rows.length / 2 < this.#mask.height || rows.length === 0) return false
    const area = rows.reduce((sum, column, k) => sum + (k % 2 === 0 ? -column : column), 0)
    const count = this.#mask.count(shape) - this.#mask.count(shape, this.#mask.height - EDGE_ROWS)
    return count >= CUT_OFF_SHARE * area
  }

  /** `cost` in shares of a body's size, of a place so many steps of the grid away. */
  #bestAround({ x, y }: BodyShape, start: Explained, cost: (steps: number, shape: BodyShape) => number): Explained {
    let best = start
    for (let across = -STEPS_MAX; across <= STEPS_MAX; across++) {
      for (let along = -STEPS_MAX; along <= STEPS_MAX; along++) {
        const steps = Math.hypot(across, along)
        if (steps > STEPS_MAX) continue
        const shapes = this.#shapes.at(x + across * GRID_M, y + along * GRID_M)
        for (const shape of shapes) {
          const costs = cost(steps, shape) * shape.weight
          if (worth(WEIGHT_MAX * shape.weight, shape) - costs <= best.score) continue
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
   * What speaks against a posture: above somebody on the floor, where they would be if they stood, something stands out;
   * or somebody upright has no head.
   */
  #against(shape: BodyShape, shapes: readonly BodyShape[]): number {
    const standing = shapes[0]!
    if (isOnFloor(shape.posture)) {
      const onEdge = metresFromBed(shape.x, shape.y) < BESIDE_BED_M ? ON_EDGE_COST * shape.weight : 0
      return onEdge + (standing.posture === 'standing' ? ABOVE * this.#mask.weigh(standing, shape.top) : 0)
    }
    const isHeadless = this.#mask.count(shape, shape.headBottom) < HEAD_FIT_MIN * shape.headArea
    return isHeadless ? HEADLESS_COST * shape.area : 0
  }

  /** The body in a blob that nobody explains; null when none fits. */
  newcomer(blob: PixelBlob): Explained | null {
    let best: Explained | null = null
    this.#newcomers ??= new Newcomers(this.#shapes)
    for (const { shape, others } of this.#newcomers.at(blob, this.#mask, FIT_NEW)) {
      const count = this.#mask.count(shape)
      if (count < FIT_NEW * shape.area) continue
      const favour = shape.posture === 'in-bed' ? FROM_BED * shape.weight : 0
      const score = worth(this.#mask.weigh(shape), shape) - this.#against(shape, others) + favour
      if (!best || score > best.score) best = { shape, score, count }
    }
    return best
  }
}

/** Seated or lying there; somebody who kneels is not. */
export const isOnFloor = (posture: Posture): boolean => posture === 'low' || posture === 'lying'

const isBehindBed = ({ posture, overBedShare }: BodyShape): boolean =>
  isOnFloor(posture) && overBedShare >= OVER_BED_MIN

/** Over the floor. */
export const metresBetween = (a: BodyShape, b: BodyShape): number => Math.hypot(a.x - b.x, a.y - b.y)

function change(before: Posture, now: Posture): number {
  if (before === now) return 0
  return before === 'in-bed' ? LEAVES_BED_COST : POSTURE_COST
}

const worth = (set: number, { weight }: BodyShape): number => FOR * set - AGAINST * (weight - set)
