/** Draws round limbs: a bar between two points, thick at both ends by its own radius, with soft edges, light and depth. */
import { type Camera, project } from '../base/camera.ts'
import { type Easel, inside, touch } from '../base/easel.ts'
import type { Color } from '../base/material.ts'
import { dot, sub, type Vec } from '../base/vector.ts'
import { type LocalLight, seenColor, tone } from '../room/shade.ts'

/** `radii` in metres at `from` and `to`. `folds`: strength of creases in cloth. `stripe`: a second colour along the limb. */
export type Limb = {
  from: Vec
  to: Vec
  radii: readonly [number, number]
  color: Color
  folds?: number
  stripe?: Color
  shine?: number
}

/** A limb as it appears: ends in pixels and depth. */
type Seen = {
  ax: number
  ay: number
  az: number
  ar: number
  bx: number
  by: number
  bz: number
  br: number
  axis: Vec
}

function seenBy(camera: Camera, limb: Limb): Seen | null {
  const a = project(camera, limb.from)
  const b = project(camera, limb.to)
  if (a.depth < 0.25 || b.depth < 0.25) return null
  const way = sub(limb.to, limb.from)
  const long = Math.sqrt(dot(way, way)) || 1
  const axis: Vec = [dot(way, camera.right) / long, dot(way, camera.up) / long, dot(way, camera.forward) / long]
  return {
    ax: a.x,
    ay: a.y,
    az: a.depth,
    ar: (camera.focal * limb.radii[0]) / a.depth,
    bx: b.x,
    by: b.y,
    bz: b.depth,
    br: (camera.focal * limb.radii[1]) / b.depth,
    axis,
  }
}

/** Draws limbs, the farthest first; neighbours of one person melt into each other where they touch. */
export function drawLimbs(easel: Easel, limbs: readonly Limb[], light: LocalLight): void {
  const seen = limbs.flatMap((limb) => {
    const at = seenBy(easel.camera, limb)
    return at ? [{ limb, at, far: (at.az + at.bz) / 2 }] : []
  })
  seen.sort((a, b) => b.far - a.far)
  for (const { limb, at } of seen) drawLimb(easel, limb, at, light)
}

function drawLimb(easel: Easel, limb: Limb, s: Seen, light: LocalLight): void {
  const { width } = easel.camera
  const most = Math.max(s.ar, s.br) + 1
  const patch = inside(easel.camera, {
    left: Math.min(s.ax, s.bx) - most,
    right: Math.max(s.ax, s.bx) + most,
    top: Math.min(s.ay, s.by) - most,
    bottom: Math.max(s.ay, s.by) + most,
  })
  if (!patch) return
  touch(easel, patch)
  const { rgb, depth } = easel
  const shader = shaderOf(limb, light)
  const dx = s.bx - s.ax
  const dy = s.by - s.ay
  const along2 = dx * dx + dy * dy || 1e-6
  const radiusM = Math.max(limb.radii[0], limb.radii[1])
  const melt = Math.min(0.022, radiusM * 0.3)
  for (let y = patch.top; y < patch.bottom; y++) {
    for (let x = patch.left; x < patch.right; x++) {
      const px = x + 0.5 - s.ax
      const py = y + 0.5 - s.ay
      let t = (px * dx + py * dy) / along2
      t = t < 0 ? 0 : Math.min(t, 1)
      const r = s.ar + (s.br - s.ar) * t
      const ex = px - dx * t
      const ey = py - dy * t
      const off = ex * ex + ey * ey
      if (off > (r + 0.5) * (r + 0.5)) continue
      const away = Math.sqrt(off)
      const cover = r - away + 0.5
      const e = away < r ? away / r : 1
      const bulge = Math.sqrt(1 - e * e)
      const z = s.az + (s.bz - s.az) * t - radiusM * bulge
      const at = y * width + x
      const ahead = (depth[at]! - z) / melt + 0.5
      if (ahead <= 0) continue
      const weight = Math.min(cover, 1) * Math.min(ahead, 1)
      shader(ex / r, -ey / r, bulge, t, s.axis, rgb, at * 3, weight)
      if (weight > 0.5 && z < depth[at]!) depth[at] = z
    }
  }
}

type Shader = (
  nx: number,
  ny: number,
  bulge: number,
  t: number,
  axis: Vec,
  rgb: Uint8ClampedArray,
  at: number,
  weight: number,
) => void

function shaderOf(limb: Limb, light: LocalLight): Shader {
  const [r, g, b] = seenColor(limb.color, light)
  const second = limb.stripe ? seenColor(limb.stripe, light) : null
  const { sky, ground, key, toKey, toSky } = light
  const folds = limb.folds ?? 0
  return (ex, ey, bulge, t, axis, rgb, at, weight) => {
    // The bulge faces the camera; on a limb that points at it, the skin leans with the limb.
    let nx = ex
    let ny = ey
    let nz = -bulge
    const lean = nx * axis[0] + ny * axis[1] + nz * axis[2]
    const hold = t > 0.02 && t < 0.98 ? 0.85 : 0.3
    nx -= axis[0] * lean * hold
    ny -= axis[1] * lean * hold
    nz -= axis[2] * lean * hold
    const long = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
    nx /= long
    ny /= long
    nz /= long
    const up = 0.5 + 0.5 * (nx * toSky[0] + ny * toSky[1] + nz * toSky[2])
    const facing = nx * toKey[0] + ny * toKey[1] + nz * toKey[2]
    const lit = facing > -0.25 ? (facing + 0.25) / 1.25 : 0
    const edge = 0.72 + 0.28 * bulge
    const crease =
      folds === 0 ? edge : edge * (1 + folds * Math.sin(t * 8 + ex * 5 + ey * 3) * Math.sin(t * 3.1 - ex * 3.3))
    const isStripe = second !== null && Math.sin((ex * 1.35 + t * 0.12) * 11) > 0.62
    const cr = isStripe ? second[0] : r
    const cg = isStripe ? second[1] : g
    const cb = isStripe ? second[2] : b
    mixIn(rgb, at, cr * crease * (ground[0] + (sky[0] - ground[0]) * up + key[0] * lit), weight)
    mixIn(rgb, at + 1, cg * crease * (ground[1] + (sky[1] - ground[1]) * up + key[1] * lit), weight)
    mixIn(rgb, at + 2, cb * crease * (ground[2] + (sky[2] - ground[2]) * up + key[2] * lit), weight)
  }
}

function mixIn(rgb: Uint8ClampedArray, at: number, linear: number, weight: number): void {
  const value = tone(linear)
  rgb[at] = weight >= 1 ? value : rgb[at]! + (value - rgb[at]!) * weight
}
