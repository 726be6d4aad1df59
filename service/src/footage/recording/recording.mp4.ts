/**
 * Recorded segments as one MP4 with its index in front, so that every player starts and seeks at once (ISO 14496-12).
 * Frames are not re-encoded. Gaps are left out: segments are joined.
 */
import { FRAGMENT_TIMESCALE, type Fragment, type FragmentSample } from '@mimamori/contract/footage/fragment.ts'

/** Consecutive frames of one file. `track`: the index of the header that they need. */
export type Chunk = { track: number; samples: readonly FragmentSample[] }

/** A header's track: the sample entry (avc1 or hvc1) unchanged, and the frame size in pixels. */
export type TrackHeader = { entry: Buffer; width: number; height: number }

const PATH_TO_ENTRY = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'] as const
const STSD_HEAD = 16
/** Offset of the frame's width and height within such an entry. */
const ENTRY_SIZE_AT = 32

/** Reads a run's header. Throws a RangeError if it is invalid. */
export function readHeader(init: Buffer): TrackHeader {
  let inside = init
  for (const type of PATH_TO_ENTRY) inside = childOf(inside, type).subarray(type === 'stsd' ? 0 : 8)
  const entry = inside.subarray(STSD_HEAD)
  return { entry, width: entry.readUInt16BE(ENTRY_SIZE_AT), height: entry.readUInt16BE(ENTRY_SIZE_AT + 2) }
}

function childOf(bytes: Buffer, type: string): Buffer {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) break
    if (bytes.toString('latin1', at + 4, at + 8) === type) return bytes.subarray(at, at + length)
    at += length
  }
  throw new RangeError(`the header of a recording has no ${type}`)
}

/**
 * The part of the fragments from `fromTicks` to `untilTicks`, counted from their first frame; it begins at a key frame.
 */
export function cut(fragments: readonly Fragment[], fromTicks: number, untilTicks: number): FragmentSample[] {
  const samples = fragments.flatMap((fragment) => fragment.samples)
  let at = 0
  let start = 0
  let end = 0
  samples.forEach((sample, i) => {
    if (sample.isKey && at <= fromTicks) start = i
    if (at < untilTicks) end = i + 1
    at += sample.duration
  })
  return samples.slice(start, end)
}

/** The file up to the frames, and its total size. The frames follow in the order of the chunks. */
export function mp4Head(
  tracks: readonly TrackHeader[],
  chunks: readonly Chunk[],
): { head: Buffer; byteLength: number } {
  const imageBytes = chunks.reduce((sum, { samples }) => sum + bytesOf(samples), 0)
  const kinds = new Set(tracks.map(({ entry }) => entry.toString('latin1', 4, 8)))
  const ftyp = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from(['isom', 'iso4', ...kinds, 'mp41'].join('')))
  // Offsets have a fixed width, so both passes have the same length.
  const firstAt = ftyp.length + moov(tracks, chunks, 0).length + 16
  const mdat = Buffer.concat([u32(1), Buffer.from('mdat'), u64(imageBytes + 16)])
  return { head: Buffer.concat([ftyp, moov(tracks, chunks, firstAt), mdat]), byteLength: firstAt + imageBytes }
}

function bytesOf(samples: readonly FragmentSample[]): number {
  return samples.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

function moov(tracks: readonly TrackHeader[], chunks: readonly Chunk[], firstAt: number): Buffer {
  const samples = chunks.flatMap((chunk) => chunk.samples)
  const ticks = samples.reduce((sum, { duration }) => sum + duration, 0)
  const seconds = u32(0, 0, 1000, Math.round((ticks / FRAGMENT_TIMESCALE) * 1000), 0x10000)
  const mvhd = fullBox('mvhd', 0, 0, seconds, u16(0x100), Buffer.alloc(10), MATRIX, Buffer.alloc(24), u32(2))
  const { width, height } = tracks[0]!
  const shown = u32(0, 0, 1, 0, Math.round((ticks / FRAGMENT_TIMESCALE) * 1000))
  const size = u32(width << 16, height << 16)
  const tkhd = fullBox('tkhd', 0, 3, shown, Buffer.alloc(16), MATRIX, size)
  const mdhd = fullBox('mdhd', 1, 0, u64(0), u64(0), u32(FRAGMENT_TIMESCALE), u64(ticks), u16(0x55c4, 0))
  const hdlr = fullBox('hdlr', 0, 0, u32(0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('Video\0'))
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const stsd = fullBox('stsd', 0, 0, u32(tracks.length), ...tracks.map(({ entry }) => entry))
  const stbl = box('stbl', stsd, ...sampleTables(samples), ...chunkTables(chunks, firstAt))
  const minf = box('minf', fullBox('vmhd', 0, 1, Buffer.alloc(8)), dinf, stbl)
  return box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, minf)))
}

function sampleTables(samples: readonly FragmentSample[]): Buffer[] {
  const durations = runsOf(samples.map(({ duration }) => duration))
  const firstShown = samples[0]?.showAfter ?? 0
  const offsets = runsOf(samples.map(({ showAfter }) => showAfter - firstShown))
  const isReordered = offsets.length > 1
  const keys = samples.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []))
  return [
    fullBox('stts', 0, 0, u32(durations.length, ...durations.flat())),
    ...(isReordered ? [fullBox('ctts', 1, 0, u32(offsets.length, ...offsets.flat()))] : []),
    fullBox('stss', 0, 0, u32(keys.length, ...keys)),
    fullBox('stsz', 0, 0, u32(0, samples.length, ...samples.map(({ byteLength }) => byteLength))),
  ]
}

function chunkTables(chunks: readonly Chunk[], firstAt: number): Buffer[] {
  const runs: number[][] = []
  const offsets: Buffer[] = []
  let at = firstAt
  chunks.forEach(({ track, samples }, i) => {
    const before = runs.at(-1)
    if (before?.[1] !== samples.length || before[2] !== track + 1) runs.push([i + 1, samples.length, track + 1])
    offsets.push(u64(at))
    at += bytesOf(samples)
  })
  return [
    fullBox('stsc', 0, 0, u32(runs.length, ...runs.flat())),
    fullBox('co64', 0, 0, u32(chunks.length), ...offsets),
  ]
}

/** Run-length encoding of the values. */
function runsOf(values: readonly number[]): [count: number, value: number][] {
  const runs: [number, number][] = []
  for (const value of values) {
    const run = runs.at(-1)
    if (run?.[1] === value) run[0]++
    else runs.push([1, value])
  }
  return runs
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** The identity, in 16.16 and 2.30 fixed point. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

function fullBox(type: string, version: number, flags: number, ...parts: Buffer[]): Buffer {
  return box(type, u32((version << 24) | flags), ...parts)
}
