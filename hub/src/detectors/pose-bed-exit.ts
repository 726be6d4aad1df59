/** A006 bed exit with the pose model: the resident is upright beyond the bed, alone, and the bed is empty. Pure. */

import { LASTING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import type { Point } from '@mimamori/contract/shared/geometry.ts'
import type { PosedPerson } from '#vision/body/person.ts'
import { FALL_MS } from '#vision/people/pose-limits.ts'
import { type BedExitSettings, bedExitStart, stepBedExit } from './bed-exit.ts'
import type { PeopleFrame, PeopleReason } from './people-frame.ts'
import { hasCarer, isInBed, isUpOut, present } from './pose-bed.ts'
import {
  isBedTaken,
  type Judged,
  mayHaveGotUp,
  type PosedBedState,
  posedBedStart,
  stepPosedBed,
  type View,
} from './pose-bed-app.ts'

type State = PosedBedState<typeof bedExitStart>

/** `raisedAtMs`: the last incident under earlier settings. */
export const posedBedExitStart = (raisedAtMs: number | null): State => posedBedStart({ ...bedExitStart, raisedAtMs })

/** Falls back to stepBedExit without the pose model or without an outlined bed. */
export function stepPosedBedExit(before: State, settings: BedExitSettings, frame: PeopleFrame) {
  const { snoozeSeconds } = settings
  return stepPosedBed(
    before,
    {
      ...{ appCode: 'A006', snoozeSeconds },
      standard: (state, one) => stepBedExit(state, settings, one),
      judge: (view) => judge(view, settings, frame.bedLine),
      against: (person, view) => against(person, view),
    },
    frame,
  )
}

function judge(view: View, { sensitivity, exitSides }: BedExitSettings, line: PeopleFrame['bedLine']): Judged[] {
  const { poses, fellows } = view
  return present(poses).flatMap((person) => {
    const fellow = fellows.find(({ id }) => id === person.id)!
    if (!fellow.isResident || fellow.lastInBedMs === null || fellow.outSinceMs === null) return []
    const lastedMs = poses.atMs - fellow.outSinceMs
    const foot = person.past.at(-1)!.foot
    let reason: PeopleReason = lastedMs > 0 && lastedMs >= LASTING_MS.A006[sensitivity] ? 'left-bed' : 'too-short'
    if (exitSides !== 'all' && line && !isOnSide(foot, line, exitSides)) reason = 'other-side'
    else if (isBedTaken(view, person.id) || hasCarer(person, poses, fellows)) reason = 'accompanied'
    return [{ reason, person, fellow, sinceMs: fellow.outSinceMs }]
  })
}

/** The background takes a carer leaning over, and bedding, for an exit. */
function against(person: PosedPerson | null, view: View): PeopleReason | null {
  const { poses, bed, fellows } = view
  if (!person || isBedTaken(view, person.id) || isInBed(person, bed)) return 'seen-otherwise'
  if (!isUpOut(person.past.at(-1)!)) return 'seen-otherwise'
  if (hasCarer(person, poses, fellows)) return 'accompanied'
  const fellow = fellows.find(({ id }) => id === person.id)
  // Under bedding the model may have detected nobody.
  const isNew = poses.atMs - person.firstMs <= FALL_MS && fellow?.wasBornNearBed && mayHaveGotUp(person, view)
  return fellow?.isResident || fellow?.wasBornInBed || isNew ? null : 'seen-otherwise'
}

/** Left and right of the resident lying on the back. */
function isOnSide({ x, y }: Point, [head, feet]: readonly [Point, Point], side: 'left' | 'right'): boolean {
  const turn = (feet.x - head.x) * (y - head.y) - (feet.y - head.y) * (x - head.x)
  return side === 'left' ? turn < 0 : turn > 0
}
