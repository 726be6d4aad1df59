/** Finds changing captions, such as clocks, burnt into a frame's upper or lower edge: they move but are not people. */
import { grow } from '../mosaic.ts'

/** Bands at the top and bottom with captions, in shares of the frame's height. */
const BAND = 0.12
/** Gray levels by which a changed pixel differs from the second before. */
const CHANGE_LEVELS = 6
/** A caption's pixel changes in this share of the seconds; no single pixel of a person does so for a minute. */
const SHARE = 0.4
const OVER_S = 60
/** No caption fills more of a band: more changes are the noise of a dark room, in which people may stand. */
const BAND_SHARE = 0.3
/** Margin in pixels: the rest of a digit, and the previous one. */
const MARGIN = 4

export class Captions {
  /** One byte per pixel, 1 where a caption changes. Valid until the next frame. */
  readonly pixels: Uint8Array
  readonly #width: number
  readonly #height: number
  readonly #before: Uint8Array
  /** Share of the last minute's seconds in which each pixel changed. */
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
