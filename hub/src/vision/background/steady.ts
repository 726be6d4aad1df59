/**
 * Aligns a frame with the learned background: shifts it back if the camera shakes, and matches its exposure if the
 * camera changed gain and offset. A frame that differs in other ways is not changed.
 */

import { FOLLOW_SLOWLY_SHARE } from './light-steps.ts'

/** Step between compared pixels; coprime to the width. */
const STEP = 37
/** Maximum shift of a shaking camera, pixels of 320 x 180. */
export const REACH_PIXELS = { x: 6, y: 5 }
/** A fit is searched where this share of the non-foreground differs, and must explain as much more than none. */
const WORTH_SHARE = 0.05
/** A shift must explain this share of what differs. */
const SHAKE_EXPLAINED_SHARE = 0.35
/** Gray levels within which two pixels count as equal. */
const SAME_LEVELS = 8
/** Limits of automatic exposure; more is a lamp or night. Share, and gray levels at the middle of the scale. */
const GAIN = { least: 0.8, most: 1.28 }
const SHIFT_LEVELS = 60
/** Minimum share of the non-foreground that an accepted exposure explains. */
const EXPLAINED_SHARE = 0.6
/** Number of rounds; each drops pixels that fit worse than this many standard deviations. */
const ROUNDS = 4
const OUTLIER_DEVIATIONS = 2
/** Nearly white or black pixels carry no information about gain. */
const CLIPPED_LEVELS = { low: 4, high: 248 }

type Light = { gain: number; offset: number }

export class Steady {
  readonly #width: number
  readonly #height: number
  readonly #moved: Uint8Array
  readonly #table = new Uint8Array(256)
  #light: Light | null = null

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#moved = new Uint8Array(width * height)
  }

  /** Changes `now` in place. `foreground`: of the previous frame; its pixels are excluded from the measurement. */
  apply(now: Uint8Array, mean: Float32Array, foreground: Uint8Array): void {
    this.#light = lightOf(now, mean, foreground)
    if (this.#light) this.#relight(now, mean, this.#light)
    const move = this.#moveOf(now, mean, foreground)
    if (move) this.#move(now, move)
  }

  /** Call it after the frame was analyzed: gradually adopts the new exposure, also behind people. */
  teach(mean: Float32Array): void {
    if (!this.#light) return
    const { gain, offset } = this.#light
    for (let i = 0; i < mean.length; i++) {
      const level = mean[i]!
      mean[i] = level + FOLLOW_SLOWLY_SHARE * (Math.min(255, gain * level + offset) - level)
    }
  }

  #relight(now: Uint8Array, mean: Float32Array, { gain, offset }: Light): void {
    for (let level = 0; level < 256; level++) this.#table[level] = clamp((level - offset) / gain)
    for (let i = 0; i < now.length; i++) {
      const level = now[i]!
      const isClipped = level >= CLIPPED_LEVELS.high && gain * mean[i]! + offset >= CLIPPED_LEVELS.high
      now[i] = isClipped ? mean[i]! : this.#table[level]!
    }
  }

  /** Null: the camera does not shake, or the difference has another cause. */
  #moveOf(now: Uint8Array, mean: Float32Array, foreground: Uint8Array): { dx: number; dy: number } | null {
    const [unshifted, count] = this.#differing(now, mean, foreground, 0, 0)
    if (unshifted < WORTH_SHARE * count) return null
    let best = { dx: 0, dy: 0, differing: unshifted }
    for (let dy = -REACH_PIXELS.y; dy <= REACH_PIXELS.y; dy++) {
      for (let dx = -REACH_PIXELS.x; dx <= REACH_PIXELS.x; dx++) {
        const [differing] = this.#differing(now, mean, foreground, dx, dy)
        if (differing < best.differing) best = { dx, dy, differing }
      }
    }
    return best.differing <= (1 - SHAKE_EXPLAINED_SHARE) * unshifted ? best : null
  }

  #differing(now: Uint8Array, mean: Float32Array, foreground: Uint8Array, dx: number, dy: number): [number, number] {
    const [width, height] = [this.#width, this.#height]
    const from = REACH_PIXELS.y * width + REACH_PIXELS.x
    const until = (height - REACH_PIXELS.y) * width - REACH_PIXELS.x
    const by = dy * width + dx
    let differing = 0
    let count = 0
    for (let i = from; i < until; i += STEP) {
      if (foreground[i]) continue
      count++
      if (Math.abs(now[i + by]! - mean[i]!) > SAME_LEVELS) differing++
    }
    return [differing, count]
  }

  /** Border pixels fill the other side. */
  #move(now: Uint8Array, { dx, dy }: { dx: number; dy: number }): void {
    const [width, height] = [this.#width, this.#height]
    this.#moved.set(now)
    for (let y = 0; y < height; y++) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width
      for (let x = 0; x < width; x++) {
        now[y * width + x] = this.#moved[row + Math.min(width - 1, Math.max(0, x + dx))]!
      }
    }
  }
}

/** Null: the exposure has not changed, or the difference has another cause. */
function lightOf(now: Uint8Array, mean: Float32Array, foreground: Uint8Array): Light | null {
  const none = { gain: 1, offset: 0 }
  const before = explainedBy(none, now, mean, foreground)
  if (before > 1 - WORTH_SHARE) return null
  let [light, limit] = [none, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    const fit = fitOf(light, limit, now, mean, foreground)
    if (!fit) return null
    ;[light, limit] = [fit.light, fit.limit]
  }
  const { gain, offset } = light
  if (gain < GAIN.least || gain > GAIN.most || Math.abs(gain * 128 + offset - 128) > SHIFT_LEVELS) return null
  const after = explainedBy(light, now, mean, foreground)
  return after >= EXPLAINED_SHARE && after >= before + WORTH_SHARE ? light : null
}

function fitOf({ gain, offset }: Light, limit: number, now: Uint8Array, mean: Float32Array, foreground: Uint8Array) {
  let [n, sumX, sumY, sumXX, sumXY, squares] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < now.length; i += STEP) {
    const [x, y] = [mean[i]!, now[i]!]
    if (foreground[i] || y < CLIPPED_LEVELS.low || y > CLIPPED_LEVELS.high || x > CLIPPED_LEVELS.high) continue
    const error = y - (x * gain + offset)
    if (Math.abs(error) > limit) continue
    n++
    sumX += x
    sumY += y
    sumXX += x * x
    sumXY += x * y
    squares += error * error
  }
  const spread = n * sumXX - sumX * sumX
  if (spread <= 0) return null
  const fitted = (n * sumXY - sumX * sumY) / spread
  const light = { gain: fitted, offset: (sumY - fitted * sumX) / n }
  return { light, limit: Math.max(SAME_LEVELS, OUTLIER_DEVIATIONS * Math.sqrt(squares / n)) }
}

/** Share of the non-foreground that matches the background with that exposure. */
function explainedBy({ gain, offset }: Light, now: Uint8Array, mean: Float32Array, foreground: Uint8Array): number {
  let [same, count] = [0, 0]
  for (let i = 0; i < now.length; i += STEP) {
    if (foreground[i]) continue
    count++
    if (Math.abs(now[i]! - Math.min(255, mean[i]! * gain + offset)) <= SAME_LEVELS) same++
  }
  return count === 0 ? 1 : same / count
}

const clamp = (level: number) => Math.min(255, Math.max(0, Math.round(level)))
