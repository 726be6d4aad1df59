import { expect, test } from 'vitest'
import { codecName, isH265 } from './video-codec.ts'

test('codecs are called as on the boxes of cameras, whatever decoders call them', () => {
  expect(['h264', 'HEVC', 'h265', 'mjpeg', 'av1'].map(codecName)).toEqual(['H.264', 'H.265', 'H.265', 'MJPEG', 'av1'])
})

test('REAL-07 H.265 is known by both of its names in MediaSource', () => {
  expect(['hvc1.1.6.L93.B0', 'hev1.1.6.L93.B0', 'avc1.42e01e'].map(isH265)).toEqual([true, true, false])
})
