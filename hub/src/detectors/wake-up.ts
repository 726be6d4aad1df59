/** A004 wake-up detector: a person lying in bed sits up in it. Pure: frames in, incidents out, no clock, no I/O. */
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { LASTING_MS, LYING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import { AWAY_M, metresFromBed, type Person } from '#vision/body/person.ts'
import { FRAME_MS, SECOND_FRAMES } from '#vision/frame-pace.ts'
import {
  isSnoozed,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
  WITH_M,
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

/** Share of the body's outline that changes in a second while a person sits up; a blanket changes less. */
const SAT_UP_STIR_SHARE = 0.2

/** Raises once for each time that a person sits up after `LYING_MS` or longer in bed. A person from elsewhere only sits down. */
export function stepWakeUp(
  last: WakeUpState,
  settings: WakeUpSettings,
  frame: PeopleFrame,
): Step<WakeUpState, PeopleIncident> {
  if (!frame.isReliable) {
    // A lamp switched on makes the view unreliable, and its user lay there before it, too.
    const { calmSinceMs, raisedAtMs } = last
    return { state: { ...wakeUpStart, calmSinceMs, raisedAtMs, reason: 'view-not-reliable' }, incidents: [] }
  }
  // A person seen up must lie down for a while again.
  const before = frame.people.some(isUpElsewhere) ? { ...last, calmSinceMs: null } : last
  const person = frame.people.find(isUprightInBed)
  if (!person && frame.people.some(isAtBed))
    return { state: { ...calm(before, frame), calmSinceMs: null }, incidents: [] }
  if (!person) return { state: calm(before, frame), incidents: [] }
  const sitting = before.sitting ?? begun(before, person, frame)
  const hasStirred = sitting.hasStirred || person.stirShare >= SAT_UP_STIR_SHARE
  const state = { ...before, calmSinceMs: null, sitting: { ...sitting, hasStirred, lastMs: frame.atMs } }
  const reason = reasonFor(state, settings, frame.atMs)
  if (reason !== 'sat-up') return { state: { ...state, reason }, incidents: [] }
  const raised = { ...state, sitting: { ...state.sitting, isRaised: true }, raisedAtMs: frame.atMs, reason }
  return { state: raised, incidents: [{ appCode: 'A004', reason, occurredAtMs: sitting.sinceMs, boxes: [person.box] }] }
}

/** Whether a person from elsewhere stands at the bed: the resident is not alone, or a visitor sat down a moment ago. */
const isAtBed = ({ isFromBed, x, y }: Person): boolean => !isFromBed && metresFromBed(x, y) < AWAY_M

/** Whether a person from the bed is away from it, or on their feet at its side; partly on it they may as well sit there. */
function isUpElsewhere({ isFromBed, posture, bedShare, x, y }: Person): boolean {
  if (!isFromBed || posture === 'in-bed') return false
  return metresFromBed(x, y) >= AWAY_M || (posture === 'standing' && bedShare === 0)
}

/** Whether a person from elsewhere stands beside the bed. */
const isHelper = ({ isFromBed, posture, x, y }: Person): boolean =>
  !isFromBed && posture === 'standing' && metresFromBed(x, y) < WITH_M

/** Whether a person is upright on the mattress, or seems beside it because they bend forward. */
const isUprightInBed = ({ posture, isFromBed, x, y }: Person): boolean =>
  posture === 'in-bed' || (posture === 'sitting' && isFromBed && metresFromBed(x, y) < AWAY_M)

function begun({ calmSinceMs }: WakeUpState, person: Person, { atMs, people }: PeopleFrame) {
  const isCalm = calmSinceMs !== null && atMs - calmSinceMs >= LYING_MS
  const lay = person.isFromBed && isCalm && !people.some(isHelper)
  return { sinceMs: atMs, lastMs: atMs, lay, hasStirred: false, isRaised: false }
}

function calm(before: WakeUpState, { atMs, people }: PeopleFrame): WakeUpState {
  const reason = people.length > 0 ? 'person-seen' : 'quiet'
  const { sitting } = before
  // A body that blends with the sheet for a second goes on sitting.
  if (sitting && atMs - sitting.lastMs <= SECOND_FRAMES * FRAME_MS) return { ...before, reason }
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
