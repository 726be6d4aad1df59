/**
 * Distinguishes a static object from a ghost, the hole that a departed object left in the background. An object has stronger
 * edges in the frame than in the background; for a ghost it is the reverse, and the background learns it at once.
 */
import type { PixelBlob } from './blobs.ts'
import { LEVELS_FULL } from './contrast.ts'
import { REACH_PIXELS } from './steady.ts'

/** Frames (at five a second) that foreground must be static before it may be an object, a ghost or a wrong background. */
export const STILL_FRAMES = 15
/** Share of a blob's area that may move meanwhile. */
const BLOB_MOVING_SHARE = 0.02
/** Edges of the frame relative to those of the background along the contour; below this it is a ghost. */
const EDGE_RATIO = 0.75
/** How far, in pixels, the middle of a blob may move and it counts as the same: as far as the camera shakes. */
const SAME_PIXELS = REACH_PIXELS.x

type Seen = { centreX: number; centreY: number; stillFrames: number }

export class GhostWatch {
  #width: number
  #height: number
  #seen: Seen[] = []
  #edgeRatio = 0
  #movingPixels = 0

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
  }

  forget(): void {
    this.#seen = []
  }

  /** Returns the blobs that are real; adopts ghosts into the background `mean` and removes them from `foreground`. */
  remove(
    blobs: PixelBlob[],
    now: Uint8Array,
    before: Uint8Array,
    foreground: Uint8Array,
    raw: Uint8Array,
    mean: Float32Array,
    retained: Uint8Array | null = null,
  ): PixelBlob[] {
    const seen: Seen[] = []
    const real: PixelBlob[] = []
    for (const blob of blobs) {
      this.#inspect(blob, now, before, foreground, mean)
      const earlier = this.#seen.find((other) => isSame(other, blob))
      const isStill = this.#movingPixels < BLOB_MOVING_SHARE * blob.area
      const stillFrames = isStill ? (earlier?.stillFrames ?? 0) + 1 : 0
      seen.push({ centreX: blob.centreX, centreY: blob.centreY, stillFrames })
      const isGhost = stillFrames >= STILL_FRAMES && this.#edgeRatio < EDGE_RATIO
      if (isGhost && !(retained && this.#isRetained(blob, foreground, retained)))
        this.#absorb(blob, now, foreground, raw, mean)
      else real.push(blob)
    }
    this.#seen = seen
    return real
  }

  /** Whether a tracked person is in the blob. */
  #isRetained(blob: PixelBlob, foreground: Uint8Array, retained: Uint8Array): boolean {
    for (let y = blob.y; y < blob.y + blob.height; y++) {
      for (let i = y * this.#width + blob.x; i < y * this.#width + blob.x + blob.width; i++)
        if (foreground[i]! & retained[i]!) return true
    }
    return false
  }

  /** Sets `#movingPixels` and, over the blob's contour, `#edgeRatio`. */
  #inspect(blob: PixelBlob, now: Uint8Array, before: Uint8Array, foreground: Uint8Array, mean: Float32Array): void {
    const width = this.#width
    const right = Math.min(width - 1, blob.x + blob.width)
    const bottom = Math.min(this.#height - 1, blob.y + blob.height)
    let moving = 0
    let imageEdges = 0
    let backgroundEdges = 0
    for (let y = Math.max(1, blob.y); y < bottom; y++) {
      for (let x = Math.max(1, blob.x), i = y * width + x; x < right; x++, i++) {
        if (!foreground[i]) continue
        const change = now[i]! - before[i]!
        if (change > LEVELS_FULL || change < -LEVELS_FULL) moving++
        const isInner = foreground[i - 1] && foreground[i + 1] && foreground[i - width] && foreground[i + width]
        if (isInner) continue
        imageEdges += Math.abs(now[i + 1]! - now[i - 1]!) + Math.abs(now[i + width]! - now[i - width]!)
        backgroundEdges += Math.abs(mean[i + 1]! - mean[i - 1]!) + Math.abs(mean[i + width]! - mean[i - width]!)
      }
    }
    this.#movingPixels = moving
    this.#edgeRatio = backgroundEdges > 0 ? imageEdges / backgroundEdges : Number.POSITIVE_INFINITY
  }

  #absorb(blob: PixelBlob, now: Uint8Array, foreground: Uint8Array, raw: Uint8Array, mean: Float32Array): void {
    for (let y = blob.y; y < blob.y + blob.height; y++) {
      for (let x = blob.x, i = y * this.#width + x; x < blob.x + blob.width; x++, i++) {
        if (!foreground[i] && !raw[i]) continue
        mean[i] = now[i]!
        foreground[i] = 0
      }
    }
  }
}

function isSame(seen: Seen, blob: PixelBlob): boolean {
  return Math.abs(seen.centreX - blob.centreX) < SAME_PIXELS && Math.abs(seen.centreY - blob.centreY) < SAME_PIXELS
}
