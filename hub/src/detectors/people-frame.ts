/** Input of the apps about people: all people in the frame, in meters of the room. */
import type { PeopleAppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Box, Point, Region } from '@mimamori/contract/shared/geometry.ts'
import type { Detection, Person, PosesSeen } from '#vision/body/person.ts'
import { isInside } from '#vision/geometry.ts'

/** A connected foreground component, with its shares of the frame's pixels. */
export type Figure = {
  box: Box
  areaShare: number
  /** Moving share of its box. */
  movingShare: number
}

/** One analysed frame. `atMs`: capture time, ms since the epoch. Not reliable while the background is learned. */
export type PeopleFrame = {
  atMs: number
  isReliable: boolean
  people: readonly Person[]
  /** The largest first. */
  figures: readonly Figure[]
  /** Share of the frame that differs from the previous frame. */
  movingShare: number
  /** Whether the frame is free of noise and darkness, so that an empty pose result means an empty room; default: no. */
  isClear?: boolean
  /** Latest detection result of the operator's own model; undefined without one. */
  detection?: Detection
  /** People by the pose model; undefined while it does not run or respond. */
  poses?: PosesSeen
  /** Cells where people usually come into view (`places.ts`); undefined: none known. */
  usual?: ReadonlySet<number>
  /** The outline of the bed in this view; undefined without one. */
  bed?: Region
  /** Outlines of chairs, sofas and mattresses, and of doors; undefined: none. */
  seats?: readonly Region[]
  doors?: readonly Region[]
  /** Middles of its head and foot ends in the frame; undefined without a bed, or if unknown. */
  bedLine?: readonly [Point, Point]
  /** Whether the bed is outlined, so that a person lying on it does not count as on the floor. */
  isBedKnown?: boolean
}

/** What a step concludes: the new state, and at most a few incidents, each with its reason. */
export type Step<State, Incident> = { state: State; incidents: Incident[] }

/** Why an app about people decided as it did; stable keys for logs, tests and the settings page. */
export type PeopleReason =
  /** Its schedule is off. */
  | 'not-scheduled'
  /** The background is being learned. */
  | 'view-not-reliable'
  /** No bed is outlined, so the app cannot decide. */
  | 'no-bed'
  | 'quiet'
  /** A person is in view, but nothing counts. */
  | 'person-seen'
  /** Has the size of a person, but has not moved since it appeared: an object was put there. */
  | 'still'
  /** It began, but does not last long enough yet. */
  | 'too-short'
  /** It would count, but an incident was raised a moment ago. */
  | 'snoozed'
  /** Part of an incident that was already raised. */
  | 'already-raised'
  /** It counts, but the operator's model sees the person up: the incident is delayed by some seconds. */
  | 'seen-otherwise'
  /** Sat up in a bed in which nobody had lain long enough. */
  | 'not-lying-before'
  /** Left the bed over a side that is not watched. */
  | 'other-side'
  /** Left the bed with a carer at their side. */
  | 'accompanied'
  /** Went down and was up again before it counted. */
  | 'stumbled'
  /** Raised with this frame. */
  | 'person-confirmed'
  | 'sat-up'
  | 'left-bed'
  | 'fell'

export type PeopleIncident = {
  appCode: PeopleAppCode
  reason: PeopleReason
  /** When it began, not when it had lasted long enough. */
  occurredAtMs: number
  boxes: readonly Box[]
  /** Confidence of the operator's own model where it took part in the decision, 0 to 1. */
  modelConfidence?: number
  /** It is not sure that somebody fell: only the background saw it, or they let themselves down, sat before or stay low. */
  isPossible?: boolean
  /** Nobody was seen down: the pose model lost somebody who was on their feet, and nobody came out of the place. */
  isLookIn?: boolean
}

/** Whether a person's middle is in one of the regions; without regions the whole frame counts. */
export function isWatched({ box }: Pick<Person, 'box'>, regions: readonly Region[]): boolean {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return regions.length === 0 || regions.some(({ corners }) => isInside(middle, corners))
}

/** Time on the bed before a person that came there counts as in it; a carer leans over it, or sits down on it, for less. */
export const IN_BED_MS = 15_000

/** Distance from the first detection beyond which a track has walked; matching errors stay below it. */
const WALKED_M = 0.8

/** Distance within which somebody is with another, or at the place of a fall: helping at the bed, or kneeling there. */
export const WITH_M = 1.5

/** Whether a person has walked away from where they were first detected; meters, as in `Person`. */
export function hasLeft(from: Pick<Person, 'x' | 'y'>, { x, y }: Pick<Person, 'x' | 'y'>): boolean {
  return Math.hypot(x - from.x, y - from.y) > WALKED_M
}

/** Whether the snooze of the incident of `raisedAtMs` (null: none yet) still runs. */
export function isSnoozed(raisedAtMs: number | null, nowMs: number, snoozeSeconds: number): boolean {
  return raisedAtMs !== null && nowMs - raisedAtMs < snoozeSeconds * 1000
}

/** A body is in an outline by its middle, or by a point this share of its height above its lower edge. */
const REST_SHARE = 0.25

/** Whether a body is in one of the outlines. */
export function isIn({ x, y, width, height }: Box, outlines: readonly Region[] = []): boolean {
  const at = (share: number) => ({ x: x + width / 2, y: y + height * share })
  return outlines.some(({ corners }) => isInside(at(0.5), corners) || isInside(at(1 - REST_SHARE), corners))
}

/** Whether a body that the pose model saw is on the outlined bed: lying, sitting or standing there. */
export const isOnBed = (box: Box, { bed }: Pick<PeopleFrame, 'bed'>): boolean => bed !== undefined && isIn(box, [bed])

/** Whether a body is on the outlined bed or on a seat, where nobody has fallen. */
export const isOnRest = (box: Box, frame: Pick<PeopleFrame, 'bed' | 'seats'>): boolean =>
  isOnBed(box, frame) || isIn(box, frame.seats)

/** Number of people: by the pose model where it runs, else by the template matches of the foreground. */
export function peopleCount({ poses, people }: Pick<PeopleFrame, 'poses' | 'people'>): number {
  return poses ? poses.people.filter(({ lostMs }) => lostMs === null).length : people.length
}
