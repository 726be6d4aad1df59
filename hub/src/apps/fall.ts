/** A005, fall: who was upright is on the floor and stays there. Pure: frames in, incidents out, no clock, no I/O. */
import type { HubAppSettings } from '@mimamori/contract/app-settings.ts'
import { LASTING_MS } from '@mimamori/contract/app-thresholds.ts'
import type { Person } from '#media/person.ts'
import {
  hasLeft,
  isSnoozed,
  isWatched,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
} from './people-frame.ts'

export type FallSettings = Omit<Extract<HubAppSettings, { appCode: 'A005' }>, 'appCode'>

/** Of somebody who is followed. Upright counts in ms without interruption; `downSinceMs` null: not on the floor. */
type Standing = {
  id: number
  uprightMs: number
  wasUprightAtMs: number | null
  downSinceMs: number | null
  downAtMs: number
  /** When they last moved as somebody does who falls; null: not yet. */
  stirredAtMs: number | null
  isRaised: boolean
  /** Where they were first seen and are now, and whether they have walked since. */
  from: { x: number; y: number }
  at: { x: number; y: number }
  hasWalked: boolean
  atMs: number
}

/** Where somebody fell of whom an alert was raised, and until when somebody was on the floor there. */
type Place = { x: number; y: number; downAtMs: number }

export type FallState = {
  people: readonly Standing[]
  place: Place | null
  raisedAtMs: number | null
  reason: PeopleReason
}

export const fallStart: FallState = { people: [], place: null, raisedAtMs: null, reason: 'quiet' }

/** While somebody else who walked there is on their feet, so many times as long: they see it, and who helps kneels. */
const ACCOMPANIED = 3
/** Longer from upright to the floor is lying down, not falling; sliding from a bed's edge takes a few seconds. */
const DROP_MS = 6000
/** Somebody who helps kneels for a moment and rises: their gaps end the time on the floor. */
const GAP_MS = 500
/** After a fall, so long upright before the next can be one. */
const UPRIGHT_AGAIN_MS = 2000
/** Seen upright at least so long before, or it may have been anything. */
const UPRIGHT_MS = 600
const FORGET_MS = 5000
/** Of the body's outline so much changes in a second when somebody goes down; who only seems lower does not move. */
const STIR_SHARE_MIN = 0.3
/** … and it is over so long before the body is still, or comes to rest so soon; who stirs later seemed lower before. */
const STIR_MS = 1600
const SETTLE_MS = 1000
/** On the mattress nobody has fallen. */
const BED_SHARE_MAX = 0.5
/** Of the outline of somebody on the floor so much must stand out when they go down, less of it may be anything; and while they stay. */
const FIT_DOWN = 0.45
const FIT_STAYS = 0.35
/** As far as a helper kneels from the one who fell, and as somebody is lost from sight there, metres. */
const BESIDE_M = 2
/** So long after nobody lies there any more, another fall there is a new one. */
const OVER_MS = 6000

/** Once for each fall: upright, then on the floor beside the bed for as long as the sensitivity asks. Latched until upright. */
export function stepFall(
  before: FallState,
  settings: FallSettings,
  frame: PeopleFrame,
): Step<FallState, PeopleIncident> {
  if (!frame.isReliable)
    return { state: { ...fallStart, raisedAtMs: before.raisedAtMs, reason: 'view-not-reliable' }, incidents: [] }
  let reason: PeopleReason = frame.people.length > 0 ? 'person-seen' : 'quiet'
  let { raisedAtMs, place } = before
  const incidents: PeopleIncident[] = []
  const people = before.people.filter(
    ({ id, atMs }) => frame.atMs - atMs < FORGET_MS && !frame.people.some((one) => one.id === id),
  )
  for (const person of frame.people.filter((one) => isWatched(one, settings.regions))) {
    const known = knownOf(person, before, frame.atMs)
    const isOnFloor = isDown(person, known.downSinceMs === null ? FIT_DOWN : FIT_STAYS)
    const standing = isOnFloor ? onFloor(known, person, frame.atMs) : notOnFloor(known, person, frame.atMs)
    // They stand again, and nobody lies there who might be them.
    if (known.isRaised && !standing.isRaised && !frame.people.some((one) => isDown(one)) && !isHelped(place, frame))
      place = null
    const downMs = LASTING_MS.A005[settings.sensitivity] * (isAccompanied(person, before, frame) ? ACCOMPANIED : 1)
    let judged = reasonFor(standing, downMs, frame.atMs)
    // Who is seen upright at that very moment is not told of as lying there.
    if (judged === 'fell' && !isOnFloor) judged = 'too-short'
    if (judged === 'fell' && isAbout(place, person, frame.atMs)) judged = 'already-raised'
    // Not lost: who still lies there when the snooze is over is told of then.
    if (judged === 'fell' && isSnoozed(raisedAtMs, frame.atMs, settings.snoozeSeconds)) judged = 'snoozed'
    if (judged === 'fell') {
      raisedAtMs = frame.atMs
      incidents.push({ appCode: 'A005', reason: 'fell', occurredAtMs: standing.downSinceMs!, boxes: [person.box] })
    }
    if (judged !== 'person-seen') reason = judged
    people.push(judged === 'fell' ? { ...standing, isRaised: true } : standing)
    if (judged === 'fell') place = { x: person.x, y: person.y, downAtMs: frame.atMs }
    else if (place && isDown(person) && isAbout(place, person, frame.atMs)) place = { ...place, downAtMs: frame.atMs }
  }
  if (place && isHelped(place, frame)) place = { ...place, downAtMs: frame.atMs }
  return { state: { people, place, raisedAtMs, reason }, incidents }
}

/** Whether it is the fall that was raised there, of somebody who was lost from sight, or who kneels to help. */
function isAbout(place: Place | null, { x, y }: Person, atMs: number): boolean {
  return place !== null && atMs - place.downAtMs < OVER_MS && isNear(place, { x, y })
}

/** Two are there: who kneels, who is lifted and who lies changes all the time, and it is one fall. */
function isHelped(place: Place | null, { people, atMs }: PeopleFrame): boolean {
  return people.filter((person) => isAbout(place, person, atMs)).length > 1
}

/** Who is followed anew where somebody went down a moment ago is the same. */
function knownOf(person: Person, { people }: FallState, atMs: number): Standing {
  const same = people.find(({ id }) => id === person.id)
  if (same) return moved(same, person)
  const fallen = isDown(person) ? people.find((one) => one.downSinceMs !== null && isNear(one.at, person)) : undefined
  if (fallen && atMs - fallen.downAtMs <= FORGET_MS) return moved({ ...fallen, id: person.id, isRaised: false }, person)
  const at = { x: person.x, y: person.y }
  const never = { wasUprightAtMs: null, downSinceMs: null, stirredAtMs: null }
  return { id: person.id, uprightMs: 0, downAtMs: 0, ...never, isRaised: false, from: at, at, hasWalked: false, atMs }
}

function moved(known: Standing, { x, y }: Person): Standing {
  return {
    ...known,
    at: { x, y },
    hasWalked: known.hasWalked || hasLeft(known.from, { x, y }),
  }
}

const isNear = (a: { x: number; y: number }, b: { x: number; y: number }): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < BESIDE_M

/** Whether somebody else is on their feet who has walked: nothing that was left somewhere. */
function isAccompanied({ id }: Person, { people }: FallState, frame: PeopleFrame): boolean {
  const walked = (one: Person) => people.some((known) => known.id === one.id && known.hasWalked)
  return frame.people.some((other) => other.id !== id && other.fitShare >= FIT_DOWN && !isDown(other) && walked(other))
}

const isDown = ({ posture, bedShare, fitShare }: Person, fitMin = FIT_DOWN): boolean =>
  (posture === 'low' || posture === 'lying') && bedShare < BED_SHARE_MAX && fitShare >= fitMin

const stirredAt = ({ stirredAtMs }: Standing, { stirShare }: Person, atMs: number): number | null =>
  stirShare >= STIR_SHARE_MIN ? atMs : stirredAtMs

function onFloor(known: Standing, person: Person, atMs: number): Standing {
  const isSettling = atMs - (known.downSinceMs ?? atMs) <= SETTLE_MS
  return {
    ...known,
    stirredAtMs: isSettling ? stirredAt(known, person, atMs) : known.stirredAtMs,
    uprightMs: 0,
    downSinceMs: known.downSinceMs ?? atMs,
    downAtMs: atMs,
    atMs,
  }
}

function notOnFloor(known: Standing, person: Person, atMs: number): Standing {
  const uprightMs = known.uprightMs + atMs - known.atMs
  const isDownStill = known.downSinceMs !== null && atMs - known.downAtMs <= GAP_MS
  const isUpAgain = uprightMs >= UPRIGHT_AGAIN_MS && person.posture === 'standing'
  return {
    ...known,
    stirredAtMs: stirredAt(known, person, atMs),
    uprightMs,
    wasUprightAtMs: uprightMs >= UPRIGHT_MS ? atMs : known.wasUprightAtMs,
    downSinceMs: isDownStill ? known.downSinceMs : null,
    isRaised: known.isRaised && !isUpAgain,
    atMs,
  }
}

function reasonFor(
  { downSinceMs, wasUprightAtMs, stirredAtMs, isRaised }: Standing,
  downMs: number,
  atMs: number,
): PeopleReason {
  if (downSinceMs === null) return 'person-seen'
  if (isRaised) return 'already-raised'
  if (wasUprightAtMs === null || downSinceMs - wasUprightAtMs > DROP_MS) return 'person-seen'
  if (stirredAtMs === null || downSinceMs - stirredAtMs > STIR_MS) return 'person-seen'
  return atMs - downSinceMs < downMs ? 'too-short' : 'fell'
}
