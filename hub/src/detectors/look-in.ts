/**
 * A005 with a grade below the possible fall. Look in: somebody who was on their feet was lost amid the frame, and nobody came
 * out of there. Nobody was seen down, so it makes no sound unless the site wants it to; where somebody was, it is a possible
 * fall. Pure. REAL-12.
 */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { FallSettings } from './fall.ts'
import { followLosses, isWitnessed, type Loss, lasting } from './lost-person.ts'
import {
  isIn,
  isOnRest,
  isSnoozed,
  isWatched,
  type PeopleFrame,
  type PeopleIncident,
  type PeopleReason,
  type Step,
} from './people-frame.ts'
import { isUsualPlace } from './places.ts'
import { posedFallStart, stepPosedFall } from './pose-fall.ts'

const nowhere: ReadonlySet<number> = new Set()

type Fall = ReturnType<typeof posedFallStart>
type LookInState = {
  fall: Fall
  losses: readonly Loss[]
  heardAtMs: number | null
  /** The last look-in, which has a snooze of its own: it must not hold back a fall. */
  raisedAtMs: number | null
  reason: PeopleReason
  wantsLook: boolean
  wantsPose: boolean
}

/** `raisedAtMs`: the last incident under earlier settings. */
export function lookInStart(raisedAtMs: number | null): LookInState {
  const fall = posedFallStart(raisedAtMs)
  const { reason, wantsLook, wantsPose } = fall
  return { fall, losses: [], heardAtMs: null, raisedAtMs: null, reason, wantsLook, wantsPose }
}

/** Raises falls as before, and a look-in or a possible fall where somebody is not up any more. A fall that was raised explains every loss. */
export function stepLookIn(
  before: LookInState,
  settings: FallSettings,
  frame: PeopleFrame,
): Step<LookInState, PeopleIncident> {
  const { state: fall, incidents } = stepPosedFall(before.fall, settings, frame)
  const { reason, wantsLook, wantsPose } = fall
  const { poses, atMs } = frame
  const known = { ...before, fall, reason, wantsLook, wantsPose }
  if (!poses) return { state: { ...known, heardAtMs: null, losses: [] }, incidents }
  const isRest = (box: Box) => !isWatched({ box }, settings.regions) || isOnRest(box, frame)
  // A way out explains that nobody is seen, not that somebody is seen down there.
  const isWayOut = (box: Box) => isIn(box, frame.doors) || isUsualPlace(frame.usual ?? nowhere, box)
  const isNew = poses.atMs !== before.heardAtMs
  const losses = isNew ? followLosses(before.losses, poses, isRest) : before.losses
  const isKnown = fall.falls.length > 0 || incidents.length > 0
  const due = isKnown ? [] : lasting(losses, poses.atMs).filter((one) => isWitnessed(one) || !isWayOut(one.box))
  const isLate = isSnoozed(before.raisedAtMs, atMs, settings.snoozeSeconds)
  const raised = isLate ? [] : due.slice(0, 1)
  const open = isKnown ? [] : losses.map((one) => (due.includes(one) ? { ...one, isRaised: true } : one))
  return {
    state: {
      ...known,
      losses: open,
      heardAtMs: poses.atMs,
      raisedAtMs: raised.length > 0 ? atMs : before.raisedAtMs,
      wantsPose: wantsPose || open.some(({ isRaised }) => !isRaised),
    },
    incidents: [...incidents, ...raised.map((one) => incidentOf(one, settings))],
  }
}

const incidentOf = (loss: Loss, { lookIn }: FallSettings): PeopleIncident => ({
  appCode: 'A005',
  reason: 'fell',
  occurredAtMs: loss.sinceMs,
  boxes: [loss.box],
  ...(lookIn === 'quiet' && !isWitnessed(loss) ? { isLookIn: true } : { isPossible: true }),
})
