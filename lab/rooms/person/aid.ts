/** Walking aids. */

import { hex } from '../base/material.ts'
import { add, scale, unit, type Vec } from '../base/vector.ts'
import type { Limb } from './limb.ts'
import type { Look } from './look.ts'
import type { Moment } from './track.ts'

const METAL = hex('#9aa1a8')
const GRIP = hex('#2f3236')
const [AHEAD_M, HALF_M, DEEP_M, TALL_M] = [0.3, 0.27, 0.4, 0.82]

/** A walking frame in front of who walks or stands with one; nothing when they rest or fall, for then they let it go. */
export function aidOf({ body, posture }: Pick<Moment, 'body' | 'posture'>, { aid }: Look): Limb[] {
  if (aid === undefined || (posture !== 'walking' && posture !== 'standing')) return []
  const across = unit([body.hipL[0] - body.hipR[0], body.hipL[1] - body.hipR[1], 0])
  const front: Vec = [across[1], -across[0], 0]
  const at = (side: number, ahead: number, height: number): Vec =>
    add([body.pelvis[0], body.pelvis[1], height], add(scale(across, side * HALF_M), scale(front, ahead)))
  const rod = (from: Vec, to: Vec, color = METAL, radius = 0.014): Limb => ({
    from,
    to,
    radii: [radius, radius],
    color,
  })
  const sides = [-1, 1].flatMap((side) => [
    rod(at(side, AHEAD_M - DEEP_M / 2, 0.02), at(side, AHEAD_M - DEEP_M / 2, TALL_M)),
    rod(at(side, AHEAD_M + DEEP_M / 2, 0.02), at(side, AHEAD_M + DEEP_M / 2, TALL_M)),
    rod(at(side, AHEAD_M - DEEP_M / 2, TALL_M), at(side, AHEAD_M + DEEP_M / 2, TALL_M), GRIP, 0.02),
  ])
  const bars = [0.4, TALL_M - 0.05].map((height) =>
    rod(at(-1, AHEAD_M + DEEP_M / 2, height), at(1, AHEAD_M + DEEP_M / 2, height)),
  )
  return [...sides, ...bars]
}
