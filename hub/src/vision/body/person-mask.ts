/**
 * Where people may be in a still camera's frame, by the newest frame and the pose model. Errs towards people: any foreground
 * counts as a person, for long, and an unreliable view says so. Detection has its own, finer model.
 */
import { grow } from '../mosaic.ts'
import type { PosesSeen } from '../people/person.ts'
import { PresumedPeople } from '../people/presumed-people.ts'
import { StillPeople } from '../people/still-people.ts'

/** Size in pixels of the gray pictures: each is the mean of many of the camera's, so sensor noise is gone. */
export const PERSON_MASK = { width: 160, height: 90 } as const
const { width: WIDTH, height: HEIGHT } = PERSON_MASK
const PIXELS = WIDTH * HEIGHT

/** Of 255 gray levels: what differs by more from the empty room is a person. */
const LEVELS = 10
/** Pixels around what stands out that count with it: hands, hair, a shadow's edge. */
const MARGIN = 2
/** What stood out goes on to count for so long, ms. */
const HOLD_MS = 1500
/** After a start, and after the view changed, nothing is sure for so long, ms. */
const LEARN_MS = 3000
/** … and nothing until the pose model has answered, where one runs, ms at most: somebody may be sitting there. */
const MODEL_MS = 15_000
/** More than this share standing out: a person right at the lens, a lamp, a moved camera. */
const UNSURE_SHARE = 0.3
/** … and from here the view is another one, and is learned anew. */
const RELEARN_SHARE = 0.5
/** The room is followed within these times, ms: while it is learned, and where nobody is. */
const LEARN_QUICKLY_MS = 500
const FOLLOW_MS = 10_000

export type People = {
  /** False: people may be anywhere, and the masks below mean nothing. */
  isSure: boolean
  /** One byte per pixel, 1 where someone is. Valid until the next picture. */
  here: Uint8Array
  /** The same with everywhere that someone was a moment ago. Valid until the next picture. */
  near: Uint8Array
  /** One byte per pixel, 1 where something that was left behind became part of the room just now. */
  faded: Uint8Array
}

/** What detection says of the picture. */
export type PeopleAdvice = {
  /** 1 where detection follows somebody; null: it does not look. */
  followed?: Uint8Array | null
  /** People of the pose model's newest answer; null: there is none yet; left out: no model runs. */
  poses?: PosesSeen | null | undefined
}

export class PersonMask {
  readonly #room = new Float32Array(PIXELS)
  readonly #differs = new Uint8Array(PIXELS)
  readonly #here = new Uint8Array(PIXELS)
  readonly #near = new Uint8Array(PIXELS)
  /** The same without people known by the pose model alone. */
  readonly #moved = new Uint8Array(PIXELS)
  readonly #faded = new Uint8Array(PIXELS)
  readonly #row = new Uint8Array(PIXELS)
  readonly #heldUntilMs = new Float64Array(PIXELS)
  readonly #presumed = new PresumedPeople(WIDTH, HEIGHT)
  readonly #still = new StillPeople(WIDTH, HEIGHT)
  #learnedFromMs = Number.POSITIVE_INFINITY
  #lastMs: number | null = null

  /** One gray picture of `PERSON_MASK` size, taken at `atMs`; `followed` of the same size. Throws RangeError for another size. */
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

  /** At once, and with it what was held: the room that is shown must be the one that is there. */
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

  /** The share of the difference that the room takes over where nobody is near; where someone is, it takes nothing. */
  #follow(gray: Uint8Array, share: number): void {
    const room = this.#room
    const taken = Math.min(1, share)
    for (let i = 0; i < PIXELS; i++) if (!this.#near[i]) room[i] = room[i]! + (gray[i]! - room[i]!) * taken
  }
}
