/** Traces a room's static light in memory, coarser than `bake.ts` for the demo: for rooms of detection tests only. */

import { aim } from '../base/camera.ts'
import { generatorFrom, hashOf } from '../base/chance.ts'
import { type Layers, surfacesOf } from './background.ts'
import { smoothLight } from './denoise.ts'
import { LAYERS, lightsOf, traceLayer } from './light-path.ts'
import { type Room, solidsOf } from './room.ts'
import { stageOf } from './stage.ts'
import type { Surfaces } from './surface-file.ts'

/** `samples`: paths of light per point; 4 take about half a minute for 320 x 180. */
export function traceRoom(
  room: Room,
  size: { width: number; height: number },
  samples: number,
): { layers: Layers; surfaces: Surfaces } {
  const solids = solidsOf(room)
  const stage = stageOf(solids)
  const camera = aim(room.view, size.width, size.height)
  const traced = LAYERS.map((layer) => {
    const random = generatorFrom(hashOf(room.key, layer))
    const lights = lightsOf(room, solids, layer)
    return [layer, codesOf(smoothLight(traceLayer({ stage, camera, lights, layer, samples, random })))] as const
  })
  return { layers: Object.fromEntries(traced) as Layers, surfaces: surfacesOf(room, camera) }
}

/** RGBA whose squares, doubled, are linear light, as in the demo's traced layers. */
function codesOf(light: Float32Array): Uint8ClampedArray {
  const codes = new Uint8ClampedArray((light.length / 3) * 4).fill(255)
  for (let i = 0; i < light.length; i++) {
    codes[Math.floor(i / 3) * 4 + (i % 3)] = 255 * Math.min(1, Math.sqrt(light[i]! / 2))
  }
  return codes
}
