/**
 * What a still camera sees when nothing happens, learned pixel by pixel, and what differs from it. Made for rooms where
 * people sit and lie still for hours: whatever stands out is not learned, until it turns out to be a gap that someone
 * left behind. Works on small gray pictures; no memory is allocated per frame but for the few blobs found.
 */
import { BlobFinder, type PixelBlob } from './blobs.ts'
import { GhostWatch } from './ghosts.ts'

export type Scene = {
  /**
   * `learning`: too early to say anything (start, or the whole view changed).
   * `watching`: the masks and blobs below hold.
   */
  state: 'learning' | 'watching'
  /** True for the frames of a learning that was caused by a lamp, a moved camera or the like. */
  isViewChanged: boolean
  /** One byte per pixel, 1 where the picture differs from the background. Valid until the next frame. */
  foreground: Uint8Array
  /** One byte per pixel, 1 where the picture differs from the frame before. Valid until the next frame. */
  moving: Uint8Array
  foregroundShare: number
  movingShare: number
  /** Connected foreground, largest first. */
  blobs: PixelBlob[]
}

/** Shares of the difference that the background follows per frame, at 5 frames per second. */
const FOLLOW_BACKGROUND = 0.02
/** Almost nothing: a person who lies still for an hour must not become background. */
const FOLLOW_FOREGROUND = 0.00002
const FOLLOW_DEVIATION = 0.01
/** A pixel stands out when it is this many mean deviations away … */
const DEVIATIONS = 3.2
/** … and at least this many of 255 gray levels, above sensor noise after the blur. */
const LEVELS_MIN = 11
const DEVIATION_START = 6
const DEVIATION_MIN = 1.5
/** Of the nine pixels around one, so that single specks vanish. */
const MAJORITY = 5
const LEARNING_FRAMES = 5
/** More than this at once is a lamp or a moved camera, not a person. */
const SUDDEN_CHANGE_SHARE = 0.55
/** … and so is a change of the overall brightness by this many gray levels from one frame to the next. */
const SUDDEN_BRIGHTNESS_LEVELS = 30
/** More than this while nothing moves, for `STALE_FRAMES`: the background is wrong. */
const STALE_SHARE = 0.25
const STALE_MOVING_SHARE = 0.005
const STALE_FRAMES = 12
/** Every this many pixels the change of overall brightness is sampled; prime to the width. */
const BRIGHTNESS_STEP = 37

export class BackgroundModel {
  readonly width: number
  readonly height: number
  #mean: Float32Array
  #deviation: Float32Array
  #blurred: Uint8Array
  #before: Uint8Array
  #rowSums: Uint16Array
  #raw: Uint8Array
  #foreground: Uint8Array
  #moving: Uint8Array
  #histogram = new Int32Array(256)
  #blobs: BlobFinder
  #ghosts: GhostWatch
  #learned = 0
  #staleFrames = 0
  #shiftBefore = 0
  #isViewChanged = false

  /** Size in pixels of every frame that will come; 320 x 180 is what the constants were tried with. */
  constructor(width: number, height: number) {
    const pixels = width * height
    this.width = width
    this.height = height
    this.#mean = new Float32Array(pixels)
    this.#deviation = new Float32Array(pixels).fill(DEVIATION_START)
    this.#blurred = new Uint8Array(pixels)
    this.#before = new Uint8Array(pixels)
    this.#rowSums = new Uint16Array(pixels)
    this.#raw = new Uint8Array(pixels)
    this.#foreground = new Uint8Array(pixels)
    this.#moving = new Uint8Array(pixels)
    this.#blobs = new BlobFinder(width, height)
    this.#ghosts = new GhostWatch(width, height)
  }

  /** One gray frame, 8 bits a pixel, five a second. Throws a RangeError for another size. */
  apply(gray: Uint8Array): Scene {
    if (gray.length !== this.#raw.length)
      throw new RangeError(`expected ${this.#raw.length} pixels, not ${gray.length}`)
    this.#blur(gray)
    if (this.#learned < LEARNING_FRAMES) return this.#learn()

    const pixels = gray.length
    const shift = this.#brightnessShift()
    const isSudden = Math.abs(shift - this.#shiftBefore) > SUDDEN_BRIGHTNESS_LEVELS
    this.#shiftBefore = shift
    const rawCount = this.#markDifferences(shift)
    const movingShare = this.#markMoving() / pixels
    if (isSudden || this.#mustRelearn(rawCount / pixels, movingShare)) return this.#relearn()

    const foregroundCount = this.#keepMajorities()
    this.#follow()
    const found = this.#blobs.find(this.#foreground)
    const blobs = this.#ghosts.remove(found, this.#blurred, this.#before, this.#foreground, this.#raw, this.#mean)
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
      foregroundShare,
      movingShare,
      blobs,
    }
  }

  /** 3 x 3 box: sums of rows, then of columns. Borders repeat. */
  #blur(gray: Uint8Array): void {
    const { width, height } = this
    const sums = this.#rowSums
    const out = this.#blurred
    for (let y = 0; y < height; y++) {
      const row = y * width
      const last = row + width - 1
      sums[row] = gray[row]! * 2 + gray[row + 1]!
      for (let i = row + 1; i < last; i++) sums[i] = gray[i - 1]! + gray[i]! + gray[i + 1]!
      sums[last] = gray[last - 1]! + gray[last]! * 2
    }
    for (let y = 0; y < height; y++) {
      const row = y * width
      const above = y > 0 ? row - width : row
      const below = y < height - 1 ? row + width : row
      for (let x = 0; x < width; x++) out[row + x] = (sums[above + x]! + sums[row + x]! + sums[below + x]!) / 9
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
    this.#shiftBefore = 0
    this.#isViewChanged = true
    this.#deviation.fill(DEVIATION_START)
    this.#ghosts.forget()
    return this.#learn()
  }

  #mustRelearn(differentShare: number, movingShare: number): boolean {
    const isStale = differentShare > STALE_SHARE && movingShare < STALE_MOVING_SHARE
    this.#staleFrames = isStale ? this.#staleFrames + 1 : 0
    return differentShare > SUDDEN_CHANGE_SHARE || this.#staleFrames >= STALE_FRAMES
  }

  /** By how many gray levels the whole picture became brighter: the median over a sparse grid. */
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

  #markDifferences(shift: number): number {
    const now = this.#blurred
    const mean = this.#mean
    const deviation = this.#deviation
    const raw = this.#raw
    let count = 0
    for (let i = 0; i < raw.length; i++) {
      const signed = now[i]! - mean[i]! - shift
      const distance = signed < 0 ? -signed : signed
      const limit = DEVIATIONS * deviation[i]!
      const isDifferent = distance > Math.max(limit, LEVELS_MIN) ? 1 : 0
      raw[i] = isDifferent
      count += isDifferent
    }
    return count
  }

  #markMoving(): number {
    const now = this.#blurred
    const before = this.#before
    const moving = this.#moving
    let count = 0
    for (let i = 0; i < moving.length; i++) {
      const signed = now[i]! - before[i]!
      const isMoving = signed > LEVELS_MIN || signed < -LEVELS_MIN ? 1 : 0
      moving[i] = isMoving
      count += isMoving
    }
    return count
  }

  #keepMajorities(): number {
    const { width, height } = this
    const raw = this.#raw
    const foreground = this.#foreground
    let count = 0
    for (let y = 1; y < height - 1; y++) {
      let i = y * width + 1
      // The sum of nine slides along the row: one column enters, one leaves.
      let left = raw[i - width - 1]! + raw[i - 1]! + raw[i + width - 1]!
      let middle = raw[i - width]! + raw[i]! + raw[i + width]!
      for (const end = (y + 1) * width - 1; i < end; i++) {
        const right = raw[i - width + 1]! + raw[i + 1]! + raw[i + width + 1]!
        const isForeground = left + middle + right >= MAJORITY ? 1 : 0
        foreground[i] = isForeground
        count += isForeground
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
    for (let i = 0; i < mean.length; i++) {
      const signed = now[i]! - mean[i]!
      if (foreground[i]) {
        mean[i] = mean[i]! + FOLLOW_FOREGROUND * signed
        continue
      }
      mean[i] = mean[i]! + FOLLOW_BACKGROUND * signed
      const distance = signed < 0 ? -signed : signed
      deviation[i] = Math.max(DEVIATION_MIN, deviation[i]! + FOLLOW_DEVIATION * (distance - deviation[i]!))
    }
  }
}
