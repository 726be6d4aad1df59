/** Traces the light of every room's static parts: run by hand when a room changes; the results are stored in `baked/`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { aim } from '../base/camera.ts'
import { generatorFrom, hashOf } from '../base/chance.ts'
import { IMAGE, surfacesOf } from './background.ts'
import { smoothLight } from './denoise.ts'
import { HALLWAY } from './hallway.ts'
import { LAYERS, lightsOf, traceLayer } from './light-path.ts'
import { solidsOf } from './room.ts'
import { ROOMS } from './room-list.ts'
import { stageOf } from './stage.ts'
import { packSurfaces } from './surface-file.ts'

const [folder = join(import.meta.dirname, 'baked'), only = '', samplesText = '8'] = process.argv.slice(2)
/** Traced at twice the size of the frame, so that edges come out smooth. */
const [width, height] = [IMAGE.width * 2, IMAGE.height * 2]
mkdirSync(folder, { recursive: true })

for (const room of [...ROOMS, HALLWAY]) {
  if (!room.key.includes(only)) continue
  const solids = solidsOf(room)
  const stage = stageOf(solids)
  const surfaces = surfacesOf(room, aim(room.view, IMAGE.width, IMAGE.height))
  writeFileSync(join(folder, `${room.key}.surface`), packSurfaces(surfaces, IMAGE.width))
  for (const layer of LAYERS) {
    if (layer === 'ir' && room.bed === null) continue
    const lights = lightsOf(room, solids, layer)
    const random = generatorFrom(hashOf(room.key, layer))
    const traced = traceLayer({
      stage,
      camera: aim(room.view, width, height),
      lights,
      layer,
      samples: Number(samplesText),
      random,
    })
    writeFileSync(join(folder, `${room.key}-${layer}.jpg`), encode(smoothLight(traced)))
  }
  console.log(room.key, Math.round(performance.now()), 'ms')
}

/** Light is stored as its square root over 2, so that shadows keep their steps; four traced points make one. */
function encode(light: Float32Array): Buffer {
  const canvas = createCanvas(IMAGE.width, IMAGE.height)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(IMAGE.width, IMAGE.height)
  const code = (x: number, y: number, c: number) => Math.min(1, Math.sqrt(light[(y * width + x) * 3 + c]! / 2))
  for (let y = 0; y < IMAGE.height; y++)
    for (let x = 0; x < IMAGE.width; x++) {
      const at = (y * IMAGE.width + x) * 4
      for (let c = 0; c < 3; c++) {
        const [u, v] = [x * 2, y * 2]
        const sum = code(u, v, c) + code(u + 1, v, c) + code(u, v + 1, c) + code(u + 1, v + 1, c)
        image.data[at + c] = Math.round((255 * sum) / 4)
      }
      image.data[at + 3] = 255
    }
  pen.putImageData(image, 0, 0)
  return canvas.toBuffer('image/jpeg', 90)
}
