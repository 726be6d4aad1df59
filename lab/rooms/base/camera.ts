/** A pinhole camera in a room: from points in metres to points in the frame and back to rays. */
import { cross, sub, unit, type Vec } from './vector.ts'

/** `fieldDegrees`: the horizontal angle of view. */
export type View = { at: Vec; to: Vec; fieldDegrees: number }

export type Camera = {
  width: number
  height: number
  at: Vec
  right: Vec
  up: Vec
  forward: Vec
  /** Pixels per unit of slope. */
  focal: number
}

export function aim(view: View, width: number, height: number): Camera {
  const forward = unit(sub(view.to, view.at))
  const right = unit(cross(forward, [0, 0, 1]))
  const focal = width / 2 / Math.tan((view.fieldDegrees * Math.PI) / 360)
  return { width, height, at: view.at, right, up: cross(right, forward), forward, focal }
}

/** Where a point appears, in pixels, and how far it is along the view; `depth` <= 0 is behind the camera. */
export function project(camera: Camera, point: Vec): { x: number; y: number; depth: number } {
  const { at, right, up, forward, focal, width, height } = camera
  const dx = point[0] - at[0]
  const dy = point[1] - at[1]
  const dz = point[2] - at[2]
  const depth = dx * forward[0] + dy * forward[1] + dz * forward[2]
  const k = focal / depth
  return {
    x: width / 2 + k * (dx * right[0] + dy * right[1] + dz * right[2]),
    y: height / 2 - k * (dx * up[0] + dy * up[1] + dz * up[2]),
    depth,
  }
}

/** The direction through a point of the frame, scaled so that its part along the view is 1. */
export function rayThrough(camera: Camera, x: number, y: number): Vec {
  const { right, up, forward, focal, width, height } = camera
  const u = (x - width / 2) / focal
  const v = (height / 2 - y) / focal
  return [
    forward[0] + right[0] * u + up[0] * v,
    forward[1] + right[1] * u + up[1] * v,
    forward[2] + right[2] * u + up[2] * v,
  ]
}
