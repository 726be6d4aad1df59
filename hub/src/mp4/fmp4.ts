/** Fragmented MP4 for live view and segments: an init segment, then a fragment of one or more frames at a time. */
import { box, fullBox, moov, type Sample, sampleDurations, type Track, u32, u64 } from './mp4-box.ts'

/** `ftyp` and `moov`: what a player must read once before the first fragment. */
export function initSegment(track: Track): Buffer {
  const empty = [
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  ]
  const mvex = box('mvex', fullBox('trex', 0, 0, u32(1, 1, 0, 0, 0)))
  const ftyp = box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6mp41'))
  return Buffer.concat([ftyp, moov(track, 0, empty, [mvex])])
}

const DEFAULT_BASE_IS_MOOF = 0x20000
/** trun: data offset, then per sample duration, size, flags and composition offset. */
const TRUN_FIELDS = 0xf01
const TRUN_SAMPLE_BYTES = 16
const SYNC_SAMPLE = 0x2000000
const OTHER_SAMPLE = 0x1010000

/** One `moof` and `mdat`. `sequence` counts up from 1 within a stream; `samples` must not be empty. */
export function fragment(sequence: number, samples: readonly Sample[]): Buffer {
  return Buffer.concat([fragmentHead(sequence, samples), ...samples.map((sample) => sample.data)])
}

/** `fragment` up to the samples' data, which follow as they are. */
export function fragmentHead(sequence: number, samples: readonly Sample[]): Buffer {
  const first = samples[0]
  if (!first) throw new RangeError('a fragment needs at least one image')
  const durations = sampleDurations(samples)
  const perSample = samples.map((sample, i) =>
    u32(durations[i] ?? 1, sample.data.length, sample.isKey ? SYNC_SAMPLE : OTHER_SAMPLE, sample.showAfter),
  )
  const moof = box(
    'moof',
    fullBox('mfhd', 0, 0, u32(sequence & 0x7fffffff)),
    box(
      'traf',
      fullBox('tfhd', 0, DEFAULT_BASE_IS_MOOF, u32(1)),
      fullBox('tfdt', 1, 0, u64(first.time)),
      fullBox('trun', 1, TRUN_FIELDS, u32(samples.length, 0), ...perSample),
    ),
  )
  // The data offset stands before the per-sample fields and counts from the start of moof to behind mdat's header.
  moof.writeUInt32BE(moof.length + 8, moof.length - samples.length * TRUN_SAMPLE_BYTES - 4)
  const byteLength = samples.reduce((sum, { data }) => sum + data.length, 0)
  return Buffer.concat([moof, u32(byteLength + 8), Buffer.from('mdat')])
}
