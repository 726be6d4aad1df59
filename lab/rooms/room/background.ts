/** The static frame of a room: its traced layers mixed for a light, and how far away each point of it is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { type Camera, rayThrough } from '../base/camera.ts'
import type { Color } from '../base/material.ts'
import { length } from '../base/vector.ts'
import type { Recipe } from './light-level.ts'
import { type Room, solidsOf } from './room.ts'
import { tone } from './shade.ts'
import { stageOf } from './stage.ts'
import { type Surfaces, unpackSurfaces } from './surface-file.ts'

/** One traced layer: 8-bit RGBA whose squares, doubled, are linear light (see bake.ts). */
export type Layers = Record<'sky' | 'lamps' | 'ir', Uint8ClampedArray>

/** Size of the demo cameras' frame. */
export const IMAGE = { width: 640, height: 360 } as const

const FOLDER = join(import.meta.dirname, 'baked')

/** Reads a room's layers from beside this file. Hallways have no infrared layer: theirs stays black. */
export async function loadLayers(room: Room): Promise<Layers> {
  const read = async (layer: string) => {
    const image = await loadImage(await readFile(join(FOLDER, `${room.key}-${layer}.jpg`)))
    const canvas = createCanvas(IMAGE.width, IMAGE.height)
    const pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0, IMAGE.width, IMAGE.height)
    return pen.getImageData(0, 0, IMAGE.width, IMAGE.height).data
  }
  const dark = () => Promise.resolve(new Uint8ClampedArray(IMAGE.width * IMAGE.height * 4))
  const [sky, lamps, ir] = await Promise.all([read('sky'), read('lamps'), room.bed ? read('ir') : dark()])
  return { sky, lamps, ir }
}

/** Reads what `surfacesOf` once found for a room. */
export async function loadSurfaces(room: Room): Promise<Surfaces> {
  return unpackSurfaces(await readFile(join(FOLDER, `${room.key}.surface`)), IMAGE.width, IMAGE.height)
}

/** How far away each point of the frame is, along the view, and which way its surface faces. Takes half a second. */
export function surfacesOf(room: Room, camera: Camera): Surfaces {
  const stage = stageOf(solidsOf(room))
  const { width, height } = camera
  const depth = new Float32Array(width * height).fill(100)
  const normal = new Int8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const along = rayThrough(camera, x + 0.5, y + 0.5)
      const hit = stage.cast(camera.at, along, 100 / length(along))
      if (!hit) continue
      const at = y * width + x
      depth[at] = hit.t
      for (let c = 0; c < 3; c++) normal[at * 3 + c] = Math.round(hit.normal[c]! * 127)
    }
  return { depth, normal }
}

const SQUARE = Float32Array.from({ length: 256 }, (_, i) => 2 * (i / 255) ** 2)

/** Mixes layers and applies the camera's tone curve. */
export function mixLayers(layers: Layers, recipe: Recipe): Uint8ClampedArray {
  const points = layers.sky.length / 4
  const rgb = new Uint8ClampedArray(points * 3)
  const { sky, lamps, ir } = recipe
  const hasIr = ir[0] > 0
  const add = (factor: Color, c: number, value: number) => (factor[c]! === 0 ? 0 : factor[c]! * SQUARE[value]!)
  for (let i = 0; i < points; i++)
    for (let c = 0; c < 3; c++) {
      const at = i * 4 + c
      const light =
        add(sky, c, layers.sky[at]!) + add(lamps, c, layers.lamps[at]!) + (hasIr ? add(ir, c, layers.ir[at]!) : 0)
      rgb[i * 3 + c] = tone(light)
    }
  return rgb
}
