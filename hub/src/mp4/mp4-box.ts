/** The boxes that fragmented and progressive MP4 share (ISO 14496-12, 14496-15), for one H.264 track. */
import { leadingNals, NAL, nalType, splitNals, withLengths } from './annex-b.ts'
import { readSps } from './h264-sps.ts'

/** Ticks per second of every time in our files: the clock of RTP video. */
export const TIMESCALE = 90_000

/** One H.264 picture format; when a camera changes it, a new track begins. */
export type Track = { sps: Buffer; pps: Buffer; codec: string; width: number; height: number }

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

/** Null when `extradata` or the key frame (Annex B) does not hold both parameter sets, or they make no sense. */
export function trackFrom(annexB: Buffer): Track | null {
  const nals = leadingNals(annexB)
  const sps = nals.find((nal) => nalType(nal) === NAL.sps)
  const pps = nals.find((nal) => nalType(nal) === NAL.pps)
  if (!sps || !pps || sps.length < 4) return null
  try {
    return { sps: Buffer.from(sps), pps: Buffer.from(pps), ...readSps(sps) }
  } catch {
    return null
  }
}

/** Whether a player may go on without a new init segment. */
export function isSameTrack(a: Track, b: Track): boolean {
  return a.sps.equals(b.sps) && a.pps.equals(b.pps)
}

/**
 * MP4 sample data of one picture: parameter sets and delimiters are left out, they live in the track. `allocate`:
 * memory for it; without it a buffer of its own.
 */
export function sampleData(annexB: Buffer, allocate?: (byteLength: number) => Buffer): Buffer {
  return withLengths(
    splitNals(annexB).filter((nal) => !OUT_OF_BAND.has(nalType(nal))),
    allocate,
  )
}

const OUT_OF_BAND = new Set<number>([NAL.sps, NAL.pps, NAL.delimiter])

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
  const stbl = box('stbl', fullBox('stsd', 0, 0, u32(1), avc1(track)), ...tables)
  const minf = box('minf', fullBox('vmhd', 0, 1, zeros(8)), dinf, stbl)
  return box('trak', tkhd, box('mdia', mdhd, hdlr, minf))
}

function avc1(track: Track): Buffer {
  const { sps, pps } = track
  const avcC = box(
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
  const resolution72dpi = u32(0x480000, 0x480000)
  return box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(track.width, track.height),
    resolution72dpi,
    u32(0),
    u16(1),
    zeros(32),
    u16(0x18, 0xffff),
    avcC,
  )
}
