/** The scored rooms: the demo's, and more camera positions, bodies, aids and lamps that the demo does not have. */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { createScene, factsOf, type Scene, stageScene } from '#rooms/camera/scene.ts'
import { type Look, RESIDENTS } from '#rooms/person/look.ts'
import { armchair, wheelchair } from '#rooms/room/furniture.ts'
import { type LightLevel, levelAt } from '#rooms/room/light-level.ts'
import type { Room } from '#rooms/room/room.ts'
import { ROOMS } from '#rooms/room/room-list.ts'
import { traceRoom } from '#rooms/room/trace-room.ts'
import { type Pace, roomPlan } from '#rooms/story/plan.ts'

export type Layout = {
  name: string
  room: Room
  resident: Look
  /** Size of the drawn frame in pixels; the hub analyzes 320 x 180 of any size. */
  size: { width: number; height: number }
  /** Whether lamps are switched off by day, and on at night, for a minute at intervals. */
  hasLamps: boolean
}

const WIDE = { width: 320, height: 180 }
const NARROW = { width: 320, height: 240 }
const SAMPLES = 4
const ZONE = 'Asia/Tokyo'

/** Meters; the last two are how slim and how fast. */
const build = (key: string, tall: number, stout: number, pace: number): Look => ({
  ...RESIDENTS[key]!,
  tall,
  stout,
  pace,
})

type Change = { room: string; name: string; view: Room['view'] } & Partial<
  Pick<Layout, 'resident' | 'size' | 'hasLamps'> & { furnishings: Room['furnishings'] }
>

const FURTHER: readonly Change[] = [
  {
    room: 'room-201',
    name: '201 from the window, walking frame, small and slim',
    view: { at: [0.25, 4.4, 2.35], to: [2.7, 2.2, 0.5], fieldDegrees: 88 },
    resident: { ...build('room-201', 1.42, 0.9, 0.45), aid: 'walking-frame' },
  },
  {
    room: 'room-202',
    name: '202 from the door, lamps, small and stout',
    view: { at: [3.3, 4.65, 2.38], to: [1.35, 1.9, 0.45], fieldDegrees: 84 },
    resident: build('room-202', 1.5, 1.35, 0.6),
    hasLamps: true,
  },
  {
    room: 'room-203',
    name: '203 across, 4:3, tall and slim',
    view: { at: [3.9, 4.6, 2.4], to: [1.7, 2.6, 0.4], fieldDegrees: 80 },
    resident: build('room-203', 1.82, 0.92, 0.7),
    size: NARROW,
  },
  {
    room: 'room-205',
    name: '205 from the right, wheelchair, tall and stout',
    view: { at: [3.65, 0.25, 2.4], to: [1.9, 2.8, 0.45], fieldDegrees: 84 },
    resident: build('room-205', 1.78, 1.3, 0.6),
    furnishings: [{ solids: wheelchair('#3d4a63'), at: [0.75, 2.2, 0], degrees: 40 }],
  },
  {
    room: 'room-206',
    name: '206 from the right, lamps, walking frame',
    view: { at: [3.8, 0.3, 2.42], to: [1.7, 3.0, 0.45], fieldDegrees: 86 },
    resident: { ...RESIDENTS['room-206']!, aid: 'walking-frame' },
    hasLamps: true,
  },
  {
    room: 'room-207',
    name: '207 low and wide, 4:3, second chair',
    view: { at: [3.9, 0.22, 2.1], to: [1.95, 2.75, 0.55], fieldDegrees: 92 },
    resident: build('room-207', 1.6, 1.2, 0.65),
    size: NARROW,
    furnishings: [{ solids: armchair('#8c6f5c', '#936d4c'), at: [0.6, 2.9, 0], degrees: 95 }],
  },
]

export const LAYOUTS: readonly Layout[] = [
  ...ROOMS.map((room) => ({
    name: room.key.replace('room-', ''),
    room,
    resident: RESIDENTS[room.key]!,
    size: WIDE,
    hasLamps: false,
  })),
  ...FURTHER.map(({ room: key, view, furnishings = [], ...layout }): Layout => {
    const room = ROOMS.find((one) => one.key === key)!
    return {
      resident: RESIDENTS[key]!,
      size: WIDE,
      hasLamps: false,
      ...layout,
      room: { ...room, view, furnishings: [...room.furnishings, ...furnishings] },
    }
  }),
]

/** The corners of its bed in shares of the frame. */
export function bedOf({ room, size }: Layout): { x: number; y: number }[] {
  return [...factsOf(room, size).bed!]
}

/** Its events, without drawing. */
export function planOfLayout({ room, resident }: Layout, seed: number, pace?: Pace) {
  const turn = ROOMS.findIndex(({ key }) => key === room.key)
  return roomPlan(room, turn, seed, ZONE, resident, pace)
}

/** Opens a layout for drawing. `folder`: cache of traced rooms. */
export async function openLayout(layout: Layout, seed: number, folder: string, pace?: Pace): Promise<Scene> {
  const { room, resident, size, hasLamps } = layout
  if (ROOMS.includes(room)) return createScene(room.key, { seed, pace })
  const plan = planOfLayout(layout, seed, pace)
  const lit = hasLamps ? { levelAt: switched } : {}
  const staging = { size, ...traced(layout, folder), plan, resident, ...lit }
  return stageScene(room, staging, { isStamped: false })
}

/** In every third minute a lamp is on at night, or off by day. */
function switched(dayMs: number): LightLevel {
  const usual = levelAt(dayMs)
  if (Math.floor(dayMs / MINUTE_MS) % 3 !== 1) return usual
  return usual.night ? { night: false, day: 0, lamps: 0.7 } : { ...usual, lamps: 0.1 }
}

function traced(layout: Layout, folder: string): ReturnType<typeof traceRoom> {
  const { room, size } = layout
  const made = createHash('sha256')
    .update(JSON.stringify([room, size, SAMPLES]))
    .digest('hex')
    .slice(0, 12)
  const path = join(folder, `${room.key}-${made}.traced`)
  if (existsSync(path)) return deserialize(readFileSync(path)) as ReturnType<typeof traceRoom>
  mkdirSync(folder, { recursive: true })
  const still = traceRoom(room, size, SAMPLES)
  writeFileSync(path, serialize(still))
  return still
}
