/** From a skeleton to a dressed person: the round parts of head, hair, clothes, hands and shoes. */

import { blend, type Color, times } from '../base/material.ts'
import { add, cross, mix, scale, sub, unit, type Vec } from '../base/vector.ts'
import type { Body } from './body.ts'
import type { Limb } from './limb.ts'
import type { Look } from './look.ts'

const FOLDS = 0.045

/** All parts of a person in a pose. */
export function partsOf(body: Body, look: Look): Limb[] {
  return [...trunk(body, look), ...arms(body, look), ...legs(body, look), ...head(body, look)]
}

/** What shows of somebody under a blanket: head and trunk, and the arms when they sit up. */
export function partsInBed(body: Body, look: Look): Limb[] {
  const sits = body.chest[2] - body.pelvis[2] > 0.15
  return [...trunk(body, look), ...(sits ? arms(body, look) : []), ...head(body, look)]
}

function trunk(body: Body, look: Look): Limb[] {
  const { top, trim, stout: s } = look
  const cloth = { color: top, folds: FOLDS }
  const inward = (shoulder: Vec): Vec => mix(shoulder, body.chest, 0.42)
  const low = (hip: Vec): Vec => mix(hip, body.pelvis, 0.15)
  const left = unit(sub(body.shoulderL, body.shoulderR))
  const up = unit(sub(body.chest, body.pelvis))
  const front = cross(left, up)
  const parts: Limb[] = [
    { from: low(body.hipL), to: inward(body.shoulderL), radii: [0.113 * s, 0.104], ...cloth },
    { from: low(body.hipR), to: inward(body.shoulderR), radii: [0.113 * s, 0.104], ...cloth },
    { from: body.pelvis, to: body.chest, radii: [0.128 * s, 0.118], ...cloth },
    {
      from: mix(body.shoulderL, body.chest, 0.1),
      to: mix(body.shoulderR, body.chest, 0.1),
      radii: [0.07, 0.07],
      ...cloth,
    },
    // The hem hangs a little over the hips.
    {
      from: add(body.hipL, scale(up, -0.05)),
      to: add(body.hipR, scale(up, -0.05)),
      radii: [0.105 * s, 0.105 * s],
      ...cloth,
    },
    {
      from: add(body.neck, scale(up, -0.035)),
      to: add(body.neck, scale(up, -0.02)),
      radii: [0.066, 0.06],
      color: trim,
    },
  ]
  const buttons = look.role === 'resident' ? [0.15, 0.38, 0.61, 0.84] : []
  for (const share of buttons) {
    const at = add(mix(body.pelvis, body.chest, share), scale(front, 0.122 * s))
    parts.push({ from: at, to: at, radii: [0.011, 0.011], color: trim })
  }
  if (look.role === 'carer') {
    const at = add(add(mix(body.belly, body.chest, 0.8), scale(front, 0.115)), scale(left, 0.075))
    parts.push({ from: at, to: add(at, scale(up, -0.05)), radii: [0.02, 0.02], color: trim })
  }
  return parts
}

function arms(body: Body, look: Look): Limb[] {
  const { top, skin, trim, sleeves } = look
  return (['L', 'R'] as const).flatMap((side) => {
    const shoulder = body[`shoulder${side}`]
    const elbow = body[`elbow${side}`]
    const wrist = body[`wrist${side}`]
    const hand = body[`hand${side}`]
    const palm = mix(wrist, hand, 0.55)
    const long = sleeves === 1
    const cuff = long ? mix(elbow, wrist, 0.93) : mix(shoulder, elbow, 0.7)
    const upper: Limb[] = long
      ? [
          { from: shoulder, to: elbow, radii: [0.064, 0.05], color: top, folds: FOLDS },
          { from: elbow, to: cuff, radii: [0.05, 0.043], color: top, folds: FOLDS },
        ]
      : [
          { from: mix(shoulder, elbow, 0.3), to: elbow, radii: [0.045, 0.039], color: skin },
          { from: shoulder, to: cuff, radii: [0.066, 0.058], color: top, folds: FOLDS },
          { from: elbow, to: wrist, radii: [0.039, 0.029], color: skin },
        ]
    return [
      ...upper,
      {
        from: cuff,
        to: mix(cuff, long ? wrist : elbow, 0.15),
        radii: long ? [0.044, 0.044] : [0.06, 0.059],
        color: trim,
      } satisfies Limb,
      { from: wrist, to: palm, radii: [0.03, 0.036], color: skin } satisfies Limb,
      { from: palm, to: hand, radii: [0.034, 0.024], color: skin } satisfies Limb,
    ]
  })
}

function legs(body: Body, look: Look): Limb[] {
  const { trousers, shoes, skin, stout: s } = look
  return (['L', 'R'] as const).flatMap((side) => {
    const hip = body[`hip${side}`]
    const knee = body[`knee${side}`]
    const ankle = body[`ankle${side}`]
    const toe = body[`toe${side}`]
    const hem = mix(knee, ankle, 0.86)
    return [
      { from: hip, to: knee, radii: [0.098 * s, 0.07], color: trousers, folds: FOLDS },
      { from: knee, to: hem, radii: [0.069, 0.06], color: trousers, folds: FOLDS },
      { from: mix(knee, ankle, 0.7), to: ankle, radii: [0.04, 0.036], color: skin },
      { from: add(ankle, [0, 0, -0.012]), to: mix(ankle, toe, 0.3), radii: [0.044, 0.046], color: shoes },
      { from: mix(ankle, toe, 0.3), to: toe, radii: [0.046, 0.04], color: shoes },
    ] satisfies Limb[]
  })
}

/** Directions of a head: out of the crown, out of the face, out of the left ear. */
function headFrame(body: Body): { crown: Vec; face: Vec; ear: Vec } {
  const face = unit(sub(body.nose, body.head))
  const rough = unit(sub(body.head, body.neck))
  const ear = unit(cross(rough, face))
  return { crown: cross(face, ear), face, ear }
}

function head(body: Body, look: Look): Limb[] {
  const { skin, hair } = look
  const { crown, face, ear } = headFrame(body)
  const at = (up: number, out: number, side = 0): Vec =>
    add(body.head, add(scale(crown, up), add(scale(face, out), scale(ear, side))))
  const dot = (point: Vec, radius: number, color: Color): Limb => ({
    from: point,
    to: point,
    radii: [radius, radius],
    color,
  })
  const shade = times(skin, 0.62)
  const parts: Limb[] = [
    { from: body.neck, to: at(-0.06, -0.012), radii: [0.05, 0.05], color: times(skin, 0.88) },
    { from: at(0.035, 0.006), to: at(-0.075, 0.042), radii: [0.086, 0.05], color: skin },
    dot(at(-0.022, 0.094), 0.016, times(skin, 0.95)),
    {
      from: at(-0.062, 0.082, 0.018),
      to: at(-0.062, 0.082, -0.018),
      radii: [0.008, 0.008],
      color: [skin[0] * 0.62, skin[1] * 0.4, skin[2] * 0.38],
    },
  ]
  for (const side of [0.034, -0.034]) {
    parts.push(dot(at(0.004, 0.084, side), 0.0095, [0.07, 0.05, 0.045]))
    parts.push({
      from: at(0.034, 0.084, side * 0.6),
      to: at(0.032, 0.076, side * 1.45),
      radii: [0.004, 0.004],
      color: blend(skin, hair, 0.5),
    })
    parts.push(dot(at(-0.012, -0.006, side * 2.65), 0.021, shade))
  }
  return [...parts, ...hairOf(look, at)]
}

function hairOf({ hair, style }: Look, at: (up: number, out: number, side?: number) => Vec): Limb[] {
  const lock = (from: Vec, to: Vec, a: number, b: number): Limb => ({
    from,
    to,
    radii: [a, b],
    color: hair,
    folds: 0.12,
  })
  if (style === 'bald') {
    const ring = [0.06, -0.06].map((side) =>
      lock(at(0.0, -0.03, side * 1.05), at(-0.03, -0.055, side * 0.6), 0.04, 0.045),
    )
    return [...ring, lock(at(0.005, -0.06), at(-0.035, -0.055), 0.055, 0.05)]
  }
  const cap = [
    lock(at(0.052, -0.022), at(0.03, -0.042), 0.086, 0.086),
    lock(at(0.07, 0.018, 0.03), at(0.058, -0.02, 0.012), 0.048, 0.074),
    lock(at(0.07, 0.018, -0.03), at(0.058, -0.02, -0.012), 0.048, 0.074),
    lock(at(0.02, -0.042), at(-0.03, -0.052), 0.083, 0.065),
    lock(at(0.03, 0.0, 0.05), at(-0.01, -0.03, 0.058), 0.045, 0.04),
    lock(at(0.03, 0.0, -0.05), at(-0.01, -0.03, -0.058), 0.045, 0.04),
  ]
  if (style === 'bun') return [...cap, lock(at(0.055, -0.125), at(0.04, -0.125), 0.046, 0.04)]
  if (style === 'bob') {
    const sides = [0.074, -0.074].map((side) => lock(at(0.01, -0.008, side), at(-0.075, -0.008, side), 0.036, 0.036))
    return [...cap, ...sides, lock(at(-0.02, -0.055), at(-0.085, -0.045), 0.07, 0.06)]
  }
  return cap
}
