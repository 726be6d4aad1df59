/** Reads what MP4 and the browser must know out of an H.264 sequence parameter set (ITU-T H.264, 7.3.2.1.1). */

import { BitReader, withoutEmulation } from './bit-reader.ts'

type SpsFacts = {
  /** For `MediaSource`, such as `avc1.42c01e`. */
  codec: string
  width: number
  height: number
  /** Proportions of one pixel; absent: square. */
  pixel?: PixelShape
  /** Present where frames may be coded as two fields. */
  fields?: FieldCoding
}
/** `numberBits`: of the frame's number in a slice; `hasPlanes`: colour planes are coded apart. */
export type FieldCoding = { numberBits: number; hasPlanes: boolean }
export type PixelShape = { width: number; height: number }

/** Throws a RangeError when the set is cut off or beyond any real camera (16384 pixels a side). */
export function readSps(sps: Buffer): SpsFacts {
  const bits = new BitReader(withoutEmulation(sps.subarray(1)))
  const profile = bits.read(8)
  bits.skip(16)
  bits.unsigned()
  const { chroma, hasPlanes } = HIGH_PROFILES.has(profile) ? readChroma(bits) : { chroma: 1, hasPlanes: false }
  const numberBits = bits.unsigned() + 4
  skipImageOrder(bits)
  bits.unsigned()
  bits.skip(1)
  const widthInMacroblocks = bits.unsigned() + 1
  const heightInMapUnits = bits.unsigned() + 1
  const framesOnly = bits.read(1)
  if (!framesOnly) bits.skip(1)
  bits.skip(1)
  const crop = bits.read(1) ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const cropUnitX = chroma === 1 || chroma === 2 ? 2 : 1
  const cropUnitY = (chroma === 1 ? 2 : 1) * (2 - framesOnly)
  const width = widthInMacroblocks * 16 - (left + right) * cropUnitX
  const height = heightInMapUnits * 16 * (2 - framesOnly) - (top + bottom) * cropUnitY
  if (!(width > 0 && width <= 16384 && height > 0 && height <= 16384)) {
    throw new RangeError(`an impossible image size in the stream: ${width}x${height}`)
  }
  const codec = `avc1.${sps.subarray(1, 4).toString('hex')}`
  return { codec, width, height, ...pixelOf(bits), ...(!framesOnly && { fields: { numberBits, hasPlanes } }) }
}

/** Numbers of common proportions (table E-1), from 1 on. */
const PIXEL_SHAPES = [
  ...[
    [1, 1],
    [12, 11],
    [10, 11],
    [16, 11],
    [40, 33],
    [24, 11],
    [20, 11],
    [32, 11],
    [80, 33],
  ],
  ...[
    [18, 11],
    [15, 11],
    [64, 33],
    [160, 99],
    [4, 3],
    [3, 2],
    [2, 1],
  ],
]
const OWN_SHAPE = 255

/** The beginning of the video usability information, the same in H.265; a set that ends before it is not invalid. */
export function pixelOf(bits: BitReader): { pixel?: PixelShape } {
  try {
    if (!bits.read(1) || !bits.read(1)) return {}
    const number = bits.read(8)
    const [width = 0, height = 0] =
      number === OWN_SHAPE ? [bits.read(16), bits.read(16)] : (PIXEL_SHAPES[number - 1] ?? [])
    return width > 0 && height > 0 && width !== height ? { pixel: { width, height } } : {}
  } catch {
    return {}
  }
}

const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

function readChroma(bits: BitReader): { chroma: number; hasPlanes: boolean } {
  const chroma = bits.unsigned()
  const hasPlanes = chroma === 3 && bits.read(1) === 1
  bits.unsigned()
  bits.unsigned()
  bits.skip(1)
  const listCount = chroma === 3 ? 12 : 8
  const hasLists = bits.read(1) === 1
  for (let list = 0; hasLists && list < listCount; list++) {
    const isPresent = bits.read(1) === 1
    if (isPresent) skipScaling(bits, list < 6 ? 16 : 64)
  }
  return { chroma, hasPlanes }
}

function skipScaling(bits: BitReader, count: number): void {
  let next = 8
  for (let i = 0, last = 8; i < count && next !== 0; i++) {
    next = (last + bits.signed() + 256) % 256
    if (next !== 0) last = next
  }
}

function skipImageOrder(bits: BitReader): void {
  const type = bits.unsigned()
  if (type === 0) bits.unsigned()
  if (type !== 1) return
  bits.skip(1)
  bits.signed()
  bits.signed()
  const cycle = bits.unsigned()
  for (let i = 0; i < cycle; i++) bits.signed()
}
