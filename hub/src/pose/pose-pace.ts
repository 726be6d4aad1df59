/** How soon the pose model is asked again about a camera: often while somebody may be falling, hardly while nothing changes. Pure. */
import { wentOut } from '#vision/people/person.ts'
import { FALL_MS, MOVING_SHARE } from '#vision/people/pose-limits.ts'
import type { PoseTracks } from './pose-track.ts'

/** What the background saw in the newest picture. `standsOutMs`: for how long something has stood out; 0: nothing does. */
type Stir = { foregroundShare: number; movingShare: number; standsOutMs: number }

/** Less of the picture is nobody. */
export const SOMEBODY_SHARE = 0.003
/** Nobody there; somebody who keeps still; somebody who moves; somebody who came, went down or is lost a moment ago. ms. */
export const PACE_MS = { empty: 10_000, still: 3000, moving: 2000, falling: 800 }
/** From being seen first to having been seen standing, ms. */
const NEW_MS = 2000
/** Something stands out and nobody was found yet, ms: later it is a curtain, or nobody whom the model knows. */
const NEWCOMER_MS = 3000

export function paceMs(
  { people }: PoseTracks,
  { foregroundShare, movingShare, standsOutMs }: Stir,
  atMs: number,
): number {
  const mayFall = people.some((person) => {
    const { past, firstMs, lostMs } = person
    const newest = past.at(-1)!
    if (lostMs !== null) return !wentOut(person)
    if (atMs - firstMs < NEW_MS) return true
    return !newest.isUpright && past.some((one) => one.isUpright && atMs - one.atMs < FALL_MS)
  })
  const isMoving = movingShare >= MOVING_SHARE
  const isNewcomer = people.length === 0 && standsOutMs > 0 && standsOutMs < NEWCOMER_MS
  if (mayFall || isNewcomer) return PACE_MS.falling
  if (people.length === 0 && foregroundShare < SOMEBODY_SHARE) return PACE_MS.empty
  return isMoving ? PACE_MS.moving : PACE_MS.still
}
