/** What is known of somebody who might fall: upright, going down, on the floor, for how long. Pure. */
import type { Person } from '#vision/people/person.ts'
import type { PeopleReason } from './people-frame.ts'
import type { Opinion, Wait } from './second-opinion.ts'

/**
 * Of somebody who is followed. Upright counts in ms without interruption; `stoodAtMs`: last, well seen; `downSinceMs` and `lyingSinceMs` null: not on
 * the floor, not flat. */
export type Standing = {
  id: number
  uprightMs: number
  wasUprightAtMs: number | null
  stoodAtMs: number | null
  downSinceMs: number | null
  downAtMs: number
  lyingSinceMs: number | null
  /** When they last moved as somebody does who falls, and at all, before or soon after they were flat; null: not yet. */
  stirredAtMs: number | null
  movedAtMs: number | null
  /** Of the outline on the floor so much changed in a second while they came to lie in it, at most. */
  newShare: number
  /** Whether they were low when seen again after being lost from sight. */
  cameLow: boolean
  isRaised: boolean
  /** Where they were first seen and are now, and whether they have walked since. */
  from: { x: number; y: number }
  at: { x: number; y: number }
  hasWalked: boolean
  /** Where they have been, give or take a body, and since when. */
  stays: { x: number; y: number; sinceMs: number }
  atMs: number
  /** Of the operator's own model, and an alert that waits because of it. */
  opinion: Opinion
  wait: Wait | null
}

/** After a fall, so long upright before the next can be one. */
export const UPRIGHT_AGAIN_MS = 2000
/** Longer from upright to the floor is lying down, not falling; sliding from a bed's edge takes a few seconds. */
const DROP_MS = 6000
/** From well on their feet to the floor: who takes so long sits down on a chair that hides half of them. Later anything may have been. */
const SIT_DOWN_MS = { from: 2400, until: 4500 }
const FIT_STANDS = 0.5
/** However slowly it came, a person seen lying flat for so long did not sit down: a chair shows nobody lying. */
const FLAT_MS = 5000
/** … unless nothing of them moved then: who stands still in front of a wall like their clothes is only taken for lying. */
const MOVED_SHARE_MIN = 0.05
/** Somebody who helps kneels for a moment and rises: their gaps end the time on the floor. */
const GAP_MS = 500
/** Who was out of sight for longer was not seen to go down. */
const LOST_MS = 2000
/** Seen upright at least so long before, or it may have been anything. */
const UPRIGHT_MS = 600
/** Of the body's outline so much changes in a second when somebody goes down; who only seems lower does not move. */
export const STIR_SHARE_MIN = 0.4
/** … and it is over so long before the body is still, or comes to rest so soon; who stirs later seemed lower before. */
const STIR_MS = 1600
const SETTLE_MS = 1000
/** … and of the outline on the floor so much: who walked a moment ago stirred, too, and may only seem lower now. */
const NEW_SHARE_MIN = 0.3
/** On the mattress nobody has fallen. */
export const BED_SHARE_MAX = 0.5
/** Of the outline of somebody on the floor so much must stand out when they go down, less of it may be anything; and while they stay. */
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

/** `downMs`: so long on the floor is a fall, if it began as one. */
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
