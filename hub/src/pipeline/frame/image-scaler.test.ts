import { expect, test } from 'vitest'
import { blankYuv } from '#vision/mosaic.ts'
import { ImageScaler } from './image-scaler.ts'
import { capturedFrame } from './own-frame.ts'

const MB = 1_000_000
/** Small, so that the measurement shows what the scaler retains and not what it returns. */
const SIDE = 64

/** Requests `count` crops of a frame, each of a different size; returns the growth of the process's memory, bytes. */
function growthOf(count: number): number {
  const frame = capturedFrame(blankYuv(640, 360), 0)
  const scaler = new ImageScaler()
  const before = process.memoryUsage.rss()
  for (let at = 0; at < count; at++) {
    const crop = { x: 0, y: 0, width: 100 + 2 * (at % 250), height: 100 + 2 * Math.floor(at / 250) }
    scaler.pixels(frame, { crop, resize: { width: SIDE, height: SIDE }, format: 'gray' })
  }
  const growth = process.memoryUsage.rss() - before
  scaler.close()
  frame.free()
  return growth
}

test('three thousand crops of different sizes leak no memory', () => {
  growthOf(200)
  expect(growthOf(3000)).toBeLessThan(100 * MB)
})

test('the same crop gives the same result after other crops', () => {
  const frame = capturedFrame({ ...blankYuv(640, 360), data: new Uint8Array((640 * 360 * 3) / 2).fill(77) }, 0)
  const scaler = new ImageScaler()
  const one = () => scaler.pixels(frame, { resize: { width: 64, height: 36 }, format: 'gray' })
  const before = one()
  for (let width = 20; width < 60; width += 2) {
    scaler.pixels(frame, { crop: { x: 2, y: 2, width, height: 20 }, resize: { width: 32, height: 32 }, format: 'rgb' })
  }
  expect(one()).toEqual(before)
  expect(before).toHaveLength(64 * 36)
  scaler.close()
  frame.free()
})
