/** Light on people and cloth: an even light from above and below, one main light, and the camera's tone curve. */
import type { Camera } from '../base/camera.ts'
import type { Color } from '../base/material.ts'
import { dot, sub, unit, type Vec } from '../base/vector.ts'

/** The light at one place, in the camera's own directions: x right, y up, z away. */
export type LocalLight = {
  sky: Color
  ground: Color
  key: Color
  toKey: Vec
  toSky: Vec
  gray: boolean
}
/** A room's light at an hour: `key` shines from a point and fades with distance. */
export type RoomLight = { sky: Color; ground: Color; key: Color; keyAt: Vec; reachM: number; gray: boolean }

/** The light that falls on somebody at a place. */
export function lightAt(light: RoomLight, camera: Camera, place: Vec): LocalLight {
  const way = sub(light.keyAt, place)
  const away2 = dot(way, way)
  const fade = 1 / (1 + away2 / light.reachM ** 2)
  const key: Color = [light.key[0] * fade, light.key[1] * fade, light.key[2] * fade]
  const seen = (v: Vec): Vec => [dot(v, camera.right), dot(v, camera.up), dot(v, camera.forward)]
  return { sky: light.sky, ground: light.ground, key, toKey: seen(unit(way)), toSky: seen([0, 0, 1]), gray: light.gray }
}

/** A surface's colour as the camera tells it: grey and paler under infrared light. */
export function seenColor(color: Color, light: LocalLight): Color {
  if (!light.gray) return color
  const gray = 0.14 + 0.75 * (0.45 * color[0] + 0.4 * color[1] + 0.15 * color[2])
  return [gray, gray, gray]
}

const STEPS = 4096
const MOST = 4
/** The tone curve (Narkowicz's fit of ACES) with the display's gamma: linear 0..4 to 0..255. */
const TONE = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, i) => {
  const x = (i / STEPS) ** 2 * MOST
  return 255 * Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)) ** (1 / 2.2) + 0.5
})

/** 0..255 of a linear value. */
export function tone(linear: number): number {
  return TONE[linear <= 0 ? 0 : linear >= MOST ? STEPS : (Math.sqrt(linear / MOST) * STEPS) | 0]!
}
