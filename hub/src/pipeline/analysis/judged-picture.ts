/** The picture that apps judge: small, gray, and black where a mask keeps everybody from looking. CAM-09. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { Scaler } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import { COVERED, coveredMask } from '#vision/background/covered.ts'

/** Its size in pixels, and that of the places which are covered. */
export const ANALYSED = COVERED
type Masks = DesiredCamera['privacy']['masks']

export class JudgedPicture {
  readonly #scaler = new Scaler()
  #covered: Uint8Array | null = null
  #masks: Masks = []

  /** Whether other places are covered than before: then a mask came or went, and nobody did. */
  cover(masks: Masks): boolean {
    if (JSON.stringify(masks) === JSON.stringify(this.#masks)) return false
    this.#masks = masks
    this.#covered = coveredMask(masks.map(({ corners }) => corners))
    return true
  }

  /** One byte per pixel, row after row. */
  of(frame: Frame): Uint8Array {
    const gray = this.#scaler.toBufferSync(frame, { resize: ANALYSED, format: 'gray' })
    this.#covered?.forEach((isCovered, at) => {
      if (isCovered) gray[at] = 0
    })
    return gray
  }

  /** Frees what FFmpeg holds. */
  close(): void {
    this.#scaler.close()
  }
}
