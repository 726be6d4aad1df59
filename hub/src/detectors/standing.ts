/** State of one track for the fall detector: upright, going down or on the floor, and since when. Pure. */

import { type Person, SEEN_SHARE } from '#vision/body/person.ts'
import { FRAME_MS, MAJORITY_SHARE, SURE_FRAMES } from '#vision/frame-pace.ts'
import { UP_MS } from '#vision/people/pose-limits.ts'
import type { PeopleReason } from './people-frame.ts'
import type { Opinion, Wait } from './second-opinion.ts'

/** State of one track. `uprightMs`: without interruption; `downSinceMs`: null while not on the floor. */
export type Standing = {
  id: number
  uprightMs: number
  /** Whether they were upright for a while before they went down. */
  wasUpright: boolean
  downSinceMs: number | null
  downAtMs: number
  /** Share of the outline that changed in the second in which they reached the floor. */
  newShare: number
  isRaised: boolean
  /** Where they were first seen and are now, and whether they have walked since. */
  from: { x: number; y: number }
  at: { x: number; y: number }
  hasWalked: boolean
  /** Place where the track stays within a body's length, and since when. */
  stays: { x: number; y: number; sinceMs: number }
  atMs: number
  /** Result of the operator's own model, and the incident that waits for it. */
  opinion: Opinion
  wait: Wait | null
}

/** Minimum time seen upright before a fall. */
const UPRIGHT_MS = SURE_FRAMES * FRAME_MS
/** Share of the outline on the floor that must be new: a walker may only match a lower template. */
const NEW_SHARE = 0.3
/** With most of their ground on the mattress nobody has fallen. */
export const BED_SHARE = MAJORITY_SHARE

/** Whether the person is on the floor: low or flat, not on the bed, and enough of them stands out. */
export const isDown = ({ posture, bedShare, fitShare }: Person): boolean =>
  (posture === 'low' || posture === 'lying') && bedShare < BED_SHARE && fitShare >= SEEN_SHARE

/** One more frame on the floor. */
export function onFloor(known: Standing, { stirShare }: Person, atMs: number): Standing {
  const isNew = known.downSinceMs === null
  return {
    ...known,
    newShare: isNew ? stirShare : known.newShare,
    uprightMs: 0,
    downSinceMs: known.downSinceMs ?? atMs,
    downAtMs: atMs,
    atMs,
  }
}

/** One more frame off the floor. */
export function notOnFloor(known: Standing, { posture }: Person, atMs: number): Standing {
  const uprightMs = known.uprightMs + atMs - known.atMs
  const isUpAgain = uprightMs >= UP_MS && posture === 'standing'
  return {
    ...known,
    uprightMs,
    wasUpright: known.wasUpright || uprightMs >= UPRIGHT_MS,
    downSinceMs: null,
    isRaised: known.isRaised && !isUpAgain,
    atMs,
  }
}

/** `downMs`: time on the floor that confirms a fall. */
export function reasonFor(
  { downSinceMs, wasUpright, newShare, isRaised }: Standing,
  downMs: number,
  atMs: number,
): PeopleReason {
  if (downSinceMs === null) return 'person-seen'
  if (isRaised) return 'already-raised'
  if (!wasUpright || newShare < NEW_SHARE) return 'person-seen'
  return atMs - downSinceMs < downMs ? 'too-short' : 'fell'
}
