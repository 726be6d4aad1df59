/** JPEGs of frames that may be shown. */
import type { Frame } from 'node-av/lib'
import { blurredSnapshot } from '../frame/image-painter.ts'
import { aspectOf } from '../frame/own-frame.ts'
import { jpegOf } from './jpeg-of.ts'

export class SnapshotMaker {
  readonly #onError: (message: string) => void
  #hasFailed = false

  /** `onError`: in words for the log, once. */
  constructor(onError: (message: string) => void) {
    this.#onError = onError
  }

  /** `widthMax` in pixels; `aspect`: height by width, as shown. Null when the frame is broken: an alert without a thumbnail is better than none. */
  async jpeg(frame: Frame | null, widthMax: number, aspect: number | null = null): Promise<Buffer | null> {
    if (!frame) return null
    const width = Math.max(2, Math.min(widthMax, frame.width) & ~1)
    // JPEG halves the colour planes: sides must be even.
    const height = Math.max(2, Math.round(((aspect ?? aspectOf(frame)) * width) / 2) * 2)
    try {
      return await jpegOf(frame, { width, height })
    } catch (error) {
      if (!this.#hasFailed) this.#onError(`A snapshot image could not be made: ${error}`)
      this.#hasFailed = true
      return null
    }
  }

  /** The frame, and beside it the same for those who may see people blurred alone. */
  async both(
    frame: Frame | null,
    widthMax: number,
    aspect = frame && aspectOf(frame),
  ): Promise<{ thumbnail: Buffer | null; blurredThumbnail: Buffer | null }> {
    const thumbnail = await this.jpeg(frame, widthMax, aspect)
    if (!frame || !thumbnail) return { thumbnail: null, blurredThumbnail: null }
    const blurred = blurredSnapshot(frame)
    try {
      return { thumbnail, blurredThumbnail: await this.jpeg(blurred, widthMax, aspect) }
    } finally {
      blurred.free()
    }
  }
}
