/** A range of a recording as one MP4 file, wherever its segments lie. Requirements REC-02, ALERT-08. */
import { Readable } from 'node:stream'
import { FRAGMENT_TIMESCALE } from '@mimamori/contract/footage/fragment.ts'
import { fail } from '#platform/service-error.ts'
import { type Chunk, cut, mp4Head, readHeader, type TrackHeader } from './recording.mp4.ts'
import type { SegmentRow } from './recording.queries.ts'
import type { SegmentReader } from './recording.segments.ts'

/** Indexes that are read concurrently: hubs may be far away. */
const INDEXES_AT_ONCE = 4

type Range = { fromMs: number; untilMs: number }
/** A part and the position of its bytes. */
type Part = { segment: SegmentRow; chunk: Chunk }

/**
 * Builds the index of the whole file first, from each part's own; then reads the parts and sends only their frames. One
 * part at a time is in memory. Throws if a part is unavailable; a stream that loses one later fails, and ends short of
 * the announced length.
 */
export async function planFile(reader: SegmentReader, segments: readonly SegmentRow[], range: Range) {
  const tracks: TrackHeader[] = []
  const trackOf = new Map<string, number>()
  const parts: Part[] = []
  for (let from = 0; from < segments.length; from += INDEXES_AT_ONCE) {
    const some = segments.slice(from, from + INDEXES_AT_ONCE)
    const indexes = await Promise.all(some.map((segment) => reader.fragments(segment)))
    for (const [i, segment] of some.entries()) {
      const { initId } = segment
      if (!trackOf.has(initId)) trackOf.set(initId, addTrack(tracks, await reader.init(initId)))
      const startMs = Date.parse(segment.startedAt)
      const samples = cut(indexes[i]!, ticks(range.fromMs - startMs), ticks(range.untilMs - startMs))
      if (samples.length > 0) parts.push({ segment, chunk: { track: trackOf.get(initId)!, samples } })
    }
  }
  if (parts.length === 0) throw fail('not-found')
  const { head, byteLength } = mp4Head(
    tracks,
    parts.map(({ chunk }) => chunk),
  )
  async function* bytes() {
    yield head
    for (const { segment, chunk } of parts) {
      const file = await reader.bytes(segment)
      const images = chunk.samples.map(({ offset, byteLength }) => file.subarray(offset, offset + byteLength))
      yield Buffer.concat(images)
    }
  }
  return { byteLength, bytes: () => Readable.from(bytes()) }
}

/** Cameras that reconnect mostly have the header that they had. */
function addTrack(tracks: TrackHeader[], init: Buffer): number {
  const header = readHeader(init)
  const known = tracks.findIndex(({ entry }) => entry.equals(header.entry))
  return known >= 0 ? known : tracks.push(header) - 1
}

function ticks(ms: number): number {
  return (ms / 1000) * FRAGMENT_TIMESCALE
}
