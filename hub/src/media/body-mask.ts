/**
 * The pixels that may belong to people now: what stands out from the background and has not come to rest. A blanket that
 * was pushed aside or a chair that was moved stays there unchanged, and is no longer asked about; a person who was found
 * keeps their pixels for as long as they are there.
 */
import type { Scene } from './background.ts'
import type { BodyShape } from './body-shape.ts'
import { wordsOf } from './mask-words.ts'

/** At five frames a second: what nobody was found in for three seconds rests. */
const REST_FRAMES = 15
/** Gray levels by which a resting pixel must change to be of interest again. */
const STIR_LEVELS = 14

export class BodyMask {
  readonly width: number
  readonly height: number
  /** 1 where somebody may be; `take` clears what was found. */
  readonly pixels: Uint8Array
  readonly #pixelWords: Uint32Array
  readonly #idleFrames: Uint8Array
  readonly #idleWords: Uint32Array
  readonly #restLevel: Uint8Array
  /** Per row, how many pixels are set before each column: counts of a row's part are two look-ups. */
  readonly #sums: Uint16Array
  /** How many are set above and before each pixel: counts of a box are four look-ups. Made when asked for. */
  readonly #totals: Uint32Array
  #areTotalsFresh = false

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height)
    this.#pixelWords = wordsOf(this.pixels)
    this.#idleFrames = new Uint8Array(width * height)
    this.#idleWords = wordsOf(this.#idleFrames)
    this.#restLevel = new Uint8Array(width * height)
    this.#sums = new Uint16Array((width + 1) * height)
    this.#totals = new Uint32Array((width + 1) * (height + 1))
  }

  forget(): void {
    this.#idleFrames.fill(0)
  }

  /** The mask of a new frame; how many pixels are set. */
  show({ foreground, smoothed }: Scene): number {
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
        if (idle[i]! >= REST_FRAMES) {
          const change = smoothed[i]! - level[i]!
          if (change > STIR_LEVELS || change < -STIR_LEVELS) {
            pixels[i] = 1
          } else {
            pixels[i] = 0
            level[i] = level[i]! + Math.sign(change)
          }
          continue
        }
        pixels[i] = 1
        if (++idle[i]! >= REST_FRAMES) level[i] = smoothed[i]!
      }
    }
    this.#sumRows(0, this.height)
    let count = 0
    for (let y = 1; y <= this.height; y++) count += this.#sums[y * (this.width + 1) - 1]!
    return count
  }

  /** Of the shape's pixels, how many are set; with `above` only those in higher rows than that one. */
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

  /** How many are set in the box around the shape. */
  countBox({ top, left, right, rows }: BodyShape): number {
    if (!this.#areTotalsFresh) this.#total()
    const totals = this.#totals
    const above = top * (this.width + 1)
    const below = above + (rows.length / 2) * (this.width + 1)
    return totals[below + right]! - totals[below + left]! - totals[above + right]! + totals[above + left]!
  }

  /** Somebody was found there: their pixels are theirs, and do not come to rest. */
  take(shape: BodyShape): void {
    const { top, rows } = shape
    for (let k = 0, y = top; k < rows.length; k += 2, y++) {
      for (let i = y * this.width + rows[k]!; i < y * this.width + rows[k + 1]!; i++) {
        if (!this.pixels[i]) continue
        this.pixels[i] = 0
        if (this.#idleFrames[i]! < REST_FRAMES) this.#idleFrames[i] = 0
      }
    }
    this.#sumRows(top, top + rows.length / 2)
  }

  /** What stands out there is a thing: not asked about until it changes. */
  rest({ top, rows }: BodyShape, smoothed: Uint8Array): void {
    for (let k = 0, y = top; k < rows.length; k += 2, y++) {
      for (let i = y * this.width + rows[k]!; i < y * this.width + rows[k + 1]!; i++) {
        this.#idleFrames[i] = REST_FRAMES
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
    const { width, pixels } = this
    const sums = this.#sums
    this.#areTotalsFresh = false
    for (let y = from; y < to; y++) {
      let sum = 0
      for (let x = 0, i = y * width, at = y * (width + 1); x < width; x++) {
        sum += pixels[i + x]!
        sums[at + x + 1] = sum
      }
    }
  }
}
