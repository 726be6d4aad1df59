/** Interval of inference by the pose model for a camera: short while a person may be falling, long while nothing changes. Pure. */
import { wentOut } from '#vision/body/person.ts'
import { FALL_MS, MOVING_SHARE, NEW_MS } from '#vision/people/pose-limits.ts'
import type { PoseTracks } from './pose-track.ts'

/** Result of background subtraction for the newest frame. `standsOutMs`: duration of foreground; 0: none. */
type Stir = { foregroundShare: number; movingShare: number; standsOutMs: number }

/** Minimum foreground share of the frame for a person. */
export const SOMEBODY_SHARE = 0.003
/** By scene: nobody, or all still in their outlined beds; a still person; a moving person; a person that just came, went down or was lost. */
export const PACE_MS = { empty: 10_000, still: 3000, moving: 2000, falling: 800 }

/** `areInBed`: everybody rests in an outlined bed. */
export function paceMs(
  { people }: PoseTracks,
  { foregroundShare, movingShare, standsOutMs }: Stir,
  { atMs, areInBed }: { atMs: number; areInBed: boolean },
): number {
  const mayFall = people.some((person) => {
    const { past, firstMs, lostMs } = person
    const newest = past.at(-1)!
    if (lostMs !== null) return !wentOut(person)
    if (atMs - firstMs < NEW_MS) return true
    return !newest.isUpright && past.some((one) => one.isUpright && atMs - one.atMs < FALL_MS)
  })
  const isMoving = movingShare >= MOVING_SHARE
  const isNewcomer = people.length === 0 && standsOutMs > 0 && standsOutMs < NEW_MS
  if (mayFall || isNewcomer) return PACE_MS.falling
  if (people.length === 0 && foregroundShare < SOMEBODY_SHARE) return PACE_MS.empty
  // What leaves a bed moves, and is looked at at once.
  if (areInBed && !isMoving) return PACE_MS.empty
  return isMoving ? PACE_MS.moving : PACE_MS.still
}
