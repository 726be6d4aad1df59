import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Captions } from './captions.ts'

const WIDTH = 160
const HEIGHT = 90

/** Two minutes of a frame in which `draw` changes a part each second. */
function afterTwoMinutes(draw: (gray: Uint8Array, second: number) => void): Captions {
  const captions = new Captions(WIDTH, HEIGHT)
  const gray = new Uint8Array(WIDTH * HEIGHT).fill(90)
  for (let second = 0; second < 120; second++) {
    draw(gray, second)
    captions.look(gray, second * 1000)
  }
  return captions
}

const at = (x: number, y: number) => y * WIDTH + x

describe('captions burnt into a frame', () => {
  test('a clock at the upper edge is a caption, the room below it is not', () => {
    const { pixels } = afterTwoMinutes((gray, second) => {
      for (let y = 2; y < 6; y++) gray.fill(second % 2 === 0 ? 30 : 230, at(120, y), at(126, y))
    })
    expect(pixels[at(122, 4)]).toBe(1)
    expect(pixels[at(60, 4)]).toBe(0)
    expect(pixels[at(122, 60)]).toBe(0)
  })

  test('CAM-09 sensor noise is not a caption, so people at the edge stay covered', () => {
    const [levels] = fc.sample(fc.infiniteStream(fc.integer({ min: 20, max: 60 })), { numRuns: 1, seed: 1 })
    const { pixels } = afterTwoMinutes((gray) => {
      for (let i = 0; i < gray.length; i++) gray[i] = levels!.next().value as number
    })
    expect(pixels.some((pixel) => pixel === 1)).toBe(false)
  })
})
