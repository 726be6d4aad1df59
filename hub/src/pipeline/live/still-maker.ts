/** JPEGs of pictures that may be shown. One call at a time: FFmpeg would end the whole process. */
import { Scaler } from 'node-av/api'
import { SWS_AREA } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { blurredStill } from './picture-painter.ts'

const JPEG_QUALITY = 75
/** A camera's own size and that of what may be shown; more only while it changes. */
const SIZES_RETAINED = 4

export class StillMaker {
  readonly #scalers = new Map<string, Scaler>()
  readonly #cellScaler = new Scaler({ flags: SWS_AREA })
  readonly #onError: (message: string) => void
  #hasFailed = false

  /** `onError`: in words for the log, once. */
  constructor(onError: (message: string) => void) {
    this.#onError = onError
  }

  /** `widthMax` in pixels. Null when the picture is broken: an alert without a thumbnail is better than none. */
  async jpeg(frame: Frame | null, widthMax: number): Promise<Buffer | null> {
    if (!frame) return null
    const width = Math.min(widthMax, frame.width)
    // JPEG halves the colour planes: sides must be even.
    const height = Math.max(2, Math.round((frame.height * width) / frame.width / 2) * 2)
    try {
      return await this.#scalerFor(frame).toJpeg(frame, { resize: { width, height }, quality: JPEG_QUALITY })
    } catch (error) {
      if (!this.#hasFailed) this.#onError(`A still picture could not be made: ${error}`)
      this.#hasFailed = true
      return null
    }
  }

  /** The picture, and beside it the same for those who may see people blurred alone. */
  async both(
    frame: Frame | null,
    widthMax: number,
  ): Promise<{ thumbnail: Buffer | null; blurredThumbnail: Buffer | null }> {
    const thumbnail = await this.jpeg(frame, widthMax)
    if (!frame || !thumbnail) return { thumbnail: null, blurredThumbnail: null }
    const blurred = blurredStill(frame, this.#cellScaler)
    try {
      return { thumbnail, blurredThumbnail: await this.jpeg(blurred, widthMax) }
    } finally {
      blurred.free()
    }
  }

  /** A scaler stays with the size of its first picture and fails for any other. */
  #scalerFor({ width, height, format }: Frame): Scaler {
    const key = `${width}x${height} ${format}`
    const known = this.#scalers.get(key)
    if (known) return known
    if (this.#scalers.size >= SIZES_RETAINED) this.#closeScalers()
    const scaler = new Scaler()
    this.#scalers.set(key, scaler)
    return scaler
  }

  #closeScalers(): void {
    for (const scaler of this.#scalers.values()) scaler.close()
    this.#scalers.clear()
  }

  close(): void {
    this.#closeScalers()
    this.#cellScaler.close()
  }
}
