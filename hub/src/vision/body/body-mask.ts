/**
 * Pixels that may belong to people now: foreground that is not at rest. A blanket that was pushed aside or a moved chair
 * comes to rest and is ignored; pixels of a tracked person never rest.
 */
import type { Scene } from '../background/background.ts'
import { STILL_FRAMES } from '../background/ghosts.ts'
import { wordsOf } from '../background/mask-words.ts'
import { SECOND_FRAMES } from '../frame-pace.ts'
import { BEDDING_WEIGHT, type BodyShape } from './body-shape.ts'

/** Weight of a pixel that changed in the last second. */
export const FRESH_WEIGHT = 1.5
/** Weights are summed as integers. */
const UNIT = 4

export class BodyMask {
  readonly width: number
  readonly height: number
  /** 1 where a person may be; `take` clears the pixels of a found one. */
  readonly pixels: Uint8Array
  readonly #pixelWords: Uint32Array
  readonly #idleFrames: Uint8Array
  readonly #idleWords: Uint32Array
  readonly #restLevel: Uint8Array
  /** Weight of each set pixel, in parts of `UNIT`. */
  readonly #weights: Uint8Array
  readonly #anchorLevel: Uint8Array
  readonly #steadyFrames: Uint8Array
  readonly #bedding: Uint8Array | null
  /** As `#sums`, of weights. */
  readonly #weightSums: Uint16Array
  /** Per row, how many pixels are set before each column: the count of a part of a row takes two lookups. */
  readonly #sums: Uint16Array
  /** Per row, 1 unless all its sums are zero: most rows of most frames are empty. */
  readonly #hasSums: Uint8Array
  /** How many pixels are set above and before each one: the count of a box takes four lookups. Computed on demand. */
  readonly #totals: Uint32Array
  #areTotalsFresh = false
  #stirLevels = 0

  /** The width is divisible by 4. `bedding`: 1 on the bedding of a bed; null without one. */
  constructor(width: number, height: number, bedding: Uint8Array | null = null) {
    this.#bedding = bedding
    this.#weights = new Uint8Array(width * height)
    this.#anchorLevel = new Uint8Array(width * height)
    this.#steadyFrames = new Uint8Array(width * height)
    this.#weightSums = new Uint16Array((width + 1) * height)
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height)
    this.#pixelWords = wordsOf(this.pixels)
    this.#idleFrames = new Uint8Array(width * height)
    this.#idleWords = wordsOf(this.#idleFrames)
    this.#restLevel = new Uint8Array(width * height)
    this.#sums = new Uint16Array((width + 1) * height)
    this.#hasSums = new Uint8Array(height)
    this.#totals = new Uint32Array((width + 1) * (height + 1))
  }

  forget(): void {
    this.#idleFrames.fill(0)
  }

  /** Sets the mask of a new frame; returns how many pixels are set. */
  show({ foreground, smoothed, levels }: Scene): number {
    this.#stirLevels = levels
    const stirLevels = this.#stirLevels
    const { pixels } = this
    const idle = this.#idleFrames
    const level = this.#restLevel
    const words = wordsOf(foreground)
    for (let word = 0; word < words.length; word++) {
      if (words[word] === 0) {
        this.#pixelWords[word] = 0
        this.#idleWords[word] = 0
        continue
      }
      for (let i = word * 4; i < word * 4 + 4; i++) {
        if (!foreground[i]) {
          pixels[i] = 0
          idle[i] = 0
          continue
        }
        this.#weigh(i, smoothed[i]!)
        if (idle[i]! >= STILL_FRAMES) {
          const change = smoothed[i]! - level[i]!
          if (change > stirLevels || change < -stirLevels) {
            pixels[i] = 1
          } else {
            pixels[i] = 0
            level[i] = level[i]! + Math.sign(change)
          }
          continue
        }
        pixels[i] = 1
        // Pixels that still change are not an object, even where no person was found.
        if (this.#steadyFrames[i]! < idle[i]!) idle[i] = this.#steadyFrames[i]!
        if (++idle[i]! >= STILL_FRAMES) level[i] = smoothed[i]!
      }
    }
    this.#sumRows(0, this.height)
    let count = 0
    for (let y = 1; y <= this.height; y++) count += this.#sums[y * (this.width + 1) - 1]!
    return count
  }

  #weigh(i: number, level: number): void {
    const change = level - this.#anchorLevel[i]!
    if (change > this.#stirLevels || change < -this.#stirLevels) {
      this.#anchorLevel[i] = level
      this.#steadyFrames[i] = 0
    } else if (this.#steadyFrames[i]! < STILL_FRAMES) this.#steadyFrames[i]!++
    const isFresh = this.#steadyFrames[i]! < SECOND_FRAMES
    this.#weights[i] = (isFresh ? FRESH_WEIGHT : 1) * (this.#bedding?.[i] ? BEDDING_WEIGHT : 1) * UNIT
  }

  /** Weighted count of the shape's set pixels; with `above` only rows higher than that one. */
  weigh({ top, rows }: BodyShape, above = Number.POSITIVE_INFINITY): number {
    const sums = this.#weightSums
    const stride = this.width + 1
    let sum = 0
    const end = Math.min(rows.length, (above - top) * 2)
    for (let k = 0, row = top * stride; k < end; k += 2, row += stride) {
      sum += sums[row + rows[k + 1]!]! - sums[row + rows[k]!]!
    }
    return sum / UNIT
  }

  /** Count of the shape's set pixels; with `above` only rows higher than that one. */
  count({ top, rows }: BodyShape, above = Number.POSITIVE_INFINITY): number {
    const sums = this.#sums
    const stride = this.width + 1
    let count = 0
    const end = Math.min(rows.length, (above - top) * 2)
    for (let k = 0, row = top * stride; k < end; k += 2, row += stride) {
      count += sums[row + rows[k + 1]!]! - sums[row + rows[k]!]!
    }
    return count
  }

  /** Number of set pixels in a box: columns from `left` up to `right`, `rows` rows from `top` on. */
  countBox(left: number, right: number, top: number, rows: number): number {
    if (!this.#areTotalsFresh) this.#total()
    const totals = this.#totals
    const above = top * (this.width + 1)
    const below = above + rows * (this.width + 1)
    return totals[below + right]! - totals[below + left]! - totals[above + right]! + totals[above + left]!
  }

  /** Number of the shape's pixels that are set and changed in the last second. */
  countFresh({ top, rows }: BodyShape): number {
    let count = 0
    for (let k = 0, y = top; k < rows.length; k += 2, y++) {
      for (let i = y * this.width + rows[k]!; i < y * this.width + rows[k + 1]!; i++) {
        if (this.pixels[i] && this.#steadyFrames[i]! < SECOND_FRAMES) count++
      }
    }
    return count
  }

  /** Removes the pixels of a found person from the mask; they do not come to rest. */
  take(shape: BodyShape): void {
    const { top, rows } = shape
    for (let k = 0, y = top; k < rows.length; k += 2, y++) {
      for (let i = y * this.width + rows[k]!; i < y * this.width + rows[k + 1]!; i++) {
        if (!this.pixels[i]) continue
        this.pixels[i] = 0
        if (this.#idleFrames[i]! < STILL_FRAMES) this.#idleFrames[i] = 0
      }
    }
    this.#sumRows(top, top + rows.length / 2)
  }

  /** Marks the foreground there as an object: ignored until it changes. */
  rest({ top, rows }: BodyShape, smoothed: Uint8Array): void {
    for (let k = 0, y = top; k < rows.length; k += 2, y++) {
      for (let i = y * this.width + rows[k]!; i < y * this.width + rows[k + 1]!; i++) {
        this.#idleFrames[i] = STILL_FRAMES
        this.#restLevel[i] = smoothed[i]!
      }
    }
  }

  #total(): void {
    const sums = this.#sums
    const totals = this.#totals
    const stride = this.width + 1
    for (let i = 0; i < sums.length; i++) totals[i + stride] = totals[i]! + sums[i]!
    this.#areTotalsFresh = true
  }

  #sumRows(from: number, to: number): void {
    this.#areTotalsFresh = false
    const wordsPerRow = this.width / 4
    for (let y = from; y < to; y++) {
      const isEmpty = this.#isEmptyRow(y * wordsPerRow, (y + 1) * wordsPerRow)
      if (!isEmpty) this.#sumRow(y)
      else if (this.#hasSums[y]) {
        const at = y * (this.width + 1)
        this.#sums.fill(0, at, at + this.width + 1)
        this.#weightSums.fill(0, at, at + this.width + 1)
      }
      this.#hasSums[y] = isEmpty ? 0 : 1
    }
  }

  #isEmptyRow(from: number, to: number): boolean {
    for (let word = from; word < to; word++) if (this.#pixelWords[word] !== 0) return false
    return true
  }

  #sumRow(y: number): void {
    const { width, pixels } = this
    const sums = this.#sums
    const weights = this.#weights
    const weightSums = this.#weightSums
    let [sum, weight] = [0, 0]
    for (let x = 0, i = y * width, at = y * (width + 1); x < width; x++) {
      const isSet = pixels[i + x]!
      sum += isSet
      weight += isSet * weights[i + x]!
      sums[at + x + 1] = sum
      weightSums[at + x + 1] = weight
    }
  }
}
