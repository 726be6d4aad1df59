/** A recording as players ask for it: an HLS playlist of its pieces, and what of it lies without a gap. Pure. */
import type { RecordingStretch } from '@mimamori/contract/footage/recording.ts'
import type { SegmentRow } from './recording.queries.ts'

/** A longer pause between two pieces is a gap, also where the hub called them one stretch. */
const GAP_MS = 500

type Piece = Pick<SegmentRow, 'id' | 'initId' | 'startedAt' | 'durationMs'>

/** Whether the piece goes on where the one before it ended. */
function continues(before: Piece, piece: Piece): boolean {
  const pauseMs = Date.parse(piece.startedAt) - Date.parse(before.startedAt) - before.durationMs
  return piece.initId === before.initId && pauseMs <= GAP_MS
}

/** What lies without a gap; headers that change in between do not count, so that a seam is none. */
export function stretchesOf(pieces: readonly Piece[]): RecordingStretch[] {
  const stretches: RecordingStretch[] = []
  let offsetMs = 0
  pieces.forEach((piece, i) => {
    const before = pieces[i - 1]
    const stretch = stretches.at(-1)
    if (before && stretch && continues(before, piece)) stretch.durationMs += piece.durationMs
    else stretches.push({ startedAt: piece.startedAt, offsetMs, durationMs: piece.durationMs })
    offsetMs += piece.durationMs
  })
  return stretches
}

/** RFC 8216. `address` names a part; every stretch says when it was taken. */
export function playlistOf(pieces: readonly Piece[], address: (partId: string) => string): string {
  const longestSeconds = Math.max(1, ...pieces.map(({ durationMs }) => Math.ceil(durationMs / 1000)))
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longestSeconds}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ]
  pieces.forEach((piece, i) => {
    const before = pieces[i - 1]
    const isNew = !before || !continues(before, piece)
    if (before && isNew) lines.push('#EXT-X-DISCONTINUITY')
    if (before?.initId !== piece.initId) lines.push(`#EXT-X-MAP:URI="${address(piece.initId)}"`)
    if (isNew) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${piece.startedAt}`)
    lines.push(`#EXTINF:${(piece.durationMs / 1000).toFixed(3)},`, address(piece.id))
  })
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`
}
