/** The parameter sets that a stream's frames need: all of each kind, by their ids (ITU-T H.264, 7.3.2; H.265, 7.3.2). */
import { type Coding, HEVC_NAL, hevcType, NAL, nalType } from './annex-b.ts'
import { BitReader, withoutEmulation } from './bit-reader.ts'
import { readHevcSps } from './hevc-sps.ts'

/** Limit of all sets together, bytes; cameras send about a hundred. */
const SETS_BYTES_MAX = 16 * 1024
/** In the order that decoders require. */
export const SET_TYPES: Record<Coding, readonly number[]> = {
  h264: [NAL.sps, NAL.pps],
  hevc: [HEVC_NAL.vps, HEVC_NAL.sps, HEVC_NAL.pps],
}
/** Takes a NAL unit without start code. */
export const TYPE_OF: Record<Coding, (nal: Uint8Array) => number> = { h264: nalType, hevc: hevcType }

/**
 * `known` with the sets of `nals`: a set replaces one of the same kind and id. Returns copies, ordered by kind and id;
 * null if they exceed the limits of real cameras. Throws a RangeError for an invalid set.
 */
export function mergedSets(nals: readonly Buffer[], coding: Coding, known: readonly Buffer[]): Buffer[] | null {
  const sent = nals.filter((nal) => SET_TYPES[coding].includes(TYPE_OF[coding](nal)))
  const sets = new Map<number, Buffer>()
  for (const nal of known) sets.set(placeOf(nal, coding), nal)
  for (const nal of sent) sets.set(placeOf(nal, coding), Buffer.from(nal))
  const byteLength = [...new Set([...sent, ...sets.values()])].reduce((sum, nal) => sum + nal.length, 0)
  if (byteLength > SETS_BYTES_MAX) return null
  // MP4 has room for 31 sequence parameter sets.
  const sequences = [...sets.values()].filter((nal) => coding === 'h264' && nalType(nal) === NAL.sps)
  if (sequences.length > 31) return null
  return [...sets].toSorted(([a], [b]) => a - b).map(([, nal]) => nal)
}

/** Sort key: kind, then id. */
function placeOf(nal: Buffer, coding: Coding): number {
  return SET_TYPES[coding].indexOf(TYPE_OF[coding](nal)) * 1000 + idOf(nal, coding)
}

function idOf(nal: Buffer, coding: Coding): number {
  const type = TYPE_OF[coding](nal)
  if (coding === 'hevc' && type === HEVC_NAL.sps) return readHevcSps(nal).id
  if (coding === 'hevc' && type === HEVC_NAL.vps) return new BitReader(nal.subarray(2)).read(4)
  // The id is at the start, or after the profile in a sequence parameter set of H.264.
  const headBytes = coding === 'hevc' ? 2 : type === NAL.sps ? 4 : 1
  return new BitReader(withoutEmulation(nal).subarray(headBytes)).unsigned()
}
