/** The shell of a room: walls with a window and a doorway, the view through them, curtains and ceiling light. */

import { type Color, glossy, hex, matt, type Paint, times, wood } from '../base/material.ts'
import type { Vec } from '../base/vector.ts'
import { ball, box, placed, rod, type Solid, tube } from './solid.ts'

export type Side = 'back' | 'front' | 'left' | 'right'
/** An opening: its start and end along its wall (x of back and front, y of left and right), and its heights. */
type Opening = { side: Side; from: number; to: number; low: number; high: number }
export type Shell = {
  /** Width (x), depth (y) and height of the room. */
  size: Vec
  floor: Paint
  wall: string
  /** The wall behind the bed, in a different color. */
  accent?: { side: Side; color: string }
  window?: Opening & { curtain: string }
  door?: Opening & { timber: string }
}

const THICK = 0.12
const PASSAGE = 1.9

/** All built-in parts. */
export function shellSolids(shell: Shell): Solid[] {
  const [w, d, h] = shell.size
  const solids: Solid[] = [
    box([0, 0, -0.1], [w, d, 0], shell.floor),
    box([-THICK, -THICK, h], [w + THICK, d + THICK, h + 0.1], matt('#efece5')),
  ]
  for (const side of ['back', 'front', 'left', 'right'] as const) solids.push(...wall(shell, side))
  if (shell.window) solids.push(...windowSolids(shell, shell.window))
  if (shell.door) solids.push(...doorSolids(shell, shell.door))
  solids.push(...ceilingLight([w / 2, d / 2, h]))
  return solids
}

/** Transforms from a wall's own coordinates (x along it, y = 0 its inner face, the room at -y) into the room. */
export function ontoWall(solids: Solid[], side: Side, size: Vec, along = 0): Solid[] {
  const [w, d] = size
  const [at, radians]: [Vec, number] =
    side === 'back'
      ? [[along, d, 0], 0]
      : side === 'left'
        ? [[0, along, 0], Math.PI / 2]
        : side === 'right'
          ? [[w, along, 0], -Math.PI / 2]
          : [[along, 0, 0], Math.PI]
  return solids.map((solid) => placed(solid, at, radians))
}

/** Positions along a wall increase to the right when facing it; those of the room along x or y. */
const alongOf = (side: Side, from: number, to: number): [number, number] =>
  side === 'right' || side === 'front' ? [-to, -from] : [from, to]

function wall(shell: Shell, side: Side): Solid[] {
  const [w, d, h] = shell.size
  const lengthM = side === 'back' || side === 'front' ? w : d
  const paint: Paint = matt(shell.accent?.side === side ? shell.accent.color : shell.wall)
  const openings = [shell.window, shell.door].filter((o) => o?.side === side) as Opening[]
  const [start, end] = alongOf(side, 0, lengthM)
  const solids: Solid[] = []
  let at = start - THICK
  for (const o of openings.toSorted((a, b) => alongOf(side, a.from, a.to)[0] - alongOf(side, b.from, b.to)[0])) {
    const [from, to] = alongOf(side, o.from, o.to)
    solids.push(box([at, 0, 0], [from, THICK, h], paint), ...skirting(at, from))
    if (o.low > 0) solids.push(box([from, 0, 0], [to, THICK, o.low], paint), ...skirting(from, to))
    solids.push(box([from, 0, o.high], [to, THICK, h], paint))
    at = to
  }
  solids.push(box([at, 0, 0], [end + THICK, THICK, h], paint), ...skirting(at, end))
  return ontoWall(solids, side, shell.size)
}

const skirting = (from: number, to: number): Solid[] =>
  to - from < 0.02 ? [] : [box([from, -0.012, 0], [to, 0, 0.08], wood('#7b6248', true))]

function windowSolids(shell: Shell, window: NonNullable<Shell['window']>): Solid[] {
  const [from, to] = alongOf(window.side, window.from, window.to)
  const { low, high } = window
  const frame = glossy('#e3e0d8', 0.03)
  const middle = (from + to) / 2
  const solids = [
    box([from, 0.02, low], [to, 0.08, low + 0.04], frame),
    box([from, 0.02, high - 0.04], [to, 0.08, high], frame),
    box([from, 0.02, low], [from + 0.04, 0.08, high], frame),
    box([to - 0.04, 0.02, low], [to, 0.08, high], frame),
    box([middle - 0.025, 0.03, low], [middle + 0.025, 0.07, high], frame),
    box([from - 0.06, -0.09, low - 0.035], [to + 0.06, 0.02, low], wood('#8a6c4d', true)),
    rod([from - 0.3, -0.1, high + 0.09], [to + 0.3, -0.1, high + 0.09], 0.016, wood('#6b5138')),
    box([from - 2.2, 1.6, -1], [to + 2.2, 1.7, 5], garden(middle)),
    ...curtain(from - 0.28, from + 0.12, high + 0.08, window.curtain),
    ...curtain(to - 0.12, to + 0.28, high + 0.08, window.curtain),
  ]
  return ontoWall(solids, window.side, shell.size)
}

/** Folds of cloth: a row of upright rods of alternating depth. */
function curtain(from: number, to: number, top: number, code: string): Solid[] {
  const paint = { color: hex(code) }
  const count = Math.max(3, Math.round((to - from) / 0.055))
  return Array.from({ length: count }, (_, i) => {
    const x = from + ((i + 0.5) * (to - from)) / count
    const y = -0.1 + (i % 2 === 0 ? 0.018 : -0.018)
    return rod([x, y, 0.14], [x, y, top], 0.034, paint)
  })
}

/** The outside: a pale sky over hazy trees. Only visible; daylight comes from a source in front of it. */
function garden(middle: number): Paint {
  const skyColor: Color = [2.3, 2.5, 2.75]
  const pattern = ([x, , z]: Vec): Color => {
    const trees = 1.35 + 0.16 * Math.sin(x * 2.3 + middle) + 0.1 * Math.sin(x * 5.9) + 0.05 * Math.sin(x * 13)
    const height = z + 2
    if (height > trees + 0.12) return times(skyColor, 0.9 + 0.06 * height)
    const haze = Math.max(0, Math.min(1, (trees + 0.12 - height) / 0.5))
    return [1.2 - 0.65 * haze, 1.5 - 0.62 * haze, 1.1 - 0.72 * haze]
  }
  return { color: [0.1, 0.1, 0.1], glow: { layer: 'sky', color: skyColor, pattern } }
}

function doorSolids(shell: Shell, door: NonNullable<Shell['door']>): Solid[] {
  const [from, to] = alongOf(door.side, door.from, door.to)
  const timber = wood(door.timber)
  const frame = wood('#6f573f')
  const wide = to - from
  // The sliding door is open along the inside of the wall, as doors in a home where people check on each other.
  const shut = door.side === 'back' || door.side === 'left' ? -1 : 1
  const slide = shut * (wide - 0.06)
  const solids: Solid[] = [
    box([from - 0.05, -0.03, 0], [from, THICK + 0.02, 2.06], frame),
    box([to, -0.03, 0], [to + 0.05, THICK + 0.02, 2.06], frame),
    box([from - 0.05, -0.03, 2.0], [to + 0.05, THICK + 0.02, 2.08], frame),
    box([from + slide, -0.065, 0.01], [to + slide, -0.032, 2.0], timber),
    box([from + slide + wide * 0.3, -0.07, 1.15], [to + slide - wide * 0.45, -0.03, 1.75], glossy('#cdd8d8', 0.1)),
    rod([from + slide + 0.1, -0.09, 0.75], [from + slide + 0.1, -0.09, 1.25], 0.013, glossy('#b9bec2', 0.12)),
    ...passage(from, to),
  ]
  return ontoWall(solids, door.side, shell.size)
}

/** The hallway behind an open door. */
function passage(from: number, to: number): Solid[] {
  const [left, right] = [from - 2.2, to + 2.2]
  const far = THICK + PASSAGE
  const light: Color = [5.5, 5.0, 4.2]
  return [
    box([left, 0, -0.1], [right, far, -0.001], glossy('#b8ab95', 0.06)),
    box([left, far, 0], [right, far + 0.1, 2.6], matt('#ded6c6')),
    box([left, far - 0.05, 0.72], [right, far - 0.01, 0.79], wood('#8a6a48', true)),
    box([left, THICK, 2.5], [right, far, 2.6], matt('#e9e6df')),
    box([left - 0.1, 0, 0], [left, far, 2.6], matt('#ded6c6')),
    box([right, 0, 0], [right + 0.1, far, 2.6], matt('#ded6c6')),
    box([from - 0.2, THICK + 0.7, 2.47], [to + 0.2, THICK + 1.1, 2.5], {
      ...matt('#ffffff'),
      glow: { layer: 'lamps', color: light },
    }),
  ]
}

function ceilingLight([x, y, h]: Vec): Solid[] {
  return [
    tube([x, y, h - 0.07], 0.26, 0.05, { ...matt('#f5f0e4'), glow: { layer: 'lamps', color: [4.6, 3.9, 2.9] } }),
    tube([x, y, h - 0.02], 0.29, 0.02, matt('#cfc6b4')),
    ball([x + 0.9, y + 0.7, h], [0.06, 0.06, 0.035], matt('#e8e8e4')),
  ]
}
