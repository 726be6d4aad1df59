import { beforeEach, describe, expect, test } from 'vitest'
import { BackgroundModel, type Scene } from './background.ts'

const WIDTH = 320
const HEIGHT = 180
type Box = { x: number; y: number; width: number; height: number; level?: number }

/** Small steady noise, the same in every run. */
let seed = 1
function noise(): number {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return (seed / 2147483648 - 0.5) * 6
}

/** A room with a striped wall, objects, and light. */
function image(things: Box[] = [], light = 0): Uint8Array {
  const gray = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) gray[y * WIDTH + x] = 90 + ((x >> 5) % 2) * 12 + light + noise()
  }
  for (const thing of things) {
    for (let y = thing.y; y < thing.y + thing.height; y++) {
      for (let x = thing.x; x < thing.x + thing.width; x++) {
        // Stripes as on clothes, so that an object has edges of its own.
        gray[y * WIDTH + x] = (thing.level ?? 180) + ((y >> 2) % 2) * 20 + light + noise()
      }
    }
  }
  return gray
}

const person: Box = { x: 140, y: 60, width: 30, height: 80 }
let model: BackgroundModel

/** Shows the same image for some frames (five a second); returns the last scene. */
function show(frames: number, draw: (frame: number) => Uint8Array): Scene {
  let scene: Scene | null = null
  for (let i = 0; i < frames; i++) scene = model.apply(draw(i))
  return scene!
}

beforeEach(() => {
  seed = 1
  model = new BackgroundModel(WIDTH, HEIGHT)
})

describe('the background model', () => {
  test('reports learning in its first second', () => {
    expect(show(5, () => image())).toMatchObject({ state: 'learning', isViewChanged: false, blobs: [] })
  })

  test('sees nothing in an empty room with a noisy sensor', () => {
    expect(show(100, () => image())).toMatchObject({ state: 'watching', foregroundShare: 0, blobs: [] })
  })

  test('finds a person where they stand', () => {
    show(20, () => image())
    const { blobs } = show(1, () => image([person]))
    expect(blobs).toHaveLength(1)
    expect(Math.abs(blobs[0]!.x - person.x)).toBeLessThan(3)
    expect(Math.abs(blobs[0]!.y - person.y)).toBeLessThan(3)
    expect(Math.abs(blobs[0]!.height - person.height)).toBeLessThan(5)
    expect(blobs[0]!.major).toBeGreaterThan(blobs[0]!.minor * 2)
  })

  test('retains a person who has not moved for ten minutes', () => {
    show(20, () => image())
    expect(show(3000, () => image([person])).blobs).toHaveLength(1)
  })

  test('removes the ghost of a person there from the start within five seconds', () => {
    show(20, () => image([person]))
    expect(show(1, () => image()).blobs).toHaveLength(1)
    expect(show(25, () => image())).toMatchObject({ state: 'watching', blobs: [] })
  })

  test('does not take a cloud in front of the sun for a person', () => {
    show(20, () => image())
    expect(show(10, (i) => image([], -2 * i)).blobs).toEqual([])
  })

  test('learns again when the whole view changes at once, and reports that', () => {
    show(20, () => image())
    const turned = () => image([{ x: 0, y: 0, width: 320, height: 130, level: 30 }])
    expect(show(1, turned)).toMatchObject({ state: 'learning', isViewChanged: true })
    expect(show(10, turned)).toMatchObject({ state: 'watching', isViewChanged: false, blobs: [] })
  })

  test('learns again when a large part stays different and nothing moves', () => {
    show(20, () => image())
    const shelf = (width: number) => image([{ x: 0, y: 0, width, height: 120, level: 30 }])
    expect(show(20, (i) => shelf(8 * (i + 1))).foregroundShare).toBeGreaterThan(0.25)
    expect(show(20, () => shelf(160))).toMatchObject({ state: 'watching', blobs: [] })
  })

  test('learns again at once when a lamp lights part of the frame, even in a dim view', () => {
    const lit = () => image([{ x: 0, y: 0, width: 160, height: 80, level: 120 }])
    show(20, () => image())
    expect(show(1, lit).foregroundShare).toBeGreaterThan(0.15)
    expect(show(1, lit)).toMatchObject({ state: 'learning', isViewChanged: true })
    expect(show(10, lit)).toMatchObject({ state: 'watching', blobs: [] })
  })

  test('does not take a person walking close by for a lamp', () => {
    show(20, () => image())
    const near = (i: number) => image([{ x: 20 * i, y: 0, width: 90, height: 180 }])
    for (let i = 0; i < 10; i++) expect(show(1, () => near(i)).state).toBe('watching')
  })

  test('does not take a person who falls close by and lies still for a lamp', () => {
    const upright = { width: 90, height: 180, y: 0 }
    const lying = { x: 60, y: 100, width: 180, height: 80 }
    show(20, () => image())
    for (const x of [0, 20, 40, 60]) show(1, () => image([{ ...upright, x }]))
    expect(show(1, () => image([lying])).movingShare).toBeGreaterThan(0.15)
    const scene = show(1, () => image([lying]))
    expect(scene.movingShare).toBeLessThan(0.01)
    expect(scene.state).toBe('watching')
  })

  test('separates moving from still foreground', () => {
    show(20, () => image())
    expect(show(5, (i) => image([{ ...person, x: 100 + 8 * i }])).movingShare).toBeGreaterThan(0.005)
    expect(show(5, () => image([person])).movingShare).toBeLessThan(0.001)
  })

  test('rejects a frame of another size', () => {
    expect(() => model.apply(new Uint8Array(100))).toThrow('57600')
  })
})
