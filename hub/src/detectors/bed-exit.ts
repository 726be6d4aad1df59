/** A006 bed exit detector: a person from the bed is beyond one of its sides. Pure: frames in, incidents out, no clock, no I/O. */
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { LASTING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import type { Person } from '#vision/body/person.ts'
import { FALL_MS } from '#vision/people/pose-limits.ts'
import { mergedShare } from './merged-contours.ts'
import {
  hasLeft,
  IN_BED_MS,
  isSnoozed,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
  WITH_M,
} from './people-frame.ts'

/** Without the wait for a return, which is not-back.ts. */
export type BedExitSettings = Pick<
  Extract<HubAppSettings, { appCode: 'A006' }>,
  'sensitivity' | 'snoozeSeconds' | 'insidePercent' | 'crossPercent' | 'maxMergedContours' | 'exitSides'
>

/** State of one track: time on the bed, and since when it is beyond a side (null: it is not). */
type Leaving = {
  id: number
  inBedMs: number
  /** Since when without interruption; null: they are not on it. */
  inBedSinceMs: number | null
  isResident: boolean
  beyondSinceMs: number | null
  isRaised: boolean
  /** Where they were first seen, and whether they have walked since. */
  from: { x: number; y: number }
  hasWalked: boolean
  atMs: number
}

/** `isUp`: the resident left and was not seen lying since; `calmSinceMs`: since when no person from the bed is seen up. */
type BedExitState = {
  people: readonly Leaving[]
  isUp: boolean
  calmSinceMs: number | null
  raisedAtMs: number | null
  reason: PeopleReason
}

export const bedExitStart: BedExitState = {
  people: [],
  isUp: false,
  calmSinceMs: null,
  raisedAtMs: null,
  reason: 'quiet',
}

/**
 * Confirmation factors for a person beside the bed that was never seen upright on it: they rolled out of it, or are a
 * helper, or bedding. Standing, and in any other posture.
 */
const NEVER_ON_BED_FACTOR = { standing: 3, other: 20 }
/**
 * The contours that may be merged must hold this much of what stands out where the body is. Of the four largest contours of
 * a frame any three hold at least this much, so the default of three refuses nobody.
 */
const MERGED_SHARE = 0.7

/**
 * Once for each time that somebody leaves the bed: after they were on it, and at least `crossPercent` of the ground they
 * cover lies beyond an allowed side for as long as the sensitivity asks.
 */
export function stepBedExit(
  before: BedExitState,
  settings: BedExitSettings,
  frame: PeopleFrame,
): Step<BedExitState, PeopleIncident> {
  if (!frame.isReliable)
    return { state: { ...bedExitStart, raisedAtMs: before.raisedAtMs, reason: 'view-not-reliable' }, incidents: [] }
  let reason: PeopleReason = frame.people.length > 0 ? 'person-seen' : 'quiet'
  let { raisedAtMs } = before
  const calmSinceMs = isSomebodyUp(frame, before, settings) ? null : (before.calmSinceMs ?? frame.atMs)
  let isUp = before.isUp && (calmSinceMs === null || frame.atMs - calmSinceMs < IN_BED_MS)
  const incidents: PeopleIncident[] = []
  const people = before.people.filter(
    ({ id, atMs }) => frame.atMs - atMs < FALL_MS && !frame.people.some((one) => one.id === id),
  )
  for (const person of frame.people) {
    const known = before.people.find(({ id }) => id === person.id)
    const isWithCarer = frame.people.some((other) => isCarerOf(other, person, before))
    const judged = judge(known ?? unknown(person, frame.atMs), person, settings, frame)
    if (judged.reason === 'left-bed' && isWithCarer) judged.reason = 'accompanied'
    if (judged.reason === 'left-bed' && isUp) judged.reason = 'already-raised'
    if (judged.reason === 'left-bed' && isSnoozed(raisedAtMs, frame.atMs, settings.snoozeSeconds))
      judged.reason = 'snoozed'
    if (judged.reason === 'left-bed') {
      raisedAtMs = frame.atMs
      isUp = true
      incidents.push({
        appCode: 'A006',
        reason: 'left-bed',
        occurredAtMs: judged.leaving.beyondSinceMs ?? frame.atMs,
        boxes: [person.box],
      })
    }
    if (judged.reason !== 'person-seen') reason = judged.reason
    people.push(judged.leaving)
  }
  return { state: { people, isUp, calmSinceMs, raisedAtMs, reason }, incidents }
}

/** Whether a person from the bed is seen out of it. A bed has one resident, and each exit counts once until they lie down again. */
function isSomebodyUp({ people }: PeopleFrame, before: BedExitState, { insidePercent }: BedExitSettings): boolean {
  const wasInBed = (one: Person) =>
    one.isFromBed || before.people.some(({ id, isResident }) => id === one.id && isResident)
  return people.some((one) => one.bedShare * 100 < insidePercent && wasInBed(one))
}

/** Whether `other` is a carer beside the leaving person: walked there and was never on the bed, so nobody has to be called. */
function isCarerOf(other: Person, person: Person, { people }: BedExitState): boolean {
  const known = people.find(({ id }) => id === other.id)
  if (!known?.hasWalked || known.isResident || other.id === person.id) return false
  return Math.hypot(other.x - person.x, other.y - person.y) < WITH_M
}

function unknown({ id, isFromBed, x, y }: Person, atMs: number): Leaving {
  const from = { x, y }
  return {
    id,
    inBedMs: 0,
    inBedSinceMs: null,
    isResident: isFromBed,
    beyondSinceMs: null,
    isRaised: false,
    from,
    hasWalked: false,
    atMs,
  }
}

function judge(
  known: Leaving,
  person: Person,
  settings: BedExitSettings,
  { atMs, figures }: PeopleFrame,
): { leaving: Leaving; reason: PeopleReason } {
  const isInBed = person.bedShare * 100 >= settings.insidePercent
  const inBedMs = isInBed ? known.inBedMs + atMs - known.atMs : known.inBedMs
  const isResident = known.isResident || inBedMs >= IN_BED_MS
  const hasWalked = known.hasWalked || hasLeft(known.from, person)
  const inBedSinceMs = isInBed ? (known.inBedSinceMs ?? atMs) : null
  const leaving = { ...known, inBedMs, inBedSinceMs, isResident, hasWalked, atMs }
  if (inBedSinceMs !== null) {
    // Back on the bed for good, the next time counts again.
    const isRaised = known.isRaised && atMs - inBedSinceMs < IN_BED_MS
    return { leaving: { ...leaving, beyondSinceMs: null, isRaised }, reason: 'person-seen' }
  }
  if (!isResident || outsideShare(person) * 100 < settings.crossPercent) {
    return { leaving: { ...leaving, beyondSinceMs: null }, reason: 'person-seen' }
  }
  if (mergedShare(figures, person.box, settings.maxMergedContours) < MERGED_SHARE) {
    return { leaving: { ...leaving, beyondSinceMs: null }, reason: 'person-seen' }
  }
  if (sideShare(person, settings.exitSides) * 100 < settings.crossPercent) return { leaving, reason: 'other-side' }
  if (known.isRaised) return { leaving, reason: 'already-raised' }
  const beyondSinceMs = known.beyondSinceMs ?? atMs
  if (atMs - beyondSinceMs < LASTING_MS.A006[settings.sensitivity] * patience(inBedMs, person)) {
    return { leaving: { ...leaving, beyondSinceMs }, reason: 'too-short' }
  }
  return { leaving: { ...leaving, beyondSinceMs, isRaised: true }, reason: 'left-bed' }
}

function patience(inBedMs: number, { posture }: Person): number {
  if (inBedMs > 0) return 1
  return posture === 'standing' ? NEVER_ON_BED_FACTOR.standing : NEVER_ON_BED_FACTOR.other
}

const outsideShare = ({ bedShare }: Person): number => 1 - bedShare

function sideShare(person: Person, sides: BedExitSettings['exitSides']): number {
  if (sides === 'left') return person.leftShare
  return sides === 'right' ? person.rightShare : outsideShare(person)
}
