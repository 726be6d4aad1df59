/** The working frame that people are drawn into: colours, depths and the part that changed; 8-bit RGB after the tone curve. */
import { type Camera, project } from './camera.ts'
import type { Vec } from './vector.ts'

/** What a room looks like without people, for one light. `normal`: of the surfaces, -127..127. */
export type Background = { rgb: Uint8ClampedArray; depth: Float32Array; normal: Int8Array }
/** Pixels; `right` and `bottom` are outside. */
export type Patch = { left: number; top: number; right: number; bottom: number }

export type Easel = {
  camera: Camera
  background: Background
  rgb: Uint8ClampedArray
  depth: Float32Array
  dirty: Patch
}

const NOTHING: Patch = { left: 1e9, top: 1e9, right: -1e9, bottom: -1e9 }

export function easelFor(camera: Camera, background: Background): Easel {
  return { camera, background, rgb: background.rgb.slice(), depth: background.depth.slice(), dirty: NOTHING }
}

/** Takes everything that was drawn off again. */
export function wipe(easel: Easel, background: Background): void {
  const { width } = easel.camera
  const whole = background !== easel.background
  const { left, top, right, bottom } = whole
    ? { left: 0, top: 0, right: width, bottom: easel.camera.height }
    : easel.dirty
  for (let y = top; y < bottom; y++) {
    const row = y * width
    easel.rgb.set(background.rgb.subarray((row + left) * 3, (row + right) * 3), (row + left) * 3)
    easel.depth.set(background.depth.subarray(row + left, row + right), row + left)
  }
  easel.background = background
  easel.dirty = NOTHING
}

/** The part of the frame around some points with a margin in metres, or null when it is outside. */
export function patchAround(camera: Camera, points: readonly Vec[], marginM: number): Patch | null {
  let [left, top, right, bottom] = [1e9, 1e9, -1e9, -1e9]
  for (const point of points) {
    const { x, y, depth } = project(camera, point)
    if (depth < 0.15) continue
    const margin = (camera.focal * marginM) / depth
    left = Math.min(left, x - margin)
    right = Math.max(right, x + margin)
    top = Math.min(top, y - margin)
    bottom = Math.max(bottom, y + margin)
  }
  return inside(camera, { left, top, right, bottom })
}

/** Whole pixels within the frame, or null when nothing is left. */
export function inside(camera: Camera, patch: Patch): Patch | null {
  const left = Math.max(0, Math.floor(patch.left))
  const top = Math.max(0, Math.floor(patch.top))
  const right = Math.min(camera.width, Math.ceil(patch.right))
  const bottom = Math.min(camera.height, Math.ceil(patch.bottom))
  return left < right && top < bottom ? { left, top, right, bottom } : null
}

/** Remembers that a part was drawn on. */
export function touch(easel: Easel, patch: Patch): void {
  const d = easel.dirty
  easel.dirty = {
    left: Math.min(d.left, patch.left),
    top: Math.min(d.top, patch.top),
    right: Math.max(d.right, patch.right),
    bottom: Math.max(d.bottom, patch.bottom),
  }
}
