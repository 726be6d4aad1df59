/** A recording for players: an HLS playlist of its segments, and its runs without gaps. Pure. */
import type { RecordingRun } from '@mimamori/contract/footage/recording.ts'
import type { SegmentRow } from './recording.queries.ts'

/** A longer pause between two segments is a gap, even if the hub assigned them to one run. */
const GAP_MS = 500

type Segment = Pick<SegmentRow, 'id' | 'initId' | 'startedAt' | 'durationMs'>
type Played = Segment & Pick<SegmentRow, 'codec'>

/** Whether the segment begins where the previous one ended. */
function continues(before: Segment, segment: Segment): boolean {
  const pauseMs = Date.parse(segment.startedAt) - Date.parse(before.startedAt) - before.durationMs
  return segment.initId === before.initId && pauseMs <= GAP_MS
}

/** The runs without gaps; a change of headers does not split a run. */
export function runsOf(segments: readonly Segment[]): RecordingRun[] {
  const runs: RecordingRun[] = []
  let offsetMs = 0
  segments.forEach((segment, i) => {
    const before = segments[i - 1]
    const run = runs.at(-1)
    if (before && run && continues(before, segment)) run.durationMs += segment.durationMs
    else runs.push({ startedAt: segment.startedAt, offsetMs, durationMs: segment.durationMs })
    offsetMs += segment.durationMs
  })
  return runs
}

/** RFC 8216. `address` returns the URL of a part in the given codec; every run contains its start time. */
export function playlistOf(segments: readonly Played[], address: (partId: string, codec: string) => string): string {
  const longestSeconds = Math.max(1, ...segments.map(({ durationMs }) => Math.ceil(durationMs / 1000)))
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longestSeconds}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ]
  segments.forEach((segment, i) => {
    const before = segments[i - 1]
    const isNew = !before || !continues(before, segment)
    if (before && isNew) lines.push('#EXT-X-DISCONTINUITY')
    if (before?.initId !== segment.initId) lines.push(`#EXT-X-MAP:URI="${address(segment.initId, segment.codec)}"`)
    if (isNew) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${segment.startedAt}`)
    lines.push(`#EXTINF:${(segment.durationMs / 1000).toFixed(3)},`, address(segment.id, segment.codec))
  })
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`
}
