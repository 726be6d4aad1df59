import { describe, expect, test } from 'vitest'
import { codecName, isH265 } from '../../footage/video-codec.ts'
import { cameraDraft } from '../camera-fields.ts'
import { isSameShape, streamPairOf } from './stream-pair.ts'

const stream = (codec: string, width: number, height: number) => ({
  streamUrl: `rtsp://10.0.0.4/${codec}/${width}`,
  codec,
  width,
  height,
})

describe('the two streams of a device', () => {
  test('the largest is the big one, the smallest of H.264 that shows a person the small one', () => {
    const [main, middle, small] = [stream('H265', 2560, 1440), stream('H264', 1280, 720), stream('H264', 640, 360)]
    const others = [stream('H264', 176, 99), stream('JPEG', 480, 270), stream('H265', 320, 180)]
    expect(streamPairOf([middle, ...others, small, main])).toEqual({ main, sub: small })
  })

  test('a small stream of another shape is offered only where none has the same shape', () => {
    const [main, squashed, same] = [stream('H264', 1920, 1080), stream('H264', 640, 480), stream('H264', 1280, 720)]
    expect(streamPairOf([main, squashed])).toEqual({ main, sub: squashed })
    expect(streamPairOf([main, squashed, same])).toEqual({ main, sub: same })
    expect(streamPairOf([])).toBeNull()
  })

  test('a squashed stream has the same shape where it says how wide its pixels are', () => {
    const pixel = { width: 40, height: 33 }
    expect(isSameShape({ width: 1920, height: 1080 }, { width: 704, height: 480, pixel })).toBe(true)
    expect(isSameShape({ width: 704, height: 576 }, { width: 704, height: 480, pixel })).toBe(false)
  })

  test('sizes that were rounded to blocks have the same shape', () => {
    const main = { width: 1920, height: 1080 }
    for (const [width, height] of [
      [640, 352],
      [848, 480],
      [704, 396],
    ] as const)
      expect(isSameShape(main, { width, height })).toBe(true)
    for (const [width, height] of [
      [640, 480],
      [704, 480],
      [360, 640],
    ] as const)
      expect(isSameShape(main, { width, height })).toBe(false)
  })
})

test('the small stream is one of the same device, or none', () => {
  const draft = {
    ...{ name: '201', description: 'Bed', type: 'UNKNOWN', brand: 'b', model: 'm', location: '201', streamingId: 's' },
    streamUrl: 'rtsp://10.0.0.9/live',
  }
  const errorOf = (subStreamUrl: string, streamUrl = draft.streamUrl) =>
    cameraDraft
      .safeParse({ ...draft, streamUrl, subStreamUrl })
      .error?.issues.map(({ path, message }) => [path[0], message])[0]
  expect(errorOf('')).toBeUndefined()
  expect(errorOf('rtsp://viewer:secret@10.0.0.9:554/sub')).toBeUndefined()
  expect(errorOf('http://10.0.0.9:80/small', 'http://10.0.0.9/video.mjpg')).toBeUndefined()
  expect(errorOf('https://10.0.0.9/small', 'https://10.0.0.9:443/video')).toBeUndefined()
  expect(errorOf('http://10.0.0.9/small')).toEqual(['subStreamUrl', 'camera.sub-stream-other-device'])
  expect(errorOf('rtsp://10.0.0.10/sub')).toEqual(['subStreamUrl', 'camera.sub-stream-other-device'])
  expect(errorOf('ftp://10.0.0.9/sub')).toEqual(['subStreamUrl', 'camera.stream-url-scheme'])
  expect(errorOf('rtsp://10.0.0.9/live')).toEqual(['subStreamUrl', 'camera.sub-stream-same'])
})

test('codecs are called as on the boxes of cameras, whatever decoders call them', () => {
  expect(['h264', 'HEVC', 'h265', 'mjpeg', 'av1'].map(codecName)).toEqual(['H.264', 'H.265', 'H.265', 'MJPEG', 'av1'])
})

test('REAL-07 H.265 is known by both of its names in MediaSource', () => {
  expect(['hvc1.1.6.L93.B0', 'hev1.1.6.L93.B0', 'avc1.42e01e'].map(isH265)).toEqual([true, true, false])
})
