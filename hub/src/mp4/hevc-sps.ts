/** Reads from an H.265 sequence parameter set what MP4 and the browser need (ITU-T H.265, 7.3.2.2.1). */
import { HEVC_NAL, hevcType, splitNals } from './annex-b.ts'
import { BitReader, withoutEmulation } from './bit-reader.ts'
import { type PixelShape, pixelOf } from './h264-sps.ts'

/** Profile, compatibility, constraints and level, with the layout of the set and of `hvcC`. */
const PROFILE_BYTES = 12

type HevcFacts = {
  /** 0 to 15: the id that image parameter sets refer to. */
  id: number
  /** For `MediaSource`, such as `hvc1.1.6.L93.B0`. */
  codec: string
  width: number
  height: number
  profile: Buffer
  /** 0 to 3, as in the set: gray, 4:2:0, 4:2:2, 4:4:4. */
  chroma: number
  lumaBits: number
  chromaBits: number
  layers: number
  isNested: boolean
  /** Proportions of one pixel; absent: square, or not found. */
  pixel?: PixelShape
}

/** Size by the first parameter set in `annexB`; null if missing or invalid. */
export function hevcSize(annexB: Buffer): Pick<HevcFacts, 'width' | 'height' | 'pixel'> | null {
  const sps = splitNals(annexB).find((nal) => hevcType(nal) === HEVC_NAL.sps)
  try {
    return sps ? readHevcSps(sps) : null
  } catch {
    return null
  }
}

/** Throws a RangeError if the set is truncated or exceeds any real camera (16384 pixels a side). */
export function readHevcSps(sps: Buffer): HevcFacts {
  const bytes = withoutEmulation(sps.subarray(2))
  const bits = new BitReader(bytes)
  bits.skip(4)
  const subLayers = bits.read(3)
  const isNested = bits.read(1) === 1
  skipProfiles(bits, subLayers)
  const id = bits.unsigned()
  const chroma = bits.unsigned()
  if (chroma > 3) throw new RangeError('the stream parameters make no sense')
  if (chroma === 3) bits.skip(1)
  const [codedWidth, codedHeight] = [bits.unsigned(), bits.unsigned()]
  const crop = bits.read(1) ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const width = codedWidth - (left + right) * (chroma === 1 || chroma === 2 ? 2 : 1)
  const height = codedHeight - (top + bottom) * (chroma === 1 ? 2 : 1)
  if (!(width > 0 && width <= 16384 && height > 0 && height <= 16384)) throw new RangeError('an impossible image size')
  const [lumaBits, chromaBits] = [bits.unsigned() + 8, bits.unsigned() + 8]
  if (lumaBits > 16 || chromaBits > 16) throw new RangeError('the stream parameters make no sense')
  const profile = Buffer.from(bytes.subarray(1, 1 + PROFILE_BYTES))
  const facts = { id, width, height, profile, chroma, lumaBits, chromaBits, layers: subLayers + 1, isNested }
  const pixel = hevcPixel(bits, subLayers)
  return { codec: codecOf(profile), ...facts, ...(pixel && { pixel }) }
}

const SHORT_SETS_MAX = 64
const LONG_SETS_MAX = 32
const REFERENCES_MAX = 16

/** What stands between the bit depths and the shape of the pixels; a set that is unusual there has square ones. */
function hevcPixel(bits: BitReader, subLayers: number): PixelShape | undefined {
  try {
    const orderBits = bits.unsigned() + 4
    const layers = bits.read(1) ? subLayers + 1 : 1
    for (let i = 0; i < 3 * layers; i++) bits.unsigned()
    for (let i = 0; i < 6; i++) bits.unsigned()
    if (bits.read(1) && bits.read(1)) skipScalingLists(bits)
    bits.skip(2)
    if (bits.read(1)) {
      bits.skip(8)
      bits.unsigned()
      bits.unsigned()
      bits.skip(1)
    }
    skipReferences(bits, orderBits)
    bits.skip(2)
    return pixelOf(bits).pixel
  } catch {
    return undefined
  }
}

function skipScalingLists(bits: BitReader): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!bits.read(1)) bits.unsigned()
      else {
        if (size > 1) bits.signed()
        for (let i = Math.min(64, 1 << (4 + size * 2)); i > 0; i--) bits.signed()
      }
    }
  }
}

/** Throws if a set is predicted from another one, which encoders of cameras do not do. */
function skipReferences(bits: BitReader, orderBits: number): void {
  const count = bits.unsigned()
  if (count > SHORT_SETS_MAX) throw new RangeError('too many reference sets')
  for (let i = 0; i < count; i++) {
    if (i > 0 && bits.read(1)) throw new RangeError('a predicted reference set')
    const references = bits.unsigned() + bits.unsigned()
    if (references > REFERENCES_MAX) throw new RangeError('too many references')
    for (let j = 0; j < references; j++) {
      bits.unsigned()
      bits.skip(1)
    }
  }
  if (!bits.read(1)) return
  const longCount = bits.unsigned()
  if (longCount > LONG_SETS_MAX) throw new RangeError('too many references')
  bits.skip(longCount * (orderBits + 1))
}

/** profile_tier_level: 88 bits of profile and 8 of level, then those of the sub-layers. */
function skipProfiles(bits: BitReader, subLayers: number): void {
  bits.skip(88 + 8)
  const has = Array.from({ length: subLayers }, () => [bits.read(1), bits.read(1)] as const)
  if (subLayers > 0) bits.skip(2 * (8 - subLayers))
  for (const [hasProfile, hasLevel] of has) bits.skip(88 * hasProfile + 8 * hasLevel)
}

/** ISO 14496-15, E.3: profile, compatibility with reversed bits, tier and level, constraints. */
function codecOf(profile: Buffer): string {
  const first = profile[0]!
  const space = ['', 'A', 'B', 'C'][first >> 6]!
  const tier = first & 0x20 ? 'H' : 'L'
  let compatible = 0
  for (let bit = 0; bit < 32; bit++) if ((profile[1 + (bit >> 3)]! >> (7 - (bit & 7))) & 1) compatible += 2 ** bit
  const constraints = [...profile.subarray(5, 11)]
  while (constraints.at(-1) === 0) constraints.pop()
  const ends = constraints.map((byte) => `.${byte.toString(16).toUpperCase()}`).join('')
  return `hvc1.${space}${first & 0x1f}.${compatible.toString(16).toUpperCase()}.${tier}${profile[11]}${ends}`
}
