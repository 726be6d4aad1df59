/** A005 fall detector: a person goes from upright to the floor and stays down. Pure: frames in, incidents out, no clock, no I/O. */
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { LASTING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import { LYING_HALF_M, type Person, SEEN_SHARE } from '#vision/body/person.ts'
import { FRAME_MS, SURE_FRAMES } from '#vision/frame-pace.ts'
import { FALL_MS, UP_MS } from '#vision/people/pose-limits.ts'
import {
  hasLeft,
  isIn,
  isSnoozed,
  isWatched,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
} from './people-frame.ts'
import {
  askEveryMs,
  CONFIRMED_SHARE,
  confirms,
  heard,
  noOpinion,
  ownIncidentSinceMs,
  type Wait,
  weigh,
} from './second-opinion.ts'
import { BED_SHARE, isDown, notOnFloor, onFloor, reasonFor, type Standing } from './standing.ts'

export type FallSettings = Omit<Extract<HubAppSettings, { appCode: 'A005' }>, 'appCode'>

/** Place of a fall that raised an incident, and when a person was last on the floor there. */
type Place = { x: number; y: number; downAtMs: number }

export type FallState = {
  people: readonly Standing[]
  place: Place | null
  raisedAtMs: number | null
  reason: PeopleReason
  /** Whether inference by the operator's own model would help with this frame, and when it last would have. */
  wantsLook: boolean
  askedAtMs: number | null
}

export const fallStart: FallState = {
  people: [],
  place: null,
  raisedAtMs: null,
  reason: 'quiet',
  wantsLook: false,
  askedAtMs: null,
}

/** Confirmation takes three times as long while another person stands: they see the fall, and a kneeling helper looks alike. */
const COMPANION_CONFIRM_FACTOR = 3
/** Radius of one fall, meters: a kneeling helper or a re-detected person within it belongs to the same fall. */
const BESIDE_M = 2
/** A track that moved by half of a body's length within this time is walking, not lying. */
const STAYS_MS = SURE_FRAMES * FRAME_MS

/**
 * Raises one incident for each fall: upright, then on the floor beside the bed for the time of the sensitivity. Latched
 * until upright. The advanced model's last answer counts too; without answers the result is that of the standard model.
 */
export function stepFall(
  before: FallState,
  settings: FallSettings,
  frame: PeopleFrame,
): Step<FallState, PeopleIncident> {
  if (!frame.isReliable) return unreliable(before, frame.atMs)
  const outcome: Outcome = {
    place: before.place,
    raisedAtMs: before.raisedAtMs,
    reason: frame.people.length > 0 ? 'person-seen' : 'quiet',
    incidents: [],
  }
  const people = before.people
    .filter(({ id, atMs }) => frame.atMs - atMs < FALL_MS && !frame.people.some((one) => one.id === id))
    .map((lost) => raiseLost(lost, outcome, settings, frame.atMs))
  const [watched, others] = split(frame.people, (one) => isWatched(one, settings.regions))
  for (const { id } of others) {
    const known = before.people.find((one) => one.id === id)
    if (known) raiseLost(known, outcome, settings, frame.atMs)
  }
  let askMs: number | null = null
  for (const person of watched) {
    const standing = judge(person, before, outcome, { settings, frame })
    people.push(standing)
    const isOpen = settings.model === 'advanced' && !standing.isRaised && person.bedShare < BED_SHARE
    const everyMs = isOpen ? askEveryMs(person, standing.opinion, frame.atMs) : null
    if (everyMs !== null) askMs = Math.min(askMs ?? everyMs, everyMs)
  }
  if (outcome.place && isHelped(outcome.place, frame)) outcome.place = { ...outcome.place, downAtMs: frame.atMs }
  const { incidents, ...rest } = outcome
  const wantsLook = askMs !== null && frame.atMs - (before.askedAtMs ?? Number.NEGATIVE_INFINITY) >= askMs
  const askedAtMs = wantsLook ? frame.atMs : before.askedAtMs
  return { state: { people, ...rest, wantsLook, askedAtMs }, incidents }
}

/** Collects the results for the people of a frame, one after the other. */
type Outcome = Pick<FallState, 'place' | 'raisedAtMs' | 'reason'> & { incidents: PeopleIncident[] }

/** Infers nothing, but raises a fall that waited only for the model. */
function unreliable(before: FallState, atMs: number): Step<FallState, PeopleIncident> {
  const waits = before.people.flatMap(({ wait }) => (wait && !wait.isOver ? [wait] : []))
  const raisedAtMs = waits.length > 0 ? atMs : before.raisedAtMs
  const incidents = waits.slice(0, 1).map(incidentOf)
  return { state: { ...fallStart, raisedAtMs, reason: 'view-not-reliable' }, incidents }
}

const incidentOf = ({ occurredAtMs, box }: Omit<Wait, 'isOver' | 'sinceMs'>): PeopleIncident => ({
  appCode: 'A005',
  reason: 'fell',
  occurredAtMs,
  boxes: [box],
})

/** Raises the pending incident of a lost person: nobody can see them stand up any more. */
function raiseLost(lost: Standing, outcome: Outcome, { snoozeSeconds }: FallSettings, atMs: number): Standing {
  if (!lost.wait || lost.wait.isOver) return lost
  const wait = { ...lost.wait, isOver: true }
  if (isSnoozed(outcome.raisedAtMs, atMs, snoozeSeconds)) return { ...lost, wait }
  outcome.incidents.push(incidentOf(wait))
  outcome.raisedAtMs = atMs
  outcome.place = { ...lost.at, downAtMs: atMs }
  outcome.reason = 'fell'
  return { ...lost, wait, isRaised: true }
}

function judge(
  person: Person,
  before: FallState,
  outcome: Outcome,
  { settings, frame }: { settings: FallSettings; frame: PeopleFrame },
): Standing {
  const { atMs } = frame
  const known = knownOf(person, before, atMs)
  const isOnFloor = isDown(person) && !isIn(person.box, frame.seats)
  const now = isOnFloor ? onFloor(known, person, atMs) : notOnFloor(known, person, atMs)
  const opinion = settings.model === 'advanced' ? heard(known.opinion, person, frame) : known.opinion
  // The person stands again, and no other track lies there.
  const standsAgain = known.isRaised && !now.isRaised
  if (standsAgain && !frame.people.some((one) => isDown(one)) && !isHelped(outcome.place, frame)) outcome.place = null
  const fullMs =
    LASTING_MS.A005[settings.sensitivity] * (isAccompanied(person, before, frame) ? COMPANION_CONFIRM_FACTOR : 1)
  const isConfirmed = confirms(opinion, atMs)
  let judged = reasonFor(now, isConfirmed ? fullMs * CONFIRMED_SHARE : fullMs, atMs)
  // A person now upright, out of view (for example through the door), or walking is not lying there.
  const isSeenDown = isOnFloor && person.isSeen && atMs - now.stays.sinceMs >= STAYS_MS
  if (judged === 'fell' && !isSeenDown) judged = 'too-short'
  const ownSinceMs = person.bedShare < BED_SHARE && !now.isRaised ? ownIncidentSinceMs(opinion, person, frame) : null
  const sinceMs = judged === 'fell' ? now.downSinceMs : ownSinceMs
  const due = sinceMs === null ? null : { occurredAtMs: sinceMs, box: person.box }
  const isUpAgain = !isOnFloor && now.uprightMs >= UP_MS
  const { wait, isDue } = weigh(known.wait, opinion, { due, isUpAgain, atMs })
  if (isDue) judged = 'fell'
  else if (wait && !wait.isOver) judged = 'seen-otherwise'
  if (judged === 'fell' && isAbout(outcome.place, person, atMs)) judged = 'already-raised'
  // Not lost: if the person still lies there when the snooze ends, the incident is raised then.
  if (judged === 'fell' && isSnoozed(outcome.raisedAtMs, atMs, settings.snoozeSeconds)) judged = 'snoozed'
  if (judged !== 'person-seen') outcome.reason = judged
  if (judged === 'fell') {
    const seen = isConfirmed ? { modelConfidence: opinion.confidence } : {}
    outcome.incidents.push({ ...incidentOf(due ?? wait!), ...seen })
    outcome.raisedAtMs = atMs
    outcome.place = { x: person.x, y: person.y, downAtMs: atMs }
  } else if (outcome.place && isDown(person) && isAbout(outcome.place, person, atMs)) {
    outcome.place = { ...outcome.place, downAtMs: atMs }
  }
  return { ...now, opinion, wait, isRaised: now.isRaised || judged === 'fell' }
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** Whether the person belongs to the raised fall: the fallen person detected again, or a kneeling helper. */
function isAbout(place: Place | null, { x, y }: Person, atMs: number): boolean {
  return place !== null && atMs - place.downAtMs < FALL_MS && isNear(place, { x, y })
}

/** Whether two people are at the place: kneeling, lifting and lying alternate between them, and it is one fall. */
function isHelped(place: Place | null, { people, atMs }: PeopleFrame): boolean {
  return people.filter((person) => isAbout(place, person, atMs)).length > 1
}

/** The track's standing; a new track where a person went down a moment ago continues that person's. */
function knownOf(person: Person, { people }: FallState, atMs: number): Standing {
  const same = people.find(({ id }) => id === person.id)
  if (same) return moved(same, person, atMs)
  const fallen = isDown(person) ? people.find((one) => one.downSinceMs !== null && isNear(one.at, person)) : undefined
  if (fallen && atMs - fallen.downAtMs <= FALL_MS)
    return moved({ ...fallen, id: person.id, isRaised: false }, person, atMs)
  const at = { x: person.x, y: person.y }
  return {
    id: person.id,
    uprightMs: 0,
    wasUpright: false,
    downSinceMs: null,
    downAtMs: 0,
    newShare: 0,
    isRaised: false,
    from: at,
    at,
    hasWalked: false,
    stays: { ...at, sinceMs: Number.NEGATIVE_INFINITY },
    atMs,
    opinion: noOpinion(atMs),
    wait: null,
  }
}

function moved(known: Standing, { x, y }: Person, atMs: number): Standing {
  const goesOn = Math.hypot(x - known.stays.x, y - known.stays.y) > LYING_HALF_M
  return {
    ...known,
    at: { x, y },
    hasWalked: known.hasWalked || hasLeft(known.from, { x, y }),
    stays: goesOn ? { x, y, sinceMs: atMs } : known.stays,
  }
}

const isNear = (a: { x: number; y: number }, b: { x: number; y: number }): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < BESIDE_M

/** Whether another person is standing who has walked, so cannot be an object in the room. */
function isAccompanied({ id }: Person, { people }: FallState, frame: PeopleFrame): boolean {
  const walked = (one: Person) => people.some((known) => known.id === one.id && known.hasWalked)
  return frame.people.some(
    (other) => other.id !== id && other.fitShare >= SEEN_SHARE && !isDown(other) && walked(other),
  )
}
