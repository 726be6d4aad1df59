/** Sends one camera's frames to a model, the operator's own or the pose model: in color, black at masks, one at a time. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { Frame } from 'node-av/lib'
import type { RgbImage, Size } from '#model/letterbox.ts'
import { cutOf, squareWith } from '#pose/closer-image.ts'
import { type Closer, withCloser } from '#pose/closer-look.ts'
import { COVERED, coveredMask } from '#vision/background/covered.ts'
import { hasNoColour } from '#vision/background/no-colour.ts'
import type { Detection } from '#vision/body/person.ts'
import type { Image } from '../decode/image-decoder.ts'
import { ImageScaler, type ScaledTo } from '../frame/image-scaler.ts'
import type { InferenceClient } from './inference-client.ts'

/** Maximum length of the longer side; each side is a multiple of `step`. */
type EyeSize = { sideMax: number; step: number }

/** Models of an operator get no larger frames. */
const OWN: EyeSize = { sideMax: 640, step: 2 }

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }
const nowhere = () => null

/** Chooses, from the whole frame's result, an area for a close-up; null: none. `isGray`: the frame has no color. */
type WhereCloser = (detection: Detection, isGray: boolean) => Closer | null

/** `frame`: the frame itself, retained while a close-up may be needed. */
type Request = {
  rgb: RgbImage
  frame: Frame | null
  atMs: number
  closer: WhereCloser
  isUrgent: boolean
}

export class ModelEye {
  readonly #cameraId: string
  readonly #inference: InferenceClient | null
  readonly #onError: (message: string) => void
  readonly #size: EyeSize
  readonly #scaler = new ImageScaler()
  #covered: Uint8Array | null = null
  #waiting: Promise<void> | null = null
  #hasFailed = false
  #isClosed = false

  /** `onError`: receives a sentence for the log, once. */
  constructor(cameraId: string, inference: InferenceClient | null, onError: (message: string) => void, size = OWN) {
    this.#cameraId = cameraId
    this.#inference = inference
    this.#onError = onError
    this.#size = size
  }

  get isReady(): boolean {
    return this.#inference?.isReady ?? false
  }

  /** Sets the masks, which are black in the model's input. */
  cover(masks: DesiredCamera['privacy']['masks']): void {
    this.#covered = coveredMask(masks.map(({ corners }) => corners))
  }

  /**
   * Returns at once whether inference starts; `onDetection` gets its result, if there is one. One inference runs at a time.
   * `isUrgent`: see `InferenceClient`.
   */
  look(
    image: Image,
    onDetection: (detection: Detection) => void,
    closer: WhereCloser = nowhere,
    isUrgent = false,
  ): boolean {
    if (!this.#inference || !this.isReady || this.#waiting) return false
    const rgb = this.#rgbOf(image.frame)
    if (!rgb) return false
    const { capturedAtMs: atMs } = image
    // A reference, not a copy of its pixels; released after the answer.
    const frame = closer !== nowhere ? image.frame.clone() : null
    this.#waiting = this.#ask(this.#inference, { rgb, frame, atMs, closer, isUrgent })
      .then((detection) => {
        if (detection) onDetection(detection)
      })
      .finally(() => {
        this.#waiting = null
        frame?.free()
      })
    return true
  }

  async #ask(inference: InferenceClient, { rgb, frame, atMs, closer, isUrgent }: Request): Promise<Detection | null> {
    const bodies = await inference.infer(this.#cameraId, rgb, isUrgent)
    if (!bodies) return null
    const look = frame && !this.#isClosed ? closer({ atMs, bodies }, hasNoColour(rgb.data)) : null
    const nearer = look && this.#squareOf(frame!, look)
    const found = nearer && (await inference.infer(this.#cameraId, nearer, true))
    return { atMs, bodies: found ? withCloser(bodies, found, look) : bodies }
  }

  /** Resolves when no inference is in progress. */
  async idle(): Promise<void> {
    await this.#waiting
  }

  /** Frees FFmpeg's resources. */
  close(): void {
    this.#isClosed = true
    this.#scaler.close()
  }

  #rgbOf(frame: Frame): RgbImage | null {
    const { sideMax, step } = this.#size
    const scale = Math.min(1, sideMax / Math.max(frame.width, frame.height))
    const stepped = (side: number) => Math.max(step, Math.round((side * scale) / step) * step)
    const resize = { width: stepped(frame.width), height: stepped(frame.height) }
    return this.#made(frame, { resize }, WHOLE, (data) => ({ ...resize, data }))
  }

  /** Enlarges small areas: the model needs people of a minimum size. */
  #squareOf(frame: Frame, { place, turn }: Closer): RgbImage | null {
    const side = this.#size.sideMax
    const cut = cutOf(frame, place, side)
    if (!cut) return null
    const { crop, paste } = cut
    const { width, height } = paste
    const part = partOf(frame, crop)
    return this.#made(frame, { crop, resize: { width, height } }, part, (data) =>
      squareWith(data, paste, { side, turn }),
    )
  }

  /** `part`: the area that `options` crop, in shares of the frame. */
  #made(frame: Frame, options: Omit<ScaledTo, 'format'>, part: Box, finish: (data: Uint8Array) => RgbImage) {
    try {
      const data = this.#scaler.pixels(frame, { ...options, format: 'rgb' })
      blacken({ ...options.resize, data }, this.#covered, part)
      return finish(data)
    } catch (error) {
      if (!this.#hasFailed) this.#onError(`An image for a model could not be made: ${error}`)
      this.#hasFailed = true
      return null
    }
  }
}

/** Converts pixels to shares of the frame. */
const partOf = ({ width, height }: Size, crop: Box): Box => ({
  x: crop.x / width,
  y: crop.y / height,
  width: crop.width / width,
  height: crop.height / height,
})

function blacken({ width, height, data }: RgbImage, covered: Uint8Array | null, part: Box): void {
  if (!covered) return
  const place = (share: number, length: number) => Math.min(length - 1, Math.floor(share * length))
  for (let y = 0; y < height; y++) {
    const row = place(part.y + (y / height) * part.height, COVERED.height) * COVERED.width
    for (let x = 0; x < width; x++) {
      if (!covered[row + place(part.x + (x / width) * part.width, COVERED.width)]) continue
      data.fill(0, (y * width + x) * 3, (y * width + x + 1) * 3)
    }
  }
}
