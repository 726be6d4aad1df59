/** The box around the part of a person that a camera can see, in shares of the picture. */

import { type Camera, project } from '../camera/camera.ts'
import { type Body, JOINTS } from './body.ts'
import type { Posture } from './track.ts'

/** How far the body reaches around its joints, in metres. */
const REACH_M: Partial<Record<(typeof JOINTS)[number], number>> = { head: 0.12, pelvis: 0.15, belly: 0.15, chest: 0.15 }

type Person = { body: Body; posture: Posture }

/** Null when less than a third of the joints are in the picture and before walls and furniture. */
export function visibleBox(camera: Camera, depth: Float32Array, { body }: Person) {
  let [left, top, right, bottom] = [1e9, 1e9, -1e9, -1e9]
  let count = 0
  for (const joint of JOINTS) {
    const seen = project(camera, body[joint])
    const [px, py] = [Math.floor(seen.x), Math.floor(seen.y)]
    if (seen.depth < 0.2 || px < 0 || py < 0 || px >= camera.width || py >= camera.height) continue
    // A body is thicker than its bones: what is a hand's breadth behind a surface still shows.
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
