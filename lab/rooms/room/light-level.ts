/** The light of a room by local time: daylight, lamps in the evening, infrared at night. */
import { CLOCK_PARTS, dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { Color } from '../base/material.ts'
import { smooth, type Vec } from '../base/vector.ts'
import type { Room } from './room.ts'
import type { RoomLight } from './shade.ts'

/** `day` 0..1: how much daylight is left of a full day, in eighths, beside the lamps. `lamps` 0..1: how bright they are, as usual without it. At night a room is seen in infrared. */
export type LightLevel = { night: boolean; day: number; lamps?: number }
/** How much of each traced layer a frame holds: linear factors for red, green and blue. */
export type Recipe = { sky: Color; lamps: Color; ir: Color; gray: boolean }

const HOUR = 3_600_000
/** Lights out and lights on in the home, and when daylight comes and goes; hours of the site's day. */
const HOURS = { lightsOn: 6, lightsOut: 21, dawn: [6, 7.5], dusk: [16.25, 17.75] } as const

/** Milliseconds since midnight in a zone (IANA name). */
export function clockIn(zone: string): (atMs: number) => { dayMs: number; text: string; date: string } {
  const format = dateFormat('sv-SE', { ...CLOCK_PARTS, timeZone: zone })
  let known = { second: Number.NaN, dayMs: 0, text: '', date: '' }
  return (atMs) => {
    const second = Math.floor(atMs / 1000)
    if (second !== known.second) {
      const text = format.format(second * 1000)
      const [h, m, s] = text.slice(11).split(':').map(Number) as [number, number, number]
      known = { second, dayMs: ((h * 60 + m) * 60 + s) * 1000, text, date: text.slice(0, 10) }
    }
    return { dayMs: known.dayMs + (atMs - second * 1000), text: known.text, date: known.date }
  }
}

/** The light level at a time of day. */
export function levelAt(dayMs: number): LightLevel {
  const hour = dayMs / HOUR
  if (hour < HOURS.lightsOn || hour >= HOURS.lightsOut) return { night: true, day: 0 }
  const share = smooth(hour, ...HOURS.dawn) * (1 - smooth(hour, ...HOURS.dusk))
  return { night: false, day: Math.round(share * 8) / 8 }
}

const grown = (color: Color, k: number): Color => [color[0] * k, color[1] * k, color[2] * k]

/** How a room's frame is mixed at a level. Hallways keep dim lamps at night instead of infrared. */
export function recipeFor(room: Room, { night, day, lamps: share = 1 }: LightLevel): Recipe {
  const none: Color = [0, 0, 0]
  if (room.bed === null) {
    const lamps: Color = night ? [0.36, 0.4, 0.46] : [1.15, 1.12, 1.08]
    return { sky: grown([1, 1, 1], day), lamps, ir: none, gray: false }
  }
  if (night) return { sky: none, lamps: grown([0.004, 0.004, 0.004], 1), ir: grown([1, 1, 1], 1.15), gray: true }
  const dusk: Color = [0.016, 0.024, 0.045]
  const sky: Color = [dusk[0] + 1.8 * day, dusk[1] + 1.78 * day, dusk[2] + 1.72 * day]
  const lamps = (2 - 1.35 * day) * share
  return { sky, lamps: [lamps, lamps * 0.97, lamps * 0.92], ir: none, gray: false }
}

/** The light on people and blankets that fits the recipe. */
export function lightOf(room: Room, { night, day }: LightLevel): RoomLight {
  const [w, d, h] = room.shell.size
  const { at: eye } = room.view
  if (room.bed === null) {
    const k = night ? 0.4 : 1
    return {
      sky: [0.62 * k, 0.6 * k, 0.56 * k],
      ground: [0.2 * k, 0.18 * k, 0.15 * k],
      key: [0.35 * k, 0.33 * k, 0.3 * k],
      keyAt: [w / 2, d * 0.35, h],
      reachM: 6,
      gray: false,
    }
  }
  if (night)
    return {
      sky: [0.09, 0.09, 0.09],
      ground: [0.05, 0.05, 0.05],
      key: [1.5, 1.5, 1.5],
      keyAt: eye,
      reachM: 2.1,
      gray: true,
    }
  const window = windowMiddle(room)
  const sky: Color = [0.15 + 0.24 * day, 0.135 + 0.255 * day, 0.105 + 0.295 * day]
  const ground: Color = [0.09 + 0.09 * day, 0.075 + 0.085 * day, 0.06 + 0.08 * day]
  const key: Color = [0.5 + 0.42 * day, 0.43 + 0.49 * day, 0.32 + 0.58 * day]
  const lampAt: Vec = [w / 2, d / 2, h]
  const keyAt: Vec = [0, 1, 2].map((i) => lampAt[i]! + (window[i]! - lampAt[i]!) * day) as unknown as Vec
  return { sky, ground, key, keyAt, reachM: 2.6 + 0.6 * day, gray: false }
}

function windowMiddle({ shell }: Room): Vec {
  const [w, d, h] = shell.size
  if (!shell.window) return [w / 2, d / 2, h]
  const middle = (shell.window.from + shell.window.to) / 2
  switch (shell.window.side) {
    case 'back':
      return [middle, d, 1.6]
    case 'front':
      return [middle, 0, 1.6]
    case 'left':
      return [0, middle, 1.6]
    case 'right':
      return [w, middle, 1.6]
  }
}
