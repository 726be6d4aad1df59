/** What a room is: its shell, furniture, camera, and the places where people lie, sit and stand. */
import type { View } from '../base/camera.ts'
import { add, turn, type Vec } from '../base/vector.ts'
import * as furniture from './furniture.ts'
import { ontoWall, type Shell, type Side, shellSolids } from './shell.ts'
import { placed, type Solid } from './solid.ts'

/** Furniture against a wall at a point along it, or free on the floor, turned. */
export type Furnishing = { solids: Solid[] } & ({ side: Side; along: number } | { at: Vec; degrees: number })

/** A place on the floor where a person stops, looking in a direction (degrees; 0 is +x, 90 is away from the camera wall). */
export type Spot = { at: readonly [number, number]; degrees: number }

export type Room = {
  key: string
  name: string
  view: View
  shell: Shell
  furnishings: Furnishing[]
  bed: {
    side: Side
    along: number
    exit: 1 | -1
    timber: string
    sheet: string
    blanket: string
    stripe: string
  } | null
  chair: { at: Vec; degrees: number } | null
  /** Named places: `outside` and `threshold` of the door, `middle` of the free floor, and what people walk to. */
  spots: Record<string, Spot>
  /** Where the sun comes from, for the patch of light on the floor; null under an overcast sky. */
  sun: Vec | null
}

/** All solids of a room. */
export function solidsOf(room: Room): Solid[] {
  const { shell, bed } = room
  const solids = shellSolids(shell)
  for (const furnishing of room.furnishings) {
    if ('side' in furnishing) solids.push(...ontoWall(furnishing.solids, furnishing.side, shell.size, furnishing.along))
    else
      solids.push(
        ...furnishing.solids.map((solid) => placed(solid, furnishing.at, (furnishing.degrees * Math.PI) / 180)),
      )
  }
  if (bed) {
    const parts = [...furniture.bed(bed.timber, bed.sheet, bed.exit), ...furniture.pillow()]
    solids.push(...ontoWall(parts, bed.side, shell.size, bed.along))
  }
  return solids
}

/** The bed's own frame: `from(across, along, height)` in metres, along from the head (0) to the foot, across to its exit side. */
export type BedFrame = {
  from: (across: number, along: number, height: number) => Vec
  exitRadians: number
  headRadians: number
}

/** The frame of a room's bed, or null without one. */
export function bedFrame(room: Room): BedFrame | null {
  if (!room.bed) return null
  const { side, along, exit } = room.bed
  const [w, d] = room.shell.size
  const radians = side === 'back' ? 0 : side === 'left' ? Math.PI / 2 : side === 'right' ? -Math.PI / 2 : Math.PI
  const origin: Vec =
    side === 'back' ? [along, d, 0] : side === 'left' ? [0, along, 0] : side === 'right' ? [w, along, 0] : [along, 0, 0]
  return {
    from: (across, down, height) => add(origin, turn([across * exit, -furniture.BED.headM - down, height], radians)),
    exitRadians: radians + (exit === 1 ? 0 : Math.PI),
    headRadians: radians + Math.PI / 2,
  }
}
