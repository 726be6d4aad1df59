/** State of one track for the fall detector: upright, going down or on the floor, and since when. Pure. */
import type { Person } from '#vision/people/person.ts'
import type { PeopleReason } from './people-frame.ts'
import type { Opinion, Wait } from './second-opinion.ts'

/**
 * State of one track. `uprightMs`: without interruption; `stoodAtMs`: last time standing with enough foreground;
 * `downSinceMs` and `lyingSinceMs`: null while not on the floor, not flat.
 */
export type Standing = {
  id: number
  uprightMs: number
  wasUprightAtMs: number | null
  stoodAtMs: number | null
  downSinceMs: number | null
  downAtMs: number
  lyingSinceMs: number | null
  /** Last movement as large as a fall's, and last movement at all before or soon after they lay flat; null: none yet. */
  stirredAtMs: number | null
  movedAtMs: number | null
  /** Largest share of the outline on the floor that changed in a second while the person came to rest in it. */
  newShare: number
  /** Whether a lost track came back already low. */
  cameLow: boolean
  isRaised: boolean
  /** Where they were first seen and are now, and whether they have walked since. */
  from: { x: number; y: number }
  at: { x: number; y: number }
  hasWalked: boolean
  /** Place where the track stays within a body's length, and since when. */
  stays: { x: number; y: number; sinceMs: number }
  atMs: number
  /** Result of the operator's own model, and the alert that waits for it. */
  opinion: Opinion
  wait: Wait | null
}

/** Time upright after a fall before the next one may be raised. */
export const UPRIGHT_AGAIN_MS = 2000
/** Maximum time from upright to the floor of a fall; lying down takes longer, and sliding from a bed's edge some seconds. */
const DROP_MS = 6000
/** Time from clearly standing to low that means sitting down on a chair that hides half of the body; later it proves nothing. */
const SIT_DOWN_MS = { from: 2400, until: 4500 }
const FIT_STANDS = 0.5
/** A person lying flat for this long has fallen, however slowly: nobody lies flat on a chair. */
const FLAT_MS = 5000
/** … unless nothing moved then: a person standing in front of a wall of their colour can match a lying template. */
const MOVED_SHARE_MIN = 0.05
/** A helper kneels for a moment and rises: gaps longer than this end the time on the floor. */
const GAP_MS = 500
/** A track lost for longer than this was not seen going down. */
const LOST_MS = 2000
/** Minimum time seen upright before a fall. */
const UPRIGHT_MS = 600
/** Share of the body's outline that changes in a second while a person goes down; a wrong posture match does not move. */
export const STIR_SHARE_MIN = 0.4
/** … how long before the floor it may have ended, and the time in which the body comes to rest there. */
const STIR_MS = 1600
const SETTLE_MS = 1000
/** … and the share of the outline on the floor that must be new: a walker also moved, and may only match a lower template. */
const NEW_SHARE_MIN = 0.3
/** Above this share of ground on the mattress nobody has fallen. */
export const BED_SHARE_MAX = 0.5
/** Minimum foreground share of the outline on the floor when the person goes down, and while they stay down. */
export const FIT_DOWN = 0.45
export const FIT_STAYS = 0.35

/** Whether the person is on the floor; `fitMin`: share of the outline that must stand out. */
export const isDown = ({ posture, bedShare, fitShare }: Person, fitMin = FIT_DOWN): boolean =>
  (posture === 'low' || posture === 'lying') && bedShare < BED_SHARE_MAX && fitShare >= fitMin

const movedAt = ({ movedAtMs }: Standing, { stirShare }: Person, atMs: number): number | null =>
  stirShare >= MOVED_SHARE_MIN ? atMs : movedAtMs

const stirredAt = ({ stirredAtMs }: Standing, { stirShare }: Person, atMs: number): number | null =>
  stirShare >= STIR_SHARE_MIN ? atMs : stirredAtMs

/** One more frame on the floor. */
export function onFloor(known: Standing, person: Person, atMs: number): Standing {
  const isSettling = atMs - (known.downSinceMs ?? atMs) <= SETTLE_MS
  const liesFlat = person.posture === 'lying' && person.fitShare >= FIT_DOWN
  const lyingSinceMs = liesFlat ? (known.lyingSinceMs ?? atMs) : null
  const isFlatStill = lyingSinceMs !== null && atMs - lyingSinceMs > SETTLE_MS
  return {
    ...known,
    stirredAtMs: isSettling ? stirredAt(known, person, atMs) : known.stirredAtMs,
    newShare: isSettling ? Math.max(known.downSinceMs === null ? 0 : known.newShare, person.stirShare) : known.newShare,
    movedAtMs: isFlatStill ? known.movedAtMs : movedAt(known, person, atMs),
    uprightMs: 0,
    cameLow: known.downSinceMs === null ? atMs - known.atMs > LOST_MS : known.cameLow,
    downSinceMs: known.downSinceMs ?? atMs,
    downAtMs: atMs,
    lyingSinceMs,
    atMs,
  }
}

/** One more frame off the floor; a short one between two on it does not end the time there. */
export function notOnFloor(known: Standing, person: Person, atMs: number): Standing {
  const uprightMs = known.uprightMs + atMs - known.atMs
  const isDownStill = known.downSinceMs !== null && atMs - known.downAtMs <= GAP_MS
  const isUpAgain = uprightMs >= UPRIGHT_AGAIN_MS && person.posture === 'standing'
  return {
    ...known,
    stirredAtMs: stirredAt(known, person, atMs),
    movedAtMs: movedAt(known, person, atMs),
    uprightMs,
    wasUprightAtMs: uprightMs >= UPRIGHT_MS ? atMs : known.wasUprightAtMs,
    stoodAtMs: person.posture === 'standing' && person.fitShare >= FIT_STANDS ? atMs : known.stoodAtMs,
    downSinceMs: isDownStill ? known.downSinceMs : null,
    lyingSinceMs: null,
    isRaised: known.isRaised && !isUpAgain,
    atMs,
  }
}

/** `downMs`: time on the floor that confirms a fall. */
export function reasonFor(
  {
    downSinceMs,
    lyingSinceMs,
    wasUprightAtMs,
    stoodAtMs,
    stirredAtMs,
    movedAtMs,
    newShare,
    cameLow,
    isRaised,
  }: Standing,
  downMs: number,
  atMs: number,
): PeopleReason {
  if (downSinceMs === null) return 'person-seen'
  if (isRaised) return 'already-raised'
  if (wasUprightAtMs === null || downSinceMs - wasUprightAtMs > DROP_MS) return 'person-seen'
  const wentFlat = lyingSinceMs !== null && movedAtMs !== null && lyingSinceMs - movedAtMs <= STIR_MS
  if (wentFlat && atMs - lyingSinceMs >= Math.max(FLAT_MS, downMs)) return 'fell'
  if (cameLow) return 'person-seen'
  const sankMs = downSinceMs - (stoodAtMs ?? Number.NEGATIVE_INFINITY)
  if (sankMs > SIT_DOWN_MS.from && sankMs < SIT_DOWN_MS.until) return 'person-seen'
  if (stirredAtMs === null || downSinceMs - stirredAtMs > STIR_MS) return 'person-seen'
  if (newShare < NEW_SHARE_MIN && atMs - downSinceMs > SETTLE_MS) return 'person-seen'
  return atMs - downSinceMs < downMs ? 'too-short' : 'fell'
}
