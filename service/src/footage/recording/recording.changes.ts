/** How much changes in a recording's image, estimated from the size of its segments. Pure. */
import { CHANGE_PARTS } from '@mimamori/contract/footage/recording.ts'
import type { SegmentRow } from './recording.queries.ts'

type Segment = Pick<SegmentRow, 'startedAt' | 'durationMs' | 'bytes'>

/**
 * One figure for each part of the recording: its bytes per second above the calmest segment, as a share of the maximum.
 * Every segment needs the bytes of a still scene; motion adds to them.
 */
export function changesOf(
  segments: readonly Segment[],
  { startedAt, endedAt }: { startedAt: string; endedAt: string },
): number[] {
  const rates = segments.map(({ bytes, durationMs }) => bytes / Math.max(1, durationMs))
  const least = Math.min(...rates)
  const most = Math.max(...rates)
  const fromMs = Date.parse(startedAt)
  const partMs = Math.max(1, Date.parse(endedAt) - fromMs) / CHANGE_PARTS
  const parts = new Array<number>(CHANGE_PARTS).fill(0)
  segments.forEach((segment, i) => {
    const beginMs = Date.parse(segment.startedAt) - fromMs
    const first = Math.max(0, Math.floor(beginMs / partMs))
    const last = Math.min(CHANGE_PARTS - 1, Math.floor((beginMs + segment.durationMs - 1) / partMs))
    const level = most > least ? (rates[i]! - least) / (most - least) : 0
    for (let part = first; part <= last; part++) parts[part] = Math.max(parts[part]!, Math.round(level * 100) / 100)
  })
  return parts
}
