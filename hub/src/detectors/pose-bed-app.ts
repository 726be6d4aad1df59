/**
 * A004 and A006 with the pose model: raised by its detections, or by the background's incident once the pose model has
 * nothing against it. Pure: frames in, incidents out, no clock, no I/O.
 */
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { isSameBody, type PosedPerson, type PosesSeen } from '#vision/body/person.ts'
import { SECOND_MS } from '#vision/frame-pace.ts'
import { sharedPart } from '#vision/geometry.ts'
import { LOOK_MS, MEMORY_MS, MOVING_SHARE, UP_MS } from '#vision/people/pose-limits.ts'
import { isSnoozed, type PeopleFrame, type PeopleIncident, type PeopleReason, type Step } from './people-frame.ts'
import { type BedFellow, followBed, isInBed, isUpInBed, present } from './pose-bed.ts'

type StandardState = { reason: PeopleReason; raisedAtMs: number | null }
type Stir = { sinceMs: number; untilMs: number }
type Pending = { incident: PeopleIncident; sinceMs: number }

export type PosedBedState<Standard extends StandardState> = {
  standard: Standard
  fellows: readonly BedFellow[]
  /** Time of the newest judged result, and of the model's last detection of a person; null: never. */
  heardAtMs: number | null
  seenAtMs: number | null
  /** The background's incident that waits for the model, and since when. */
  pending: Pending | null
  /** Movement in the frame without a long pause; null: none. */
  stir: Stir | null
  /** Since when no person is upright in the bed, or up after leaving it; null: a person is. */
  calmSinceMs: number | null
  /** An incident was raised, and the resident was not seen lying since. */
  isRaised: boolean
  raisedAtMs: number | null
  reason: PeopleReason
  wantsPose: boolean
}

/** `standard`: start state of the background's own detector, with its last incident. */
export const posedBedStart = <Standard extends StandardState>(standard: Standard): PosedBedState<Standard> => ({
  standard,
  fellows: [],
  heardAtMs: null,
  seenAtMs: null,
  pending: null,
  stir: null,
  calmSinceMs: null,
  isRaised: false,
  raisedAtMs: standard.raisedAtMs,
  reason: standard.reason,
  wantsPose: false,
})

/** What a result of the model means to the app. `fellow` is the person's bed state. */
export type Judged = { reason: PeopleReason; person: PosedPerson; fellow: BedFellow; sinceMs: number }
export type View = { poses: PosesSeen; bed: Region; fellows: readonly BedFellow[]; stir: Stir | null }
export type BedRule<Standard extends StandardState> = {
  appCode: 'A004' | 'A006'
  snoozeSeconds: number
  standard: (state: Standard, frame: PeopleFrame) => Step<Standard, PeopleIncident>
  /** One entry for each person with a result. */
  judge: (view: View) => Judged[]
  /** Reason against the background's incident of that person (null: the model sees nobody there); null: the incident counts. */
  against: (person: PosedPerson | null, view: View) => PeopleReason | null
}

/** Minimum time from lying to standing. */
const GETTING_UP_MS = SECOND_MS

/** Raises once, until nobody has been up for ten seconds or the resident lies again. */
export function stepPosedBed<Standard extends StandardState>(
  before: PosedBedState<Standard>,
  rule: BedRule<Standard>,
  frame: PeopleFrame,
): Step<PosedBedState<Standard>, PeopleIncident> {
  const { state: standard, incidents: found } = rule.standard(before.standard, frame)
  const { poses, bed, atMs } = frame
  const stir = stirOf(before.stir, frame)
  if (!poses || !bed) return silent({ ...before, stir }, standard, found)
  const isNew = poses.atMs !== before.heardAtMs
  const calmMs = before.calmSinceMs === null ? 0 : poses.atMs - before.calmSinceMs
  const fellows = isNew ? followBed(before.fellows, poses, bed, calmMs) : before.fellows
  const calmSinceMs = fellows.some((one) => isUpFor(one, poses.atMs)) ? null : (before.calmSinceMs ?? poses.atMs)
  const view = { poses, bed, fellows, stir }
  const seenAtMs = present(poses).length > 0 ? poses.atMs : before.seenAtMs
  const known = { fellows, seenAtMs, stir, heardAtMs: poses.atMs }
  const asked = before.pending ?? (found[0] ? { incident: found[0], sinceMs: atMs } : null)
  const judged = isNew ? rule.judge(view) : []
  const isOver = calmMs >= MEMORY_MS || (calmSinceMs !== null && hasLainDown(fellows, poses, bed))
  const wasRaised = before.isRaised && !isOver
  const due = judged.find(({ reason }) => isRaise(reason))
  const verdict = asked && !due ? verdictOn(asked, rule, view, { seenAtMs, atMs }) : null
  const incident = due ? incidentOf(rule.appCode, due) : verdict === 'counts' ? asked!.incident : null
  const pending = verdict === 'waits' ? asked : null
  const isLate = incident !== null && isSnoozed(before.raisedAtMs, atMs, rule.snoozeSeconds)
  const isDue = incident !== null && !isLate && !wasRaised
  const stirs = frame.movingShare >= MOVING_SHARE && fellows.some(({ lastInBedMs }) => lastInBedMs === poses.atMs)
  const isNear = standard.reason === 'too-short' || judged.some(({ reason }) => reason === 'too-short')
  const raisedAtMs = isDue ? atMs : before.raisedAtMs
  const reason = reasonOf(wasRaised ? null : incident, isLate, {
    verdict,
    judged: judged[0]?.reason ?? (isNew ? quiet(poses) : before.reason),
  })
  const state = {
    ...known,
    calmSinceMs: isDue ? null : calmSinceMs,
    standard: { ...standard, raisedAtMs },
    pending,
    isRaised: isDue || wasRaised,
    raisedAtMs,
    reason,
    wantsPose: !isDue && (pending !== null || isNear || stirs),
  }
  return { state, incidents: isDue ? [incident] : [] }
}

function stirOf(before: Stir | null, { atMs, movingShare }: PeopleFrame): Stir | null {
  if (movingShare < MOVING_SHARE) return before
  const goesOn = before !== null && atMs - before.untilMs < MEMORY_MS
  return { sinceMs: goesOn ? before.sinceMs : atMs, untilMs: atMs }
}

/** Whether a person first detected standing may have got up from the bed: movement began long enough before. */
export const mayHaveGotUp = ({ firstMs }: PosedPerson, { stir }: View): boolean =>
  stir !== null && firstMs - stir.sinceMs >= GETTING_UP_MS

const hasLainDown = (fellows: readonly BedFellow[], poses: PosesSeen, bed: Region) =>
  present(poses).some(
    (one) => isInBed(one, bed) && one.past.at(-1)!.isLying && fellows.find(({ id }) => id === one.id)?.isResident,
  )

/** One wrong answer does not end a sleep. */
function isUpFor({ isResident, upInBedSinceMs, outSinceMs, atMs }: BedFellow, nowMs: number): boolean {
  const sinceMs = upInBedSinceMs ?? outSinceMs
  return isResident && sinceMs !== null && atMs === nowMs && nowMs - sinceMs >= UP_MS
}

/** Without the model: the background alone, and the incident that waited. */
function silent<Standard extends StandardState>(
  before: PosedBedState<Standard>,
  standard: Standard,
  found: PeopleIncident[],
): Step<PosedBedState<Standard>, PeopleIncident> {
  const raisedAtMs = standard.raisedAtMs ?? before.raisedAtMs
  const state = { ...posedBedStart(standard), raisedAtMs, seenAtMs: before.seenAtMs, stir: before.stir }
  return { state, incidents: before.pending ? [before.pending.incident, ...found].slice(0, 1) : found }
}

const isRaise = (reason: PeopleReason) => reason === 'left-bed' || reason === 'sat-up'
const quiet = (poses: PosesSeen): PeopleReason => (present(poses).length > 0 ? 'person-seen' : 'quiet')

function reasonOf(
  incident: PeopleIncident | null,
  isLate: boolean,
  { verdict, judged }: { verdict: 'counts' | 'waits' | PeopleReason | null; judged: PeopleReason },
): PeopleReason {
  if (incident) return isLate ? 'snoozed' : incident.reason
  if (verdict === 'waits') return 'too-short'
  return verdict !== null && verdict !== 'counts' ? verdict : isRaise(judged) ? 'already-raised' : judged
}

const incidentOf = (appCode: 'A004' | 'A006', { reason, person, sinceMs }: Judged): PeopleIncident => ({
  appCode,
  reason,
  occurredAtMs: sinceMs,
  boxes: [person.box],
})

/** Decides on the background's incident: it counts, waits for the model, or the reason against it. */
function verdictOn<Standard extends StandardState>(
  { incident, sinceMs }: Pending,
  rule: BedRule<Standard>,
  view: View,
  { seenAtMs, atMs }: { seenAtMs: number | null; atMs: number },
): 'counts' | 'waits' | PeopleReason {
  const isLate = atMs - sinceMs >= LOOK_MS
  if (view.poses.atMs < sinceMs && !isLate) return 'waits'
  // Under bedding and in the dark the model detects nobody: then the background alone decides.
  if (seenAtMs === null || atMs - seenAtMs > MEMORY_MS) return 'counts'
  const [box] = incident.boxes
  const there = present(view.poses).filter((one) => box && isSameBody(one.box, box))
  const person = there.toSorted((a, b) => sharedPart(b.box, box!) - sharedPart(a.box, box!))[0] ?? null
  return rule.against(person, view) ?? 'counts'
}

/** Whether another person lies or rests in the bed, or did at their last detection, and was not found elsewhere. */
export function isBedTaken({ poses, bed }: View, except: number): boolean {
  return present(poses).some((one) => one.id !== except && isInBed(one, bed) && !isUpInBed(one.past.at(-1)!))
}
