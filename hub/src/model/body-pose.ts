/** Whether a body lies, sits or stands, from its joints, or from the shape of its box alone. Pure. */
import type { SeenBody } from '#vision/body/person.ts'

/** In pixels, y downwards. The 17 joints of COCO, in COCO's order. */
export type Joint = { x: number; y: number; confidence: number }
type Pose = SeenBody['pose']
type Point = { x: number; y: number }

const JOINT_CONFIDENCE_MIN = 0.5
const SHOULDERS = [5, 6]
const HIPS = [11, 12]
const KNEES = [13, 14]
/** The trunk's lean from upright, degrees. */
const LYING_LEAN = 60
const UPRIGHT_LEAN = 35
/** Knees below the hips by this share of the trunk's length; less means level thighs. */
const STANDING_THIGH = 0.55
/** Minimum width over height of a box of a body lying across the view, and minimum height over width of a standing one. */
const LYING_WIDE = 1.4
const UPRIGHT_TALL = 1.9

/** Null if shoulders or hips are not visible, or the trunk's lean is in between. */
export function poseOfJoints(joints: readonly Joint[]): Pose {
  const [shoulders, hips, knees] = [SHOULDERS, HIPS, KNEES].map((which) => middleOf(joints, which))
  if (!shoulders || !hips) return null
  const trunk = Math.hypot(hips.x - shoulders.x, hips.y - shoulders.y)
  if (trunk === 0) return null
  // Over 90 degrees: the head is lower than the hips.
  const lean = (Math.acos((hips.y - shoulders.y) / trunk) * 180) / Math.PI
  if (lean >= LYING_LEAN) return 'lying'
  if (lean > UPRIGHT_LEAN) return null
  return knees && knees.y - hips.y < trunk * STANDING_THIGH ? 'sitting' : 'upright'
}

/** Null: the box is neither wide nor tall enough. */
export function poseOfBox({ width, height }: { width: number; height: number }): Pose {
  if (width >= LYING_WIDE * height) return 'lying'
  return height >= UPRIGHT_TALL * width ? 'upright' : null
}

/** Middle of both sides' joints, or the one that is visible. */
function middleOf(joints: readonly Joint[], which: readonly number[]): Point | null {
  const seen = which.flatMap((index) => {
    const joint = joints[index]
    return joint && joint.confidence >= JOINT_CONFIDENCE_MIN ? [joint] : []
  })
  if (seen.length === 0) return null
  const mean = (of: (joint: Joint) => number) => seen.reduce((sum, joint) => sum + of(joint), 0) / seen.length
  const middle = { x: mean(({ x }) => x), y: mean(({ y }) => y) }
  return Number.isFinite(middle.x) && Number.isFinite(middle.y) ? middle : null
}
