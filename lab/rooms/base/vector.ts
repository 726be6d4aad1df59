/** Points and directions in a room: metres, x to the right, y away from the front wall, z up. */
export type Vec = readonly [x: number, y: number, z: number]

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const length = (a: Vec): number => Math.hypot(a[0], a[1], a[2])
export const mix = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
/** The direction of `a`; a zero vector stays zero. */
export const unit = (a: Vec): Vec => scale(a, 1 / (length(a) || 1))
export const distance = (a: Vec, b: Vec): number => length(sub(a, b))
/** `a` turned about the vertical axis, counter-clockwise seen from above. */
export const turn = (a: Vec, radians: number): Vec => {
  const c = Math.cos(radians)
  const s = Math.sin(radians)
  return [a[0] * c - a[1] * s, a[0] * s + a[1] * c, a[2]]
}
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
/** 0 at `low`, 1 at `high`, flat at both ends. */
export const smooth = (value: number, low = 0, high = 1): number => {
  const t = clamp((value - low) / (high - low), 0, 1)
  return t * t * (3 - 2 * t)
}
