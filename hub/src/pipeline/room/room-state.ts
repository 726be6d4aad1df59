/**
 * What a room's resident does now: turns readings of single frames into a state that does not flicker. Pure: no clock, no I/O.
 * Requirement ROOM-01.
 *
 *   in this frame                               result
 *   the frame cannot be evaluated               unknown, with its reason
 *   two, or one that came while the bed is taken with-staff
 *   one lying beside the bed, or a raised fall  on-floor
 *   one lying in the bed                        in-bed       (present without an outlined bed)
 *   one upright in the bed or on its edge       sitting-up   (present)
 *   one elsewhere                               up           (present)
 *   nobody, the bed is taken                    in-bed
 *   nobody, the bed is empty, or none outlined  away
 *   nobody, the bed's state is unknown          the recent state, else unknown: not-seen
 *   nobody, and somebody lay on the floor       on-floor, for minutes; never away
 */
import type { RoomState, RoomUnknown } from '@mimamori/contract/care/room-state.ts'

/** Reading of one frame. Counts are of people. */
export type RoomReading = {
  /** Capture time, ms since the epoch. */
  atMs: number
  /** Null: the frame can be evaluated. */
  blind: RoomUnknown | null
  hasBed: boolean
  lying: number
  sitting: number
  up: number
  floor: number
  /** How many of them certainly belong to other people if there are two: neither the resident nor an object they moved. */
  others: number
  /** How many of the people who are up came in while somebody lay in the bed. */
  visitors: number
  /** Null: unknown. */
  isBedTaken: boolean | null
  /** Fall detection reports a person on the floor. */
  hasFallen: boolean
}

type Said = { state: RoomState; reason: RoomUnknown | null }
type Pending = Said & { sinceMs: number; atMs: number }
/** `last`: the state before it became unknown. `seenAtMs`: when a person was last seen. */
export type RoomTrack = Said & {
  sinceMs: number
  atMs: number
  pending: Pending | null
  last: { state: RoomState; sinceMs: number; untilMs: number } | null
  seenAtMs: number | null
}

/** Time that a new state must last before it counts: longer than a turn of the head, bending over the bed, or one wrong frame. */
const HOLD_MS: Record<RoomState, number> = {
  'in-bed': 5_000,
  'sitting-up': 2_000,
  up: 2_000,
  present: 2_000,
  'on-floor': 4_000,
  // A moment behind a door or a curtain does not count as away.
  away: 15_000,
  'with-staff': 2_000,
  unknown: 3_000,
}
/** Two people who hide each other for this long still count as two, ms. */
const LEAVES_STAFF_MS = 10_000
/** Time after which a person counts as having got up from the floor, ms. */
const LEAVES_FLOOR_MS = 3_000
/** Single contrary frames up to this long do not interrupt a new state. */
const GAP_MS = 1_000
/** Time that a person lost after lying on the floor still counts as lying there. */
const FLOOR_UNSEEN_MS = 10 * 60_000
/** Time without an analyzed frame after which the state is unknown. */
const SILENT_MS = 60_000
/** Longest loss of frames, or change of light, over which the previous state is retained. */
const RESUMES_MS = 15 * 60_000

/** The initial state: nothing is known. */
export function roomStart(atMs: number, reason: RoomUnknown = 'learning'): RoomTrack {
  return { state: 'unknown', reason, sinceMs: atMs, atMs, pending: null, last: null, seenAtMs: null }
}

/** Adds a frame. A change of `state` or `reason` is to be reported; `sinceMs` is its start, not when it was confirmed. */
export function stepRoom(earlier: RoomTrack, reading: RoomReading): RoomTrack {
  const { atMs } = reading
  // After the clock was set back, restart: the next frames would never be late enough.
  if (atMs < earlier.atMs) return roomStart(atMs, 'not-seen')
  const before = atMs - earlier.atMs > SILENT_MS ? silenced(earlier) : earlier
  const isSeen = reading.blind === null && countOf(reading) > 0
  const seenAtMs = isSeen ? atMs : before.seenAtMs
  const track = { ...before, atMs, seenAtMs }
  const said = saidBy(before, reading)
  const { pending } = before
  if (isSame(said, before)) {
    const isOver = pending !== null && atMs - pending.atMs > GAP_MS
    return isOver ? { ...track, pending: null } : track
  }
  const goesOn = pending !== null && isSame(said, pending)
  if (pending !== null && !goesOn && atMs - pending.atMs <= GAP_MS) return track
  const next: Pending = { ...said, sinceMs: goesOn ? pending.sinceMs : atMs, atMs }
  if (atMs - next.sinceMs < holdMs(before, said, reading)) return { ...track, pending: next }
  return turned(track, next)
}

function silenced(track: RoomTrack): RoomTrack {
  if (track.state === 'unknown') return track
  return turned(track, { ...unknown('not-seen'), sinceMs: track.atMs, atMs: track.atMs })
}

function turned(track: RoomTrack, { state, reason, sinceMs }: Pending): RoomTrack {
  const { last } = track
  if (state === 'unknown') {
    const known = track.state === 'unknown' ? last : { state: track.state, sinceMs: track.sinceMs, untilMs: sinceMs }
    return { ...track, state, reason, sinceMs, pending: null, last: known }
  }
  const isResumed = track.state === 'unknown' && last?.state === state && sinceMs - last.untilMs <= RESUMES_MS
  return { ...track, state, reason, sinceMs: isResumed ? last.sinceMs : sinceMs, pending: null, last: null }
}

/** The result of this frame alone, by the table above. */
function saidBy(before: RoomTrack, reading: RoomReading): Said {
  const { blind, hasBed, lying, sitting, floor, others, visitors, hasFallen } = reading
  if (blind !== null) return unknown(blind)
  const count = countOf(reading)
  if ((count > 1 && others > 0) || visitors > 0) return known('with-staff')
  if (hasFallen || floor > 0) return known('on-floor')
  if (count === 0) return unseen(before, reading)
  if (!hasBed) return known('present')
  if (lying > 0) return known('in-bed')
  return known(sitting > 0 ? 'sitting-up' : 'up')
}

function unseen(before: RoomTrack, { atMs, hasBed, isBedTaken }: RoomReading): Said {
  if (before.state === 'on-floor') {
    const unseenMs = atMs - (before.seenAtMs ?? before.sinceMs)
    return unseenMs < FLOOR_UNSEEN_MS ? before : unknown('not-seen')
  }
  // Stay unknown until a person is seen again.
  if (before.state === 'unknown' && before.last?.state === 'on-floor') return unknown('not-seen')
  if (!hasBed) return known('away')
  if (isBedTaken !== null) return known(isBedTaken ? 'in-bed' : 'away')
  if (before.state === 'in-bed' || before.state === 'away') return before
  const { last } = before
  const isRecent = last !== null && atMs - last.untilMs <= RESUMES_MS
  const isStill = isRecent && (last.state === 'in-bed' || last.state === 'away')
  return isStill ? known(last.state) : unknown('not-seen')
}

function holdMs(before: RoomTrack, { state, reason }: Said, { hasFallen }: RoomReading): number {
  // These reasons are facts, which no frame can contradict.
  if (reason !== null && AT_ONCE.includes(reason)) return 0
  if (before.state === 'with-staff') return Math.max(HOLD_MS[state], LEAVES_STAFF_MS)
  if (state === 'on-floor' && hasFallen) return 0
  if (before.state === 'on-floor') return Math.max(HOLD_MS[state], LEAVES_FLOOR_MS)
  return HOLD_MS[state]
}

const AT_ONCE: readonly RoomUnknown[] = ['app-off', 'privacy', 'camera-off', 'no-image', 'looks-elsewhere']
const countOf = ({ lying, sitting, up, floor }: RoomReading): number => lying + sitting + up + floor
const isSame = (a: Said, b: Said): boolean => a.state === b.state && a.reason === b.reason
const known = (state: RoomState): Said => ({ state, reason: null })
const unknown = (reason: RoomUnknown): Said => ({ state: 'unknown', reason })
