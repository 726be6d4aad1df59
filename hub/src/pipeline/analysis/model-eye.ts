/** One camera's questions to a model, the operator's own or the pose model: a picture in colour, black where a mask is, one at a time. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { Scaler } from 'node-av/api'
import type { RgbPicture } from '#model/letterbox.ts'
import { COVERED, coveredMask } from '#vision/background/covered.ts'
import type { Sight } from '#vision/people/person.ts'
import type { Picture } from '../live/picture-decoder.ts'
import type { InferenceClient } from './inference-client.ts'

/** Of the longer side at most, and each side a multiple of `step`. */
type EyeSize = { sideMax: number; step: number }

/** Models that an operator brings look at no more. */
const OWN: EyeSize = { sideMax: 640, step: 2 }

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

  /** `onError`: in words for the log, once. */
  constructor(cameraId: string, inference: InferenceClient | null, onError: (message: string) => void, size = OWN) {
    this.#cameraId = cameraId
    this.#inference = inference
    this.#onError = onError
    this.#size = size
  }

  /** Places that nobody looks at, this model neither. */
  cover(masks: DesiredCamera['privacy']['masks']): void {
    this.#covered = coveredMask(masks.map(({ corners }) => corners))
  }

  /** Returns at once whether it is asked; `onSight` hears what was seen, if anything is answered. While an answer is out, nothing is asked. */
  look(picture: Picture, onSight: (sight: Sight) => void): boolean {
    if (!this.#inference?.isReady || this.#waiting) return false
    const rgb = this.#rgbOf(picture)
    if (!rgb) return false
    const { capturedAtMs: atMs } = picture
    this.#waiting = this.#inference.infer(this.#cameraId, rgb).then((bodies) => {
      this.#waiting = null
      if (bodies) onSight({ atMs, bodies })
    })
    return true
  }

  /** Resolves when no answer is out. */
  async settled(): Promise<void> {
    await this.#waiting
  }

  /** Frees what FFmpeg holds. */
  close(): void {
    this.#scaler?.close()
    this.#scaler = null
  }

  #rgbOf({ frame }: Picture): RgbPicture | null {
    const { sideMax, step } = this.#size
    const scale = Math.min(1, sideMax / Math.max(frame.width, frame.height))
    const stepped = (side: number) => Math.max(step, Math.round((side * scale) / step) * step)
    const resize = { width: stepped(frame.width), height: stepped(frame.height) }
    try {
      const data = this.#scalerFor(`${frame.width}x${frame.height} ${frame.format}`).toBufferSync(frame, {
        resize,
        format: 'rgb',
      })
      const picture = { ...resize, data }
      blacken(picture, this.#covered)
      return picture
    } catch (error) {
      if (!this.#hasFailed) this.#onError(`A picture for a model could not be made: ${error}`)
      this.#hasFailed = true
      return null
    }
  }

  /** A scaler stays with the size of its first picture. */
  #scalerFor(from: string): Scaler {
    if (from !== this.#scaledFrom) this.close()
    this.#scaledFrom = from
    this.#scaler ??= new Scaler()
    return this.#scaler
  }
}

function blacken({ width, height, data }: RgbPicture, covered: Uint8Array | null): void {
  if (!covered) return
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * COVERED.height) / height) * COVERED.width
    for (let x = 0; x < width; x++) {
      if (!covered[row + Math.floor((x * COVERED.width) / width)]) continue
      data.fill(0, (y * width + x) * 3, (y * width + x + 1) * 3)
    }
  }
}
