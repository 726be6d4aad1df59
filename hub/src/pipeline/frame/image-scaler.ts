/** Frames of FFmpeg in another size and format, as bytes. */
import { type ScaleOptions, Scaler } from 'node-av/api'
import type { SwsFlags } from 'node-av/constants'
import type { Frame } from 'node-av/lib'

/** More than any camera needs at a time while its frame keeps its size. */
const SHAPES_MAX = 8

/** What is asked of it: `crop` in pixels of the frame, left out: all of it. */
export type ScaledTo = ScaleOptions & { resize: { width: number; height: number } }

/**
 * node-av's `Scaler` keeps a context and a frame for every pair of sizes that it was ever asked for, 150 KB and more each,
 * until it is closed. Crops around people have another size each time, so this one begins anew after a few.
 */
export class ImageScaler {
  readonly #flags: { flags?: SwsFlags }
  #scaler: Scaler | null = null
  readonly #shapes = new Set<string>()

  /** `flags`: SWS_… of FFmpeg; left out: bilinear. */
  constructor(flags: { flags?: SwsFlags } = {}) {
    this.#flags = flags
  }

  /** Rows without a gap between them, plane after plane. Throws where FFmpeg cannot convert the frame. */
  pixels(frame: Frame, options: ScaledTo): Buffer {
    const { resize, crop = frame, format } = options
    const from = `${crop.width}x${crop.height} ${frame.format}`
    this.#shapes.add(`${from} ${resize.width}x${resize.height} ${format}`)
    if (this.#shapes.size > SHAPES_MAX) this.close()
    this.#scaler ??= new Scaler(this.#flags)
    return this.#scaler.toBufferSync(frame, options)
  }

  /** Frees what FFmpeg holds; it may be asked again. */
  close(): void {
    this.#scaler?.close()
    this.#scaler = null
    this.#shapes.clear()
  }
}
