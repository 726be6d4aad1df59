/** The six rooms of the demo, as data: every number is in metres, z up, x to the right, y away from the front wall. */

import { boards, sheetFloor } from '../base/material.ts'
import * as f from './furniture.ts'
import type { Room } from './room.ts'

const oak = '#c39c70'
const walnut = '#936d4c'
const maple = '#cba678'
const cherry = '#ad7a57'

const room201: Room = {
  key: 'room-201',
  name: 'Room 201',
  view: { at: [0.5, 0.2, 2.38], to: [2.35, 3.05, 0.62], fieldDegrees: 82 },
  shell: {
    size: [3.9, 4.7, 2.5],
    floor: boards('#c6a583'),
    wall: '#e4dccb',
    accent: { side: 'back', color: '#c9d3c4' },
    window: { side: 'back', from: 1.15, to: 2.75, low: 0.95, high: 2.1, curtain: '#c8b48e' },
    door: { side: 'right', from: 0.75, to: 1.65, low: 0, high: 2, timber: oak },
  },
  furnishings: [
    { solids: f.cabinet(oak), side: 'right', along: 3.0 },
    { solids: f.basin(oak), side: 'right', along: 2.25 },
    { solids: f.armchair('#8fa08a', oak), at: [0.95, 4.45, 0], degrees: 12 },
    { solids: f.plant(1.05), at: [0.32, 4.5, 0], degrees: 0 },
    { solids: f.image(2), side: 'back', along: 3.3 },
    { solids: f.rug('#c9b79a', 1.5, 0.8), at: [2.3, 2.75, 0], degrees: 0 },
  ],
  bed: { side: 'right', along: 3.85, exit: 1, timber: oak, sheet: '#eef0ee', blanket: '#a9bfae', stripe: '#8ea794' },
  chair: { at: [0.95, 4.45, 0], degrees: 12 },
  spots: {
    outside: { at: [4.85, 3.5], degrees: 270 },
    doorway: { at: [4.75, 1.2], degrees: 180 },
    threshold: { at: [3.5, 1.2], degrees: 180 },
    middle: { at: [2.0, 2.2], degrees: 90 },
    chair: { at: [1.1, 3.35], degrees: 90 },
    basin: { at: [2.95, 2.25], degrees: 0 },
    window: { at: [0.75, 2.6], degrees: 60 },
  },
  sun: [-0.35, 0.75, 0.62],
}

const room202: Room = {
  key: 'room-202',
  name: 'Room 202',
  view: { at: [3.2, 0.25, 2.38], to: [1.35, 3.05, 0.5], fieldDegrees: 82 },
  shell: {
    size: [3.5, 4.9, 2.5],
    floor: sheetFloor('#c7bda9', '#c7bda9', 99),
    wall: '#e9e3d8',
    accent: { side: 'left', color: '#d7c3b4' },
    window: { side: 'left', from: 3.35, to: 4.6, low: 0.9, high: 2.1, curtain: '#a9705f' },
    door: { side: 'back', from: 2.35, to: 3.25, low: 0, high: 2, timber: maple },
  },
  furnishings: [
    { solids: f.cabinet(maple), side: 'left', along: 2.95 },
    { solids: f.armchair('#b98a76', walnut), at: [0.5, 4.7, 0], degrees: 25 },
    { solids: f.television(maple), side: 'right', along: 2.75 },
    { solids: f.calendar(), side: 'left', along: 1.35 },
    { solids: f.wallClock(), side: 'back', along: 0.65 },
    { solids: f.image(1, 0.5), side: 'left', along: 2.15 },
  ],
  bed: { side: 'left', along: 2.15, exit: 1, timber: maple, sheet: '#f1efe9', blanket: '#c99c8b', stripe: '#b58473' },
  chair: { at: [0.5, 4.7, 0], degrees: 25 },
  spots: {
    outside: { at: [0.7, 5.95], degrees: 0 },
    doorway: { at: [2.8, 5.8], degrees: 270 },
    threshold: { at: [2.8, 4.5], degrees: 270 },
    middle: { at: [2.45, 3.35], degrees: 200 },
    chair: { at: [0.95, 3.7], degrees: 115 },
    basin: { at: [2.6, 2.2], degrees: 270 },
    window: { at: [0.85, 3.7], degrees: 180 },
  },
  sun: [-0.8, 0.05, 0.55],
}

const room203: Room = {
  key: 'room-203',
  name: 'Room 203',
  view: { at: [3.7, 0.2, 2.4], to: [1.75, 3.2, 0.42], fieldDegrees: 84 },
  shell: {
    size: [4.1, 4.8, 2.5],
    floor: boards('#b3947a'),
    wall: '#e2e0d8',
    accent: { side: 'back', color: '#b9c7cf' },
    window: { side: 'left', from: 1.6, to: 3.3, low: 0.85, high: 2.1, curtain: '#7f98a8' },
    door: { side: 'back', from: 2.95, to: 3.85, low: 0, high: 2, timber: walnut },
  },
  furnishings: [
    { solids: f.cabinet(walnut), side: 'back', along: 0.42 },
    { solids: f.armchair('#6f8596', walnut), at: [0.3, 2.25, 0], degrees: 90 },
    { solids: f.plant(0.8), at: [0.3, 3.1, 0], degrees: 90 },
    { solids: f.image(0), side: 'back', along: 1.15 },
    { solids: f.rug('#8b9aa3', 1.1, 1.7), at: [2.35, 3.1, 0], degrees: 0 },
  ],
  bed: { side: 'back', along: 1.2, exit: 1, timber: walnut, sheet: '#eff1f2', blanket: '#8fa6ba', stripe: '#dfe5e8' },
  chair: { at: [0.3, 2.25, 0], degrees: 90 },
  spots: {
    outside: { at: [1.2, 5.85], degrees: 0 },
    doorway: { at: [3.4, 5.7], degrees: 270 },
    threshold: { at: [3.4, 4.35], degrees: 270 },
    middle: { at: [2.75, 3.0], degrees: 250 },
    chair: { at: [1.3, 2.0], degrees: 180 },
    basin: { at: [2.6, 1.75], degrees: 250 },
    window: { at: [0.95, 1.7], degrees: 180 },
  },
  sun: [-0.78, -0.25, 0.6],
}

const room205: Room = {
  key: 'room-205',
  name: 'Room 205',
  view: { at: [0.4, 0.25, 2.4], to: [2.2, 2.9, 0.45], fieldDegrees: 84 },
  shell: {
    size: [3.9, 4.5, 2.5],
    floor: boards('#d2b891'),
    wall: '#ece5d6',
    accent: { side: 'back', color: '#dccfae' },
    window: { side: 'right', from: 1.2, to: 2.7, low: 0.9, high: 2.1, curtain: '#8e9a68' },
    door: { side: 'back', from: 0.75, to: 1.65, low: 0, high: 2, timber: cherry },
  },
  furnishings: [
    { solids: f.cabinet(cherry), side: 'back', along: 3.6 },
    { solids: f.armchair('#a8a06a', cherry), at: [3.7, 1.55, 0], degrees: -80 },
    { solids: f.image(1), side: 'back', along: 2.75 },
    { solids: f.calendar(), side: 'back', along: 1.96 },
    { solids: f.rug('#b9ae84', 0.9, 1.6), at: [1.65, 3.1, 0], degrees: 0 },
    { solids: f.plant(0.9), at: [3.6, 2.95, 0], degrees: 0 },
  ],
  bed: { side: 'back', along: 2.75, exit: -1, timber: cherry, sheet: '#f3efe4', blanket: '#bdb27c', stripe: '#a0955c' },
  chair: { at: [3.7, 1.55, 0], degrees: -80 },
  spots: {
    outside: { at: [3.5, 5.5], degrees: 180 },
    doorway: { at: [1.2, 5.4], degrees: 270 },
    threshold: { at: [1.2, 4.1], degrees: 270 },
    middle: { at: [1.35, 2.7], degrees: 300 },
    chair: { at: [2.75, 1.45], degrees: 0 },
    basin: { at: [1.7, 1.6], degrees: 320 },
    window: { at: [2.9, 1.9], degrees: 0 },
  },
  sun: [0.82, -0.1, 0.55],
}

const room206: Room = {
  key: 'room-206',
  name: 'Room 206',
  view: { at: [2.0, 0.16, 2.42], to: [1.95, 3.1, 0.42], fieldDegrees: 88 },
  shell: {
    size: [4.0, 4.9, 2.5],
    floor: sheetFloor('#b9b0a4', '#b9b0a4', 99),
    wall: '#e6e3dd',
    accent: { side: 'left', color: '#c4bccf' },
    window: { side: 'back', from: 1.55, to: 3.15, low: 0.85, high: 2.1, curtain: '#b7a6c4' },
    door: { side: 'front', from: 2.5, to: 3.4, low: 0, high: 2, timber: oak },
  },
  furnishings: [
    { solids: f.cabinet(oak), side: 'left', along: 4.35 },
    { solids: f.wardrobe(oak, 0.95, 1.95), side: 'right', along: 3.55 },
    { solids: f.basin(oak), side: 'right', along: 2.3 },
    { solids: f.armchair('#9a8cab', oak), at: [2.55, 4.6, 0], degrees: -8 },
    { solids: f.image(3), side: 'left', along: 3.5 },
    { solids: f.rug('#a79fb5', 1.0, 1.7), at: [2.5, 2.6, 0], degrees: 0 },
  ],
  bed: { side: 'left', along: 3.5, exit: -1, timber: oak, sheet: '#f2f1f4', blanket: '#a99bbd', stripe: '#d6cde0' },
  chair: { at: [2.55, 4.6, 0], degrees: -8 },
  spots: {
    outside: { at: [1.2, -1.2], degrees: 0 },
    doorway: { at: [2.95, -1.0], degrees: 90 },
    threshold: { at: [2.95, 0.5], degrees: 90 },
    middle: { at: [2.5, 2.4], degrees: 150 },
    chair: { at: [2.5, 3.5], degrees: 90 },
    basin: { at: [3.1, 2.3], degrees: 0 },
    window: { at: [2.5, 3.5], degrees: 90 },
  },
  sun: [0.25, 0.85, 0.5],
}

const room207: Room = {
  key: 'room-207',
  name: 'Room 207',
  view: { at: [3.9, 0.22, 2.4], to: [1.95, 2.75, 0.5], fieldDegrees: 84 },
  shell: {
    size: [4.3, 4.4, 2.5],
    floor: boards('#a98a6e'),
    wall: '#e8e0d2',
    accent: { side: 'back', color: '#b8c6bd' },
    window: { side: 'back', from: 1.75, to: 2.95, low: 0.85, high: 2.1, curtain: '#d0b9a0' },
    door: { side: 'left', from: 3.2, to: 4.1, low: 0, high: 2, timber: walnut },
  },
  furnishings: [
    { solids: f.cabinet(walnut), side: 'left', along: 0.75 },
    { solids: f.wardrobe(walnut, 0.85, 1.9), side: 'back', along: 3.75 },
    { solids: f.armchair('#7c9a93', walnut), at: [2.45, 4.15, 0], degrees: 5 },
    { solids: f.image(4), side: 'left', along: 1.6 },
    { solids: f.wallClock(), side: 'back', along: 1.2 },
    { solids: f.rug('#9fb0a2', 0.9, 1.5), at: [2.65, 1.7, 0], degrees: 0 },
    { solids: f.plant(1.0), at: [0.95, 4.3, 0], degrees: 0 },
  ],
  bed: { side: 'left', along: 1.6, exit: 1, timber: walnut, sheet: '#eef0ec', blanket: '#7f9f97', stripe: '#698a81' },
  chair: { at: [2.45, 4.15, 0], degrees: 5 },
  spots: {
    outside: { at: [-1.1, 1.4], degrees: 90 },
    doorway: { at: [-1.0, 3.65], degrees: 0 },
    threshold: { at: [0.4, 3.65], degrees: 0 },
    middle: { at: [1.7, 3.0], degrees: 300 },
    chair: { at: [2.45, 3.0], degrees: 100 },
    basin: { at: [2.8, 2.0], degrees: 320 },
    window: { at: [2.2, 3.05], degrees: 90 },
  },
  sun: [0.15, 0.88, 0.45],
}

/** In the order of their doors. A room 204 is left out, as homes in Japan do: four sounds like death. */
export const ROOMS: readonly Room[] = [room201, room202, room203, room205, room206, room207]
