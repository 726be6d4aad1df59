import { describe, expect, test } from 'vitest'
import { blankYuv } from '#vision/mosaic.ts'
import { capturedFrame } from './own-frame.ts'
import { StillMaker } from './still-maker.ts'

const SIZES = [
  [768, 432],
  [1280, 720],
  [320, 240],
  [2560, 1440],
  [640, 360],
  [768, 432],
] as const

describe('stills', () => {
  test('CAM-09 a frame of any size gets a thumbnail and a blurred one, also after a change of size', async () => {
    const errors: string[] = []
    const stills = new StillMaker((message) => errors.push(message))
    for (const [width, height] of SIZES) {
      const frame = capturedFrame(blankYuv(width, height), 0)
      const { thumbnail, blurredThumbnail } = await stills.both(frame, 480)
      for (const jpeg of [thumbnail, blurredThumbnail]) expect(jpeg?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
      frame.free()
    }
    stills.close()
    expect(errors).toEqual([])
  })
})
