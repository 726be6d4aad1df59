/** Builds room timelines from changes. Pure. Requirements ROOM-01, ROOM-02. */

import type { RoomNow, RoomSpan } from '@mimamori/contract/care/room.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Change } from './room.queries.ts'

/** The night's end: noon, in ms after 18:00. */
const NIGHT_MS = 18 * 60 * MINUTE_MS

/**
 * The timeline between two instants without gaps: before the first change it is unknown, except for the current state.
 */
export function spansOf(
  changes: readonly Omit<Change, 'cameraId'>[],
  present: RoomNow,
  from: Date,
  to: Date,
): RoomSpan[] {
  const [fromMs, toMs] = [from.getTime(), to.getTime()]
  const known = [...changes.filter(({ since }) => since < present.since), present]
  const starts = [{ state: 'unknown' as const, since: from.toISOString() }, ...known]
  const spans = starts.map(({ state, since }, index) => {
    const start = Math.max(fromMs, index === 0 ? fromMs : Date.parse(since))
    const next = starts[index + 1]
    return { state, startMs: start, endMs: Math.min(toMs, next ? Math.max(fromMs, Date.parse(next.since)) : toMs) }
  })
  const joined: typeof spans = []
  for (const span of spans) {
    if (span.endMs <= span.startMs) continue
    const last = joined.at(-1)
    if (last?.state === span.state) last.endMs = span.endMs
    else joined.push({ ...span })
  }
  return joined.map(({ state, startMs, endMs }) => ({
    ...{ state, from: new Date(startMs).toISOString(), to: new Date(endMs).toISOString() },
  }))
}

/** Null by day, and if nothing is known about the night so far. */
export function inBedMinutesOf(timeline: readonly RoomSpan[], nightStart: string, now: Date): number | null {
  const startMs = Date.parse(nightStart)
  if (now.getTime() - startMs > NIGHT_MS) return null
  let [inBedMs, knownMs] = [0, 0]
  for (const { state, from, to } of timeline) {
    const lengthMs = Math.max(0, Date.parse(to) - Math.max(startMs, Date.parse(from)))
    if (state !== 'unknown') knownMs += lengthMs
    if (state === 'in-bed') inBedMs += lengthMs
  }
  return knownMs === 0 ? null : Math.floor(inBedMs / MINUTE_MS)
}
