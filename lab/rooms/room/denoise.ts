/** Smooths the grain of traced light without washing over edges: repeated blurs, each wider, guided by shape. */
import type { Traced } from './light-path.ts'

const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16]

/** The finished frame, linear, three numbers per point. */
export function smoothLight(traced: Traced): Float32Array {
  let light = withoutSparks(traced.light, traced.width)
  for (let step = 1; step <= 8; step *= 2) light = pass(traced, light, step)
  const extra = pass(traced, withoutSparks(traced.extra, traced.width), 1)
  return light.map((value, i) => value * traced.albedo[i]! + extra[i]!)
}

/** A point brighter than all around it is an accident of chance: it gets the brightest of its neighbours. */
function withoutSparks(light: Float32Array, width: number): Float32Array {
  return light.map((value, i) => {
    let most = 0
    for (const step of [-1, 1, -width, width, -width - 1, width + 1, width - 1, 1 - width]) {
      most = Math.max(most, light[i + step * 3] ?? 0)
    }
    return Math.min(value, most)
  })
}

function pass(traced: Traced, light: Float32Array, step: number): Float32Array {
  const { width, height } = traced
  const out = new Float32Array(light.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      let sum = 0
      let r = 0
      let g = 0
      let b = 0
      for (let j = -2; j <= 2; j++)
        for (let i = -2; i <= 2; i++) {
          const u = x + i * step
          const v = y + j * step
          if (u < 0 || v < 0 || u >= width || v >= height) continue
          const to = (v * width + u) * 3
          const weight = KERNEL[i + 2]! * KERNEL[j + 2]! * alike(traced, light, at, to)
          sum += weight
          r += weight * light[to]!
          g += weight * light[to + 1]!
          b += weight * light[to + 2]!
        }
      out[at] = r / sum
      out[at + 1] = g / sum
      out[at + 2] = b / sum
    }
  return out
}

/** How much one point may tell about another: same direction, same plane, similar light. */
function alike({ normal, place }: Traced, light: Float32Array, a: number, b: number): number {
  if (a === b) return 1
  const facing = normal[a]! * normal[b]! + normal[a + 1]! * normal[b + 1]! + normal[a + 2]! * normal[b + 2]!
  if (facing < 0.8) return 0
  const off =
    normal[a]! * (place[a]! - place[b]!) +
    normal[a + 1]! * (place[a + 1]! - place[b + 1]!) +
    normal[a + 2]! * (place[a + 2]! - place[b + 2]!)
  const brighter = Math.abs(Math.sqrt(light[a + 1]!) - Math.sqrt(light[b + 1]!))
  return facing ** 16 * Math.exp(-((off / 0.03) ** 2) - (brighter / 0.22) ** 2)
}
