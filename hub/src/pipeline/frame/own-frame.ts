/** Pixels of JavaScript as a frame in FFmpeg's memory. */
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame, Rational } from 'node-av/lib'
import type { Yuv } from '#vision/mosaic.ts'

const MICROSECONDS = new Rational(1, 1_000_000)

/** Height by width, as shown: pixels of some cameras are not square. */
export function aspectOf({ width, height, sampleAspectRatio: { num, den } }: Frame): number {
  return num > 0 && den > 0 ? (height * den) / (width * num) : height / width
}

/** `ownFrame` with the time at which it was taken, in microseconds. */
export function capturedFrame(image: Yuv, capturedAtMs: number): Frame {
  return ownFrame(image, { timeBase: MICROSECONDS, pts: BigInt(Math.round(capturedAtMs * 1000)) })
}

/**
 * A frame that the caller frees. It holds a copy: node-av's own `fromVideoBuffer` goes on to point into the buffer, and
 * once that was collected the frame shows whatever came to lie there, such as another camera's frame.
 */
export function ownFrame({ width, height, data }: Yuv, at: { timeBase: Rational; pts: bigint }): Frame {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const pointing = Frame.fromVideoBuffer(pixels, { width, height, format: AV_PIX_FMT_YUV420P, ...at })
  // A second reference is what makes FFmpeg copy.
  const own = pointing.clone()
  const result = own?.makeWritable() ?? -1
  pointing.free()
  if (!own || result < 0) throw new Error(`an image could not be copied (${result})`)
  return own
}
