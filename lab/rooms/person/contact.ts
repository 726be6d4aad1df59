/** The soft darkness that a person leaves on floor, walls and bed: where they are near, less light arrives. */

import { type Easel, patchAround, touch } from '../base/easel.ts'
import type { Vec } from '../base/vector.ts'
import type { Body } from './body.ts'

/** Which of the blockers below is the hips. */
const HIPS = 6

type Blocker = { at: Vec; radius: number; strength: number }

/** Darkens the surroundings of a body; draw it before the body itself. `strength`: 0 none .. 1 full daylight. */
export function drawContact(easel: Easel, body: Body, strength: number): void {
  const blockers: Blocker[] = [
    { at: body.ankleL, radius: 0.1, strength: 1.3 },
    { at: body.ankleR, radius: 0.1, strength: 1.3 },
    { at: body.toeL, radius: 0.08, strength: 1 },
    { at: body.toeR, radius: 0.08, strength: 1 },
    { at: body.kneeL, radius: 0.13, strength: 0.8 },
    { at: body.kneeR, radius: 0.13, strength: 0.8 },
    { at: body.pelvis, radius: 0.22, strength: 0.9 },
    { at: body.chest, radius: 0.22, strength: 0.8 },
    { at: body.head, radius: 0.13, strength: 0.9 },
  ]
  const points = blockers.map(({ at }) => at)
  const rough = patchAround(easel.camera, points, 0.56)
  if (!rough) return
  const { width, height } = easel.camera
  // Four points share one answer, so the patch begins and ends on even ones.
  const patch = {
    left: rough.left & ~1,
    top: rough.top & ~1,
    right: Math.min(width, (rough.right + 1) & ~1),
    bottom: Math.min(height, (rough.bottom + 1) & ~1),
  }
  touch(easel, patch)
  for (let y = patch.top; y < patch.bottom; y += 2)
    for (let x = patch.left; x < patch.right; x += 2) {
      const retained = lightLeft(easel, x, y, blockers, strength)
      if (retained > 0.985) continue
      for (let j = y; j < y + 2; j++)
        for (let i = x; i < x + 2; i++) {
          const at = (j * width + i) * 3
          easel.rgb[at] = easel.rgb[at]! * retained
          easel.rgb[at + 1] = easel.rgb[at + 1]! * retained
          easel.rgb[at + 2] = easel.rgb[at + 2]! * retained
        }
    }
}

/** Nothing farther from the hips than this gets any of a body's darkness, in metres. */
const FAR_M = 1.6

function lightLeft(easel: Easel, x: number, y: number, blockers: readonly Blocker[], strength: number): number {
  const { camera, background } = easel
  const at = y * camera.width + x
  const far = easel.depth[at]!
  const { right, up, forward } = camera
  const u = ((x + 1 - camera.width / 2) / camera.focal) * far
  const v = ((camera.height / 2 - y - 1) / camera.focal) * far
  const px = camera.at[0] + forward[0] * far + right[0] * u + up[0] * v
  const py = camera.at[1] + forward[1] * far + right[1] * u + up[1] * v
  const hips = blockers[HIPS]!.at
  if ((px - hips[0]) ** 2 + (py - hips[1]) ** 2 > FAR_M ** 2) return 1
  const pz = camera.at[2] + forward[2] * far + right[2] * u + up[2] * v
  // The thin edge of a rug faces the camera, yet it darkens with the floor.
  const isFloor = pz < 0.02
  const nx = isFloor ? 0 : background.normal[at * 3]! / 127
  const ny = isFloor ? 0 : background.normal[at * 3 + 1]! / 127
  const nz = isFloor ? 1 : background.normal[at * 3 + 2]! / 127
  let dark = 0
  for (const { at: middle, radius, strength: share } of blockers) {
    const dx = middle[0] - px
    const dy = middle[1] - py
    const dz = middle[2] - pz
    const away2 = dx * dx + dy * dy + dz * dz
    if (away2 > REACH2) continue
    const facing = (dx * nx + dy * ny + dz * nz) / Math.sqrt(away2) + 0.15
    if (facing <= 0) continue
    // What a ball covers of the half sphere over the point (Quilez, sphere ambient occlusion).
    const r2 = radius * radius
    dark += ((share * facing * r2) / Math.max(away2, r2)) * (1 - away2 / REACH2)
  }
  return 1 - Math.min(0.62, dark * 0.62 * strength)
}

/** Beyond the square root of this, in metres, a part of the body takes no light away. */
const REACH2 = 0.34
