/** The bodies that rooms are built of, and where a ray meets them. */

import type { Paint } from '../base/material.ts'
import { scale, sub, turn, unit, type Vec } from '../base/vector.ts'

/** `box`: half sizes and a turn about the vertical. `ball`: an ellipsoid. `rod`: a round bar with round ends. `tube`: upright, capped. */
export type Solid = { paint: Paint } & (
  | { kind: 'box'; center: Vec; half: Vec; turned: number }
  | { kind: 'ball'; center: Vec; radii: Vec }
  | { kind: 'rod'; from: Vec; to: Vec; radius: number }
  | { kind: 'tube'; foot: Vec; radius: number; topRadius: number; height: number }
)

/** Where a ray met a solid: distance in lengths of the ray's direction, and the outward normal. */
export type Meeting = { t: number; normal: Vec; local: Vec }

const NEAR = 1e-4

/** A box by its lower and upper corner. */
export function box(low: Vec, high: Vec, paint: Paint): Solid {
  return {
    kind: 'box',
    paint,
    turned: 0,
    center: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2],
    half: [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2],
  }
}
export const ball = (center: Vec, radius: number | Vec, paint: Paint): Solid => ({
  kind: 'ball',
  center,
  radii: typeof radius === 'number' ? [radius, radius, radius] : radius,
  paint,
})
export const rod = (from: Vec, to: Vec, radius: number, paint: Paint): Solid => ({
  kind: 'rod',
  from,
  to,
  radius,
  paint,
})
export const tube = (foot: Vec, radius: number, height: number, paint: Paint, topRadius = radius): Solid => ({
  kind: 'tube',
  foot,
  radius,
  topRadius,
  height,
  paint,
})

/** The same solid, turned about the vertical through the origin and then moved. */
export function placed(solid: Solid, to: Vec, radians: number): Solid {
  const move = (p: Vec): Vec => {
    const [x, y, z] = turn(p, radians)
    return [x + to[0], y + to[1], z + to[2]]
  }
  switch (solid.kind) {
    case 'box':
      return { ...solid, center: move(solid.center), turned: solid.turned + radians }
    case 'ball': {
      const quarter = Math.abs(Math.round(radians / (Math.PI / 2))) % 2 === 1
      const [a, b, c] = solid.radii
      return { ...solid, center: move(solid.center), radii: quarter ? [b, a, c] : solid.radii }
    }
    case 'rod':
      return { ...solid, from: move(solid.from), to: move(solid.to) }
    case 'tube':
      return { ...solid, foot: move(solid.foot) }
  }
}

/** The corners of the upright box around a solid. */
export function bounds(solid: Solid): { low: Vec; high: Vec } {
  switch (solid.kind) {
    case 'box': {
      const c = Math.abs(Math.cos(solid.turned))
      const s = Math.abs(Math.sin(solid.turned))
      const [hx, hy, hz] = solid.half
      return around(solid.center, [hx * c + hy * s, hx * s + hy * c, hz])
    }
    case 'ball':
      return around(solid.center, solid.radii)
    case 'rod': {
      const { from: a, to: b, radius: r } = solid
      return {
        low: [Math.min(a[0], b[0]) - r, Math.min(a[1], b[1]) - r, Math.min(a[2], b[2]) - r],
        high: [Math.max(a[0], b[0]) + r, Math.max(a[1], b[1]) + r, Math.max(a[2], b[2]) + r],
      }
    }
    case 'tube': {
      const r = Math.max(solid.radius, solid.topRadius)
      const [x, y, z] = solid.foot
      return { low: [x - r, y - r, z], high: [x + r, y + r, z + solid.height] }
    }
  }
}
const around = (c: Vec, h: Vec) => ({
  low: [c[0] - h[0], c[1] - h[1], c[2] - h[2]] as Vec,
  high: [c[0] + h[0], c[1] + h[1], c[2] + h[2]] as Vec,
})

/** Where the ray first meets the solid before `limit`, or null. Outer faces only, except for tubes, which are open shells. */
export function meet(solid: Solid, from: Vec, along: Vec, limit: number): Meeting | null {
  switch (solid.kind) {
    case 'box':
      return meetBox(solid.center, solid.half, solid.turned, from, along, limit)
    case 'ball':
      return meetBall(solid.center, solid.radii, from, along, limit)
    case 'rod':
      return meetRod(solid.from, solid.to, solid.radius, from, along, limit)
    case 'tube':
      return meetTube(solid, from, along, limit)
  }
}

function meetBox(center: Vec, half: Vec, turned: number, from: Vec, along: Vec, limit: number): Meeting | null {
  const c = Math.cos(turned)
  const s = Math.sin(turned)
  const px = from[0] - center[0]
  const py = from[1] - center[1]
  const o: Vec = [px * c + py * s, -px * s + py * c, from[2] - center[2]]
  const d: Vec = [along[0] * c + along[1] * s, -along[0] * s + along[1] * c, along[2]]
  let near = Number.NEGATIVE_INFINITY
  let far = limit
  let axis = 0
  for (let i = 0; i < 3; i++) {
    const inverse = 1 / d[i]!
    const a = (-half[i]! - o[i]!) * inverse
    const b = (half[i]! - o[i]!) * inverse
    const first = Math.min(a, b)
    const last = Math.max(a, b)
    if (first > near) {
      near = first
      axis = i
    }
    if (last < far) far = last
    if (near > far) return null
  }
  if (near < NEAR) return null
  const sign = d[axis]! > 0 ? -1 : 1
  const n: Vec = axis === 2 ? [0, 0, sign] : axis === 0 ? [c * sign, s * sign, 0] : [-s * sign, c * sign, 0]
  return { t: near, normal: n, local: [o[0] + d[0] * near, o[1] + d[1] * near, o[2] + d[2] * near] }
}

function meetBall(center: Vec, radii: Vec, from: Vec, along: Vec, limit: number): Meeting | null {
  const o: Vec = [(from[0] - center[0]) / radii[0], (from[1] - center[1]) / radii[1], (from[2] - center[2]) / radii[2]]
  const d: Vec = [along[0] / radii[0], along[1] / radii[1], along[2] / radii[2]]
  const a = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
  const b = o[0] * d[0] + o[1] * d[1] + o[2] * d[2]
  const disc = b * b - a * (o[0] * o[0] + o[1] * o[1] + o[2] * o[2] - 1)
  if (disc < 0) return null
  const t = (-b - Math.sqrt(disc)) / a
  if (t < NEAR || t > limit) return null
  const p: Vec = [o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t]
  return { t, normal: unit([p[0] / radii[0], p[1] / radii[1], p[2] / radii[2]]), local: p }
}

function meetRod(a: Vec, b: Vec, radius: number, from: Vec, along: Vec, limit: number): Meeting | null {
  const ba = sub(b, a)
  const oa = sub(from, a)
  const baba = ba[0] * ba[0] + ba[1] * ba[1] + ba[2] * ba[2]
  const bard = ba[0] * along[0] + ba[1] * along[1] + ba[2] * along[2]
  const baoa = ba[0] * oa[0] + ba[1] * oa[1] + ba[2] * oa[2]
  const rdoa = along[0] * oa[0] + along[1] * oa[1] + along[2] * oa[2]
  const dd = along[0] * along[0] + along[1] * along[1] + along[2] * along[2]
  const oaoa = oa[0] * oa[0] + oa[1] * oa[1] + oa[2] * oa[2]
  const k = baba * dd - bard * bard
  const h = baba * rdoa - baoa * bard
  const disc = h * h - k * (baba * (oaoa - radius * radius) - baoa * baoa)
  if (disc < 0) return null
  const t = (-h - Math.sqrt(disc)) / k
  const y = baoa + t * bard
  if (y <= 0) return meetBall(a, [radius, radius, radius], from, along, limit)
  if (y >= baba) return meetBall(b, [radius, radius, radius], from, along, limit)
  if (!(t >= NEAR && t <= limit)) return null
  const p: Vec = [from[0] + along[0] * t, from[1] + along[1] * t, from[2] + along[2] * t]
  const foot: Vec = [a[0] + (ba[0] * y) / baba, a[1] + (ba[1] * y) / baba, a[2] + (ba[2] * y) / baba]
  return { t, normal: scale(sub(p, foot), 1 / radius), local: sub(p, a) }
}

function meetTube(solid: Solid & { kind: 'tube' }, from: Vec, along: Vec, limit: number): Meeting | null {
  const { foot, radius, topRadius, height } = solid
  const grow = (topRadius - radius) / height
  const o = sub(from, foot)
  const r0 = radius + grow * o[2]
  const a = along[0] * along[0] + along[1] * along[1] - grow * grow * along[2] * along[2]
  const b = o[0] * along[0] + o[1] * along[1] - r0 * grow * along[2]
  const disc = b * b - a * (o[0] * o[0] + o[1] * o[1] - r0 * r0)
  let best: Meeting | null = null
  if (disc >= 0) {
    const root = Math.sqrt(disc)
    for (const t of [(-b - root) / a, (-b + root) / a]) {
      const z = o[2] + along[2] * t
      if (t < NEAR || t > limit || z < 0 || z > height || (best && best.t < t)) continue
      const x = o[0] + along[0] * t
      const y = o[1] + along[1] * t
      const n = unit([x, y, -grow * (radius + grow * z)])
      const facing = n[0] * along[0] + n[1] * along[1] + n[2] * along[2] < 0
      best = { t, normal: facing ? n : scale(n, -1), local: [x, y, z] }
    }
  }
  for (const [z, r, up] of [
    [0, radius, -1],
    [height, topRadius, 1],
  ] as const) {
    const t = (z - o[2]) / along[2]
    if (!(t >= NEAR && t <= limit) || (best && best.t < t)) continue
    const x = o[0] + along[0] * t
    const y = o[1] + along[1] * t
    if (x * x + y * y > r * r) continue
    best = { t, normal: [0, 0, along[2] > 0 ? -Math.abs(up) : Math.abs(up)], local: [x, y, z] }
  }
  return best
}
