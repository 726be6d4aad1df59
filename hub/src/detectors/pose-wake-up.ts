/** A004 wake-up with the pose model: the resident's trunk is upright in the bed, and nobody stands at it. Pure. */
import { LASTING_MS, LYING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import type { PosedPerson } from '#vision/body/person.ts'
import type { PeopleFrame, PeopleReason } from './people-frame.ts'
import { hasCarer, isInBed, present } from './pose-bed.ts'
import { type Judged, type PosedBedState, posedBedStart, stepPosedBed, type View } from './pose-bed-app.ts'
import { stepWakeUp, type WakeUpSettings, wakeUpStart } from './wake-up.ts'

type State = PosedBedState<typeof wakeUpStart>

/** `raisedAtMs`: the last incident under earlier settings. */
export const posedWakeUpStart = (raisedAtMs: number | null): State => posedBedStart({ ...wakeUpStart, raisedAtMs })

/** Falls back to stepWakeUp without the pose model or without an outlined bed. */
export function stepPosedWakeUp(before: State, settings: WakeUpSettings, frame: PeopleFrame) {
  const { snoozeSeconds } = settings
  return stepPosedBed(
    before,
    {
      ...{ appCode: 'A004', snoozeSeconds },
      standard: (state, one) => stepWakeUp(state, settings, one),
      judge: (view) => judge(view, settings),
      against,
    },
    frame,
  )
}

function judge(view: View, { sensitivity }: WakeUpSettings): Judged[] {
  const { poses, fellows } = view
  return present(poses).flatMap((person) => {
    const fellow = fellows.find(({ id }) => id === person.id)!
    const { upInBedSinceMs: sinceMs } = fellow
    if (!fellow.isResident || sinceMs === null) return []
    const lastedMs = poses.atMs - sinceMs
    let reason: PeopleReason = lastedMs > 0 && lastedMs >= LASTING_MS.A004[sensitivity] ? 'sat-up' : 'too-short'
    if (hasCarer(person, poses, fellows)) reason = 'accompanied'
    else if (fellow.calmBeforeMs < LYING_MS) reason = 'not-lying-before'
    return [{ reason, person, fellow, sinceMs }]
  })
}

/** The background takes bedding, and a person passing the bed, for a sitting resident. */
function against(person: PosedPerson | null, { poses, bed, fellows }: View): PeopleReason | null {
  const fellow = fellows.find(({ id }) => id === person?.id)
  if (!person || !isInBed(person, bed) || fellow?.upInBedSinceMs === null) return 'seen-otherwise'
  if (hasCarer(person, poses, fellows)) return 'accompanied'
  return fellow?.isResident ? null : 'not-lying-before'
}
