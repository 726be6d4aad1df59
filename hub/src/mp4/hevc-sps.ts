/** Reads from an H.265 sequence parameter set what MP4 and the browser need (ITU-T H.265, 7.3.2.2.1). */
import { HEVC_NAL, hevcType, splitNals } from './annex-b.ts'
import { BitReader, withoutEmulation } from './bit-reader.ts'

/** Profile, compatibility, constraints and level, with the layout of the set and of `hvcC`. */
const PROFILE_BYTES = 12

type HevcFacts = {
  /** 0 to 15: the id that picture parameter sets refer to. */
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
}

/** Size by the first parameter set in `annexB`; null if missing or invalid. */
export function hevcSize(annexB: Buffer): { width: number; height: number } | null {
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
  if (!(width > 0 && width <= 16384 && height > 0 && height <= 16384))
    throw new RangeError('an impossible picture size')
  const [lumaBits, chromaBits] = [bits.unsigned() + 8, bits.unsigned() + 8]
  if (lumaBits > 16 || chromaBits > 16) throw new RangeError('the stream parameters make no sense')
  const profile = Buffer.from(bytes.subarray(1, 1 + PROFILE_BYTES))
  const facts = { id, width, height, profile, chroma, lumaBits, chromaBits, layers: subLayers + 1, isNested }
  return { codec: codecOf(profile), ...facts }
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
