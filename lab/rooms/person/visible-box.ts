/** The box around the visible part of a person, in shares of the frame. */

import { type Camera, project } from '../base/camera.ts'
import { type Body, JOINTS } from './body.ts'
import type { Posture } from './track.ts'

/** How far the body extends around its joints, in meters. */
const REACH_M: Partial<Record<(typeof JOINTS)[number], number>> = { head: 0.12, pelvis: 0.15, belly: 0.15, chest: 0.15 }

type Person = { body: Body; posture: Posture }

/** Null if less than a third of the joints are in the frame and not hidden by walls or furniture. */
export function visibleBox(camera: Camera, depth: Float32Array, { body }: Person) {
  let [left, top, right, bottom] = [1e9, 1e9, -1e9, -1e9]
  let count = 0
  for (const joint of JOINTS) {
    const seen = project(camera, body[joint])
    const [px, py] = [Math.floor(seen.x), Math.floor(seen.y)]
    if (seen.depth < 0.2 || px < 0 || py < 0 || px >= camera.width || py >= camera.height) continue
    // A body is thicker than its bones: a joint up to 0.35 m behind a surface still counts as visible.
    if (seen.depth > depth[py * camera.width + px]! + 0.35) continue
    count++
    const reach = ((REACH_M[joint] ?? 0.06) * camera.focal) / seen.depth
    left = Math.min(left, seen.x - reach)
    right = Math.max(right, seen.x + reach)
    top = Math.min(top, seen.y - reach)
    bottom = Math.max(bottom, seen.y + reach)
  }
  if (count < JOINTS.length / 3) return null
  const share = (value: number, size: number) => Math.round(Math.min(1, Math.max(0, value / size)) * 1e4) / 1e4
  const x = share(left, camera.width)
  const y = share(top, camera.height)
  return { x, y, width: share(right, camera.width) - x, height: share(bottom, camera.height) - y }
}
