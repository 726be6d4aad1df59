/** Finds the body shape that explains the foreground best: near a tracked person, or for a new one. */
import type { PixelBlob } from '../background/blobs.ts'
import { Newcomers } from '../people/newcomers.ts'
import type { Posture } from '../people/person.ts'
import type { BodyMask } from './body-mask.ts'
import { type BodyShape, type BodyShapes, GRID_M, metresFromBed } from './body-shape.ts'

/** The last upright shape of a person. */
export type Stand = { shape: BodyShape; atFrame: number }
/** `uprightAtFrame`: last frame in which the person stood with a good fit; `isToppled`: flat on the floor since. */
export type Followed = { shape: BodyShape; stood: Stand | null; uprightAtFrame: number; isToppled: boolean }
/** `count`: foreground pixels of the shape. */
type Explained = { shape: BodyShape; score: number; count: number }

/** Score of a foreground pixel within a shape, and of any other pixel; clothes of the wall's colour leave holes. */
const FOR = 1
const AGAINST = 0.6
/** Maximum weight of a pixel, see `BodyMask`. */
const WEIGHT_MAX = 1.5
/** Cost for each grid step away from the last place, and for a change of posture; shares of the body's size. */
const STEP_COST = 0.035
const POSTURE_COST = 0.06
/** Cost of leaving the bed for a person who sits on it, share of the body's size. */
const LEAVES_BED_COST = 0.09
/** Maximum grid steps between two frames (3 m/s). */
const STEPS_MAX = 3
/** Four seconds: from standing to the floor. */
const DROP_FRAMES = 20
/** Cost of foreground above a person on the floor, share of it. */
const ABOVE = 0.8
/** Bonus for a new person on the bed, share of the body's size: a new person most likely lay in it. */
const FROM_BED = 0.25
/** Minimum foreground share of a new body. */
export const FIT_NEW = 0.5
/** Distance from the bed within which a person is at it, metres. */
export const BESIDE_BED_M = 0.35
/** Cost of a low posture beside the bed, share of the body's size: the person most likely sits on its edge. */
const ON_EDGE_COST = 0.12
/** Cost of the floor behind the bed for a person who was at the bed and may be on it, share of the body's size. */
const BEHIND_BED_COST = 0.25
const OVER_BED_MIN = 0.7
/** Minimum foreground share of the head of an upright shape; a blanket has no head. */
const HEAD_FIT_MIN = 0.35
const HEADLESS_COST = 0.3

/** Frames after standing in which a person may topple along the line of sight: lying looks as tall as standing closer by. */
export const TOPPLE_FRAMES = 6
/** Bonus for lying after that, share of the body's size, with the minimum foreground in the shape and the maximum above it. */
const TOPPLE = 0.35
const TOPPLE_FIT = 0.65
const TOPPLE_ABOVE = 0.12
/** Rows at the picture's lower edge, and their minimum foreground share for a body that the edge cuts off. */
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

  /** The best shape near the last place; after standing a moment ago also a lying one near there. */
  near({ shape, stood, uprightAtFrame, isToppled }: Followed, frame: number): Explained {
    const isRecent = stood !== null && shape.posture !== 'standing' && frame - stood.atFrame <= DROP_FRAMES
    const from = isRecent ? stood.shape : null
    const isAtBed = metresFromBed(shape.x, shape.y) < BESIDE_BED_M
    const behind = (next: BodyShape) => (isAtBed && isBehindBed(next) ? BEHIND_BED_COST : 0)
    const nothing: Explained = { shape, score: Number.NEGATIVE_INFINITY, count: 0 }
    let best = this.#bestAround(shape, nothing, (steps, next) => {
      // A person bends or sits down where they stood; only a fall ends elsewhere.
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

  /** A lying shape near the last standing place, when it explains almost as much as the best shape. */
  #toppled(from: BodyShape, start: Explained): Explained {
    const cost = (steps: number, shape: BodyShape) => {
      if (shape.posture !== 'lying') return Number.POSITIVE_INFINITY
      return steps * STEP_COST + POSTURE_COST - (this.#isFlat(shape) ? TOPPLE : 0)
    }
    return this.#bestAround(from, start, cost)
  }

  /** False where the picture's lower edge hides a part of the body: a sitting one shows as much. */
  #isFlat(shape: BodyShape): boolean {
    if (this.#mask.count(shape) < TOPPLE_FIT * shape.area || this.#isCutOff(shape)) return false
    return this.#against(shape, this.#shapes.at(shape.x, shape.y)) < TOPPLE_ABOVE * shape.weight
  }

  /** Whether the shape's foreground reaches the picture's lower edge, whose last rows are never foreground. */
  #isCutOff(shape: BodyShape): boolean {
    const rows = shape.rows.slice(2 * (this.#mask.height - EDGE_ROWS - shape.top))
    if (shape.top + shape.rows.length / 2 < this.#mask.height || rows.length === 0) return false
    const area = rows.reduce((sum, column, k) => sum + (k % 2 === 0 ? -column : column), 0)
    const count = this.#mask.count(shape) - this.#mask.count(shape, this.#mask.height - EDGE_ROWS)
    return count >= CUT_OFF_SHARE * area
  }

  /** `cost`: shares of a body's size, of a place so many grid steps away. */
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

  /** The body in a blob without a track; null when none fits. */
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

/** Seated or lying on the floor; kneeling does not count. */
export const isOnFloor = (posture: Posture): boolean => posture === 'low' || posture === 'lying'

const isBehindBed = ({ posture, overBedShare }: BodyShape): boolean =>
  isOnFloor(posture) && overBedShare >= OVER_BED_MIN

/** Distance on the floor, metres. */
export const metresBetween = (a: BodyShape, b: BodyShape): number => Math.hypot(a.x - b.x, a.y - b.y)

function change(before: Posture, now: Posture): number {
  if (before === now) return 0
  return before === 'in-bed' ? LEAVES_BED_COST : POSTURE_COST
}

const worth = (set: number, { weight }: BodyShape): number => FOR * set - AGAINST * (weight - set)
