/** The boxes that fragmented and progressive MP4 share (ISO 14496-12, 14496-15), for one track of H.264 or H.265. */
import { type Coding, HEVC_NAL, hevcType, leadingNals, NAL, nalType, splitNals, withLengths } from './annex-b.ts'
import { readSps } from './h264-sps.ts'
import { readHevcSps } from './hevc-sps.ts'

/** Ticks per second of every time in our files: the clock of RTP video. */
export const TIMESCALE = 90_000

/**
 * One picture format; when a camera changes it, a new track begins. `sets`: its parameter sets, in the order in which a
 * decoder wants them. `codec`: for `MediaSource`.
 */
export type Track = { coding: Coding; sets: readonly Buffer[]; codec: string; width: number; height: number }

/**
 * One picture as MP4 holds it, in decoding order. Times in ticks of `TIMESCALE`. `time`: when to decode it;
 * `showAfter`: how much later to show it, 0 unless the camera reorders pictures (B-frames), may be negative.
 */
export type Sample = { data: Buffer; isKey: boolean; time: number; duration: number; showAfter: number }

/** From picture to picture; the last keeps the length it was given. At least one tick, so that time never stands. */
export function sampleDurations(samples: readonly Sample[]): number[] {
  return samples.map((sample, i) => {
    const next = samples[i + 1]
    return Math.max(1, next ? next.time - sample.time : sample.duration)
  })
}

/**
 * Null when `annexB` (a description or a key frame) does not hold its parameter sets, or they make no sense. `known`: what an
 * H.265 camera sent before, for those of its three kinds that it sends now and then alone.
 */
export function trackFrom(annexB: Buffer, coding: Coding = 'h264', known: Track | null = null): Track | null {
  const nals = leadingNals(annexB, coding)
  try {
    return coding === 'h264' ? h264Track(nals) : hevcTrack(nals, known?.coding === 'hevc' ? known.sets : [])
  } catch {
    return null
  }
}

function h264Track(nals: readonly Buffer[]): Track | null {
  const sps = nals.find((nal) => nalType(nal) === NAL.sps)
  const pps = nals.find((nal) => nalType(nal) === NAL.pps)
  if (!sps || !pps || sps.length < 4) return null
  return { coding: 'h264', sets: [Buffer.from(sps), Buffer.from(pps)], ...readSps(sps) }
}

const HEVC_SETS = [HEVC_NAL.vps, HEVC_NAL.sps, HEVC_NAL.pps] as const
/** Of all sets together; cameras have a hundred. */
const SETS_BYTES_MAX = 16 * 1024

function hevcTrack(nals: readonly Buffer[], known: readonly Buffer[]): Track | null {
  const sets: Buffer[] = []
  for (const type of HEVC_SETS) {
    const sent = nals.filter((nal) => hevcType(nal) === type)
    for (const nal of sent.length > 0 ? sent : known.filter((one) => hevcType(one) === type)) {
      if (!sets.some((one) => one.equals(nal))) sets.push(Buffer.from(nal))
    }
  }
  const sps = sets.find((nal) => hevcType(nal) === HEVC_NAL.sps)
  const isWhole = HEVC_SETS.every((type) => sets.some((nal) => hevcType(nal) === type))
  const byteLength = sets.reduce((sum, nal) => sum + nal.length, 0)
  if (!sps || !isWhole || byteLength > SETS_BYTES_MAX) return null
  const { codec, width, height } = readHevcSps(sps)
  return { coding: 'hevc', sets, codec, width, height }
}

/** Whether a player may go on without a new init segment. */
export function isSameTrack(a: Track, b: Track): boolean {
  return a.sets.length === b.sets.length && a.sets.every((set, i) => set.equals(b.sets[i]!))
}

/**
 * MP4 sample data of one picture: parameter sets and delimiters are left out, they live in the track. `allocate`:
 * memory for it; without it a buffer of its own. `track`: its format; left out: H.264.
 */
export function sampleData(
  annexB: Buffer,
  allocate?: (byteLength: number) => Buffer,
  track?: Pick<Track, 'coding' | 'sets'>,
): Buffer {
  const nals = splitNals(annexB)
  const isIn =
    track?.coding === 'hevc'
      ? (nal: Buffer) => isHevcData(nal, track.sets)
      : (nal: Buffer) => !OUT_OF_BAND.has(nalType(nal))
  return withLengths(nals.filter(isIn), allocate)
}

const OUT_OF_BAND = new Set<number>([NAL.sps, NAL.pps, NAL.delimiter])

/** A set that the track does not have, of a camera that changes one between two key frames, stays with its picture. */
function isHevcData(nal: Buffer, sets: readonly Buffer[]): boolean {
  const type = hevcType(nal)
  if (type === HEVC_NAL.delimiter) return false
  return type < HEVC_NAL.vps || type > HEVC_NAL.pps || !sets.some((set) => set.equals(nal))
}

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

/** A box: length, type of four letters, content. */
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
/** 'und', three letters of five bits. */
const LANGUAGE = 0x55c4

/** `duration` in ticks, 0 for a file that grows. `extra`: boxes after the track, such as `mvex`. */
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

/** How the pictures are encoded, and what a decoder must have before the first. */
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
  )
}

function avcC({ sets }: Track): Buffer {
  const [sps, pps] = sets as [Buffer, Buffer]
  return box(
    'avcC',
    Buffer.from([1]),
    sps.subarray(1, 4),
    Buffer.from([0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  )
}

/** ISO 14496-15, 8.3.3.1: what is not known (parallel decoding, a mean rate) is 0 there; reserved bits are 1. */
function hvcC({ sets }: Track): Buffer {
  const sps = sets.find((nal) => hevcType(nal) === HEVC_NAL.sps)!
  const { profile, chroma, lumaBits, chromaBits, layers, isNested } = readHevcSps(sps)
  const lengthOfFour = 3
  const shape = (layers << 3) | (isNested ? 4 : 0) | lengthOfFour
  const arrays = HEVC_SETS.map((type) => {
    const own = sets.filter((nal) => hevcType(nal) === type)
    // 0x80: all sets of this type are here, none comes between the pictures.
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
