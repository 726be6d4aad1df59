// The health of a view on drawn rooms: errors that are reported within a minute, and normal events that are not.

import { createScene, type Scene } from '@mimamori/lab/rooms/camera/scene.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type LearnedView, ViewHealth } from './view-health.ts'

const WIDTH = 320
const HEIGHT = 180
const NOON_MS = Date.UTC(2026, 5, 10, 3)
const NIGHT_MS = Date.UTC(2026, 5, 10, 15)
const FRAME_MS = 1000

type Change = (image: Uint8Array, second: number) => Uint8Array
const asItIs: Change = (image) => image
let noise = 1

let room: Scene
let learnedByDay: LearnedView

beforeAll(async () => {
  room = await createScene('room-203')
  const health = new ViewHealth(null)
  watch(health, { fromMs: NOON_MS, seconds: 200 })
  learnedByDay = health.learned
})

/** Shows the view for a number of seconds; returns when an error was first reported, seconds. */
function watch(
  health: ViewHealth,
  {
    fromMs,
    seconds,
    change = asItIs,
    scene = room,
  }: { fromMs: number; seconds: number; change?: Change; scene?: Scene },
): { code: string | null; afterS: number | null } {
  let afterS: number | null = null
  for (let second = 0; second < seconds; second++) {
    const atMs = fromMs + second * FRAME_MS
    const gray = withNoise(change(imageOf(scene, atMs), second))
    health.take({ gray, atMs, covered: null, isGray: () => fromMs >= NIGHT_MS })
    if (health.error !== null) afterS ??= second
  }
  return { code: health.error, afterS }
}

const drawn = new Map<string, Uint8Array>()

/** One moment of the room is used for five seconds. Averages four pixels of the drawn luma. */
function imageOf({ key, width, drawFrame }: Scene, atMs: number): Uint8Array {
  const momentMs = Math.floor(atMs / 5000) * 5000
  const name = `${key} ${momentMs}`
  const known = drawn.get(name)
  if (known) return known
  const { planes } = drawFrame(momentMs)
  const image = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const at = Math.floor(i / WIDTH) * 2 * width + (i % WIDTH) * 2
    return (planes[at]! + planes[at + 1]! + planes[at + width]! + planes[at + width + 1]!) >> 2
  })
  drawn.set(name, image)
  return image
}

/** Adds sensor noise of at most two levels. */
function withNoise(image: Uint8Array): Uint8Array {
  return image.map((level) => {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
    return Math.max(0, Math.min(255, level + ((noise >>> 16) % 5) - 2))
  })
}

const shifted =
  (dx: number, dy: number): Change =>
  (image) =>
    image.map((_, i) => {
      const x = Math.min(WIDTH - 1, Math.max(0, (i % WIDTH) + dx))
      const y = Math.min(HEIGHT - 1, Math.max(0, Math.floor(i / WIDTH) + dy))
      return image[y * WIDTH + x]!
    })

function blurredBy(radius: number): Change {
  return (image) => {
    let now = Float32Array.from(image)
    for (const stride of [1, WIDTH]) {
      now = now.map((_, i) => {
        let sum = 0
        for (let step = -radius; step <= radius; step++)
          sum += now[Math.min(now.length - 1, Math.max(0, i + step * stride))]!
        return sum / (2 * radius + 1)
      })
    }
    return Uint8Array.from(now)
  }
}

const inside = (i: number, { left, right }: { left: number; right: number }) => i % WIDTH >= left && i % WIDTH < right

describe('REAL-04 errors of a view are reported within a minute', () => {
  test.each([
    ['a camera turned by 3 % of the width', 'view-changed', shifted(10, 0)],
    ['a camera turned by a third of the width', 'view-changed', shifted(100, 20)],
    ['a camera turned downwards', 'view-changed', shifted(0, 24)],
    ['a cloth over the lens', 'lens-unclear', ((image) => image.map(() => 90)) as Change],
    [
      'a sticker over two thirds of the lens',
      'lens-unclear',
      ((image) => image.map((level, i) => (inside(i, { left: 0, right: 215 }) ? 120 : level))) as Change,
    ],
    ['a lens out of focus', 'lens-unclear', blurredBy(4)],
    ['a room without light or infrared', 'too-dark', ((image) => image.map((level) => level >> 5)) as Change],
  ])('REAL-04 %s is %s', (_, code, change) => {
    const health = new ViewHealth(learnedByDay)
    expect(watch(health, { fromMs: NOON_MS + 300_000, seconds: 20 })).toEqual({ code: null, afterS: null })
    const found = watch(health, { fromMs: NOON_MS + 320_000, seconds: 60, change })
    expect(found.code).toBe(code)
    expect(found.afterS).toBeLessThan(60)
    // The view recovers.
    expect(watch(health, { fromMs: NOON_MS + 380_000, seconds: 20 }).code).toBeNull()
  })

  test('REAL-04 another room is a changed view, after a restart too, until a person accepts it', async () => {
    const other = await createScene('room-201')
    const health = new ViewHealth(learnedByDay)
    const seen = watch(health, { fromMs: NOON_MS, seconds: 60, scene: other })
    expect(seen.code).toBe('view-changed')
    health.forget()
    expect(health.error).toBeNull()
    expect(watch(health, { fromMs: NOON_MS + 60_000, seconds: 120, scene: other })).toEqual({
      code: null,
      afterS: null,
    })
    expect(watch(health, { fromMs: NOON_MS + 180_000, seconds: 60 }).code).toBe('view-changed')
  })

  test('REAL-04 a repeated frame is frozen, a static room is not', () => {
    const health = new ViewHealth({ ...learnedByDay, quietest: 0.9 })
    expect(watch(health, { fromMs: NOON_MS + 300_000, seconds: 60 }).code).toBeNull()
    const frozen = withNoise(imageOf(room, NOON_MS + 360_000))
    let code: string | null = null
    for (let second = 0; second < 80; second++) {
      health.take({ gray: frozen, atMs: NOON_MS + 360_000 + second * FRAME_MS, covered: null, isGray: () => false })
      code = health.error
    }
    expect(code).toBe('image-frozen')
  })
})

describe('REAL-04 normal events in a room are not reported', () => {
  test.each([
    [
      'a lamp that is switched off and on',
      ((image, second) => image.map((level) => (second % 60 < 30 ? level : level * 0.4 + 8))) as Change,
    ],
    [
      'a lamp that lights one half',
      ((image, second) =>
        image.map((level, i) =>
          second > 20 && inside(i, { left: 0, right: 160 }) ? Math.min(255, level * 1.7 + 20) : level,
        )) as Change,
    ],
    [
      'a curtain that is drawn over a fifth',
      ((image, second) =>
        image.map((level, i) =>
          second > 10 && inside(i, { left: 0, right: 64 }) ? 150 + 20 * Math.sin(i % WIDTH) : level,
        )) as Change,
    ],
    [
      'somebody before the lens for twenty seconds',
      ((image, second) =>
        image.map((level, i) =>
          second > 20 && second < 40 && inside(i, { left: 40, right: 290 }) ? 60 + ((i >> 4) % 9) : level,
        )) as Change,
    ],
    [
      'a bed that was moved',
      ((image, second) =>
        second > 10
          ? image.map((level, i) =>
              inside(i, { left: 90, right: 230 }) && i > WIDTH * 80 ? image[Math.max(0, i - 25 - 12 * WIDTH)]! : level,
            )
          : image) as Change,
    ],
    [
      'a camera that shakes by 1 % of the width',
      ((image, second) =>
        shifted(Math.round(3 * Math.sin(7 * second)), Math.round(2 * Math.sin(9 * second)))(image, second)) as Change,
    ],
  ])('REAL-04 %s', (_, change) => {
    const health = new ViewHealth(learnedByDay)
    expect(watch(health, { fromMs: NOON_MS + 300_000, seconds: 120, change })).toEqual({ code: null, afterS: null })
  })

  test('REAL-04 the first night by infrared, and the day after it', () => {
    const health = new ViewHealth(learnedByDay)
    expect(watch(health, { fromMs: NIGHT_MS, seconds: 180 })).toEqual({ code: null, afterS: null })
    expect(watch(health, { fromMs: NOON_MS + 24 * 3_600_000, seconds: 60 })).toEqual({ code: null, afterS: null })
  })
})

test('REAL-04 a view is in doubt from a large change until it is recognized again', () => {
  const health = new ViewHealth(learnedByDay)
  expect(health.isDoubtful).toBe(true)
  watch(health, { fromMs: NOON_MS, seconds: 10 })
  expect(health.isDoubtful).toBe(false)
  health.doubt()
  expect(health.isDoubtful).toBe(true)
  watch(health, { fromMs: NOON_MS + 10_000, seconds: 10, change: shifted(60, 0) })
  expect(health.isDoubtful).toBe(true)
  watch(health, { fromMs: NOON_MS + 20_000, seconds: 12 })
  expect(health.isDoubtful).toBe(false)
})
