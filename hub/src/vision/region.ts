/** What happens inside a watched region of the frame, in the numbers that detection apps decide on. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { Scene } from './background/background.ts'
import { countBoth, wordsOf } from './background/mask-words.ts'

export type RegionView = {
  /** False while the background is being learned: nothing below means anything. */
  isReliable: boolean
  /** Share of the region's pixels that differ from the background. */
  changedShare: number
  /** Share of the region's pixels that differ from the frame before. */
  movingShare: number
  /** Around what differs, in shares of the frame, largest first; only what touches the region. */
  boxes: Box[]
}

const NOTHING: RegionView = { isReliable: false, changedShare: 0, movingShare: 0, boxes: [] }

/** `mask`: from `regionMask`, of the same size as the scene. An empty region sees nothing. */
export function viewRegion(scene: Scene, mask: Uint8Array, width: number, height: number): RegionView {
  if (scene.state === 'learning') return NOTHING
  const { foreground, moving } = scene
  const words = wordsOf(mask)
  const pixels = countBoth(words, words)
  const changed = countBoth(words, wordsOf(foreground))
  const moved = countBoth(words, wordsOf(moving))
  if (pixels === 0) return { ...NOTHING, isReliable: true }
  const boxes = scene.blobs
    .filter((blob) => touches(blob, foreground, mask, width))
    .map((blob) => ({
      x: blob.x / width,
      y: blob.y / height,
      width: blob.width / width,
      height: blob.height / height,
    }))
  return { isReliable: true, changedShare: changed / pixels, movingShare: moved / pixels, boxes }
}

type PixelBox = { x: number; y: number; width: number; height: number }

function touches(box: PixelBox, foreground: Uint8Array, mask: Uint8Array, width: number): boolean {
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * width + box.x; i < y * width + box.x + box.width; i++) if (foreground[i] && mask[i]) return true
  }
  return false
}
