/**
 * Where people may be in a static camera's frame, by the latest frame and the pose model. Errs on the side of people: any
 * foreground counts as a person, for long, and an unreliable view is marked. Detection has its own, finer model.
 */

import type { PosesSeen } from '../body/person.ts'
import { grow } from '../mosaic.ts'
import { PresumedPeople } from './presumed-people.ts'
import { StillPeople } from './still-people.ts'

/** Size of the gray frames in pixels: each pixel averages many of the camera's, which removes sensor noise. */
export const PERSON_MASK = { width: 160, height: 90 } as const
const { width: WIDTH, height: HEIGHT } = PERSON_MASK
const PIXELS = WIDTH * HEIGHT

/** Of 255 gray levels: a larger difference from the empty room counts as a person. */
const LEVELS = 10
/** Margin in pixels around foreground, for hands, hair, and a shadow's edge. */
const MARGIN = 2
/** Time that foreground continues to count, ms. */
const HOLD_MS = 1500
/** Time without a reliable result after a start or a change of the view, ms. */
const LEARN_MS = 3000
/** Maximum time to wait for the pose model's first answer, ms: a person may be sitting there. */
const MODEL_MS = 15_000
/** A larger share of foreground: a person close to the lens, a lamp, a moved camera. */
const UNSURE_SHARE = 0.3
/** From this share on the view has changed, and is learned again. */
const RELEARN_SHARE = 0.5
/** Time constants for following the room, ms: while it is learned, and where nobody is. */
const LEARN_QUICKLY_MS = 500
const FOLLOW_MS = 10_000

export type People = {
  /** False: people may be anywhere, and the masks below are meaningless. */
  isSure: boolean
  /** One byte per pixel, 1 where a person is. Valid until the next frame. */
  here: Uint8Array
  /** The same, including where a person recently was. Valid until the next frame. */
  near: Uint8Array
  /** One byte per pixel, 1 where a static object has just become part of the room. */
  faded: Uint8Array
}

/** Results of detection for the frame. */
export type PeopleAdvice = {
  /** 1 where detection tracks people; null: it does not run. */
  followed?: Uint8Array | null
  /** People in the pose model's latest answer; null: no answer yet; undefined: no model runs. */
  poses?: PosesSeen | null | undefined
}

export class PersonMask {
  readonly #room = new Float32Array(PIXELS)
  readonly #differs = new Uint8Array(PIXELS)
  readonly #here = new Uint8Array(PIXELS)
  readonly #near = new Uint8Array(PIXELS)
  /** The same without people known only from the pose model. */
  readonly #moved = new Uint8Array(PIXELS)
  readonly #faded = new Uint8Array(PIXELS)
  readonly #row = new Uint8Array(PIXELS)
  readonly #heldUntilMs = new Float64Array(PIXELS)
  readonly #presumed = new PresumedPeople(WIDTH, HEIGHT)
  readonly #still = new StillPeople(WIDTH, HEIGHT)
  #learnedFromMs = Number.POSITIVE_INFINITY
  #lastMs: number | null = null

  /** One gray frame of `PERSON_MASK` size, captured at `atMs`; `followed` has that size. Throws RangeError for another size. */
  look(gray: Uint8Array, atMs: number, { followed = null, poses }: PeopleAdvice = {}): People {
    if (gray.length !== PIXELS) throw new RangeError(`expected ${PIXELS} pixels, not ${gray.length}`)
    const passedMs = this.#lastMs === null ? 0 : Math.max(0, atMs - this.#lastMs)
    const differentShare = this.#lastMs === null ? 1 : this.#mark(gray)
    this.#lastMs = atMs
    if (differentShare > RELEARN_SHARE) this.#learnAnew(gray, atMs)
    const still = this.#still.look(poses ?? null, this.#moved)
    if (this.#isLearning(atMs, poses)) {
      this.#follow(gray, passedMs / LEARN_QUICKLY_MS)
      return { isSure: false, here: this.#here, near: this.#near, faded: this.#faded.fill(0) }
    }
    grow(this.#differs, WIDTH, HEIGHT, MARGIN, this.#here, this.#row)
    this.#presumed.look(gray, this.#here, atMs, followed)
    this.#fade(gray)
    for (let i = 0; i < PIXELS; i++) {
      if (this.#here[i]) this.#heldUntilMs[i] = atMs + HOLD_MS
      this.#moved[i] = this.#heldUntilMs[i]! > atMs ? 1 : 0
      this.#here[i] = this.#here[i]! | still[i]!
      this.#near[i] = this.#moved[i]! | still[i]!
    }
    this.#follow(gray, passedMs / FOLLOW_MS)
    return { isSure: differentShare <= UNSURE_SHARE, here: this.#here, near: this.#near, faded: this.#faded }
  }

  #isLearning(atMs: number, poses: PosesSeen | null | undefined): boolean {
    const passedMs = atMs - this.#learnedFromMs
    if (passedMs < LEARN_MS) return true
    const hasAnswered = poses === undefined || (poses !== null && poses.atMs >= this.#learnedFromMs)
    return !hasAnswered && passedMs < MODEL_MS
  }

  /** Makes static foreground part of the room at once, so that silhouettes show the current room. */
  #fade(gray: Uint8Array): void {
    const { left } = this.#presumed
    for (let i = 0; i < PIXELS; i++) {
      this.#faded[i] = this.#here[i]! & left[i]!
      if (!this.#faded[i]) continue
      this.#room[i] = gray[i]!
      this.#here[i] = 0
      this.#heldUntilMs[i] = 0
    }
  }

  #learnAnew(gray: Uint8Array, atMs: number): void {
    this.#room.set(gray)
    this.#here.fill(0)
    this.#near.fill(0)
    this.#moved.fill(0)
    this.#heldUntilMs.fill(0)
    this.#presumed.forget()
    this.#learnedFromMs = atMs
  }

  #mark(gray: Uint8Array): number {
    let count = 0
    for (let i = 0; i < PIXELS; i++) {
      const signed = gray[i]! - this.#room[i]!
      const isDifferent = signed > LEVELS || signed < -LEVELS ? 1 : 0
      this.#differs[i] = isDifferent
      count += isDifferent
    }
    return count / PIXELS
  }

  /** Adapts the room by `share` of the difference where nobody is near, and not at all elsewhere. */
  #follow(gray: Uint8Array, share: number): void {
    const room = this.#room
    const taken = Math.min(1, share)
    for (let i = 0; i < PIXELS; i++) if (!this.#near[i]) room[i] = room[i]! + (gray[i]! - room[i]!) * taken
  }
}
