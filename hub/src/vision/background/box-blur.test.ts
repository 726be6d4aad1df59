/** Four pixels at a time are the same as one at a time. */

import { generatorFrom } from '@mimamori/lab/rooms/base/chance.ts'
import { expect, test } from 'vitest'
import { BoxBlur } from './box-blur.ts'

function oneByOne(gray: Uint8Array, width: number, height: number): Uint8Array {
  const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, value))
  return gray.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    let sum = 0
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) sum += gray[within(y + dy, height) * width + within(x + dx, width)]!
    }
    return Math.floor(sum / 9)
  })
}

test.each([
  [4, 1],
  [4, 2],
  [8, 3],
  [320, 180],
])('a frame of %i x %i is smoothed as pixel by pixel, its borders too', (width, height) => {
  const chance = generatorFrom(width * height)
  const blur = new BoxBlur(width, height)
  const out = new Uint8Array(width * height)
  for (const levelMax of [0, 255, 1]) {
    const gray = out.map(() => Math.round(chance() * levelMax))
    blur.apply(gray, out)
    expect(out).toEqual(oneByOne(gray, width, height))
  }
  const white = new Uint8Array(width * height).fill(255)
  blur.apply(white, out)
  expect(out).toEqual(white)
})
