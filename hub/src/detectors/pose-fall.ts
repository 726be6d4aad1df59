/**
 * A005 fall detector with the pose model: a person goes from upright to lying and stays down. The model decides or, where
 * it detects nobody, the background. Pure: frames in, incidents out, no clock, no I/O.
 */

import { LASTING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { isSameBody, type PosedPerson, type PoseSample, type PosesSeen, wentOut } from '#vision/body/person.ts'
import { isInside } from '#vision/geometry.ts'
import { FOUND_HEIGHTS, LOOK_MS, MEMORY_MS, SURE_MIN, UPRIGHT_DEGREES } from '#vision/people/pose-limits.ts'
import { type FallSettings, type FallState, fallStart, stepFall } from './fall.ts'
import {
  isIn,
  isOnRest,
  isSnoozed,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
} from './people-frame.ts'
import { type BedFellow, followBed, isBesideBed } from './pose-bed.ts'
import {
  descentOf,
  hasStumbled,
  isControlled,
  lostDescentOf,
  rolledDescentOf,
  seatedDescentOf,
} from './pose-descent.ts'

/** A fall: its track (null: not detected by the model), its place, the last time a person was down there, and whether it was raised. */
type Fall = {
  id: number | null
  box: Box
  sinceMs: number
  downAtMs: number
  isRaised: boolean
  modelConfidence?: number
  /** Only the background saw it, or somebody let themselves down. */
  isPossible?: boolean
}

/** `atMs`: last answer without the person; `reach`: distance at which the fallen body may be found, in frame widths. */
type Vanished = { id: number; atMs: number; box: Box; reach: number; aspect: number; isSure: boolean }

type Pending = { incident: PeopleIncident; sinceMs: number }

type PosedFallState = Pick<FallState, 'reason' | 'wantsLook'> & {
  standard: FallState
  /** Time of the latest evaluated result; null before the first. */
  heardAtMs: number | null
  /** The model's last detection of a person; null: never. */
  seenAtMs: number | null
  /** People whom it lost inside the frame and has not detected again. */
  vanished: readonly Vanished[]
  /** Number of people when the model last missed nobody. */
  company: number
  /** The bed state of each track; empty without an outlined bed. */
  fellows: readonly BedFellow[]
  falls: readonly Fall[]
  /** The background's incident that waits for the model's answer, and since when. */
  pending: Pending | null
  /** Whether somebody lies off the bed or seat that they were on, by the latest answer. */
  isLeavingRest: boolean
  /** Whether inference by the pose model would help now. */
  wantsPose: boolean
  raisedAtMs: number | null
}

/** `raisedAtMs`: the last incident under earlier settings. */
export const posedFallStart = (raisedAtMs: number | null): PosedFallState => ({
  standard: { ...fallStart, raisedAtMs },
  heardAtMs: null,
  seenAtMs: null,
  vanished: [],
  company: 0,
  fellows: [],
  falls: [],
  pending: null,
  isLeavingRest: false,
  wantsPose: false,
  raisedAtMs,
  reason: 'quiet',
  wantsLook: false,
})

/** Time without a person down at the place after which a fall is over. */
const OVER_MS = 30_000

/** Raises each fall once; falls back to stepFall without the pose model. */
export function stepPosedFall(
  before: PosedFallState,
  settings: FallSettings,
  frame: PeopleFrame,
): Step<PosedFallState, PeopleIncident> {
  const { state: standard, incidents: found } = stepFall(before.standard, settings, frame)
  const { poses, atMs } = frame
  if (!poses) {
    const raisedAtMs = standard.raisedAtMs ?? before.raisedAtMs
    const { reason, wantsLook } = standard
    const state = {
      ...before,
      standard,
      reason,
      wantsLook,
      wantsPose: false,
      pending: null,
      raisedAtMs,
      heardAtMs: null,
    }
    const incidents = before.pending ? [before.pending.incident, ...found].slice(0, 1) : found
    return { state, incidents: incidents.map((one) => ({ ...one, ...possible(one) })) }
  }
  const still = stillOf(before.falls, poses, atMs)
  const reasonBefore = standard.reason === 'fell' ? 'person-seen' : standard.reason
  const isNew = poses.atMs !== before.heardAtMs
  const judgment: Judgment = { falls: still, reason: reasonBefore, isLeavingRest: !isNew && before.isLeavingRest }
  const fellows = isNew && frame.bed ? followBed(before.fellows, poses, frame.bed, 0) : before.fellows
  if (isNew) judgeAnswer(judgment, { poses, settings, frame, fellows })
  const memory = memoryOf(before, poses)
  const asked = before.pending ?? (found[0] ? { incident: found[0], sinceMs: atMs } : null)
  const pending = asked && judgeStandard(judgment, asked, { poses, memory, frame }) ? null : asked
  // A person still lying when the snooze ends raises the incident then.
  const open = judgment.falls.filter((one) => !one.isRaised && atMs - one.downAtMs <= LOOK_MS)
  const isLate = isSnoozed(before.raisedAtMs, atMs, settings.snoozeSeconds)
  const incidents = isLate ? [] : open.map(incidentOf)
  const falls = isLate
    ? judgment.falls
    : judgment.falls.map((one) => (open.includes(one) ? { ...one, isRaised: true } : one))
  const raisedAtMs = incidents.length > 0 ? atMs : before.raisedAtMs
  const reason = reasonOf({ isDue: open.length > 0, isLate, isOtherwise: asked !== null, reason: judgment.reason })
  const wantsPose = pending !== null || standard.reason === 'too-short' || judgment.isLeavingRest
  const { isLeavingRest } = judgment
  const waiting = { pending, isLeavingRest, wantsPose }
  const known = { standard: { ...standard, raisedAtMs }, heardAtMs: poses.atMs, ...memory, fellows, ...waiting }
  return { state: { ...known, falls, raisedAtMs, reason, wantsLook: standard.wantsLook }, incidents }
}

/** Results of one frame. `isLeavingRest`: infer again soon. */
type Judgment = { falls: Fall[]; reason: PeopleReason; isLeavingRest: boolean }
type Asked = { poses: PosesSeen; settings: FallSettings; frame: PeopleFrame; fellows: readonly BedFellow[] }

type Outcome = { isDue: boolean; isLate: boolean; isOtherwise: boolean; reason: PeopleReason }

function reasonOf({ isDue, isLate, isOtherwise, reason }: Outcome): PeopleReason {
  if (isDue) return isLate ? 'snoozed' : 'fell'
  return isOtherwise && reason !== 'already-raised' ? 'seen-otherwise' : reason
}

const incidentOf = ({ sinceMs, box, modelConfidence, isPossible }: Fall): PeopleIncident => ({
  appCode: 'A005',
  reason: 'fell',
  occurredAtMs: sinceMs,
  boxes: [box],
  ...(modelConfidence !== undefined && { modelConfidence }),
  ...(isPossible && { isPossible }),
})

/** Marks the background's incident, unless the operator's model saw the fall as well. */
const possible = ({ modelConfidence }: PeopleIncident) => (modelConfidence === undefined ? { isPossible: true } : {})

function judgeAnswer(judgment: Judgment, { poses, settings, frame, fellows }: Asked): void {
  for (const person of poses.people) {
    if (!isWatchedBox(person.box, settings) || isOnRest(person.box, frame)) continue
    const stayMs = LASTING_MS.A005[settings.sensitivity]
    const isLost = person.lostMs !== null
    if (isLost && !isStillThere(person, poses, frame)) continue
    const inBedMs = isLost ? null : (lastInBedMs(person, frame, fellows) ?? lastOnSeatMs(person, frame))
    const rolled = inBedMs === null ? null : rolledDescentOf(person, stayMs, inBedMs)
    const stood = isLost ? lostDescentOf(person, stayMs, poses.atMs) : descentOf(person, stayMs)
    const isRolled = rolled !== null && rolled.state !== 'unclear'
    const sat = isLost || isRolled ? null : seatedDescentOf(person, stayMs)
    const descent = stood.state !== 'unclear' ? stood : isRolled ? rolled : (sat ?? stood)
    if (descent !== stood && descent.state === 'going-down') judgment.isLeavingRest = true
    if (descent.state === 'going-down') judgment.reason = 'too-short'
    else if (judgment.reason === 'quiet') judgment.reason = 'person-seen'
    const known = judgment.falls.find((one) => isSame(one, person) || one.id === null)
    if (descent.state === 'up' && known?.id === person.id)
      judgment.falls = judgment.falls.filter((one) => one !== known)
    else if (!known && hasStumbled(person)) judgment.reason = 'stumbled'
    if (descent.state !== 'fell') continue
    if (known) {
      judgment.falls = judgment.falls.map((one) => (one === known ? { ...one, id: person.id, box: person.box } : one))
      judgment.reason = 'already-raised'
      continue
    }
    const grade = (descent === sat || isControlled(person, descent.sinceMs)) && { isPossible: true }
    raise(judgment, person.box, { id: person.id, sinceMs: descent.sinceMs, atMs: frame.atMs, ...grade })
  }
}

/** When a resident now beside the bed was last in it; null: in it now, never in it, or another person. */
function lastInBedMs(person: PosedPerson, { bed }: PeopleFrame, fellows: readonly BedFellow[]): number | null {
  if (!bed || !isBesideBed(person, bed)) return null
  const fellow = fellows.find(({ id }) => id === person.id)
  return fellow?.isResident ? fellow.lastInBedMs : null
}

/** When somebody now beside every outlined seat last sat on one; null: not seen there. */
function lastOnSeatMs(person: PosedPerson, { seats = [] }: PeopleFrame): number | null {
  if (!seats.every((seat) => isBesideBed(person, seat))) return null
  const isSeated = ({ hips, isOnFeet }: PoseSample) =>
    hips !== null && isOnFeet !== true && seats.some(({ corners }) => isInside(hips, corners))
  return person.past.findLast(isSeated)?.atMs ?? null
}

/** Whether a lost person may be where they were last seen: there is foreground there, and no new person is up elsewhere. */
function isStillThere({ box, atMs }: PosedPerson, { people }: PosesSeen, { figures }: PeopleFrame): boolean {
  const isElsewhere = people.some(({ lostMs, firstMs }) => lostMs === null && firstMs > atMs)
  return !isElsewhere && figures.some((figure) => isSameBody(figure.box, box))
}

type Memory = Pick<PosedFallState, 'seenAtMs' | 'vanished' | 'company'>

/** Counts people. A person who was lost and is detected as another track has not vanished, even while others are missing. */
function memoryOf(before: Memory, { atMs, people }: PosesSeen): Memory {
  const lost = people.filter(({ lostMs }) => lostMs !== null)
  const present = people.length - lost.length
  const isFound = ({ id }: Vanished) => people.some((one) => one.id === id && one.lostMs === null)
  const known = before.vanished.filter((one) => atMs - one.atMs <= MEMORY_MS && !isFound(one))
  const isLacking = lost.length > 0 || known.length > 0
  const company = isLacking ? Math.max(before.company, present) : present
  const missed = present < company ? lost.filter((one) => !wentOut(one)).map((one) => vanishedOf(one, atMs)) : []
  const isBack = present > 0 && present >= company
  const others = known.filter(({ id }) => missed.every((one) => one.id !== id))
  return { seenAtMs: present > 0 ? atMs : before.seenAtMs, vanished: isBack ? missed : [...others, ...missed], company }
}

function vanishedOf({ id, box, past, surest }: PosedPerson, atMs: number): Vanished {
  const newest = past.at(-1)!
  const tall = Math.max(newest.height, ...past.filter((one) => one.isUpright).map(({ height }) => height))
  // A sample's lengths are in frame widths, a box's in shares of the frame.
  const aspect = newest.height / box.height
  return { id, atMs, box, reach: FOUND_HEIGHTS * tall, aspect, isSure: surest >= SURE_MIN }
}

/**
 * Whether the model may have lost the person that lies there. A single person counts wherever they were; one of several
 * only near there and if the detection was sure: the model often loses people who are far away.
 */
function mayHaveVanished({ vanished, company }: Memory, box: Box): boolean {
  if (company <= 1) return vanished.length > 0
  return vanished.some((one) => one.isSure && distance(one, box) <= one.reach)
}

/** Distance between the middles, in frame widths. */
const distance = ({ box, aspect }: Vanished, other: Box) =>
  Math.hypot(
    box.x + box.width / 2 - other.x - other.width / 2,
    (box.y + box.height / 2 - other.y - other.height / 2) * aspect,
  )

const isRecent = (thenMs: number | null, atMs: number) => thenMs !== null && atMs - thenMs <= MEMORY_MS

/**
 * Accepts the background's incident if the model sees the person lying, has no posture for seconds, lost a person nearby, or
 * detects nobody. Rejects it if the model sees the person up or leaving. False: the incident waits for the model.
 */
function judgeStandard(
  judgment: Judgment,
  { incident, sinceMs }: Pending,
  { poses, memory, frame }: { poses: PosesSeen; memory: Memory; frame: PeopleFrame },
): boolean {
  const { atMs } = frame
  const [box] = incident.boxes
  // The background's templates fit loosely: while a person is known to be down, the incident is about that person.
  if (!box || judgment.falls.length > 0) return true
  const isLate = atMs - sinceMs >= LOOK_MS
  if (poses.atMs < sinceMs && !isLate) return false
  const there = poses.people.find((one) => one.lostMs === null && isSameBody(one.box, box))
  const newest = there?.past.at(-1)
  if (newest?.isUpright || (there && isIn(there.box, frame.seats))) return true
  if (newest && !newest.isLying && !isLate) return false
  const isSeenDown = newest?.isLying ?? false
  const seen = { modelConfidence: incident.modelConfidence, ...(!isSeenDown && possible(incident)) }
  const isUp = (newest?.lean ?? UPRIGHT_DEGREES) < UPRIGHT_DEGREES
  const isDown = newest ? newest.isLying || !isUp : !isRecent(memory.seenAtMs, atMs) || mayHaveVanished(memory, box)
  if (isDown || poses.atMs < sinceMs)
    raise(judgment, box, { ...seen, id: there?.id ?? null, sinceMs: incident.occurredAtMs, atMs })
  return true
}

function raise(
  judgment: Judgment,
  box: Box,
  { atMs, ...it }: Pick<Fall, 'id' | 'sinceMs' | 'modelConfidence' | 'isPossible'> & { atMs: number },
) {
  judgment.falls = [...judgment.falls, { ...it, box, downAtMs: atMs, isRaised: false }]
}

/** Falls that are not over: a person lies there, or did a moment ago. */
function stillOf(falls: readonly Fall[], { people }: PosesSeen, atMs: number): Fall[] {
  return falls
    .map((one) => {
      const there = people.find((person) => person.lostMs === null && isSame(one, person))
      const isDown = there !== undefined && there.past.at(-1)!.isLying
      return isDown ? { ...one, id: there.id, box: there.box, downAtMs: atMs } : one
    })
    .filter(({ downAtMs }) => atMs - downAtMs < OVER_MS)
}

const isSame = (one: Fall, { id, box }: { id: number | null; box: Box }) =>
  (one.id !== null && one.id === id) || isSameBody(one.box, box)

function isWatchedBox(box: Box, { regions }: FallSettings): boolean {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return regions.length === 0 || regions.some(({ corners }) => isInside(middle, corners))
}
