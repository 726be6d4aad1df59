/** Between the clock on the wall and the place in the video: a recording's gaps are in the one and not in the other. Pure. */
import type { RecordingGap, RecordingRun } from '@mimamori/contract/footage/recording.ts'

/** Where in the video (ms) the instant is shown; in a gap where the video goes on behind it. */
export function offsetAt(runs: readonly RecordingRun[], atMs: number): number {
  let endMs = 0
  for (const { startedAt, offsetMs, durationMs } of runs) {
    const startMs = Date.parse(startedAt)
    if (atMs < startMs) return offsetMs
    if (atMs < startMs + durationMs) return offsetMs + atMs - startMs
    endMs = offsetMs + durationMs
  }
  return endMs
}

/** The instant (ms since the epoch) that the video shows at this place. */
export function instantAt(runs: readonly RecordingRun[], offsetMs: number): number {
  const run = runs.findLast((one) => one.offsetMs <= offsetMs) ?? runs[0]
  return run ? Date.parse(run.startedAt) + Math.max(0, offsetMs - run.offsetMs) : 0
}

/** What is shown of a gap between the two ends, in shares of the way; null: nothing. */
export function shareOf(
  { startedAt, endedAt }: Pick<RecordingGap, 'startedAt' | 'endedAt'>,
  fromMs: number,
  untilMs: number,
): { left: number; width: number } | null {
  const start = Math.max(fromMs, Date.parse(startedAt))
  const end = Math.min(untilMs, endedAt === null ? untilMs : Date.parse(endedAt))
  if (end <= start || untilMs <= fromMs) return null
  const length = untilMs - fromMs
  return { left: (start - fromMs) / length, width: (end - start) / length }
}
