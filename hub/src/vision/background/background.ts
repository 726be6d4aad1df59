/**
 * Background subtraction for a static camera, made for rooms where people sit and lie still for hours: foreground is not
 * learned unless it is the ghost that a person left behind. Works on small gray frames; allocates no memory
 * per frame except for the few blobs.
 */

import { MAJORITY_SHARE, SECOND_FRAMES } from '../frame-pace.ts'
import { BlobFinder, type PixelBlob } from './blobs.ts'
import { BoxBlur } from './box-blur.ts'
import { isClearView, LEVELS_FULL, levelsOf, NOISE_LEVELS, SPREAD_FRAMES } from './contrast.ts'
import { GhostWatch, STILL_FRAMES } from './ghosts.ts'
import { FOLLOW_SLOWLY_SHARE, LightSteps } from './light-steps.ts'
import { wordsOf } from './mask-words.ts'
import { Steady } from './steady.ts'

export type Scene = {
  /**
   * `learning`: no result yet (at the start, or after the whole view changed).
   * `watching`: the masks and blobs below are valid.
   */
  state: 'learning' | 'watching'
  /** True while learning was caused by a lamp, a moved camera or the like. */
  isViewChanged: boolean
  /** One byte per pixel, 1 where the frame differs from the background. Valid until the next frame. */
  foreground: Uint8Array
  /** One byte per pixel, 1 where the frame differs from the previous one. Valid until the next frame. */
  moving: Uint8Array
  /** The denoised gray frame. Valid until the next frame. */
  smoothed: Uint8Array
  foregroundShare: number
  movingShare: number
  /** Connected foreground, largest first. */
  blobs: PixelBlob[]
  /** Minimum difference of a foreground pixel in gray levels, for a view of this contrast. */
  levels: number
  /** Whether noise and darkness are low enough for models trained on color images. */
  isClear: boolean
}

/** Learning rate of the background per frame, at 5 frames per second. */
const FOLLOW_BACKGROUND_SHARE = 0.02
/** Almost nothing: a person lying still for an hour must not become background. */
const FOLLOW_FOREGROUND_SHARE = 0.00002
/** At first the deviation is the mean of at least this many frames. */
const DEVIATION_FRAMES_MIN = 12
/** A foreground pixel differs by this many mean deviations, and by the gray levels of `contrast.ts`. */
const DEVIATIONS = 3.2
const DEVIATION_START_LEVELS = NOISE_LEVELS
/** Minimum number of the nine pixels around one, so that single specks vanish. */
const MAJORITY_PIXELS = Math.ceil(9 * MAJORITY_SHARE)
/** In each byte of a word. */
const TO_HIGHEST_BIT = 0x01010101 * (0x80 - MAJORITY_PIXELS)
const HIGHEST_BITS = 0x80808080
/** Interval of noise measurements, frames. */
const CLEAR_FRAMES = 25
/** A larger change at once is a lamp or a moved camera, not a person. */
const SUDDEN_CHANGE_SHARE = 0.55
/** A larger share without motion, for `STILL_FRAMES`: the background is wrong. */
const STALE_SHARE = 0.25
const STALE_MOVING_SHARE = 0.005
/** Step between sampled pixels for the change of brightness; coprime to the width. */
const BRIGHTNESS_STEP = 37

/** A learned room: gray level and mean deviation of every pixel. */
export type LearnedBackground = { mean: Float32Array; deviation: Float32Array }

export class BackgroundModel {
  readonly width: number
  readonly height: number
  #mean: Float32Array
  #deviation: Float32Array
  #blur: BoxBlur
  #blurred: Uint8Array
  #before: Uint8Array
  #raw: Uint8Array
  #rawWords: Uint32Array
  #foreground: Uint8Array
  #foregroundWords: Uint32Array
  #columnSums: Uint32Array
  #moving: Uint8Array
  #histogram = new Int32Array(256)
  #blobs: BlobFinder
  #ghosts: GhostWatch
  #learned = 0
  #staleFrames = 0
  /** Frames since learning ended. */
  #followedFrames = 0
  /** The background was restored from an earlier model: the next frame has no predecessor. */
  #isTakenUp = false
  readonly #light = new LightSteps()
  readonly #steady: Steady
  #isViewChanged = false
  #levels = LEVELS_FULL
  #isClear = false

  /** Size of every frame in pixels, with a width divisible by 4; the constants were tuned at 320 x 180. */
  constructor(width: number, height: number) {
    const pixels = width * height
    this.width = width
    this.height = height
    this.#mean = new Float32Array(pixels)
    this.#deviation = new Float32Array(pixels).fill(DEVIATION_START_LEVELS)
    this.#blur = new BoxBlur(width, height)
    this.#blurred = new Uint8Array(pixels)
    this.#before = new Uint8Array(pixels)
    this.#raw = new Uint8Array(pixels)
    this.#rawWords = wordsOf(this.#raw)
    this.#foreground = new Uint8Array(pixels)
    this.#foregroundWords = wordsOf(this.#foreground)
    this.#columnSums = new Uint32Array(width / 4)
    this.#moving = new Uint8Array(pixels)
    this.#blobs = new BlobFinder(width, height)
    this.#ghosts = new GhostWatch(width, height)
    this.#steady = new Steady(width, height)
  }

  /** A copy of the learned room; null while it learns. */
  get learned(): LearnedBackground | null {
    if (this.#learned < SECOND_FRAMES) return null
    return { mean: this.#mean.slice(), deviation: this.#deviation.slice() }
  }

  /**
   * Restores an earlier model's room instead of learning, so that a person in the room does not become part of it.
   * A room that looks different by now is learned again, as after a lamp. Ignored if the size differs.
   */
  takeUp({ mean, deviation }: LearnedBackground): void {
    if (mean.length !== this.#mean.length || deviation.length !== this.#mean.length) return
    this.#mean.set(mean)
    this.#deviation.set(deviation)
    this.#learned = SECOND_FRAMES
    this.#isTakenUp = true
  }

  /**
   * One gray frame, 8 bits a pixel, five a second. `retained`: 1 on tracked people, who are never treated as ghosts.
   * Throws a RangeError for another size.
   */
  apply(gray: Uint8Array, retained: Uint8Array | null = null): Scene {
    if (gray.length !== this.#raw.length)
      throw new RangeError(`expected ${this.#raw.length} pixels, not ${gray.length}`)
    this.#blur.apply(gray, this.#blurred)
    if (this.#learned < SECOND_FRAMES) return this.#learn()
    if (this.#isTakenUp) this.#before.set(this.#blurred)
    this.#isTakenUp = false

    const pixels = gray.length
    if (this.#followedFrames % SPREAD_FRAMES === 0) this.#levels = levelsOf(this.#mean)
    if (this.#followedFrames % CLEAR_FRAMES === 0) this.#isClear = isClearView(this.#levels, this.#deviation)
    this.#steady.apply(this.#blurred, this.#mean, this.#foreground)
    const shift = this.#brightnessShift()
    const { different, moved } = this.#mark(shift)
    const movingShare = moved / pixels
    const isLamp = this.#light.take(shift, movingShare)
    if (isLamp || this.#mustRelearn(different / pixels, movingShare)) return this.#relearn()

    const foregroundCount = this.#keepMajorities()
    this.#follow()
    const found = this.#blobs.find(this.#foreground)
    const blobs = this.#ghosts.remove(
      found,
      this.#blurred,
      this.#before,
      this.#foreground,
      this.#raw,
      this.#mean,
      retained,
    )
    this.#steady.teach(this.#mean)
    this.#before.set(this.#blurred)
    const ghostCount = found.reduce((sum, blob) => sum + (blobs.includes(blob) ? 0 : blob.area), 0)
    return this.#scene('watching', blobs, Math.max(0, foregroundCount - ghostCount) / pixels, movingShare)
  }

  #scene(state: Scene['state'], blobs: PixelBlob[], foregroundShare: number, movingShare: number): Scene {
    return {
      state,
      isViewChanged: state === 'learning' && this.#isViewChanged,
      foreground: this.#foreground,
      moving: this.#moving,
      smoothed: this.#blurred,
      foregroundShare,
      movingShare,
      blobs,
      levels: this.#levels,
      isClear: this.#isClear,
    }
  }

  #learn(): Scene {
    const mean = this.#mean
    const now = this.#blurred
    const weight = 1 / (this.#learned + 1)
    for (let i = 0; i < mean.length; i++) mean[i] = mean[i]! + (now[i]! - mean[i]!) * weight
    this.#learned++
    this.#before.set(now)
    this.#foreground.fill(0)
    this.#moving.fill(0)
    return this.#scene('learning', [], 0, 0)
  }

  #relearn(): Scene {
    this.#learned = 0
    this.#staleFrames = 0
    this.#light.forget()
    this.#followedFrames = 0
    this.#isViewChanged = true
    this.#deviation.fill(DEVIATION_START_LEVELS)
    this.#ghosts.forget()
    return this.#learn()
  }

  #mustRelearn(differentShare: number, movingShare: number): boolean {
    const isStale = differentShare > STALE_SHARE && movingShare < STALE_MOVING_SHARE
    this.#staleFrames = isStale ? this.#staleFrames + 1 : 0
    return differentShare > SUDDEN_CHANGE_SHARE || this.#staleFrames >= STILL_FRAMES
  }

  /** By how many gray levels the whole frame became brighter: the median over a sparse grid. */
  #brightnessShift(): number {
    const histogram = this.#histogram.fill(0)
    const now = this.#blurred
    let count = 0
    for (let i = 0; i < now.length; i += BRIGHTNESS_STEP, count++) {
      const difference = Math.trunc(now[i]! - this.#mean[i]!)
      const slot = Math.min(127, Math.max(-128, difference)) + 128
      histogram[slot] = histogram[slot]! + 1
    }
    let below = 0
    for (let slot = 0; slot < 256; slot++) {
      below += histogram[slot]!
      if (below * 2 >= count) return slot - 128
    }
    return 0
  }

  /** Marks pixels that differ from the background, and from the previous frame; returns their numbers. */
  #mark(shift: number): { different: number; moved: number } {
    const now = this.#blurred
    const before = this.#before
    const mean = this.#mean
    const deviation = this.#deviation
    const raw = this.#raw
    const moving = this.#moving
    const levels = this.#levels
    let different = 0
    let moved = 0
    for (let i = 0; i < raw.length; i++) {
      const level = now[i]!
      const distance = Math.abs(level - mean[i]! - shift)
      const isDifferent = distance > levels && distance > DEVIATIONS * deviation[i]! ? 1 : 0
      raw[i] = isDifferent
      different += isDifferent
      const change = level - before[i]!
      const isMoving = change > LEVELS_FULL || change < -LEVELS_FULL ? 1 : 0
      moving[i] = isMoving
      moved += isMoving
    }
    return { different, moved }
  }

  /** Four pixels at a time, one byte each: no sum of nine overflows into the next byte. */
  #keepMajorities(): number {
    const raw = this.#rawWords
    const out = this.#foregroundWords
    const columns = this.#columnSums
    const stride = columns.length
    let count = 0
    for (let row = stride; row < raw.length - stride; row += stride) {
      for (let x = 0; x < stride; x++) columns[x] = raw[row - stride + x]! + raw[row + x]! + raw[row + stride + x]!
      let left = 0
      let middle = columns[0]!
      for (let x = 0; x < stride; x++) {
        const right = x + 1 < stride ? columns[x + 1]! : 0
        const nine = middle + ((middle << 8) | (left >>> 24)) + ((middle >>> 8) | (right << 24))
        let isForeground = ((nine + TO_HIGHEST_BIT) & HIGHEST_BITS) >>> 7
        // The outermost columns lack neighbors.
        if (x === 0) isForeground &= 0xffffff00
        if (x + 1 === stride) isForeground &= 0x00ffffff
        out[row + x] = isForeground
        count += Math.imul(isForeground, 0x01010101) >>> 24
        left = middle
        middle = right
      }
    }
    return count
  }

  #follow(): void {
    const now = this.#blurred
    const mean = this.#mean
    const deviation = this.#deviation
    const foreground = this.#foreground
    this.#followedFrames++
    const followDeviation = Math.max(FOLLOW_SLOWLY_SHARE, 1 / (DEVIATION_FRAMES_MIN + this.#followedFrames))
    const pixels = mean.length
    // Avoids a branch on the foreground, which processors predict poorly at its edges.
    for (let i = 0; i < pixels; i++) {
      const isForeground = foreground[i] !== 0
      const level = mean[i]!
      const signed = now[i]! - level
      mean[i] = level + (isForeground ? FOLLOW_FOREGROUND_SHARE : FOLLOW_BACKGROUND_SHARE) * signed
      const known = deviation[i]!
      deviation[i] = known + (isForeground ? 0 : followDeviation) * (Math.abs(signed) - known)
    }
  }
}
