/** A001 person detector: a figure of a person's size moves in the watched region. Pure: frames in, incidents out, no clock, no I/O. */
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { FIGURE_SHARE, LASTING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import { isInside } from '#vision/geometry.ts'
import { FORGET_MS, LOOK_MS, MOVING_SHARE } from '#vision/people/pose-limits.ts'
import {
  type Figure,
  isSnoozed,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
} from './people-frame.ts'
import { isNobody, isUnsure, type Looks, lookedAt, noLooks, sureFigures } from './pose-presence.ts'

export type PersonSettings = Omit<Extract<HubAppSettings, { appCode: 'A001' }>, 'appCode'>

/** `sinceMs`: when the present figure appeared; null without a figure. */
type PersonState = {
  looks: Looks
  /** Whether inference by the pose model would help now. */
  wantsPose: boolean
  sinceMs: number | null
  lastMs: number
  hasMoved: boolean
  isRaised: boolean
  raisedAtMs: number | null
  reason: PeopleReason
}

export const personStart: PersonState = {
  looks: noLooks,
  wantsPose: false,
  sinceMs: null,
  lastMs: 0,
  hasMoved: false,
  isRaised: false,
  raisedAtMs: null,
  reason: 'quiet',
}

/** Raises once for each stay: from the first frame with a figure until `FORGET_MS` without one. */
export function stepPerson(
  before: PersonState,
  settings: PersonSettings,
  frame: PeopleFrame,
): Step<PersonState, PeopleIncident> {
  if (!frame.isReliable) {
    const { raisedAtMs, looks } = before
    return { state: { ...personStart, looks, raisedAtMs, reason: 'view-not-reliable' }, incidents: [] }
  }
  const standing = frame.figures.filter((figure) => isPersonSized(figure, settings))
  const figures = [...standing, ...sureFigures(frame).filter((figure) => isWatched(figure, settings))]
  const looks = lookedAt(before.looks, frame, figures.length > 0)
  const isOther = figures.length > 0 && isNobody(looks, frame)
  const wantsPose = figures.length > 0 && isUnsure(looks, frame)
  if (figures.length === 0 || isOther) {
    const reason = isOther ? 'seen-otherwise' : 'quiet'
    const isGone = frame.atMs - before.lastMs > FORGET_MS
    return {
      state: isGone
        ? { ...personStart, looks, reason, raisedAtMs: before.raisedAtMs }
        : { ...before, looks, wantsPose, reason },
      incidents: [],
    }
  }
  const state = {
    ...before,
    looks,
    wantsPose,
    sinceMs: before.sinceMs ?? frame.atMs,
    lastMs: frame.atMs,
    hasMoved: before.hasMoved || frame.movingShare >= MOVING_SHARE,
  }
  const judged = reasonFor(state, settings, frame.atMs)
  const isEarly = wantsPose && frame.atMs - state.sinceMs < LOOK_MS
  const reason = judged === 'person-confirmed' && isEarly ? 'too-short' : judged
  if (reason !== 'person-confirmed') return { state: { ...state, reason }, incidents: [] }
  const boxes = figures.map(({ box }) => box)
  const raised = { ...state, isRaised: true, raisedAtMs: frame.atMs, reason }
  return { state: raised, incidents: [{ appCode: 'A001', reason, occurredAtMs: state.sinceMs, boxes }] }
}

function isPersonSized({ box, areaShare }: Figure, { sensitivity, regions }: PersonSettings): boolean {
  return areaShare >= FIGURE_SHARE[sensitivity] && isWatched({ box }, { regions })
}

function isWatched({ box }: Pick<Figure, 'box'>, { regions }: Pick<PersonSettings, 'regions'>): boolean {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const foot = { x: middle.x, y: box.y + box.height * 0.95 }
  return regions.length === 0 || regions.some(({ corners }) => isInside(middle, corners) || isInside(foot, corners))
}

function reasonFor(
  { sinceMs, hasMoved, isRaised, raisedAtMs }: PersonState & { sinceMs: number },
  { sensitivity, snoozeSeconds }: PersonSettings,
  atMs: number,
): PeopleReason {
  if (isRaised) return 'already-raised'
  if (!hasMoved) return 'still'
  if (atMs - sinceMs < LASTING_MS.A001[sensitivity]) return 'too-short'
  return isSnoozed(raisedAtMs, atMs, snoozeSeconds) ? 'snoozed' : 'person-confirmed'
}
