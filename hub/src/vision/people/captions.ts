/** Where a caption that changes, such as a clock, is burnt into a picture's upper or lower edge: it moves there, and is nobody. */
import { grow } from '../mosaic.ts'

/** Of the picture's height, above and below: captions stand nowhere else. */
const BAND = 0.12
/** Gray levels by which a pixel must differ from its last second's to have changed. */
const CHANGE_LEVELS = 6
/** A caption's pixel changes in this share of the seconds; of a person's, no single one does for a minute. */
const SHARE = 0.4
const OVER_S = 60
/** No caption fills more of a band: what changes in more of it is the noise of a dark room, under which people may stand. */
const BAND_SHARE = 0.3
/** Pixels around: the rest of a digit, and the one before it. */
const MARGIN = 4

export class Captions {
  /** One byte per pixel, 1 where a caption changes. Valid until the next picture. */
  readonly pixels: Uint8Array
  readonly #width: number
  readonly #height: number
  readonly #before: Uint8Array
  /** Of the last minute's seconds, the share in which each pixel changed. */
  readonly #share: Float32Array
  readonly #core: Uint8Array
  readonly #row: Uint8Array
  #second = Number.NaN

  constructor(width: number, height: number) {
    const pixels = width * height
    this.#width = width
    this.#height = height
    this.pixels = new Uint8Array(pixels)
    this.#before = new Uint8Array(pixels)
    this.#share = new Float32Array(pixels)
    this.#core = new Uint8Array(pixels)
    this.#row = new Uint8Array(pixels)
  }

  forget(): void {
    this.#second = Number.NaN
    this.#share.fill(0)
    this.pixels.fill(0)
  }

  look(gray: Uint8Array, atMs: number): void {
    const second = Math.floor(atMs / 1000)
    if (second === this.#second) return
    const isFirst = Number.isNaN(this.#second)
    this.#second = second
    const band = Math.round(this.#height * BAND) * this.#width
    if (!isFirst) {
      this.#count(gray, 0, band)
      this.#count(gray, gray.length - band, gray.length)
      grow(this.#core, this.#width, this.#height, MARGIN, this.pixels, this.#row)
    }
    this.#before.set(gray)
  }

  #count(gray: Uint8Array, from: number, to: number): void {
    let changing = 0
    for (let i = from; i < to; i++) {
      const hasChanged = Math.abs(gray[i]! - this.#before[i]!) > CHANGE_LEVELS ? 1 : 0
      const share = this.#share[i]! + (hasChanged - this.#share[i]!) / OVER_S
      this.#share[i] = share
      const isCaption = share > SHARE
      this.#core[i] = isCaption ? 1 : 0
      if (isCaption) changing++
    }
    if (changing > (to - from) * BAND_SHARE) this.#core.fill(0, from, to)
  }
}
