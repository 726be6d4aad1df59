// A frame that comes again and again: sensors have noise, and encoders that hide it are known by then.
import { expect, test } from 'vitest'
import { FrozenWatch } from './view-frozen.ts'

const PIXELS = 320 * 180
const STEP_MS = 2000
let noise = 7

const noisy = () =>
  Uint8Array.from({ length: PIXELS }, () => {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
    return 100 + ((noise >>> 16) % 3)
  })

function show(watch: FrozenWatch, fromS: number, seconds: number, next: () => Uint8Array): boolean {
  for (let atMs = fromS * 1000; atMs < (fromS + seconds) * 1000; atMs += STEP_MS) watch.take(next(), atMs)
  return watch.isFrozen
}

test('REAL-04 a camera with known noise is frozen within a minute, and well again with new noise', () => {
  const watch = new FrozenWatch(null)
  const images = Array.from({ length: 9 }, noisy)
  let at = 0
  expect(show(watch, 0, 1500, () => images[at++ % images.length]!)).toBe(false)
  expect(watch.quietest).toBeGreaterThan(0.2)
  const still = noisy()
  expect(show(watch, 1500, 70, () => still)).toBe(true)
  expect(show(watch, 1570, 6, noisy)).toBe(false)
})

test('REAL-04 a camera that hides its noise is never called frozen', () => {
  const watch = new FrozenWatch(null)
  const still = noisy()
  expect(show(watch, 0, 3000, () => still)).toBe(false)
  expect(watch.quietest).toBe(0)
})
