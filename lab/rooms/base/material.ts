/** What surfaces are made of: how they reflect, which pattern they carry, and which of them glow. */
import { shareOf } from './chance.ts'
import type { Vec } from './vector.ts'

/** Linear red, green, blue. */
export type Color = readonly [number, number, number]
/** The reflection at a point of a solid: `local` in the solid's own metres, `normal` outward. */
type Pattern = (local: Vec, normal: Vec, base: Color) => Color
export type Paint = {
  color: Color
  pattern?: Pattern
  /** 0 matt .. 1 mirror, at a right angle; grows at a flat angle. */
  gloss?: number
  /** Light of its own, linear, in the layer named. */
  glow?: { layer: 'sky' | 'lamps'; color: Color; pattern?: Pattern }
}

/** A colour from its usual notation, `#rrggbb`. */
export function hex(code: string): Color {
  const channel = (at: number) => (Number.parseInt(code.slice(at, at + 2), 16) / 255) ** 2.2
  return [channel(1), channel(3), channel(5)]
}
export const times = (a: Color, k: number): Color => [a[0] * k, a[1] * k, a[2] * k]
export const blend = (a: Color, b: Color, t: number): Color => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
export const matt = (code: string): Paint => ({ color: hex(code) })
export const glossy = (code: string, gloss: number): Paint => ({ color: hex(code), gloss })

/** Cloudy noise in 0..1, smooth between whole numbers. */
export function cloud(x: number, y: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const u = (x - x0) ** 2 * (3 - 2 * (x - x0))
  const v = (y - y0) ** 2 * (3 - 2 * (y - y0))
  const at = (i: number, j: number) => {
    let n = Math.imul(i, 374761393) + Math.imul(j, 668265263)
    n = Math.imul(n ^ (n >>> 13), 1274126177)
    return ((n ^ (n >>> 16)) >>> 0) / 4294967296
  }
  const top = at(x0, y0) * (1 - u) + at(x0 + 1, y0) * u
  const bottom = at(x0, y0 + 1) * (1 - u) + at(x0 + 1, y0 + 1) * u
  return top * (1 - v) + bottom * v
}

/** Floor boards along y, each of its own shade. */
export function boards(code: string, widthM = 0.14): Paint {
  const pattern: Pattern = ([x, y], normal, base) => {
    if (normal[2] < 0.5) return base
    const row = Math.floor(x / widthM)
    const shift = shareOf('board', row) * 1.8
    const plank = Math.floor((y + shift) / 1.8)
    const inRow = x / widthM - row
    const inPlank = (y + shift) / 1.8 - plank
    const joint = inRow < 0.03 || inRow > 0.985 || inPlank < 0.003 ? 0.55 : 1
    const grain = 0.9 + 0.2 * cloud(x * 60, y * 3 + row * 7)
    return times(base, joint * grain * (0.86 + 0.28 * shareOf('shade', row, plank)))
  }
  return { color: hex(code), pattern, gloss: 0.035 }
}

/** Wood with grain along the longest direction of the eye: fine along x and y, long along z. */
export function wood(code: string, lying = false): Paint {
  const pattern: Pattern = ([x, y, z], _normal, base) => {
    const [a, b] = lying ? [z * 40 + y * 40, x * 3] : [x * 40 + y * 40, z * 3]
    return times(base, 0.84 + 0.2 * cloud(a, b) + 0.1 * cloud(a * 2.3, b * 2))
  }
  return { color: hex(code), pattern, gloss: 0.03 }
}

/** Speckled sheet flooring with a darker band, as in hallways. `bandX`: the band's distance from the middle. */
export function sheetFloor(code: string, band: string, bandX: number): Paint {
  const dark = hex(band)
  const pattern: Pattern = ([x, y], normal, base) => {
    if (normal[2] < 0.5) return base
    const speck = 0.93 + 0.14 * cloud(x * 45, y * 45)
    return times(Math.abs(x) > bandX ? dark : base, speck)
  }
  return { color: hex(code), pattern, gloss: 0.09 }
}

/** Woven cloth: faint threads and folds. */
export function cloth(code: string, stripe?: string, everyM = 0.16): Paint {
  const second = stripe ? hex(stripe) : null
  const pattern: Pattern = ([x, y, z], _normal, base) => {
    const along = (((x + z * 0.3) % everyM) + everyM) % everyM
    const color = second && along < everyM * 0.3 ? second : base
    return times(color, 0.92 + 0.12 * cloud(x * 9 + z * 4, y * 9 + z * 4))
  }
  return { color: hex(code), pattern }
}

/** A small landscape for a frame on the wall: sky, hills, water. `seed` changes it. */
export function landscape(seed: number): Paint {
  const sky: Color = hex(['#dfe8ee', '#f1dfc8', '#d6e2ea'][seed % 3]!)
  const far: Color = hex(['#8fa9b4', '#c79a7f', '#9cb3a2'][seed % 3]!)
  const near: Color = hex(['#557a63', '#8a5a4a', '#4c6f86'][seed % 3]!)
  const pattern: Pattern = ([x, y, z]) => {
    const across = x + y
    const hill = 0.05 * Math.sin(across * 11 + seed) + 0.03 * Math.sin(across * 23 + seed * 2)
    if (z > hill + 0.04) return sky
    return z > hill * 0.5 - 0.07 ? far : near
  }
  return { color: sky, pattern, gloss: 0.04 }
}
