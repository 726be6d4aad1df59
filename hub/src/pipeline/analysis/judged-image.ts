/** The frame that apps judge: small, gray, and black where a mask keeps everybody from looking. CAM-09. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Frame } from 'node-av/lib'
import { COVERED, coveredMask } from '#vision/background/covered.ts'
import { hasNoColour } from '#vision/background/no-colour.ts'
import { ImageScaler } from '../frame/image-scaler.ts'

/** Its size in pixels, and that of the places which are covered. */
export const ANALYSED = COVERED
/** So small a frame tells whether there is colour. */
const COLOURS = { width: 64, height: 36 }
type Masks = DesiredCamera['privacy']['masks']

export class JudgedImage {
  readonly #scaler = new ImageScaler()
  #covered: Uint8Array | null = null
  #masks: Masks = []

  /** Whether other places are covered than before: then a mask came or went, and nobody did. */
  cover(masks: Masks): boolean {
    if (JSON.stringify(masks) === JSON.stringify(this.#masks)) return false
    this.#masks = masks
    this.#covered = coveredMask(masks.map(({ corners }) => corners))
    return true
  }

  /** 1 where a mask is, in pixels of `ANALYSED`; null: no masks. */
  get covered(): Uint8Array | null {
    return this.#covered
  }

  /** One byte per pixel, row after row. */
  of(frame: Frame): Uint8Array {
    const gray = this.#scaler.pixels(frame, { resize: ANALYSED, format: 'gray' })
    this.#covered?.forEach((isCovered, at) => {
      if (isCovered) gray[at] = 0
    })
    return gray
  }

  /** Whether the frame has no colour, as by infrared. */
  isGray(frame: Frame): boolean {
    return hasNoColour(this.#scaler.pixels(frame, { resize: COLOURS, format: 'rgb' }))
  }

  /** Frees what FFmpeg holds. */
  close(): void {
    this.#scaler.close()
  }
}
