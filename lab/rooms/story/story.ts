/** What can happen in a room: each story leads its resident from one resting place to another, with a carer where one is needed. */

import { add, scale, smooth } from '../base/vector.ts'
import { type Body, heading } from '../person/body.ts'
import type { Look } from '../person/look.ts'
import * as pose from '../person/pose.ts'
import { routeBetween, Track } from '../person/track.ts'
import type { BedFrame, Room } from '../room/room.ts'

/** Where a resident is while nothing happens. */
export type Rest = 'bed' | 'chair' | 'away'
export const ACTIVITIES = ['fall', 'bed-exit', 'wake-up', 'walking', 'motion'] as const
export type Activity = (typeof ACTIVITIES)[number]
type SceneEvent = { activity: Activity; atS: number }

/** The blanket's upper edge over time: each step moves it to `topM` metres from the head of the bed. */
type BlanketStep = { atS: number; seconds: number; topM: number }
export type Story = {
  resident: Track
  carer: Track | null
  carerLook: Look
  blanket: BlanketStep[]
  events: SceneEvent[]
  endS: number
  leadS: number
}

export const COVER = { asleep: 0.5, sitting: 1.08, off: 1.4 } as const

export type Cast = { room: Room; bed: BedFrame; resident: Look; carer: Look; share: (name: string) => number }

const BREATH_S = 4.2

/** Breathing, quantised so that a sleeping room's frame changes a few times a second and no more. */
const breathAt = (seconds: number): number => Math.round(Math.sin((seconds / BREATH_S) * 2 * Math.PI) * 5) / 5

/** Asleep on a side (-1, 0, 1), breathing. */
const asleep =
  ({ resident, bed }: Cast, side: number) =>
  (s: number): Body =>
    pose.lying(resident, bed, side, breathAt(s))

/** The pose of rest between stories; null when the resident is not in the room. */
export function restPose(cast: Cast, rest: Rest, side: number, atS: number): Body | null {
  if (rest === 'away') return null
  if (rest === 'bed') return asleep(cast, side)(atS)
  const chair = cast.room.chair!
  const nod = Math.round(6 + 4 * Math.sin(atS / 9) + 2 * Math.sin(atS / 3.7))
  const glance = Math.round(14 * smooth(Math.sin(atS / 17), 0.2, 0.8) - 8 * smooth(Math.sin(atS / 11 + 2), 0.4, 0.9))
  return pose.sittingInChair(cast.resident, chair, nod, glance)
}

/** Writes stories: the common moves, so that each story below reads as a list of what happens. */
export class StoryWriter {
  readonly cast: Cast
  readonly resident: Track
  carer: Track | null = null
  readonly blanket: BlanketStep[] = []
  readonly events: SceneEvent[] = []
  #leadS: number | null = null

  constructor(cast: Cast) {
    this.cast = cast
    this.resident = new Track(cast.resident, 0)
  }

  begin(rest: Rest, side: number): this {
    if (rest === 'away') return this
    this.resident.hold(
      0.1,
      rest === 'bed' ? 'lying' : 'sitting',
      (s) => restPose(this.cast, rest, side, s)!,
      rest === 'bed',
    )
    return this
  }

  #bedsideSpot(): { at: [number, number]; degrees: number } {
    const [x, y] = this.cast.bed.from(0.49 + 0.4, 1.18, 0)
    return { at: [x, y], degrees: (this.cast.bed.exitRadians * 180) / Math.PI }
  }

  sitUp(): this {
    const { cast, resident } = this
    this.events.push({ activity: 'wake-up', atS: resident.endS })
    this.blanket.push({ atS: resident.endS + 0.4, seconds: 2.6, topM: COVER.sitting })
    resident.morph(3.2, 'sitting', () => pose.sittingInBed(cast.resident, cast.bed), { inBed: true })
    resident.hold(
      2 + cast.share('sit') * 4,
      'sitting',
      (s) => pose.sittingInBed(cast.resident, cast.bed, 3 * Math.sin(s * 1.1)),
      true,
    )
    return this
  }

  toEdge(): this {
    const { cast, resident } = this
    this.blanket.push({ atS: resident.endS, seconds: 2, topM: COVER.off })
    resident.morph(2.8, 'sitting', () => pose.sittingOnEdge(cast.resident, cast.bed), { arcM: 0.03 })
    resident.hold(2.5 + cast.share('edge') * 4, 'sitting', (s) =>
      pose.sittingOnEdge(cast.resident, cast.bed, 3 * Math.sin(s * 0.9)),
    )
    return this
  }

  standUpFromBed(): this {
    const { cast, resident } = this
    const spot = this.#bedsideSpot()
    this.events.push({ activity: 'bed-exit', atS: resident.endS })
    resident.morph(0.9, 'sitting', () => pose.sittingOnEdge(cast.resident, cast.bed, 22))
    resident.morph(1.8, 'standing', () => pose.standing(cast.resident, spot.at, spot.degrees))
    resident.hold(0.8, 'standing', (s) => pose.standing(cast.resident, spot.at, spot.degrees, Math.sin(s * 2)))
    return this
  }

  #walkTo(track: Track, spot: string): void {
    const { spots } = this.cast.room
    const [x, y] = track.last().pelvis
    if (this.#leadS === null) this.#leadS = track.endS
    this.events.push({ activity: 'walking', atS: track.endS })
    track.walk(routeBetween(spots, [x, y], spot), spots[spot]!.degrees + (spot === 'outside' ? 180 : 0))
  }

  walkTo(spot: string): this {
    this.#walkTo(this.resident, spot)
    return this
  }

  /** Stands somewhere for a while, busy or looking. */
  linger(seconds: number, busy = false): this {
    const { resident: look } = this.cast
    const [x, y] = this.resident.last().pelvis
    const { nose, head } = this.resident.last()
    const degrees = (Math.atan2(nose[1] - head[1], nose[0] - head[0]) * 180) / Math.PI
    const reach = (s: number) =>
      busy ? 0.35 * smooth(s, 0, 1.2) * (1 - smooth(s, seconds - 1.2, seconds)) * (0.8 + 0.2 * Math.sin(s * 2)) : 0
    this.resident.hold(seconds, 'standing', (s) =>
      busy
        ? pose.bending(look, [x, y], degrees, reach(s))
        : pose.standing(look, [x, y], degrees, 1.2 * Math.sin(s * 1.3)),
    )
    return this
  }

  enter(): this {
    const { outside } = this.cast.room.spots
    this.resident.hold(0.1, 'standing', () => pose.standing(this.cast.resident, outside!.at, outside!.degrees))
    return this
  }

  backToBed(side: number): this {
    const { cast, resident } = this
    const spot = this.#bedsideSpot()
    const [x, y] = resident.last().pelvis
    resident.walk(routeBetween({ ...cast.room.spots, bedside: spot }, [x, y], 'bedside'), spot.degrees)
    return this.settle(side)
  }

  /** From the bedside into bed. */
  settle(side: number): this {
    const { cast, resident } = this
    resident.morph(2.2, 'sitting', () => pose.sittingOnEdge(cast.resident, cast.bed))
    resident.hold(2 + cast.share('settle') * 2, 'sitting', (s) =>
      pose.sittingOnEdge(cast.resident, cast.bed, 2 * Math.sin(s)),
    )
    return this.lieDown(side)
  }

  /** From the edge of the bed, or sitting in it, to sleep. */
  lieDown(side: number): this {
    const { cast, resident } = this
    resident.morph(2.8, 'sitting', () => pose.sittingInBed(cast.resident, cast.bed), { arcM: 0.03, inBed: true })
    this.blanket.push({ atS: resident.endS + 1.2, seconds: 2.6, topM: COVER.asleep })
    resident.morph(3.4, 'lying', asleep(cast, 0), { inBed: true })
    if (side !== 0)
      resident.hold(2, 'lying', asleep(cast, 0), true).morph(2.6, 'lying', asleep(cast, side), { inBed: true })
    return this
  }

  sitDownInChair(): this {
    const { cast, resident } = this
    this.walkTo('chair')
    const { at, degrees } = cast.room.chair!
    const front = heading(degrees - 90)
    const before = add(at, scale(front, 0.72))
    resident.morph(1.4, 'standing', () => pose.standing(cast.resident, [before[0], before[1]], degrees - 90))
    resident.morph(2, 'sitting', () => pose.sittingInChair(cast.resident, cast.room.chair!, 6))
    return this
  }

  standUpFromChair(): this {
    const { cast, resident } = this
    const { at, degrees } = cast.room.chair!
    const before = add(at, scale(heading(degrees - 90), 0.72))
    resident.morph(2.4, 'standing', () => pose.standing(cast.resident, [before[0], before[1]], degrees - 90))
    return this
  }

  turnOver(from: number, to: number): this {
    const { cast, resident } = this
    this.events.push({ activity: 'motion', atS: resident.endS })
    if (from * to < 0) resident.morph(1.8, 'lying', asleep(cast, 0), { inBed: true })
    resident.morph(2.4, 'lying', asleep(cast, to), { inBed: true })
    return this
  }

  /** The carer comes in and walks to a spot; returns the second at which they are there. */
  carerComes(atS: number, spot: string): number {
    const { outside } = this.cast.room.spots
    this.carer ??= new Track(this.cast.carer, atS)
    if (this.carer.parts.length === 0)
      this.carer.hold(0.1, 'standing', () => pose.standing(this.cast.carer, outside!.at, outside!.degrees))
    this.#walkTo(this.carer, spot)
    return this.carer.endS
  }

  carerLeaves(): this {
    this.#walkTo(this.carer!, 'outside')
    return this
  }

  /** Falls where they stand; the head ends towards `degrees`. */
  fall(degrees: number): this {
    const { cast, resident } = this
    const [x, y] = resident.last().pelvis
    this.events.push({ activity: 'fall', atS: resident.endS })
    const down = [x + 0.12 * heading(degrees)[0], y + 0.12 * heading(degrees)[1]] as const
    resident.morph(0.35, 'falling', () => pose.walking(cast.resident, [x, y], degrees, 1.9, 1))
    resident.morph(0.95, 'falling', () => pose.fallen(cast.resident, down, degrees, 0), { fall: true })
    return this
  }

  finish(): Story {
    const { resident, carer, blanket, events, cast } = this
    const endS = Math.max(resident.endS, carer?.endS ?? 0)
    return { resident, carer, carerLook: cast.carer, blanket, events, endS, leadS: this.#leadS ?? 0 }
  }
}
