/** How somebody holds themselves in one frame, held against how tall they were upright. Pure. */
import type { PoseSample, SeenBody, SeenJoint } from '#vision/body/person.ts'
import { MEMORY_MS, SHORT_SHARE, UPRIGHT_DEGREES } from '#vision/people/pose-limits.ts'

/** Minimum score of a joint: the model places each one somewhere, also hidden ones. */
const JOINT_CONFIDENCE_MIN = 0.2
const SHOULDERS = [5, 6]
const HIPS = [11, 12]
const KNEES = [13, 14]
const ANKLES = [15, 16]
/** Minimum distance of knees and ankles below the hips on one's feet, lengths of the trunk; thighs of a sitting person are level. */
const LEGS_DOWN_TRUNKS = { knees: 0.55, ankles: 1.1 }
/** Minimum lean of a lying trunk, degrees; at twice that the head is below the hips, as of a person lying towards the
 * camera, which alone is enough. */
const LYING_DEGREES = 60
/** Height over width of an upright body's box, and width over height of a lying one. */
const LONG_RATIO = 1.2

export function measured(
  { box, joints }: SeenBody,
  past: readonly PoseSample[],
  atMs: number,
  aspect: number,
): Omit<PoseSample, 'atMs'> {
  const [width, height] = [box.width, box.height * aspect]
  const lean = leanOf(joints ?? [], aspect)
  const middleY = box.y + box.height / 2
  const isUpright = lean !== null && lean < UPRIGHT_DEGREES && height > LONG_RATIO * width
  const upright = past.filter((one) => one.isUpright && atMs - one.atMs <= MEMORY_MS)
  const tall = upright.map((one) => one.height).toSorted((a, b) => b - a)
  const usual = tall[Math.max(1, Math.floor(tall.length / 4)) - 1]
  const isShort = usual !== undefined && height < SHORT_SHARE * usual && middleY > upright.at(-1)!.middleY
  const leans = Math.floor((lean ?? 0) / LYING_DEGREES)
  const votes = Number(width > LONG_RATIO * height) + leans + Number(isShort)
  const foot = middleOf(joints ?? [], ANKLES) ?? { x: box.x + box.width / 2, y: box.y + box.height }
  const trunk = { shoulders: middleOf(joints ?? [], SHOULDERS), hips: middleOf(joints ?? [], HIPS) }
  const legs = { foot, isOnFeet: isOnFeet(joints ?? []) }
  return { width, height, middleY, lean, isUpright, isLying: votes >= 2, ...trunk, ...legs }
}

function isOnFeet(joints: readonly SeenJoint[]): boolean | null {
  const [shoulders, hips, knees, ankles] = [SHOULDERS, HIPS, KNEES, ANKLES].map((which) => middleOf(joints, which))
  if (!shoulders || !hips) return null
  const trunk = Math.hypot(hips.x - shoulders.x, hips.y - shoulders.y)
  if (knees) return knees.y - hips.y >= LEGS_DOWN_TRUNKS.knees * trunk
  return ankles ? ankles.y - hips.y >= LEGS_DOWN_TRUNKS.ankles * trunk : null
}

/** Degrees from upright; null when shoulders or hips are not seen. */
function leanOf(joints: readonly SeenJoint[], aspect: number): number | null {
  const [shoulders, hips] = [middleOf(joints, SHOULDERS), middleOf(joints, HIPS)]
  if (!shoulders || !hips) return null
  const [dx, dy] = [hips.x - shoulders.x, (hips.y - shoulders.y) * aspect]
  const trunk = Math.hypot(dx, dy)
  return trunk === 0 ? null : (Math.acos(dy / trunk) * 180) / Math.PI
}

function middleOf(joints: readonly SeenJoint[], which: readonly number[]): { x: number; y: number } | null {
  const seen = which.flatMap((at) => ((joints[at]?.confidence ?? 0) >= JOINT_CONFIDENCE_MIN ? [joints[at]!] : []))
  if (seen.length === 0) return null
  const mean = (of: (joint: SeenJoint) => number) => seen.reduce((sum, joint) => sum + of(joint), 0) / seen.length
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) }
}
