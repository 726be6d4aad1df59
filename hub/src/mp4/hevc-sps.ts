/** The picture size in an H.265 sequence parameter set (ITU-T H.265, 7.3.2.2.1). */
import { splitNals } from './annex-b.ts'
import { BitReader, withoutEmulation } from './bit-reader.ts'

const SPS = 33

/** Of the first parameter set in `annexB`; null when there is none, or it makes no sense. */
export function hevcSize(annexB: Buffer): { width: number; height: number } | null {
  const sps = splitNals(annexB).find((nal) => nal[0]! >> 1 === SPS)
  try {
    return sps ? readSize(sps) : null
  } catch {
    return null
  }
}

function readSize(sps: Buffer): { width: number; height: number } {
  const bits = new BitReader(withoutEmulation(sps.subarray(2)))
  bits.skip(4)
  const subLayers = bits.read(3)
  bits.skip(1)
  skipProfiles(bits, subLayers)
  bits.unsigned()
  const chroma = bits.unsigned()
  if (chroma === 3) bits.skip(1)
  const [codedWidth, codedHeight] = [bits.unsigned(), bits.unsigned()]
  const crop = bits.read(1) ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const width = codedWidth - (left + right) * (chroma === 1 || chroma === 2 ? 2 : 1)
  const height = codedHeight - (top + bottom) * (chroma === 1 ? 2 : 1)
  if (!(width > 0 && width <= 16384 && height > 0 && height <= 16384))
    throw new RangeError('an impossible picture size')
  return { width, height }
}

/** profile_tier_level: 88 bits of profile and 8 of level, then what the sub-layers have of that. */
function skipProfiles(bits: BitReader, subLayers: number): void {
  bits.skip(88 + 8)
  const has = Array.from({ length: subLayers }, () => [bits.read(1), bits.read(1)] as const)
  if (subLayers > 0) bits.skip(2 * (8 - subLayers))
  for (const [hasProfile, hasLevel] of has) bits.skip(88 * hasProfile + 8 * hasLevel)
}
