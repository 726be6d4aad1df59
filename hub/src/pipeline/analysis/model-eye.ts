/** One camera's questions to a model, the operator's own or the pose model: a picture in colour, black where a mask is, one at a time. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { type ScaleOptions, Scaler } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import type { RgbPicture, Size } from '#model/letterbox.ts'
import { type Closer, withCloser } from '#pose/closer-look.ts'
import { cutOf, squareWith } from '#pose/closer-picture.ts'
import { COVERED, coveredMask } from '#vision/background/covered.ts'
import { hasNoColour } from '#vision/background/no-colour.ts'
import type { Sight } from '#vision/people/person.ts'
import type { Picture } from '../live/picture-decoder.ts'
import type { InferenceClient } from './inference-client.ts'

/** Of the longer side at most, and each side a multiple of `step`. */
type EyeSize = { sideMax: number; step: number }

/** Models that an operator brings look at no more. */
const OWN: EyeSize = { sideMax: 640, step: 2 }

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }
const nowhere = () => null

/** By what the whole picture showed, where of the same picture to look once more; null: nowhere. `isGray`: it has no colour. */
type WhereCloser = (sight: Sight, isGray: boolean) => Closer | null

/** `frame`: the picture itself while a closer look at it may be wanted. */
type Question = {
  rgb: RgbPicture
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
  #scaler: Scaler | null = null
  #scaledFrom = ''
  #covered: Uint8Array | null = null
  #waiting: Promise<void> | null = null
  #hasFailed = false
  #isClosed = false

  /** `onError`: in words for the log, once. */
  constructor(cameraId: string, inference: InferenceClient | null, onError: (message: string) => void, size = OWN) {
    this.#cameraId = cameraId
    this.#inference = inference
    this.#onError = onError
    this.#size = size
  }

  get isReady(): boolean {
    return this.#inference?.isReady ?? false
  }

  /** Places that nobody looks at, this model neither. */
  cover(masks: DesiredCamera['privacy']['masks']): void {
    this.#covered = coveredMask(masks.map(({ corners }) => corners))
  }

  /**
   * Returns at once whether inference starts; `onSight` gets its result, if there is one. One inference runs at a time.
   * `isUrgent`: see `InferenceClient`.
   */
  look(picture: Picture, onSight: (sight: Sight) => void, closer: WhereCloser = nowhere, isUrgent = false): boolean {
    if (!this.#inference || !this.isReady || this.#waiting) return false
    const rgb = this.#rgbOf(picture.frame)
    if (!rgb) return false
    const { capturedAtMs: atMs } = picture
    // Held only while it is asked about: a reference, not a copy of its pixels.
    const frame = closer !== nowhere ? picture.frame.clone() : null
    this.#waiting = this.#ask(this.#inference, { rgb, frame, atMs, closer, isUrgent })
      .then((sight) => {
        if (sight) onSight(sight)
      })
      .finally(() => {
        this.#waiting = null
        frame?.free()
      })
    return true
  }

  async #ask(inference: InferenceClient, { rgb, frame, atMs, closer, isUrgent }: Question): Promise<Sight | null> {
    const bodies = await inference.infer(this.#cameraId, rgb, isUrgent)
    if (!bodies) return null
    const look = frame && !this.#isClosed ? closer({ atMs, bodies }, hasNoColour(rgb.data)) : null
    const nearer = look && this.#squareOf(frame!, look)
    const found = nearer && (await inference.infer(this.#cameraId, nearer, true))
    return { atMs, bodies: found ? withCloser(bodies, found, look) : bodies }
  }

  /** Resolves when no answer is out. */
  async settled(): Promise<void> {
    await this.#waiting
  }

  /** Frees what FFmpeg holds. */
  close(): void {
    this.#isClosed = true
    this.#closeScalers()
  }

  #rgbOf(frame: Frame): RgbPicture | null {
    const { sideMax, step } = this.#size
    const scale = Math.min(1, sideMax / Math.max(frame.width, frame.height))
    const stepped = (side: number) => Math.max(step, Math.round((side * scale) / step) * step)
    const resize = { width: stepped(frame.width), height: stepped(frame.height) }
    return this.#made(frame, { resize }, WHOLE, (data) => ({ ...resize, data }))
  }

  /** What is small is made larger: the model wants people of some size. */
  #squareOf(frame: Frame, { place, turn }: Closer): RgbPicture | null {
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

  /** `part`: of the picture, in shares, which `options` take from it. */
  #made(frame: Frame, options: ScaleOptions & { resize: Size }, part: Box, finish: (data: Uint8Array) => RgbPicture) {
    try {
      const scaler = this.#scalerFor(`${frame.width}x${frame.height} ${frame.format}`)
      const data = scaler.toBufferSync(frame, { ...options, format: 'rgb' })
      blacken({ ...options.resize, data }, this.#covered, part)
      return finish(data)
    } catch (error) {
      if (!this.#hasFailed) this.#onError(`A picture for a model could not be made: ${error}`)
      this.#hasFailed = true
      return null
    }
  }

  /** A scaler stays with the size of its first picture. */
  #scalerFor(from: string): Scaler {
    if (from !== this.#scaledFrom) this.#closeScalers()
    this.#scaledFrom = from
    this.#scaler ??= new Scaler()
    return this.#scaler
  }

  #closeScalers(): void {
    this.#scaler?.close()
    this.#scaler = null
  }
}

/** Of a part in pixels: the same in shares of the picture. */
const partOf = ({ width, height }: Size, crop: Box): Box => ({
  x: crop.x / width,
  y: crop.y / height,
  width: crop.width / width,
  height: crop.height / height,
})

function blacken({ width, height, data }: RgbPicture, covered: Uint8Array | null, part: Box): void {
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
