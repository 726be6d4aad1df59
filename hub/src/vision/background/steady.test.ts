// Frames of a camera that changes its exposure or shakes, in a room with a person.
import { describe, expect, test } from 'vitest'
import { BackgroundModel, type Scene } from './background.ts'

const WIDTH = 320
const HEIGHT = 180

/** Objects of all brightness levels, and a person if `x` is given. */
function room(x?: number, [dx, dy] = [0, 0]): Uint8Array {
  const gray = new Uint8Array(WIDTH * HEIGHT)
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      const [u, v] = [column + dx, row + dy]
      const isSomebody = x !== undefined && u >= x && u < x + 30 && v >= 60 && v < 150
      gray[row * WIDTH + column] = isSomebody
        ? 30 + (v % 6) * 3
        : 70 + (Math.floor(u / 20) % 3) * 30 + (Math.floor(v / 15) % 4) * 20
    }
  }
  return gray
}

const lit = (gray: Uint8Array, gain: number) => gray.map((level) => Math.min(255, Math.round(level * gain)))

function shown(frames: number, draw: (frame: number) => Uint8Array): { scenes: Scene['state'][]; last: Scene } {
  const model = new BackgroundModel(WIDTH, HEIGHT)
  for (let i = 0; i < 30; i++) model.apply(room())
  const scenes: Scene[] = []
  for (let i = 0; i < frames; i++) scenes.push({ ...model.apply(draw(i)) })
  return { scenes: scenes.map(({ state }) => state), last: scenes.at(-1)! }
}

describe('REAL-07 an unsteady camera', () => {
  test('REAL-07 exposure steps of 12 % neither hide a person nor add one', () => {
    const { scenes, last } = shown(75, (i) => lit(room(100 + i), Math.floor(i / 25) % 2 === 0 ? 1.12 : 1))
    expect(scenes).not.toContain('learning')
    expect(last.blobs).toHaveLength(1)
    expect(Math.abs(last.blobs[0]!.x - 174)).toBeLessThan(4)
  })

  test('REAL-07 exposure steps in an empty room show nobody', () => {
    const { scenes, last } = shown(75, (i) => lit(room(), Math.floor(i / 25) % 2 === 0 ? 1.25 : 1))
    expect(scenes).not.toContain('learning')
    expect(last.foregroundShare).toBeLessThan(0.002)
  })

  test('REAL-07 a camera that shakes by three pixels shows the people there and no others', () => {
    const { last } = shown(41, (i) => room(100 + i, [Math.round(3 * Math.sin(i)), Math.round(2 * Math.cos(i))]))
    const large = last.blobs.filter(({ area }) => area > 0.005 * WIDTH * HEIGHT)
    expect(large).toHaveLength(1)
    expect(Math.abs(large[0]!.x - 140)).toBeLessThan(6)
  })

  test('REAL-07 a lamp in one part of the room is not exposure: the view is learned again', () => {
    const lamp = room().map((level, i) => (i % WIDTH < 110 ? Math.min(255, level + 40) : level))
    expect(shown(3, () => lamp).scenes).toContain('learning')
  })
})
