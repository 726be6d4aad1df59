/**
 * Decides by motion alone which foreground may be a person: whatever moves by itself is a presumed person, is tracked, and
 * stays one even without motion. Other foreground is static: bedding, a lamp's light.
 */
import { Captions } from './captions.ts'

/** Gray levels by which a pixel must change to count as moved. */
const STIR_LEVELS = 6
/** Time since a pixel's last movement in which it still counts as moving, ms. */
const MOVING_MS = 600
/** Minimum moving pixels (of 160 x 90), and minimum foreground pixels of a person. */
const MOVING_MIN = 10
const BODY_MIN = 24
/** Distance within which movement belongs to a known person, pixels. */
const REACH = 22
/** Maximum distance of a body part from the middle of the body, pixels: a third of the frame's width. */
const BODY_REACH = 53
/** Duration after which unexplained motion is a new person, ms; a lamp moves for one frame. */
const NEW_AFTER_MS = 700
const CANDIDATE_REACH = 14
const CANDIDATE_GAP_MS = 900
/** Time without foreground after which a person is forgotten, ms. */
const LOST_MS = 2000
const NEAR = 5
/** Interval of the search for movement, ms. */
const LOOK_MS = 180
/** Time without movement after which foreground without a person fades, ms. */
const LEFT_STILL_MS = 60_000
/** Share of the foreground that may change meanwhile: noise. */
const STIR_SHARE = 0.02
/** Time without motion after which a pixel rests and a stopped person is evaluated, ms. */
const REST_MS = 10_000
/** Minimum difference between a place with a person and the same place before, gray levels. */
const REST_LEVELS = 10
/** Distance below which a person has not moved since the last evaluation, pixels. */
const TRAVEL = 16
/** Share of the frame that changes away from people in a single step and is a change of light. */
const LIGHT_SHARE = 0.03
/** Time without motion after which a person without a track of detection is dropped, ms. */
const NOBODY_STILL_MS = 2 * 60 * 60_000

type Spot = { x: number; y: number }
/** `from`: place of the last evaluation; null: none yet. */
type Presumed = Spot & { seenMs: number; stirredMs: number; from: Spot | null; isJudged: boolean }
type Candidate = Spot & { sinceMs: number; lastMs: number }

export class PresumedPeople {
  readonly #width: number
  readonly #height: number
  /** 1 on static foreground that may become part of the room. */
  readonly left: Uint8Array
  readonly #anchor: Uint8Array
  readonly #movedMs: Float64Array
  /** Gray level at rest, or before the person came. */
  readonly #rest: Uint8Array
  /** 1 where the light changed without movement since. */
  readonly #isLight: Uint8Array
  #wasLight = false
  readonly #captions: Captions
  readonly #labels: Int32Array
  readonly #queue: Int32Array
  readonly #free: Uint8Array
  #people: Presumed[] = []
  #candidates: Candidate[] = []
  #lastMs = Number.NEGATIVE_INFINITY

  constructor(width: number, height: number) {
    const pixels = width * height
    this.#width = width
    this.#height = height
    this.left = new Uint8Array(pixels)
    this.#anchor = new Uint8Array(pixels)
    this.#movedMs = new Float64Array(pixels)
    this.#rest = new Uint8Array(pixels)
    this.#isLight = new Uint8Array(pixels)
    this.#captions = new Captions(width, height)
    this.#labels = new Int32Array(pixels)
    this.#queue = new Int32Array(pixels)
    this.#free = new Uint8Array(pixels)
  }

  /** Forgets all people: the view has changed. */
  forget(): void {
    this.#people = []
    this.#candidates = []
    this.#captions.forget()
    this.left.fill(0)
  }

  /** `here`: 1 on foreground. `followed`: 1 on people tracked by detection; null: detection does not run. */
  look(gray: Uint8Array, here: Uint8Array, atMs: number, followed: Uint8Array | null): void {
    if (atMs - this.#lastMs < LOOK_MS && atMs >= this.#lastMs) return
    this.#lastMs = atMs
    this.#captions.look(gray, atMs)
    const stirred = this.#stir(gray, here, atMs)
    const isLight = !this.#wasLight && stirred > LIGHT_SHARE * gray.length
    this.#wasLight = isLight
    if (isLight) this.#relight(gray, atMs)
    this.#follow(here, atMs)
    this.#meet(atMs)
    this.#part(gray, here, atMs)
    this.#judge(here, atMs, followed)
  }

  /** Counts the pixels that changed away from people. */
  #stir(gray: Uint8Array, here: Uint8Array, atMs: number): number {
    let count = 0
    for (let i = 0; i < gray.length; i++) {
      if (!here[i] || this.#captions.pixels[i]) {
        this.#anchor[i] = gray[i]!
        this.#movedMs[i] = 0
        this.#isLight[i] = 0
        this.#rest[i] = gray[i]!
        continue
      }
      const change = gray[i]! - this.#anchor[i]!
      if (change <= STIR_LEVELS && change >= -STIR_LEVELS) continue
      this.#anchor[i] = gray[i]!
      this.#movedMs[i] = atMs
      this.#isLight[i] = 0
      if (this.#nearest(i) < 0) count++
    }
    return count
  }

  /** Adopts new light: it starts no person, and resting pixels get a new level. */
  #relight(gray: Uint8Array, atMs: number): void {
    for (let i = 0; i < gray.length; i++) {
      if (this.#movedMs[i] !== atMs || this.#nearest(i) >= 0) continue
      // The pixel waits like other foreground, and starts no person.
      this.#movedMs[i] = atMs - MOVING_MS - 1
      this.#isLight[i] = 1
      this.#rest[i] = gray[i]!
    }
  }

  #nearest(i: number, reach = REACH): number {
    const x = i % this.#width
    return nearestOf(this.#people, x, (i - x) / this.#width, reach)
  }

  /** Drops people who stopped where the frame is as before: they left unseen, by a door or behind a curtain. */
  #part(gray: Uint8Array, here: Uint8Array, atMs: number): void {
    const changed = this.#people.map(() => 0)
    for (let i = 0; i < gray.length; i++) {
      if (!here[i]) continue
      const nearest = this.#nearest(i)
      if (nearest >= 0 && !this.#people[nearest]!.isJudged) {
        if (Math.abs(gray[i]! - this.#rest[i]!) > REST_LEVELS) changed[nearest] = changed[nearest]! + 1
      } else if (atMs - this.#movedMs[i]! > REST_MS) this.#rest[i] = gray[i]!
    }
    this.#people = this.#people.filter((person, k) => {
      const { x, y, from, stirredMs, isJudged } = person
      if (isJudged || atMs - stirredMs < REST_MS) return true
      const hasTravelled = !from || Math.hypot(from.x - x, from.y - y) > TRAVEL
      if (hasTravelled && changed[k]! < BODY_MIN) return false
      Object.assign(person, { from: { x, y }, isJudged: true })
      return true
    })
  }

  /** Moves each person to the movement around them; `#free` gets movement away from people. */
  #follow(here: Uint8Array, atMs: number): void {
    const sums = this.#people.map(() => ({ x: 0, y: 0, count: 0 }))
    this.#free.fill(0)
    for (let i = 0; i < here.length; i++) {
      if (!here[i] || atMs - this.#movedMs[i]! > MOVING_MS) continue
      const nearest = this.#nearest(i)
      if (nearest < 0) this.#free[i] = 1
      else add(sums[nearest]!, i, this.#width)
    }
    this.#people.forEach((person, k) => {
      const { x, y, count } = sums[k]!
      if (count < MOVING_MIN) return
      Object.assign(person, { x: x / count, y: y / count, stirredMs: atMs, isJudged: false })
    })
    for (const person of this.#people) if (this.#standsOutNear(here, person)) person.seenMs = atMs
    this.#people = this.#people.filter(
      ({ seenMs, stirredMs }) => atMs - seenMs < LOST_MS && atMs - stirredMs < NOBODY_STILL_MS,
    )
  }

  #standsOutNear(here: Uint8Array, { x, y }: Spot): boolean {
    let count = 0
    const [fromX, toX] = [Math.max(0, Math.round(x) - NEAR), Math.min(this.#width - 1, Math.round(x) + NEAR)]
    for (let row = Math.max(0, Math.round(y) - NEAR); row <= Math.min(this.#height - 1, Math.round(y) + NEAR); row++) {
      for (let i = row * this.#width + fromX; i <= row * this.#width + toX; i++) count += here[i]!
    }
    return count >= BODY_MIN
  }

  /** Starts a person for lasting motion away from people. */
  #meet(atMs: number): void {
    const count = this.#label(this.#free)
    const sums = Array.from({ length: count }, () => ({ x: 0, y: 0, count: 0 }))
    for (let i = 0; i < this.#labels.length; i++) {
      if (this.#labels[i]) add(sums[this.#labels[i]! - 1]!, i, this.#width)
    }
    for (const sum of sums.filter((each) => each.count >= MOVING_MIN)) {
      const spot = { x: sum.x / sum.count, y: sum.y / sum.count }
      const known = this.#candidates[nearestOf(this.#candidates, spot.x, spot.y, CANDIDATE_REACH)]
      if (!known) this.#candidates.push({ ...spot, sinceMs: atMs, lastMs: atMs })
      else Object.assign(known, spot, { lastMs: atMs })
    }
    for (const { x, y, sinceMs, lastMs } of this.#candidates) {
      if (lastMs - sinceMs < NEW_AFTER_MS || nearestOf(this.#people, x, y, REACH) >= 0) continue
      this.#people.push({ x, y, seenMs: atMs, stirredMs: atMs, from: null, isJudged: false })
    }
    this.#candidates = this.#candidates.filter(
      ({ lastMs, x, y }) => atMs - lastMs < CANDIDATE_GAP_MS && nearestOf(this.#people, x, y, REACH) < 0,
    )
  }

  /** Sets `left`: foreground without a person, and foreground farther from its person than a body reaches. */
  #judge(here: Uint8Array, atMs: number, followed: Uint8Array | null): void {
    const count = this.#label(here)
    const areas = new Int32Array(count + 1)
    const stirs = new Int32Array(count + 1)
    const isFollowed = new Uint8Array(count + 1)
    const isSomebody = new Uint8Array(count + 1)
    for (let i = 0; i < here.length; i++) {
      const label = this.#labels[i]!
      if (label === 0) continue
      areas[label] = areas[label]! + 1
      if (this.#stirs(i, atMs)) stirs[label] = stirs[label]! + 1
      if (followed?.[i]) isFollowed[label] = 1
    }
    for (const { x, y } of this.#people) this.#markNear(isSomebody, Math.round(x), Math.round(y))
    for (let i = 0; i < here.length; i++) {
      const label = this.#labels[i]!
      this.left[i] = 0
      if (label === 0 || isFollowed[label]) continue
      if (!isSomebody[label]) this.left[i] = stirs[label]! <= STIR_SHARE * areas[label]! ? 1 : 0
      else if (!this.#stirs(i, atMs) && this.#nearest(i, this.#isLight[i] ? REACH : BODY_REACH) < 0) this.left[i] = 1
    }
  }

  #stirs(i: number, atMs: number): boolean {
    return atMs - this.#movedMs[i]! < LEFT_STILL_MS
  }

  #markNear(isSomebody: Uint8Array, x: number, y: number): void {
    for (let row = Math.max(0, y - NEAR); row <= Math.min(this.#height - 1, y + NEAR); row++) {
      for (let column = Math.max(0, x - NEAR); column <= Math.min(this.#width - 1, x + NEAR); column++) {
        isSomebody[this.#labels[row * this.#width + column]!] = 1
      }
    }
  }

  /** Labels connected components of `mask` from 1 on, into `#labels`; returns their number. */
  #label(mask: Uint8Array): number {
    const labels = this.#labels.fill(0)
    const queue = this.#queue
    const width = this.#width
    let count = 0
    for (let first = 0; first < mask.length; first++) {
      if (!mask[first] || labels[first]) continue
      labels[first] = ++count
      let end = 0
      queue[end++] = first
      for (let at = 0; at < end; at++) {
        const i = queue[at]!
        const x = i % width
        if (x > 0) end = visit(mask, labels, queue, end, i - 1, count)
        if (x < width - 1) end = visit(mask, labels, queue, end, i + 1, count)
        if (i >= width) end = visit(mask, labels, queue, end, i - width, count)
        if (i < mask.length - width) end = visit(mask, labels, queue, end, i + width, count)
      }
    }
    return count
  }
}

function add(sum: Spot & { count: number }, i: number, width: number): void {
  const x = i % width
  sum.x += x
  sum.y += (i - x) / width
  sum.count++
}

function visit(mask: Uint8Array, labels: Int32Array, queue: Int32Array, end: number, i: number, label: number): number {
  if (!mask[i] || labels[i]) return end
  labels[i] = label
  queue[end] = i
  return end + 1
}

/** Index of the nearest spot; -1 if none is within `reach`. */
function nearestOf(spots: readonly Spot[], x: number, y: number, reach: number): number {
  let best = -1
  let least = reach * reach
  for (let k = 0; k < spots.length; k++) {
    const distance = (spots[k]!.x - x) ** 2 + (spots[k]!.y - y) ** 2
    if (distance > least) continue
    least = distance
    best = k
  }
  return best
}
