import { AV_PIX_FMT_YUVJ420P } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { describe, expect, test } from 'vitest'
import { lumaOfJpeg } from '#testing/marked-film.ts'
import { blankYuv } from '#vision/mosaic.ts'
import { capturedFrame } from '../frame/own-frame.ts'
import { SnapshotMaker } from './snapshot-maker.ts'

const SIZES = [
  [768, 432],
  [1280, 720],
  [320, 240],
  [2560, 1440],
  [640, 360],
  [768, 432],
] as const

describe('snapshots', () => {
  test('CAM-09 a frame of any size gets a thumbnail and a blurred one, also after a change of size', async () => {
    const errors: string[] = []
    const snapshots = new SnapshotMaker((message) => errors.push(message))
    for (const [width, height] of SIZES) {
      const frame = capturedFrame(blankYuv(width, height), 0)
      const { thumbnail, blurredThumbnail } = await snapshots.both(frame, 480)
      for (const jpeg of [thumbnail, blurredThumbnail]) expect(jpeg?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
      frame.free()
    }
    expect(errors).toEqual([])
  })
})

describe('the levels of a snapshot', () => {
  const SIZE = { width: 64, height: 64 }

  /** Black and white halves as a camera with the levels of television sends them, or with all levels. */
  function halves(isFull: boolean): Frame {
    const image = blankYuv(SIZE.width, SIZE.height)
    const [black, white] = isFull ? [0, 255] : [16, 235]
    for (let at = 0; at < 64 * 64; at++) image.data[at] = at % 64 < 32 ? black : white
    const frame = capturedFrame(image, 0)
    if (isFull) frame.format = AV_PIX_FMT_YUVJ420P
    return frame
  }

  test.each([
    ['the levels of television', false],
    ['all levels', true],
  ])('black is black and white is white of a camera that sends %s', async (_, isFull) => {
    const frame = halves(isFull)
    const jpeg = await new SnapshotMaker(() => {}).jpeg(frame, 64)
    frame.free()
    const { data } = await lumaOfJpeg(jpeg!)
    expect(data[32 * 64 + 4]).toBeLessThan(4)
    expect(data[32 * 64 + 60]).toBeGreaterThan(251)
  })
})
