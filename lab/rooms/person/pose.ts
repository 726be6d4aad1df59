/** The poses that people of a care home take: standing, walking, in bed, at its edge, in a chair, on the floor, helping. */

import { add, cross, scale, turn, type Vec } from '../base/vector.ts'
import { BED } from '../room/furniture.ts'
import type { BedFrame } from '../room/room.ts'
import { aboveFloor, type Body, between, bodyFrom, grounded, heading, moved } from './body.ts'

/** How somebody carries themselves. `stoop`: bend of the back in degrees. */
export type Bearing = { tall: number; stoop: number }

const UP: Vec = [0, 0, 1]
const floorAt = (x: number, y: number): Vec => [x, y, 0.9]

export function standing(who: Bearing, at: readonly [number, number], degrees: number, sway = 0): Body {
  return grounded(
    bodyFrom(
      {
        pelvis: floorAt(at[0], at[1]),
        forward: heading(degrees),
        up: UP,
        lean: who.stoop + sway,
        nod: who.stoop * 0.2,
        legL: { flex: 3, knee: 6 },
        legR: { flex: 1, knee: 5 },
        armL: { flex: 4 + who.stoop * 0.8, elbow: 18 },
        armR: { flex: 6 + who.stoop * 0.8, elbow: 22 },
      },
      who.tall,
    ),
  )
}

/** A moment of a walk; `phase` grows by 2 pi over two steps. `stride`: 0 on the spot .. 1 brisk. */
export function walking(
  who: Bearing,
  at: readonly [number, number],
  degrees: number,
  phase: number,
  stride: number,
): Body {
  // Wide enough that the foot on the floor stays where it is.
  const swing = 21 * Math.sqrt(stride)
  const leg = (p: number) => {
    const forward = Math.sin(p)
    const lifted = Math.max(0, Math.cos(p))
    return {
      flex: 3 + swing * forward + 9 * lifted * stride,
      knee: 7 + 46 * Math.sqrt(stride) * lifted ** 1.5,
      spread: 2.5,
    }
  }
  const arm = (p: number) => ({
    flex: who.stoop * 0.8 + (8 + 16 * stride) * Math.sin(p),
    elbow: 16 + 10 * stride + 8 * Math.max(0, Math.sin(p)),
    spread: 7,
  })
  const body = bodyFrom(
    {
      pelvis: floorAt(at[0], at[1]),
      forward: heading(degrees + 4 * stride * Math.sin(phase)),
      up: UP,
      lean: who.stoop + 3 * stride + 1.5 * Math.cos(phase * 2),
      nod: who.stoop * 0.15,
      legL: leg(phase),
      legR: leg(phase + Math.PI),
      armL: arm(phase + Math.PI),
      armR: arm(phase),
    },
    who.tall,
  )
  const rolled = scale(cross(UP, heading(degrees)), 0.012 * Math.cos(phase))
  return grounded(moved(body, rolled))
}

/** Asleep. `side`: -1 on the right .. 0 on the back .. 1 on the left; `breath` -1..1 lifts the chest. */
export function lying(who: Bearing, bed: BedFrame, side: number, breath: number): Body {
  const roll = side * 58
  const toHead = heading((bed.headRadians * 180) / Math.PI)
  const across = cross(toHead, UP)
  const c = Math.cos((roll * Math.PI) / 180)
  const s = Math.sin((roll * Math.PI) / 180)
  const forward = add(scale(UP, c), scale(across, -s))
  const bent = Math.abs(side)
  const pelvisAlong = 0.98 * (who.tall / 1.6) + 0.02
  const body = bodyFrom(
    {
      pelvis: bed.from(side * 0.04, pelvisAlong, BED.topM + 0.09 + 0.03 * bent),
      forward,
      up: toHead,
      lean: 4 + 14 * bent,
      nod: 10 * bent + 8,
      glance: side === 0 ? 12 : 0,
      legL: { flex: 6 + 38 * bent, knee: 12 + 55 * bent, spread: 6 },
      legR: { flex: 4 + 22 * bent, knee: 8 + 40 * bent, spread: 6 },
      armL: { flex: 8 + 50 * bent, spread: 14 - 20 * bent, elbow: 25 + 60 * bent },
      armR: { flex: 8 + 50 * bent, spread: 14 - 20 * bent, elbow: 30 + 60 * bent },
    },
    who.tall,
  )
  const lift = 0.012 * breath
  const headUp = 0.05
  return {
    ...body,
    chest: add(body.chest, [0, 0, lift]),
    belly: add(body.belly, [0, 0, lift * 0.7]),
    head: add(body.head, [0, 0, headUp]),
    nose: add(body.nose, [0, 0, headUp]),
    neck: add(body.neck, [0, 0, headUp * 0.5]),
  }
}

/** Sitting up in bed with the legs along it. */
export function sittingInBed(who: Bearing, bed: BedFrame, sway = 0): Body {
  const toFoot = scale(heading((bed.headRadians * 180) / Math.PI), -1)
  return bodyFrom(
    {
      pelvis: bed.from(0, 0.95, BED.topM + 0.11),
      forward: toFoot,
      up: UP,
      lean: 14 + who.stoop * 0.6 + sway,
      nod: 8 + sway,
      legL: { flex: 86, knee: 14, spread: 7 },
      legR: { flex: 85, knee: 10, spread: 7 },
      armL: { flex: 22, spread: 14, elbow: 38 },
      armR: { flex: 26, spread: 14, elbow: 42 },
    },
    who.tall,
  )
}

/** Sitting on the edge of the bed, feet on the floor. `sway`: degrees of leaning forward. */
export function sittingOnEdge(who: Bearing, bed: BedFrame, sway = 0): Body {
  const body = bodyFrom(
    {
      pelvis: bed.from(BED.widthM / 2 - 0.1, 1.18, BED.topM + 0.1),
      forward: heading((bed.exitRadians * 180) / Math.PI),
      up: UP,
      lean: 10 + who.stoop * 0.7 + sway,
      nod: 10 + who.stoop * 0.3,
      legL: { flex: 70, knee: 72, spread: 5 },
      legR: { flex: 68, knee: 66, spread: 5 },
      armL: { flex: 2, spread: 20, elbow: 14 },
      armR: { flex: 4, spread: 20, elbow: 16 },
    },
    who.tall,
  )
  return aboveFloor(body)
}

/** In the armchair. `at` and `degrees` as the chair was placed (its back at `at`, its front at right angles). */
export function sittingInChair(who: Bearing, chair: { at: Vec; degrees: number }, nod: number, glance = 0): Body {
  const front = turn([0, -1, 0], (chair.degrees * Math.PI) / 180)
  const body = bodyFrom(
    {
      pelvis: add(add(chair.at, scale(front, 0.3)), [0, 0, 0.56]),
      forward: front,
      up: UP,
      lean: -4 + who.stoop * 0.5,
      nod,
      glance,
      legL: { flex: 82, knee: 80, spread: 5 },
      legR: { flex: 80, knee: 74, spread: 5 },
      armL: { flex: 12, spread: 22, elbow: 62 },
      armR: { flex: 12, spread: 22, elbow: 60 },
    },
    who.tall,
  )
  return aboveFloor(body)
}

/** On the floor on one side after a fall; the head lies towards `degrees`. `stir` 0..1 moves an arm and a leg. */
export function fallen(who: Bearing, at: readonly [number, number], degrees: number, stir: number): Body {
  const toHead = heading(degrees)
  const forward = add(scale(cross(UP, toHead), 0.96), [0, 0, 0.28])
  return bodyFrom(
    {
      pelvis: [at[0], at[1], 0.14],
      forward,
      up: toHead,
      lean: 12,
      nod: 6 - 10 * stir,
      glance: -8,
      legL: { flex: 30 + 12 * stir, knee: 50 + 14 * stir, spread: -6 },
      legR: { flex: 52, knee: 84 - 8 * stir, spread: -2 },
      armL: { flex: 70 + 26 * stir, spread: -8, elbow: 34 + 18 * stir },
      armR: { flex: 92, spread: -14, elbow: 26 },
    },
    who.tall,
  )
}

/** Half up from the floor: sitting on it, leaning on one arm. */
export function sittingOnFloor(who: Bearing, at: readonly [number, number], degrees: number, sway = 0): Body {
  return bodyFrom(
    {
      pelvis: [at[0], at[1], 0.13],
      forward: heading(degrees),
      up: UP,
      lean: 16 + sway,
      nod: 10,
      legL: { flex: 91, knee: 4, spread: 12 },
      legR: { flex: 128, knee: 88, spread: 8 },
      armL: { flex: -12, spread: 30, elbow: 8 },
      armR: { flex: 40, spread: 12, elbow: 40 },
    },
    who.tall,
  )
}

/** One knee on the floor, hands out to somebody. */
export function kneeling(who: Bearing, at: readonly [number, number], degrees: number, reach: number): Body {
  const body = bodyFrom(
    {
      pelvis: [at[0], at[1], 0.5],
      forward: heading(degrees),
      up: UP,
      lean: 26 + 8 * reach,
      nod: 16,
      legL: { flex: 88, knee: 92, spread: 6 },
      legR: { flex: 10, knee: 88, spread: 5 },
      armL: { flex: 52 + 14 * reach, spread: 4, elbow: 30 },
      armR: { flex: 46 + 18 * reach, spread: 4, elbow: 34 },
    },
    who.tall,
  )
  const lowest = Math.min(body.kneeR[2] - 0.03, body.ankleR[2], body.toeR[2], body.toeL[2], body.ankleL[2] - 0.04)
  return moved(body, [0, 0, 0.03 - lowest])
}

/** Standing bent over somebody or something, hands ahead. `reach` 0..1. */
export function bending(who: Bearing, at: readonly [number, number], degrees: number, reach: number): Body {
  return between(
    standing(who, at, degrees),
    grounded(
      bodyFrom(
        {
          pelvis: floorAt(at[0], at[1]),
          forward: heading(degrees),
          up: UP,
          lean: 42,
          nod: 4,
          legL: { flex: 16, knee: 22 },
          legR: { flex: 6, knee: 10 },
          armL: { flex: 62, spread: 8, elbow: 22 },
          armR: { flex: 58, spread: 8, elbow: 28 },
        },
        who.tall,
      ),
    ),
    reach,
  )
}
