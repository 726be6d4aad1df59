// Bodies as in the pose model's answers, for tests: upright, bent or lying, at any place.
import type { Detection, SeenBody } from '#vision/body/person.ts'
import { followPoses, noTracks, type PoseTracks } from './pose-track.ts'

/** Height over width of the frame in these tests. */
export const ASPECT = 0.75
const JOINTS = 17

type Request = { x?: number; confidence?: number; standsOut?: number }

/** Shoulders above the hips, in a tall box. */
export const upright = ({ x = 0.4, confidence = 0.6, standsOut = 0.5 }: Request = {}): SeenBody =>
  body({ x, y: 0.2, width: 0.12, height: 0.6 }, { shoulders: [0.06, 0.15], hips: [0.06, 0.35] }, confidence, standsOut)

/** Shoulders beside the hips, in a wide box near the floor. */
export const lying = ({ x = 0.3, confidence = 0.3, standsOut = 0.5 }: Request = {}): SeenBody =>
  body({ x, y: 0.7, width: 0.4, height: 0.15 }, { shoulders: [0.1, 0.08], hips: [0.25, 0.08] }, confidence, standsOut)

/** Lying along the camera's viewing direction, the head towards the camera. */
export const lyingTowardsUs = ({ x = 0.38, confidence = 0.4, standsOut = 0.5 }: Request = {}): SeenBody =>
  body({ x, y: 0.55, width: 0.24, height: 0.36 }, { shoulders: [0.12, 0.25], hips: [0.12, 0.1] }, confidence, standsOut)

/** On a chair: lower, the trunk upright. */
export const sitting = ({ x = 0.4, confidence = 0.5, standsOut = 0.5 }: Request = {}): SeenBody =>
  body({ x, y: 0.35, width: 0.18, height: 0.45 }, { shoulders: [0.09, 0.1], hips: [0.09, 0.28] }, confidence, standsOut)

type Joints = { shoulders: [number, number]; hips: [number, number] }

function body(box: SeenBody['box'], { shoulders, hips }: Joints, confidence: number, standsOut: number): SeenBody {
  const none = { x: 0, y: 0, confidence: 0 }
  const at = ([x, y]: [number, number]) => ({ x: box.x + x, y: box.y + y, confidence: 0.6 })
  const joints = Array.from({ length: JOINTS }, () => none)
  for (const index of [5, 6]) joints[index] = at(shoulders)
  for (const index of [11, 12]) joints[index] = at(hips)
  return { box, pose: null, confidence, joints, standsOut }
}

/** The same body elsewhere, in shares of the frame. */
export function moved(body: SeenBody, { x = 0, y = 0 }: { x?: number; y?: number }): SeenBody {
  const joints = body.joints!.map((one) => ({ ...one, x: one.x + x, y: one.y + y }))
  return { ...body, box: { ...body.box, x: body.box.x + x, y: body.box.y + y }, joints }
}

/** Tracks answers that arrive every `stepMs`. */
export function followed(answers: readonly SeenBody[][], stepMs = 800): PoseTracks {
  return answers
    .map((bodies, at): Detection => ({ atMs: at * stepMs, bodies }))
    .reduce((tracks, detection) => followPoses(tracks, detection, ASPECT), noTracks)
}

/** `count` identical answers. */
export const times = (count: number, ...bodies: SeenBody[]): SeenBody[][] => Array.from({ length: count }, () => bodies)
