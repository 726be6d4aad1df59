/**
 * A006 that waits: a bed exit raises only if the resident is not back in the bed within the set minutes, in the hours in
 * which it applies. Pure: frames in, incidents out, no clock, no I/O. Requirement NIGHT-06; domain.md "Not back within".
 */
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { Box, Region } from '@mimamori/contract/shared/geometry.ts'
import type { BedExitSettings } from './bed-exit.ts'
import { type BedPresence, bedPresenceStart, stepBedPresence } from './bed-presence.ts'
import { isSnoozed, type PeopleFrame, type PeopleIncident, type PeopleReason, type Step } from './people-frame.ts'
import { isInBed, isUpInBed, present } from './pose-bed.ts'
import { posedBedExitStart, stepPosedBedExit } from './pose-bed-exit.ts'

export type NotBackSettings = BedExitSettings &
  Pick<Extract<HubAppSettings, { appCode: 'A006' }>, 'notBackWithinMinutes'>

/** An exit whose resident may come back. `waitedMs` counts frame time, so that a set clock shortens it at most. */
export type WaitingExit = { incident: PeopleIncident; waitedMs: number }

type State = {
  exit: ReturnType<typeof posedBedExitStart>
  bed: BedPresence
  waiting: WaitingExit | null
  /** Time that somebody lay in the bed without interruption. */
  inBedMs: number
  raisedAtMs: number | null
  /** The last frame's time; null: none yet. */
  atMs: number | null
  reason: PeopleReason
  wantsPose: boolean
}

/** Time in the bed after which the resident is back: longer than the detectors of exits take to count the next one. */
const BACK_MS = 20_000
/** Longest time between two frames that counts as seen. */
const SEEN_MS = 2000

/** `raisedAtMs`: the last alert, `waiting`: the exit that waits, both under earlier settings or an earlier connection. */
export const notBackStart = (raisedAtMs: number | null, waiting: WaitingExit | null): State => ({
  ...{ exit: posedBedExitStart(raisedAtMs), bed: bedPresenceStart, waiting, inBedMs: 0, raisedAtMs, atMs: null },
  ...{ reason: 'quiet', wantsPose: false },
})

/** `isHour`: whether exits wait at the time of this frame. */
export function stepNotBack(
  before: State,
  settings: NotBackSettings,
  frame: PeopleFrame,
  isHour: boolean,
): Step<State, PeopleIncident> {
  const limitMs = settings.notBackWithinMinutes * 60_000
  // An exit that was followed by a return must not snooze the next one: only raised exits do.
  const own = limitMs > 0 ? { ...settings, snoozeSeconds: 0 } : settings
  const { state: exit, incidents } = stepPosedBedExit(before.exit, own, frame)
  const passedMs = before.atMs === null ? 0 : Math.max(0, frame.atMs - before.atMs)
  const seen = stepBedPresence(before.bed, frame, 0)
  const isTaken = isBedTaken(frame, seen, settings)
  const found = incidents[0] ?? null
  const inBedMs = isTaken && !found ? before.inBedMs + Math.min(passedMs, SEEN_MS) : 0
  const { waiting, due } = waited(before.waiting, { passedMs, limitMs, isBack: inBedMs >= BACK_MS, found, isHour })
  const isOver = due !== null && due !== found
  const isLate = due !== null && limitMs > 0 && isSnoozed(before.raisedAtMs, frame.atMs, settings.snoozeSeconds)
  const incident = due && !isLate ? (isOver ? notBack(due, frame) : due) : null
  const reason = isLate ? 'snoozed' : (incident?.reason ?? (waiting ? 'too-short' : exit.reason))
  const state = {
    // Only what is seen after the exit shows a return.
    ...{ exit, bed: found ? bedPresenceStart : seen, waiting, inBedMs, atMs: frame.atMs, reason },
    raisedAtMs: incident ? frame.atMs : before.raisedAtMs,
    wantsPose: exit.wantsPose,
  }
  return { state, incidents: incident ? [incident] : [] }
}

type Passed = { passedMs: number; limitMs: number; isBack: boolean; found: PeopleIncident | null; isHour: boolean }

/** The exit that goes on waiting, and the one that is due now. */
function waited(before: WaitingExit | null, { passedMs, limitMs, isBack, found, isHour }: Passed) {
  const known = before && !isBack ? { ...before, waitedMs: before.waitedMs + passedMs } : null
  if (known && known.waitedMs >= limitMs) return { waiting: null, due: known.incident }
  if (known || !found) return { waiting: known, due: null }
  return limitMs > 0 && isHour
    ? { waiting: { incident: found, waitedMs: 0 }, due: null }
    : { waiting: null, due: found }
}

/** Dated now, when it counts; on the people who are up, else on the empty bed. */
function notBack(exit: PeopleIncident, { atMs, people, bed }: PeopleFrame): PeopleIncident {
  const boxes = people.map(({ box }) => box)
  return { ...exit, occurredAtMs: atMs, boxes: boxes.length > 0 ? boxes : bed ? [boxOf(bed)] : exit.boxes }
}

function boxOf({ corners }: Region): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Whether somebody rests in the bed and nobody from it is seen elsewhere. */
function isBedTaken(frame: PeopleFrame, { isOccupied }: BedPresence, { insidePercent }: BedExitSettings): boolean {
  const { isReliable, poses, bed, people } = frame
  if (!isReliable) return false
  const there = poses ? present(poses) : []
  if (bed && there.some((one) => isInBed(one, bed) && !isUpInBed(one.past.at(-1)!))) return true
  const isSomebodyUp = people.some(({ isFromBed, bedShare }) => isFromBed && bedShare * 100 < insidePercent)
  return isOccupied === true && there.length === 0 && !isSomebodyUp
}
