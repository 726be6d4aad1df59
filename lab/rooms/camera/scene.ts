/** The demo cameras by their keys: their contents at any moment, and the drawn frame. */

import { aim, type Camera, project } from '../base/camera.ts'
import { CARERS, type Look, RESIDENTS } from '../person/look.ts'
import { IMAGE, type Layers, loadLayers, loadSurfaces, mixLayers } from '../room/background.ts'
import { BED } from '../room/furniture.ts'
import { HALLWAY } from '../room/hallway.ts'
import { clockIn, type LightLevel, levelAt, type Recipe } from '../room/light-level.ts'
import { bedFrame, type Room } from '../room/room.ts'
import { ROOMS } from '../room/room-list.ts'
import type { Surfaces } from '../room/surface-file.ts'
import { hallwayPlan } from '../story/hallway-plan.ts'
import { type Pace, type Plan, roomPlan } from '../story/plan.ts'
import { type FrameLabels, Painter } from './painter.ts'

/** Corners in shares of the frame's width and height. */
type Region = readonly { x: number; y: number }[]
type SceneFacts = { key: string; name: string; bed: Region | null; floor: Region }

export type SceneOptions = {
  /** Determines all events; the same seed gives the same day. */
  seed?: number
  /** IANA time zone of the site: local time determines light and daily rhythm, and is drawn into the frame. */
  zone?: string
  /** How much happens in a room; default: an event every six minutes. */
  pace?: Pace | undefined
  /** Whether time and name are drawn; default true. Frames for a generated past have none. */
  isStamped?: boolean
}
export type Scene = SceneFacts & {
  width: number
  height: number
  plan: Plan
  zone: string
  /** Draws the moment into I420 planes (see `Planes`), which belong to the scene and are reused by the next call. */
  drawFrame(atMs: number): { planes: Uint8Array; labels: FrameLabels }
  /** Only the labels, without drawing. */
  labelsAt(atMs: number): FrameLabels
}

const ALL: readonly Room[] = [...ROOMS, HALLWAY]
/** Parts of a scene: the room's traced light and surfaces, its resident and its lamps, if not the demo's. */
type Staging = {
  size: { width: number; height: number }
  layers: Layers
  surfaces: Surfaces
  plan: Plan
  resident: Look
  levelAt?: (dayMs: number) => LightLevel
}
const shareOfImage = (camera: Camera) => (point: readonly [number, number, number]) => {
  const { x, y } = project(camera, point)
  const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4
  return { x: round(x / camera.width), y: round(y / camera.height) }
}

/** Its name, and the places of its bed and floor in a frame of that size. */
export function factsOf(room: Room, { width, height }: Staging['size'] = IMAGE): SceneFacts {
  const place = shareOfImage(aim(room.view, width, height))
  const frame = bedFrame(room)
  const half = BED.widthM / 2
  const corner = (across: number, along: number) => place(frame!.from(across, along, BED.topM + 0.05))
  const bed = frame ? [corner(-half, 0), corner(half, 0), corner(half, BED.lengthM), corner(-half, BED.lengthM)] : null
  const [w, d] = room.shell.size
  const floor = room.bed
    ? [place([0.3, 1.3, 0]), place([w - 0.3, 1.3, 0]), place([w - 0.3, d, 0]), place([0.3, d, 0])]
    : [place([0, 2.4, 0]), place([w, 2.4, 0]), place([w, 12.5, 0]), place([0, 12.5, 0])]
  return { key: room.key, name: room.name, bed, floor }
}

/** The demo's cameras in the order of their doors, with the regions of bed (null in the hallway) and floor. */
export const SCENES: readonly SceneFacts[] = ALL.map((room) => factsOf(room))

/** Opens a scene for drawing; takes about 50 ms. Throws if no scene has that key. */
export async function createScene(key: string, options: SceneOptions = {}): Promise<Scene> {
  const room = ALL.find((one) => one.key === key)
  if (!room) throw new Error(`There is no scene '${key}'; there are ${ALL.map((one) => one.key).join(', ')}`)
  const [layers, surfaces] = await Promise.all([loadLayers(room), loadSurfaces(room)])
  const plan = planOf(room, options.seed, options.zone, options.pace)
  return stageScene(room, { size: IMAGE, layers, surfaces, plan, resident: RESIDENTS[key] ?? CARERS[0]! }, options)
}

/** A scene of any room, for example one outside the demo. */
export function stageScene(room: Room, staging: Staging, options: Omit<SceneOptions, 'seed'> = {}): Scene {
  const { size, layers, plan } = staging
  const { zone = 'Asia/Tokyo', isStamped = true } = options
  const mix = (recipe: Recipe) => mixLayers(layers, recipe)
  const painter = new Painter({ levelAt, ...staging, room, mix, clock: clockIn(zone), isStamped })
  return {
    ...factsOf(room, size),
    ...size,
    plan,
    zone,
    drawFrame: (atMs) => painter.draw(atMs),
    labelsAt: (atMs) => painter.labels(atMs),
  }
}

/** The events of a scene with their times, without loading its frames. */
export function planOf({ key }: { key: string }, seed = 1, zone = 'Asia/Tokyo', pace?: Pace): Plan {
  const room = ALL.find((one) => one.key === key)!
  return room.bed ? roomPlan(room, ROOMS.indexOf(room), seed, zone, undefined, pace) : hallwayPlan(room, seed)
}
