/** The boxes that fragmented and progressive MP4 share (ISO 14496-12, 14496-15), for one track of H.264 or H.265. */
import { type Coding, HEVC_NAL, hevcType, leadingNals, NAL, nalType, splitNals, withLengths } from './annex-b.ts'
import { type PixelShape, readSps } from './h264-sps.ts'
import { readHevcSps } from './hevc-sps.ts'
import { mergedSets, SET_TYPES, TYPE_OF } from './parameter-sets.ts'

/** Ticks per second of all times in the hub's files: the clock of RTP video. */
export const TIMESCALE = 90_000

/**
 * One format; a new track begins when a camera changes it. `sets`: its parameter sets in decoder order. `codec`: for
 * `MediaSource`.
 */
export type Track = {
  coding: Coding
  sets: readonly Buffer[]
  codec: string
  width: number
  height: number
  /** Absent: square pixels. */
  pixel?: PixelShape
}

/**
 * One frame in MP4, in decoding order. Times in ticks of `TIMESCALE`. `time`: when to decode it;
 * `showAfter`: how much later to show it, 0 unless the camera reorders frames (B-frames), may be negative.
 */
export type Sample = { data: Buffer; isKey: boolean; time: number; duration: number; showAfter: number }

/** Sets each duration to the time until the next frame; the last keeps its own. At least one tick, so that time increases. */
export function sampleDurations(samples: readonly Sample[]): number[] {
  return samples.map((sample, i) => {
    const next = samples[i + 1]
    return Math.max(1, next ? next.time - sample.time : sample.duration)
  })
}

/**
 * The format of a stream, by the parameter sets in `annexB` (a description or a frame) and by `known`, the format so far.
 * Null if a kind of set is missing or invalid.
 */
export function trackFrom(annexB: Buffer, coding: Coding = 'h264', known: Track | null = null): Track | null {
  const nals = leadingNals(annexB, coding)
  const isSet = (nal: Buffer) => SET_TYPES[coding].includes(TYPE_OF[coding](nal))
  const before = known?.coding === coding ? known : null
  if (before && !nals.some(isSet)) return before
  try {
    const sets = mergedSets(nals, coding, before?.sets ?? [])
    const isWhole = SET_TYPES[coding].every((type) => sets?.some((nal) => TYPE_OF[coding](nal) === type))
    if (!sets || !isWhole) return null
    // The last of several formats is in use.
    const isSps = (nal: Buffer) => TYPE_OF[coding](nal) === SPS[coding]
    const facts: { codec: string; width: number; height: number; pixel?: PixelShape } = READ_SPS[coding](
      nals.find(isSps) ?? sets.find(isSps)!,
    )
    const { codec, width, height, pixel } = facts
    return { coding, sets, codec, width, height, ...(pixel && { pixel }) }
  } catch {
    return null
  }
}

const SPS: Record<Coding, number> = { h264: NAL.sps, hevc: HEVC_NAL.sps }
const READ_SPS = { h264: readSps, hevc: readHevcSps }

/** Whether a player can continue without a new init segment. */
export function isSameTrack(a: Track, b: Track): boolean {
  return a.sets.length === b.sets.length && a.sets.every((set, i) => set.equals(b.sets[i]!))
}

/**
 * MP4 sample data of one frame, without delimiters and the parameter sets of the track. `allocate`: memory for it; default:
 * a new buffer. `track`: its format; default: H.264 with all sets in the track.
 */
export function sampleData(
  annexB: Buffer,
  allocate?: (byteLength: number) => Buffer,
  track?: Pick<Track, 'coding' | 'sets'>,
): Buffer {
  const coding = track?.coding ?? 'h264'
  let isChanged = false
  const isIn = (nal: Buffer) => {
    const type = TYPE_OF[coding](nal)
    if (type === DELIMITER[coding]) return false
    if (!SET_TYPES[coding].includes(type)) return true
    // A set that the track lacks, because the camera changes one between two key frames, stays in its frame. Those behind it
    // may change it back.
    isChanged ||= track !== undefined && !track.sets.some((set) => set.equals(nal))
    return isChanged
  }
  return withLengths(splitNals(annexB).filter(isIn), allocate)
}

/** Makes the samples of one format, first frame to last: what was changed inside a frame is changed back inside a frame. */
export class FormatSamples {
  #inForce: Track

  constructor(track: Track) {
    this.#inForce = track
  }

  /** As `sampleData`. */
  data(annexB: Buffer, allocate?: (byteLength: number) => Buffer): Buffer {
    const data = sampleData(annexB, allocate, this.#inForce)
    this.#inForce = trackFrom(annexB, this.#inForce.coding, this.#inForce) ?? this.#inForce
    return data
  }
}

const DELIMITER: Record<Coding, number> = { h264: NAL.delimiter, hevc: HEVC_NAL.delimiter }

/** Big-endian numbers of 16 bits, 0 to 65535. */
function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => {
    bytes.writeUInt16BE(value, i * 2)
  })
  return bytes
}

/** Big-endian numbers of 32 bits; negative values as two's complement. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value >>> 0, i * 4)
  })
  return bytes
}

/** One big-endian number of 64 bits; a whole number, not negative. */
export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** A box: length, a type of four characters, content. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** A box whose content begins with a version (8 bits) and flags (24 bits). */
export function fullBox(type: string, version: number, flags: number, ...parts: Buffer[]): Buffer {
  return box(type, u32((version << 24) | flags), ...parts)
}

const zeros = (count: number) => Buffer.alloc(count)
/** The identity, in 16.16 and 2.30 fixed point. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** Language 'und': three characters of five bits. */
const LANGUAGE = 0x55c4

/** `duration` in ticks, 0 for a fragmented file. `extra`: boxes after the track, such as `mvex`. */
export function moov(track: Track, duration: number, tables: Buffer[], extra: Buffer[] = []): Buffer {
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, TIMESCALE, duration, 0x10000),
    u16(0x100),
    zeros(10),
    MATRIX,
    zeros(24),
    u32(2),
  )
  return box('moov', mvhd, trak(track, duration, tables), ...extra)
}

function trak(track: Track, duration: number, tables: Buffer[]): Buffer {
  const size = u32(track.width << 16, track.height << 16)
  // Flags 3: enabled, part of the presentation.
  const tkhd = fullBox('tkhd', 0, 3, u32(0, 0, 1, 0, duration), zeros(8), zeros(8), MATRIX, size)
  const mdhd = fullBox('mdhd', 0, 0, u32(0, 0, TIMESCALE, duration), u16(LANGUAGE, 0))
  const hdlr = fullBox('hdlr', 0, 0, u32(0), Buffer.from('vide'), zeros(12), Buffer.from('Video\0'))
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const stbl = box('stbl', fullBox('stsd', 0, 0, u32(1), sampleEntry(track)), ...tables)
  const minf = box('minf', fullBox('vmhd', 0, 1, zeros(8)), dinf, stbl)
  return box('trak', tkhd, box('mdia', mdhd, hdlr, minf))
}

/** The codec, and what a decoder needs before the first frame. */
function sampleEntry(track: Track): Buffer {
  const [type, record] = track.coding === 'h264' ? ['avc1', avcC(track)] : ['hvc1', hvcC(track)]
  const resolution72dpi = u32(0x480000, 0x480000)
  return box(
    type as string,
    zeros(6),
    u16(1),
    zeros(16),
    u16(track.width, track.height),
    resolution72dpi,
    u32(0),
    u16(1),
    zeros(32),
    u16(0x18, 0xffff),
    record as Buffer,
    // Browsers read the shape of the pixels nowhere else.
    ...(track.pixel ? [box('pasp', u32(track.pixel.width, track.pixel.height))] : []),
  )
}

/** ISO 14496-15, 5.3.3.1: with all sets, because a frame may refer to any of them. */
function avcC({ sets }: Track): Buffer {
  const [sequence, image] = SET_TYPES.h264.map((type) => sets.filter((nal) => nalType(nal) === type))
  const listed = (nals: readonly Buffer[]) => nals.flatMap((nal) => [u16(nal.length), nal])
  return box(
    'avcC',
    Buffer.from([1]),
    sequence![0]!.subarray(1, 4),
    Buffer.from([0xff, 0xe0 | sequence!.length]),
    ...listed(sequence!),
    Buffer.from([image!.length]),
    ...listed(image!),
  )
}

/** ISO 14496-15, 8.3.3.1: unknown values (parallel decoding, average frame rate) are 0; reserved bits are 1. */
function hvcC({ sets }: Track): Buffer {
  const sps = sets.find((nal) => hevcType(nal) === HEVC_NAL.sps)!
  const { profile, chroma, lumaBits, chromaBits, layers, isNested } = readHevcSps(sps)
  const lengthOfFour = 3
  const shape = (layers << 3) | (isNested ? 4 : 0) | lengthOfFour
  const arrays = SET_TYPES.hevc.map((type) => {
    const own = sets.filter((nal) => hevcType(nal) === type)
    // 0x80: all sets of this type are here, none is in the samples.
    return Buffer.concat([Buffer.from([0x80 | type]), u16(own.length), ...own.flatMap((nal) => [u16(nal.length), nal])])
  })
  const depths = [0xfc, 0xfc | chroma, 0xf8 | (lumaBits - 8), 0xf8 | (chromaBits - 8)]
  const head = Buffer.concat([
    Buffer.from([1]),
    profile,
    u16(0xf000),
    Buffer.from(depths),
    u16(0),
    Buffer.from([shape]),
  ])
  return box('hvcC', head, Buffer.from([arrays.length]), ...arrays)
}
