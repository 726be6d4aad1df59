/** One camera's questions to the operator's own model: a picture in colour, black where a mask is, one at a time. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import { Scaler } from 'node-av/api'
import { COVERED, coveredMask } from '#media/covered.ts'
import type { Sight } from '#media/person.ts'
import type { RgbPicture } from '#model/letterbox.ts'
import type { Looker } from './look-line.ts'
import type { Picture } from './picture-decoder.ts'

/** Of the longer side; models of this kind look at no more. */
const SIDE_MAX = 640

export class ModelEye {
  readonly #cameraId: string
  readonly #looker: Looker | null
  readonly #onFault: (message: string) => void
  #scaler: Scaler | null = null
  #scaledFrom = ''
  #covered: Uint8Array | null = null
  #isWaiting = false
  #hasFailed = false

  /** `onFault`: in words for the log, once. */
  constructor(cameraId: string, looker: Looker | null, onFault: (message: string) => void) {
    this.#cameraId = cameraId
    this.#looker = looker
    this.#onFault = onFault
  }

  /** Places that nobody looks at, this model neither. */
  cover(masks: DesiredCamera['privacy']['masks']): void {
    this.#covered = coveredMask(masks.map(({ corners }) => corners))
  }

  /** Returns at once; `onSight` hears what was seen, if anything is answered. While an answer is out, nothing is asked. */
  look(picture: Picture, onSight: (sight: Sight) => void): void {
    if (!this.#looker?.isReady || this.#isWaiting) return
    const rgb = this.#rgbOf(picture)
    if (!rgb) return
    this.#isWaiting = true
    const { capturedAtMs: atMs } = picture
    void this.#looker.look(this.#cameraId, rgb).then((bodies) => {
      this.#isWaiting = false
      if (bodies) onSight({ atMs, bodies })
    })
  }

  /** Frees what FFmpeg holds. */
  close(): void {
    this.#scaler?.close()
    this.#scaler = null
  }

  #rgbOf({ frame }: Picture): RgbPicture | null {
    const scale = Math.min(1, SIDE_MAX / Math.max(frame.width, frame.height))
    const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
    const resize = { width: even(frame.width), height: even(frame.height) }
    try {
      const data = this.#scalerFor(`${frame.width}x${frame.height} ${frame.format}`).toBufferSync(frame, {
        resize,
        format: 'rgb',
      })
      const picture = { ...resize, data }
      blacken(picture, this.#covered)
      return picture
    } catch (fault) {
      if (!this.#hasFailed) this.#onFault(`A picture for the advanced fall model could not be made: ${fault}`)
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
