/** The hallway of the demo: a long passage with doors, room plates, handrails, lamps and a polished floor. */

import { type Color, glossy, hex, matt, sheetFloor, wood } from '../base/material.ts'
import { glyphBit } from '../base/pixel-font.ts'
import type { Vec } from '../base/vector.ts'
import * as f from './furniture.ts'
import type { Furnishing, Room } from './room.ts'
import { box, rod, type Solid } from './solid.ts'

const LENGTH_M = 13
const WIDTH_M = 2.5
const HEIGHT_M = 2.6

/** A shut sliding door with its frame, window and plate, in a wall's own frame. */
function shutDoor(label: string): Solid[] {
  return [
    box([-0.58, -0.03, 0], [-0.5, 0, 2.1], wood('#74583c')),
    box([0.5, -0.03, 0], [0.58, 0, 2.1], wood('#74583c')),
    box([-0.58, -0.03, 2.03], [0.58, 0, 2.12], wood('#74583c')),
    box([-0.5, -0.012, 0], [0.5, 0, 2.03], wood('#c29a68')),
    box([-0.12, -0.016, 1.15], [0.12, -0.008, 1.8], glossy('#c3cfd0', 0.15)),
    rod([0.4, -0.05, 0.75], [0.4, -0.05, 1.3], 0.016, glossy('#c6cacc', 0.2)),
    box([0.64, -0.02, 1.42], [0.94, 0, 1.62], plate(label)),
  ]
}

function plate(label: string) {
  const ink = hex('#3d352b')
  const pattern = ([x, , z]: Vec, _normal: Vec, base: Color): Color => {
    const column = Math.floor((x + 0.1) / 0.011)
    const row = Math.floor((0.04 - z) / 0.011)
    const index = Math.floor(column / 6)
    return column >= 0 && glyphBit(label[index] ?? ' ', column % 6, row) ? ink : base
  }
  return { color: hex('#f3efe4'), pattern }
}

/** Rails along a wall between positions, at hand height. */
function handrail(from: number, to: number): Solid[] {
  const timber = wood('#8d6237', true)
  const holders = [from + 0.15, (from + to) / 2, to - 0.15]
  return [
    rod([from, -0.075, 0.8], [to, -0.075, 0.8], 0.028, timber),
    ...holders.map((x) => rod([x, -0.075, 0.79], [x, 0, 0.74], 0.011, glossy('#b9bec2', 0.12))),
  ]
}

const left: Furnishing[] = [
  { solids: shutDoor('201'), side: 'left', along: 2.6 },
  { solids: shutDoor('202'), side: 'left', along: 6.0 },
  { solids: shutDoor('203'), side: 'left', along: 9.4 },
  {
    solids: [...handrail(0.3, 1.9), ...handrail(3.7, 5.3), ...handrail(7.1, 8.7), ...handrail(10.5, 12.8)],
    side: 'left',
    along: 0,
  },
  { solids: f.image(1, 0.7), side: 'left', along: 4.5 },
  { solids: f.image(3, 0.7), side: 'left', along: 7.9 },
]
const right: Furnishing[] = [
  { solids: shutDoor('205'), side: 'right', along: 4.3 },
  { solids: shutDoor('206'), side: 'right', along: 11.2 },
  { solids: [...handrail(-3.6, -0.3), ...handrail(-7.0, -5.4), ...handrail(-10.4, -9.0)], side: 'right', along: 0 },
  { solids: f.bench('#6f8f8a', '#8d6237'), side: 'right', along: 6.2 },
  { solids: f.plant(1.15), side: 'right', along: 7.25 },
  { solids: f.image(2, 0.8), side: 'right', along: 2.4 },
]
const lamps: Furnishing[] = [1.6, 4.6, 7.6, 10.6].map((y) => ({
  at: [WIDTH_M / 2, y, 0],
  degrees: 0,
  solids: [
    box([-0.55, -0.16, HEIGHT_M - 0.03], [0.55, 0.16, HEIGHT_M - 0.012], {
      ...matt('#ffffff'),
      glow: { layer: 'lamps', color: [4.2, 3.9, 3.3] },
    }),
    box([-0.6, -0.2, HEIGHT_M - 0.02], [0.6, 0.2, HEIGHT_M], matt('#d8d2c6')),
  ],
}))
const exitSign: Furnishing = {
  side: 'back',
  along: WIDTH_M / 2,
  solids: [
    box([-0.2, -0.06, 2.28], [0.2, 0, 2.44], {
      ...matt('#1d8a4c'),
      glow: { layer: 'lamps', color: [0.05, 0.75, 0.28] },
    }),
  ],
}

export const HALLWAY: Room = {
  key: 'hallway-2f',
  name: 'Hallway 2F',
  view: { at: [0.75, 0.2, 2.42], to: [1.32, 6.2, 0.55], fieldDegrees: 66 },
  shell: {
    size: [WIDTH_M, LENGTH_M, HEIGHT_M],
    floor: sheetFloor('#c9bca4', '#a58a66', WIDTH_M / 2 - 0.2),
    wall: '#e7dfcf',
    accent: { side: 'back', color: '#cfd8d2' },
    window: { side: 'back', from: 0.7, to: 1.8, low: 0.95, high: 2.1, curtain: '#b9a680' },
    door: { side: 'right', from: 7.9, to: 8.8, low: 0, high: 2, timber: '#c29a68' },
  },
  furnishings: [...left, ...right, ...lamps, exitSign],
  bed: null,
  chair: null,
  spots: {
    near: { at: [1.35, -0.1], degrees: 90 },
    threshold: { at: [2.0, 8.35], degrees: 0 },
    doorway: { at: [3.3, 8.35], degrees: 0 },
    outside: { at: [3.6, 6.6], degrees: 270 },
    far: { at: [1.25, 12.2], degrees: 90 },
  },
  sun: null,
}
