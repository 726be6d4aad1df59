/** A person's skeleton: joints in the room, built from angles, and moved between poses with bones of constant length. */
import { add, cross, dot, mix, scale, sub, turn, unit, type Vec } from '../base/vector.ts'

export const JOINTS = [
  'pelvis',
  'belly',
  'chest',
  'neck',
  'head',
  'nose',
  'shoulderL',
  'shoulderR',
  'elbowL',
  'elbowR',
  'wristL',
  'wristR',
  'handL',
  'handR',
  'hipL',
  'hipR',
  'kneeL',
  'kneeR',
  'ankleL',
  'ankleR',
  'toeL',
  'toeR',
] as const
type Joint = (typeof JOINTS)[number]
/** Where each joint is, in metres. */
export type Body = Record<Joint, Vec>

/** From which joint each joint hangs, in an order in which parents come first. */
const PARENT: Record<Exclude<Joint, 'pelvis'>, Joint> = {
  belly: 'pelvis',
  chest: 'belly',
  neck: 'chest',
  head: 'neck',
  nose: 'head',
  shoulderL: 'chest',
  shoulderR: 'chest',
  elbowL: 'shoulderL',
  elbowR: 'shoulderR',
  wristL: 'elbowL',
  wristR: 'elbowR',
  handL: 'wristL',
  handR: 'wristR',
  hipL: 'pelvis',
  hipR: 'pelvis',
  kneeL: 'hipL',
  kneeR: 'hipR',
  ankleL: 'kneeL',
  ankleR: 'kneeR',
  toeL: 'ankleL',
  toeR: 'ankleR',
}
const HANGING = Object.keys(PARENT) as Exclude<Joint, 'pelvis'>[]

/** Degrees. Legs: `flex` forward, `spread` outward, `knee` bent. Arms: `flex` forward, `spread` outward, `elbow` bent. */
type Leg = { flex?: number; spread?: number; knee?: number }
type Arm = { flex?: number; spread?: number; elbow?: number }
type Angles = {
  pelvis: Vec
  /** Where the belly points, and from the pelvis to the chest; right angles to each other. */
  forward: Vec
  up: Vec
  /** Bend of the back, forward, in degrees. */
  lean?: number
  /** Nod of the head, forward, and its turn to the left. */
  nod?: number
  glance?: number
  legL?: Leg
  legR?: Leg
  armL?: Arm
  armR?: Arm
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
/** `up` and `forward` turned by an angle towards `forward`. */
function leaned(up: Vec, forward: Vec, degrees: number): { up: Vec; forward: Vec } {
  const c = Math.cos(radians(degrees))
  const s = Math.sin(radians(degrees))
  return { up: add(scale(up, c), scale(forward, s)), forward: add(scale(forward, c), scale(up, -s)) }
}

/** Builds a body from its angles; `tall` is the height in metres. */
export function bodyFrom(angles: Angles, tall: number): Body {
  const k = tall / 1.6
  const { pelvis, forward, up } = angles
  const left = cross(up, forward)
  const low = leaned(up, forward, (angles.lean ?? 0) * 0.4)
  const high = leaned(up, forward, angles.lean ?? 0)
  const belly = add(pelvis, scale(low.up, 0.16 * k))
  const chest = add(belly, scale(high.up, 0.23 * k))
  const neck = add(chest, scale(high.up, 0.065 * k))
  const nodded = leaned(high.up, high.forward, angles.nod ?? 0)
  const head = add(neck, add(scale(nodded.up, 0.155 * k), scale(nodded.forward, 0.015)))
  const glance = radians(angles.glance ?? 0)
  const face = add(scale(nodded.forward, Math.cos(glance)), scale(left, Math.sin(glance)))
  const arm = (side: 1 | -1, { flex = 0, spread = 6, elbow = 12 }: Arm) => {
    const shoulder = add(chest, scale(left, 0.165 * k * side))
    const out = scale(left, side)
    const upper = limb(scale(high.up, -1), high.forward, out, flex, spread)
    const lower = limb(scale(high.up, -1), high.forward, out, flex + elbow, spread * (1 - elbow / 200))
    const elbowAt = add(shoulder, scale(upper, 0.265 * k))
    const wrist = add(elbowAt, scale(lower, 0.23 * k))
    return { shoulder, elbow: elbowAt, wrist, hand: add(wrist, scale(lower, 0.085 * k)) }
  }
  const leg = (side: 1 | -1, { flex = 0, spread = 3, knee = 3 }: Leg) => {
    const hip = add(pelvis, add(scale(left, 0.085 * k * side), scale(up, -0.03 * k)))
    const out = scale(left, side)
    const thigh = limb(scale(up, -1), forward, out, flex, spread)
    const shank = limb(scale(up, -1), forward, out, flex - knee, spread * 0.5)
    const foot = limb(scale(up, -1), forward, out, flex - knee + 82, spread + 4)
    const kneeAt = add(hip, scale(thigh, 0.395 * k))
    const ankle = add(kneeAt, scale(shank, 0.385 * k))
    return { hip, knee: kneeAt, ankle, toe: add(ankle, add(scale(foot, 0.15 * k), scale(shank, 0.035 * k))) }
  }
  const [aL, aR] = [arm(1, angles.armL ?? {}), arm(-1, angles.armR ?? {})]
  const [lL, lR] = [leg(1, angles.legL ?? {}), leg(-1, angles.legR ?? {})]
  return {
    pelvis,
    belly,
    chest,
    neck,
    head,
    nose: add(head, scale(face, 0.1)),
    shoulderL: aL.shoulder,
    shoulderR: aR.shoulder,
    elbowL: aL.elbow,
    elbowR: aR.elbow,
    wristL: aL.wrist,
    wristR: aR.wrist,
    handL: aL.hand,
    handR: aR.hand,
    hipL: lL.hip,
    hipR: lR.hip,
    kneeL: lL.knee,
    kneeR: lR.knee,
    ankleL: lL.ankle,
    ankleR: lR.ankle,
    toeL: lL.toe,
    toeR: lR.toe,
  }
}

function limb(down: Vec, forward: Vec, out: Vec, flex: number, spread: number): Vec {
  const f = radians(flex)
  const s = Math.sin(radians(spread))
  const inPlane = add(scale(down, Math.cos(f)), scale(forward, Math.sin(f)))
  return unit(add(scale(inPlane, Math.sqrt(1 - s * s)), scale(out, s)))
}

/** The body between two poses; bones keep their lengths, `arc` lifts the way of the pelvis (metres at the middle). */
export function between(a: Body, b: Body, share: number, arc = 0): Body {
  if (share <= 0) return a
  if (share >= 1) return b
  const body = { pelvis: add(mix(a.pelvis, b.pelvis, share), [0, 0, 4 * arc * share * (1 - share)]) } as Body
  for (const joint of HANGING) {
    const parent = PARENT[joint]
    const from = sub(a[joint], a[parent])
    const to = sub(b[joint], b[parent])
    const longA = Math.sqrt(dot(from, from))
    const longB = Math.sqrt(dot(to, to))
    const way = unit(mix(scale(from, 1 / longA), scale(to, 1 / longB), share))
    body[joint] = add(body[parent], scale(way, longA + (longB - longA) * share))
  }
  return body
}

/** The body moved as a whole. */
export function moved(body: Body, by: Vec): Body {
  const out = {} as Body
  for (const joint of JOINTS) out[joint] = add(body[joint], by)
  return out
}

/** The body with its lower foot on the floor. `soleM`: how far ankles are above their soles. */
export function grounded(body: Body, soleM = 0.075): Body {
  const lowest = Math.min(body.ankleL[2] - soleM, body.ankleR[2] - soleM, body.toeL[2] - 0.03, body.toeR[2] - 0.03)
  return moved(body, [0, 0, -lowest])
}

/** The body lifted so far that no foot is below the floor; between two poses a turning leg may dip. */
export function aboveFloor(body: Body): Body {
  const lowest = Math.min(body.toeL[2], body.toeR[2], body.ankleL[2], body.ankleR[2])
  return lowest < 0 ? moved(body, [0, 0, -lowest]) : body
}

/** A level direction from an angle in degrees: 0 is +x, 90 is +y. */
export const heading = (degrees: number): Vec => turn([1, 0, 0], radians(degrees))
