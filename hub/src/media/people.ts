/**
 * People in a room, followed from frame to frame. Each is a body of human size at a place on the floor or the bed that
 * explains what stands out from the background; who was explained is taken away before the next is looked for, so two
 * people beside each other stay two.
 */
import type { Scene } from './background.ts'
import { BlobFinder, type PixelBlob } from './blobs.ts'
import { BodyMask } from './body-mask.ts'
import { type BodyShape, type BodyShapes, bedShare, GRID_M, leftOfBedShare, rightOfBedShare } from './body-shape.ts'
import { Newcomers } from './newcomers.ts'
import type { Person, Posture } from './person.ts'

type Track = {
  id: number
  shape: BodyShape
  /** Where they were first seen. */
  born: BodyShape
  fitShare: number
  isFromBed: boolean
  /** Frames with a fit, and since the last one. */
  foundFrames: number
  missedFrames: number
  /** In a row without any stirring. */
  stillFrames: number
}

type Explained = { shape: BodyShape; score: number; count: number }

/** A pixel that stands out speaks for a body, one that does not speaks against it; bodies in clothes like the wall have holes. */
const FOR = 1
const AGAINST = 0.6
/** Of the body's size, for each step of the grid away from where they were, and for another posture. */
const STEP_COST = 0.035
const POSTURE_COST = 0.06
/** Grid steps that somebody moves at most from one frame to the next (3 m/s). */
const STEPS_MAX = 3
const ABOVE = 0.2
/** Who was not there before most likely lay in the bed: of the body's size, in favour of it. */
const FROM_BED = 0.25
const AREA_MIN = 60
const FIT_MIN = 0.4
const FIT_NEW = 0.5
/** Of the blob that a new body was made for. */
const EXPLAINED_MIN = 0.3
/** A blanket that is pushed aside stands out beside who sits up. */
const EXPLAINED_MIN_IN_BED = 0.2
const MOVED_M = 0.6
/** Two people are never closer when the second is first seen. */
const APART_M = 0.65
/** Who was not seen to walk to the bed, and is at it, lay in it. */
const BESIDE_BED_SHARE = 0.1
const NEAR_M = 1.2
const LOST_FRAMES = 25
/** Of the highest part of somebody upright so much must stand out; a blanket has no head. */
const HEAD_FIT_MIN = 0.35
const HEADLESS_COST = 0.3
/** Of the body's size: who sits on the bed most likely still does. */
const LEAVES_BED_COST = 0.15
const CONFIRMED_FRAMES = 3
/** A second behind a curtain or another person. */
const MISSED_FRAMES_MAX = 5
const PEOPLE_MAX = 5
/** Twenty seconds without so much of a body changing from one frame to the next. */
const STILL_FRAMES = 100
const STIR_SHARE = 0.01

export class PeopleWatch {
  readonly #shapes: BodyShapes
  readonly #mask: BodyMask
  readonly #blobs: BlobFinder
  #tracks: Track[] = []
  /** 1 where somebody is who has moved since they were first seen: what the background must not take for a gap. */
  readonly kept: Uint8Array
  #newcomers: Newcomers | null = null
  #lastId = 0
  #frame = 0
  /** Who was lost from sight, newest last. */
  #lost: { shape: BodyShape; isFromBed: boolean; atFrame: number }[] = []

  /** `width`, `height`: of the analysed picture, in pixels. */
  constructor(shapes: BodyShapes, width: number, height: number) {
    this.#shapes = shapes
    this.#mask = new BodyMask(width, height)
    this.kept = new Uint8Array(width * height)
    this.#blobs = new BlobFinder(width, height)
  }

  /** Everybody who is in the picture now, the longest known first. Nobody while the background is learned. */
  follow(scene: Scene): Person[] {
    this.kept.fill(0)
    this.#frame++
    if (scene.state === 'learning') {
      this.#tracks = []
      this.#mask.forget()
      return []
    }
    const count = this.#mask.show(scene)
    if (count < AREA_MIN && this.#tracks.length === 0) return []
    this.#followAll()
    this.#letRest(scene)
    this.#forget()
    for (const blob of this.#blobs.find(this.#mask.pixels)) {
      if (this.#tracks.length < PEOPLE_MAX) this.#meet(blob)
    }
    for (const track of this.#tracks) if (hasMoved(track)) this.#keep(track.shape)
    return this.#tracks
      .filter(({ foundFrames }) => foundFrames >= CONFIRMED_FRAMES)
      .map((track) => this.#personOf(track))
  }

  /** Somebody upright who has not stirred for `STILL_FRAMES` is a chair or a blanket, or stirs again and is found then. */
  #letRest({ moving, smoothed }: Scene): void {
    for (const track of this.#tracks) {
      const isStill = countIn(moving, track.shape, this.#mask.width) < STIR_SHARE * track.shape.area
      track.stillFrames = isStill ? track.stillFrames + 1 : 0
      const isOnFloor = track.shape.posture === 'low' || track.shape.posture === 'lying'
      if (isOnFloor || track.stillFrames < STILL_FRAMES) continue
      this.#mask.rest(track.shape, smoothed)
      track.missedFrames = STILL_FRAMES
    }
  }

  #forget(): void {
    const isLost = ({ missedFrames, foundFrames }: Track) => missedFrames > Math.min(MISSED_FRAMES_MAX, foundFrames)
    const lost = this.#tracks.filter((track) => isLost(track) && track.foundFrames >= CONFIRMED_FRAMES)
    this.#lost = [
      ...this.#lost,
      ...lost.map(({ shape, isFromBed }) => ({ shape, isFromBed, atFrame: this.#frame })),
    ].slice(-PEOPLE_MAX)
    this.#tracks = this.#tracks.filter((track) => !isLost(track))
  }

  /** Who explains most takes their pixels first; who would need the same ones looks at what is left. */
  #followAll(): void {
    const looks = this.#tracks.map((track) => ({ track, first: this.#best(track) }))
    let isTaken = false
    for (const { track, first } of looks.toSorted((a, b) => b.first.score - a.first.score)) {
      const best = isTaken ? this.#best(track) : first
      const fitShare = best.count / best.shape.area
      if (fitShare < FIT_MIN) {
        track.missedFrames++
        continue
      }
      Object.assign(track, { shape: best.shape, fitShare, missedFrames: 0, foundFrames: track.foundFrames + 1 })
      this.#mask.take(best.shape)
      isTaken = true
    }
  }

  /** The body near where they were that explains most. */
  #best(track: Track): Explained {
    const { x, y, posture, area } = track.shape
    let best: Explained = { shape: track.shape, score: Number.NEGATIVE_INFINITY, count: 0 }
    for (let across = -STEPS_MAX; across <= STEPS_MAX; across++) {
      for (let along = -STEPS_MAX; along <= STEPS_MAX; along++) {
        const steps = Math.hypot(across, along)
        if (steps > STEPS_MAX) continue
        const shapes = this.#shapes.at(x + across * GRID_M, y + along * GRID_M)
        for (const shape of shapes) {
          const cost = (steps * STEP_COST + change(posture, shape.posture)) * area
          if (worth(shape.area, shape) - cost <= best.score) continue
          const count = this.#mask.count(shape)
          const fit = worth(count, shape) - cost
          if (fit <= best.score) continue
          const score = fit - this.#against(shape, shapes)
          if (score > best.score) best = { shape, score, count }
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
    if (shape.posture === 'low' || shape.posture === 'lying') {
      return standing.posture === 'standing' ? ABOVE * this.#mask.count(standing, shape.top) : 0
    }
    const isHeadless = this.#mask.count(shape, shape.headBottom) < HEAD_FIT_MIN * shape.headArea
    return isHeadless ? HEADLESS_COST * shape.area : 0
  }

  /** Makes a blob that nobody explains a person when a body fits there. */
  #meet(blob: PixelBlob): void {
    let best: { shape: BodyShape; score: number; count: number } | null = null
    this.#newcomers ??= new Newcomers(this.#shapes)
    for (const { shape, others } of this.#newcomers.at(blob)) {
      const favour = shape.posture === 'in-bed' ? FROM_BED * shape.area : 0
      // What stands out in the box around it is more than what stands out in the outline: most need no closer look.
      const most = Math.min(shape.area, this.#mask.countBox(shape))
      if (most < FIT_NEW * shape.area || (best && worth(most, shape) + favour <= best.score)) continue
      const count = this.#mask.count(shape)
      const score = worth(count, shape) - this.#against(shape, others) + favour
      if (count >= FIT_NEW * shape.area && (!best || score > best.score)) best = { shape, score, count }
    }
    if (!best) return
    const isInBed = best.shape.posture === 'in-bed'
    if (best.count < (isInBed ? EXPLAINED_MIN_IN_BED : EXPLAINED_MIN) * blob.area) return
    const { shape, count } = best
    if (this.#tracks.some(({ shape: other }) => metresBetween(other, shape) < APART_M)) return
    this.#tracks.push({
      id: ++this.#lastId,
      shape,
      born: shape,
      fitShare: count / shape.area,
      isFromBed: this.#comesFromBed(shape),
      foundFrames: 1,
      missedFrames: 0,
      stillFrames: 0,
    })
    this.#mask.take(shape)
  }

  /** Who was lost from sight near there a moment ago is the same; else whoever nobody saw walk to the bed lay in it. */
  #comesFromBed(shape: BodyShape): boolean {
    const lost = this.#lost.findLast(
      (one) => this.#frame - one.atFrame < LOST_FRAMES && metresBetween(one.shape, shape) < NEAR_M,
    )
    if (lost) return lost.isFromBed
    if (shape.posture === 'in-bed') return true
    const isAccompanied = this.#tracks.some((one) => !one.isFromBed && metresBetween(one.shape, shape) < NEAR_M)
    return bedShare(shape.x, shape.y) >= BESIDE_BED_SHARE && !isAccompanied
  }

  #keep({ top, rows }: BodyShape): void {
    for (let k = 0, y = top; k < rows.length; k += 2, y++) {
      this.kept.fill(1, y * this.#mask.width + rows[k]!, y * this.#mask.width + rows[k + 1]!)
    }
  }

  #personOf({ id, shape, fitShare, isFromBed }: Track): Person {
    const { posture, x, y, heightM, left, right, top, rows } = shape
    const { width, height } = this.#mask
    return {
      id,
      posture,
      box: { x: left / width, y: top / height, width: (right - left) / width, height: rows.length / 2 / height },
      x,
      y,
      heightM,
      fitShare,
      bedShare: bedShare(x, y),
      leftShare: leftOfBedShare(x),
      rightShare: rightOfBedShare(x),
      isFromBed,
    }
  }
}

function change(before: Posture, now: Posture): number {
  if (before === now) return 0
  return before === 'in-bed' ? LEAVES_BED_COST : POSTURE_COST
}

/** What somebody leaves behind stays where it is; on the bed upright nothing is left behind. */
const hasMoved = ({ born, shape }: Track): boolean =>
  shape.posture === 'in-bed' || Math.hypot(shape.x - born.x, shape.y - born.y) >= MOVED_M

function countIn(mask: Uint8Array, { top, rows }: BodyShape, width: number): number {
  let count = 0
  for (let k = 0, y = top; k < rows.length; k += 2, y++) {
    for (let i = y * width + rows[k]!; i < y * width + rows[k + 1]!; i++) count += mask[i]!
  }
  return count
}

const metresBetween = (a: BodyShape, b: BodyShape): number => Math.hypot(a.x - b.x, a.y - b.y)

const worth = (count: number, { area }: BodyShape): number => FOR * count - AGAINST * (area - count)
