/** A004, wake-up: who lay in bed sits up in it. Pure: frames in, incidents out, no clock, no I/O. */
import type { HubAppSettings } from '@mimamori/contract/app-settings.ts'
import type { Person } from '#media/person.ts'
import {
  type Dwell,
  isSnoozed,
  metresFromBed,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
} from './people-frame.ts'

export type WakeUpSettings = Omit<Extract<HubAppSettings, { appCode: 'A004' }>, 'appCode' | 'regions'>

/** `calmSinceMs`: nobody has been upright on the bed since; null while somebody is. */
export type WakeUpState = {
  calmSinceMs: number | null
  sitting: { sinceMs: number; lastMs: number; lay: boolean; isRaised: boolean } | null
  raisedAtMs: number | null
  reason: PeopleReason
}

export const wakeUpStart: WakeUpState = { calmSinceMs: null, sitting: null, raisedAtMs: null, reason: 'quiet' }

/** Somebody must have lain for so long before sitting up means waking up. */
const LYING_MS = 10_000
const SITTING_MS: Dwell = { high: 400, medium: 1000, low: 2400 }
/** A body that blends with the sheet for a moment still sits. */
const GAP_MS = 1200
const AT_BED_M = 0.5
const HELPER_M = 1.5

/** Once for each time that somebody sits up after lying in bed for at least `LYING_MS`. Who came from elsewhere sits down. */
export function stepWakeUp(
  before: WakeUpState,
  settings: WakeUpSettings,
  frame: PeopleFrame,
): Step<WakeUpState, PeopleIncident> {
  if (!frame.isReliable) {
    return { state: { ...wakeUpStart, raisedAtMs: before.raisedAtMs, reason: 'view-not-reliable' }, incidents: [] }
  }
  const person = frame.people.find(isUprightInBed)
  if (!person && frame.people.some(isAtBed))
    return { state: { ...calm(before, frame), calmSinceMs: null }, incidents: [] }
  if (!person) return { state: calm(before, frame), incidents: [] }
  const sitting = before.sitting ?? begun(before, person, frame)
  const state = { ...before, calmSinceMs: null, sitting: { ...sitting, lastMs: frame.atMs } }
  const reason = reasonFor(state, settings, frame.atMs)
  if (reason !== 'sat-up') return { state: { ...state, reason }, incidents: [] }
  const raised = { ...state, sitting: { ...state.sitting, isRaised: true }, raisedAtMs: frame.atMs, reason }
  return { state: raised, incidents: [{ appCode: 'A004', reason, occurredAtMs: sitting.sinceMs, boxes: [person.box] }] }
}

/** Somebody from elsewhere stands at the bed: who sits up then is not alone, or sat down a moment ago. */
const isAtBed = ({ isFromBed, x, y }: Person): boolean => !isFromBed && metresFromBed(x, y) < AT_BED_M

/** Upright beside the bed, and not from it. */
const isHelper = ({ isFromBed, posture, x, y }: Person): boolean =>
  !isFromBed && posture === 'standing' && metresFromBed(x, y) < HELPER_M

/** On the mattress, or beside it as somebody who bends forward on it may seem. */
const isUprightInBed = ({ posture, isFromBed, x, y }: Person): boolean =>
  posture === 'in-bed' || (posture === 'sitting' && isFromBed && metresFromBed(x, y) < AT_BED_M)

function begun({ calmSinceMs }: WakeUpState, person: Person, { atMs, people }: PeopleFrame) {
  const isCalm = calmSinceMs !== null && atMs - calmSinceMs >= LYING_MS
  const lay = person.isFromBed && isCalm && !people.some(isHelper)
  return { sinceMs: atMs, lastMs: atMs, lay, isRaised: false }
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
  if (atMs - sitting.sinceMs < SITTING_MS[sensitivity]) return 'too-short'
  return isSnoozed(raisedAtMs, atMs, snoozeSeconds) ? 'snoozed' : 'sat-up'
}
