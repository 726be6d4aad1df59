import {
  AV_PIX_FMT_CUDA,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
} from 'node-av/constants'
import { Frame, Rational } from 'node-av/lib'
import { expect, test } from 'vitest'
import { PlainCopies } from './plain-copies.ts'

const [WIDTH, HEIGHT] = [64, 32]
const PIXELS = WIDTH * HEIGHT

/** All levels of brightness, and a different level in each of the two color planes. */
function nv12(colorRange: number): Frame {
  const data = Buffer.alloc((PIXELS * 3) / 2)
  for (let i = 0; i < PIXELS; i++) data[i] = i % 256
  for (let i = 0; i < PIXELS / 4; i++) data.set([100, 140], PIXELS + 2 * i)
  const at = { timeBase: new Rational(1, 1_000_000), pts: 7n }
  const frame = Frame.fromVideoBuffer(data, { width: WIDTH, height: HEIGHT, format: AV_PIX_FMT_NV12, ...at })
  frame.colorRange = colorRange as never
  return frame
}

test.each([
  ['the levels of television', AVCOL_RANGE_MPEG, AV_PIX_FMT_YUV420P],
  ['all levels, as most cameras send', AVCOL_RANGE_JPEG, AV_PIX_FMT_YUVJ420P],
])('REAL-08: an image of hardware with %s is the one of software, level by level', (_, range, format) => {
  const copies = new PlainCopies()
  const copy = copies.copy(nv12(range))!
  expect(copy.format).toBe(format)
  expect(copy.pts).toBe(7n)
  const planes = copy.toBuffer()
  expect([...planes.subarray(0, PIXELS)]).toEqual(Array.from({ length: PIXELS }, (_, i) => i % 256))
  expect(new Set(planes.subarray(PIXELS, (PIXELS * 5) / 4))).toEqual(new Set([100]))
  expect(new Set(planes.subarray((PIXELS * 5) / 4))).toEqual(new Set([140]))
  copy.free()
  copies.close()
})

test('a frame that cannot be copied gives null, and the next one is copied', () => {
  const copies = new PlainCopies()
  const inCard = nv12(AVCOL_RANGE_MPEG)
  inCard.format = AV_PIX_FMT_CUDA
  expect(copies.copy(inCard)).toBeNull()
  const copy = copies.copy(nv12(AVCOL_RANGE_MPEG))!
  expect(copy.format).toBe(AV_PIX_FMT_YUV420P)
  copy.free()
  copies.close()
})
