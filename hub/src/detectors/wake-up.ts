/** A004, wake-up: who lay in bed sits up in it. Pure: frames in, incidents out, no clock, no I/O. */
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { LASTING_MS, LYING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import type { Person } from '#vision/people/person.ts'
import {
  isSnoozed,
  metresFromBed,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
} from './people-frame.ts'

export type WakeUpSettings = Omit<Extract<HubAppSettings, { appCode: 'A004' }>, 'appCode' | 'regions'>

/** `calmSinceMs`: nobody has been upright on the bed since; null while somebody is. */
type WakeUpState = {
  calmSinceMs: number | null
  sitting: { sinceMs: number; lastMs: number; lay: boolean; hasStirred: boolean; isRaised: boolean } | null
  raisedAtMs: number | null
  reason: PeopleReason
}

export const wakeUpStart: WakeUpState = { calmSinceMs: null, sitting: null, raisedAtMs: null, reason: 'quiet' }

/** Of the body's outline so much changes in a second when somebody sits up; a blanket that lies there does not. */
const STIR_SHARE_MIN = 0.2
/** A body that blends with the sheet for a moment still sits. */
const GAP_MS = 1200
const AT_BED_M = 0.5
/** Of the ground they cover; more of it, and they may sit on the bed. */
const ON_BED_SHARE = 0.1
const HELPER_M = 1.5

/** Once for each time that somebody sits up after lying in bed for at least `LYING_MS`. Who came from elsewhere sits down. */
export function stepWakeUp(
  last: WakeUpState,
  settings: WakeUpSettings,
  frame: PeopleFrame,
): Step<WakeUpState, PeopleIncident> {
  if (!frame.isReliable) {
    // Who switches the lamp on and then sits up lay there before it, too.
    const { calmSinceMs, raisedAtMs } = last
    return { state: { ...wakeUpStart, calmSinceMs, raisedAtMs, reason: 'view-not-reliable' }, incidents: [] }
  }
  // Who is up does not lie there: they must lie for a while again.
  const before = frame.people.some(isUpElsewhere) ? { ...last, calmSinceMs: null } : last
  const person = frame.people.find(isUprightInBed)
  if (!person && frame.people.some(isAtBed))
    return { state: { ...calm(before, frame), calmSinceMs: null }, incidents: [] }
  if (!person) return { state: calm(before, frame), incidents: [] }
  const sitting = before.sitting ?? begun(before, person, frame)
  const hasStirred = sitting.hasStirred || person.stirShare >= STIR_SHARE_MIN
  const state = { ...before, calmSinceMs: null, sitting: { ...sitting, hasStirred, lastMs: frame.atMs } }
  const reason = reasonFor(state, settings, frame.atMs)
  if (reason !== 'sat-up') return { state: { ...state, reason }, incidents: [] }
  const raised = { ...state, sitting: { ...state.sitting, isRaised: true }, raisedAtMs: frame.atMs, reason }
  return { state: raised, incidents: [{ appCode: 'A004', reason, occurredAtMs: sitting.sinceMs, boxes: [person.box] }] }
}

/** Somebody from elsewhere stands at the bed: who sits up then is not alone, or sat down a moment ago. */
const isAtBed = ({ isFromBed, x, y }: Person): boolean => !isFromBed && metresFromBed(x, y) < AT_BED_M

/** Who lay in the bed and is away from it, or on their feet at its side. */
function isUpElsewhere({ isFromBed, posture, bedShare, x, y }: Person): boolean {
  if (!isFromBed || posture === 'in-bed') return false
  return metresFromBed(x, y) >= AT_BED_M || (posture === 'standing' && bedShare < ON_BED_SHARE)
}

/** Upright beside the bed, and not from it. */
const isHelper = ({ isFromBed, posture, x, y }: Person): boolean =>
  !isFromBed && posture === 'standing' && metresFromBed(x, y) < HELPER_M

/** On the mattress, or beside it as somebody who bends forward on it may seem. */
const isUprightInBed = ({ posture, isFromBed, x, y }: Person): boolean =>
  posture === 'in-bed' || (posture === 'sitting' && isFromBed && metresFromBed(x, y) < AT_BED_M)

function begun({ calmSinceMs }: WakeUpState, person: Person, { atMs, people }: PeopleFrame) {
  const isCalm = calmSinceMs !== null && atMs - calmSinceMs >= LYING_MS
  const lay = person.isFromBed && isCalm && !people.some(isHelper)
  return { sinceMs: atMs, lastMs: atMs, lay, hasStirred: false, isRaised: false }
}

function calm(before: WakeUpState, { atMs, people }: PeopleFrame): WakeUpState {
  const reason = people.length > 0 ? 'person-seen' : 'quiet'
  const { sitting } = before
  if (sitting && atMs - sitting.lastMs <= GAP_MS) return { ...before, reason }
  return { ...before, sitting: null, calmSinceMs: before.calmSinceMs ?? atMs, reason }
}

function reasonFor(
  { sitting, raisedAtMs }: WakeUpState & { sitting: NonNullable<WakeUpState['sitting']> },
  { sensitivity, snoozeSeconds }: WakeUpSettings,
  atMs: number,
): PeopleReason {
  if (!sitting.lay) return 'not-lying-before'
  if (sitting.isRaised) return 'already-raised'
  if (!sitting.hasStirred || atMs - sitting.sinceMs < LASTING_MS.A004[sensitivity]) return 'too-short'
  return isSnoozed(raisedAtMs, atMs, snoozeSeconds) ? 'snoozed' : 'sat-up'
}
