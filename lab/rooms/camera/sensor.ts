/** From the painted colours to the camera's output: planes of brightness and colour, the burnt-in text, the sensor's noise. */
import { generatorFrom } from '../base/chance.ts'
import type { Patch } from '../base/easel.ts'
import { glyphBit } from '../base/pixel-font.ts'

/** A frame in I420 (BT.601, limited range): all brightness, then both colours at half size. */
export type Planes = { width: number; height: number; bytes: Uint8Array }

export function planesOf(width: number, height: number): Planes {
  return { width, height, bytes: new Uint8Array((width * height * 3) / 2) }
}

/** Converts a part of an RGB frame; the part grows to even borders. */
export function convert(rgb: Uint8ClampedArray, to: Planes, part: Patch): void {
  const { width, height, bytes } = to
  const left = Math.max(0, part.left & ~1)
  const top = Math.max(0, part.top & ~1)
  const right = Math.min(width, (part.right + 1) & ~1)
  const bottom = Math.min(height, (part.bottom + 1) & ~1)
  const uAt = width * height
  const vAt = uAt + uAt / 4
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2) {
      let r = 0
      let g = 0
      let b = 0
      for (let k = 0; k < 4; k++) {
        const at = (y + (k >> 1)) * width + x + (k & 1)
        const cr = rgb[at * 3]!
        const cg = rgb[at * 3 + 1]!
        const cb = rgb[at * 3 + 2]!
        bytes[at] = 16 + ((66 * cr + 129 * cg + 25 * cb + 128) >> 8)
        r += cr
        g += cg
        b += cb
      }
      const at = (y >> 1) * (width >> 1) + (x >> 1)
      bytes[uAt + at] = 128 + ((-38 * r - 74 * g + 112 * b + 512) >> 10)
      bytes[vAt + at] = 128 + ((112 * r - 94 * g - 18 * b + 512) >> 10)
    }
}

const NOISE_SIZE = 1 << 16
/** Noise of a small sensor in steps of brightness, nearly normal. */
const NOISE = Int8Array.from({ length: NOISE_SIZE * 2 }, noiseMaker())

function noiseMaker(): () => number {
  const random = generatorFrom(20)
  return () => Math.round((random() + random() + random() - 1.5) * 4)
}

/** Adds the sensor's noise to the brightness; `shift` chooses where in the noise the frame begins. */
export function addNoise(from: Uint8Array, to: Uint8Array, points: number, shift: number): void {
  for (let block = 0; block < points; block += NOISE_SIZE) {
    const end = Math.min(points, block + NOISE_SIZE)
    const offset = ((shift * 7919 + block * 31) & (NOISE_SIZE - 1)) - block
    for (let i = block; i < end; i++) to[i] = from[i]! + NOISE[i + offset]!
  }
}

const DOT = 2
const INK = 232
const SHADE = 28

/** Burns text in with a dark rim; `right` sets it against the right border. Characters the font lacks stay blank. */
export function burnText(planes: Planes, text: string, x: number, y: number, right = false): void {
  const chars = text.toUpperCase()
  const left = right ? planes.width - x - chars.length * 6 * DOT : x
  for (const [pass, value] of [
    [1, SHADE],
    [0, INK],
  ] as const) {
    for (let i = 0; i < chars.length; i++)
      for (let row = 0; row < 7; row++)
        for (let column = 0; column < 5; column++) {
          if (!glyphBit(chars[i]!, column, row)) continue
          fill(planes, left + (i * 6 + column) * DOT, y + row * DOT, pass, value)
        }
  }
}

function fill({ width, height, bytes }: Planes, x: number, y: number, rim: number, value: number): void {
  const uAt = width * height
  const quarter = uAt / 4
  for (let j = y - rim; j < y + DOT + rim; j++)
    for (let i = x - rim; i < x + DOT + rim; i++) {
      if (i < 0 || j < 0 || i >= width || j >= height) continue
      bytes[j * width + i] = value
      const at = uAt + (j >> 1) * (width >> 1) + (i >> 1)
      bytes[at] = 128
      bytes[at + quarter] = 128
    }
}
