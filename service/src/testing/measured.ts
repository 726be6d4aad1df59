/** Hours of a camera as a hub measures them. */
import type { Measured } from '@mimamori/contract/insight/measurement.ts'
import { emptyMinutes, setMinute, sumOfMinutes } from '#shared/measured.ts'
import type { TestService } from './service.ts'
import type { TestCamera } from './site.ts'

/** Stores a full hour; `minuteAt`: what each of its minutes, 0 to 59, has; null: nothing was measured. */
export async function insertMeasuredHour(
  { sql }: TestService,
  { id, tenantId }: TestCamera,
  startsAtMs: number,
  minuteAt: (minute: number) => Measured | null,
): Promise<void> {
  const minutes = emptyMinutes()
  for (let minute = 0; minute < 60; minute++) {
    const measured = minuteAt(minute)
    if (measured) setMinute({ minutes }, minute, measured)
  }
  const sum = sumOfMinutes({ minutes })
  await sql`
    insert into measured_hour (tenant_id, camera_id, starts_at, seconds_observed, seconds_bed_known, seconds_in_bed,
      seconds_person, motion_inside, motion_outside, motion_in_bed, minutes)
    values (${tenantId}, ${id}, ${new Date(startsAtMs)}, ${sum.secondsObserved}, ${sum.secondsBedKnown},
      ${sum.secondsInBed}, ${sum.secondsPerson}, ${sum.motionInside}, ${sum.motionOutside}, ${sum.motionInBed},
      ${Buffer.from(minutes)})
    on conflict (tenant_id, camera_id, starts_at) do update set (seconds_observed, seconds_bed_known, seconds_in_bed,
      motion_inside, motion_in_bed, minutes) = (excluded.seconds_observed, excluded.seconds_bed_known,
      excluded.seconds_in_bed, excluded.motion_inside, excluded.motion_in_bed, excluded.minutes)`
}

/** A minute with a known bed. `motionInBed`: in the camera's own unit. */
export function bedMinute(isInBed: boolean, motionInBed = 0): Measured {
  const seconds = { secondsObserved: 60, secondsBedKnown: 60, secondsInBed: isInBed ? 60 : 0, secondsPerson: 0 }
  return { ...seconds, motionInside: motionInBed, motionOutside: 0, motionInBed }
}
