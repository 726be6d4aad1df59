/** One person's part in a story: poses one after another, each for a while, with easy movements between them. */

import { distance, smooth, type Vec } from '../base/vector.ts'
import type { Spot } from '../room/room.ts'
import { aboveFloor, type Body, between } from './body.ts'
import type { Bearing } from './pose.ts'
import { standing, walking } from './pose.ts'

export type Posture = 'lying' | 'sitting' | 'standing' | 'walking' | 'falling' | 'fallen' | 'kneeling' | 'bending'
/** What somebody does at a moment. `inBed`: under or on the blanket. */
export type Moment = { body: Body; posture: Posture; inBed: boolean }
/** The pose after `seconds` in a part of the track. */
type Pose = (seconds: number) => Body
type Part = { fromS: number; toS: number; posture: Posture; inBed: boolean; pose: Pose }
type Place = readonly [number, number]

/** A track is written from left to right; seconds count from the story's start. */
export class Track {
  readonly who: Bearing & { pace: number }
  readonly parts: Part[] = []
  endS: number

  constructor(who: Bearing & { pace: number }, startS: number) {
    this.who = who
    this.endS = startS
  }

  /** Stays in a pose (which may breathe or sway) for a while. */
  hold(seconds: number, posture: Posture, pose: Pose, inBed = false): this {
    if (seconds <= 0) return this
    this.parts.push({ fromS: this.endS, toS: this.endS + seconds, posture, inBed, pose })
    this.endS += seconds
    return this
  }

  /** Moves from the last pose into another. `arcM` lifts the hips on the way; `fall` gathers speed instead of easing. */
  morph(seconds: number, posture: Posture, to: Pose, { arcM = 0, fall = false, inBed = false } = {}): this {
    const from = this.last()
    const start = to(0)
    const share = (s: number) => (fall ? Math.min(1, (s / seconds) ** 2.2) : smooth(s / seconds))
    return this.hold(seconds, posture, (s) => aboveFloor(between(from, start, share(s), arcM)), inBed)
  }

  /** Walks along places and ends facing `degrees`. Steps grow out of standing and end in it. */
  walk(places: readonly Place[], degrees: number, pace = this.who.pace): this {
    const way = wayAlong(places)
    const stepM = 0.34 + 0.22 * pace
    const easeS = 0.7
    const seconds = way.longM / pace + easeS
    const travelled = (s: number) => metresAfter(s, seconds, easeS, pace, way.longM)
    const pose = (s: number): Body => {
      const metres = travelled(s)
      const stride = Math.min(1, pace) * smooth(s, 0, 0.8) * (1 - smooth(s, seconds - 0.8, seconds))
      return walking(this.who, way.at(metres), way.headingAt(metres), (Math.PI * metres) / stepM, stride)
    }
    if (this.parts.length > 0) this.morph(0.8, 'standing', () => pose(0))
    this.hold(seconds, 'walking', pose)
    return this.morph(0.8, 'standing', () => standing(this.who, places.at(-1)!, degrees))
  }

  /** Where the last part left the body. */
  last(): Body {
    const part = this.parts.at(-1)!
    return part.pose(part.toS - part.fromS)
  }

  /** What is done at a second of the story, or null before the track begins and after it ends. */
  at(seconds: number): Moment | null {
    const part = this.parts.find(({ fromS, toS }) => seconds >= fromS && seconds < toS)
    return part ? { body: part.pose(seconds - part.fromS), posture: part.posture, inBed: part.inBed } : null
  }
}

/** How far a walk has come: it gathers speed for `easeS`, keeps its pace, and slows for as long. */
function metresAfter(s: number, seconds: number, easeS: number, pace: number, longM: number): number {
  if (seconds < 2 * easeS) return longM * smooth(s / seconds)
  if (s < easeS) return (pace * s * s) / (2 * easeS)
  if (s > seconds - easeS) return longM - (pace * Math.max(0, seconds - s) ** 2) / (2 * easeS)
  return pace * (s - easeS / 2)
}

/** A polyline with rounded turning: where one is after some metres, and where one looks. */
function wayAlong(places: readonly Place[]) {
  const flat = places.map(([x, y]): Vec => [x, y, 0])
  const lengths = flat.slice(1).map((point, i) => distance(flat[i]!, point))
  const longM = lengths.reduce((sum, part) => sum + part, 0)
  const at = (metres: number): Place => {
    let rest = Math.max(0, Math.min(longM, metres))
    let i = 0
    while (i < lengths.length - 1 && rest > lengths[i]!) rest -= lengths[i++]!
    const share = lengths[i]! === 0 ? 0 : rest / lengths[i]!
    return [
      places[i]![0] + (places[i + 1]![0] - places[i]![0]) * share,
      places[i]![1] + (places[i + 1]![1] - places[i]![1]) * share,
    ]
  }
  const rounded = (metres: number): Place => {
    const reach = Math.min(0.3, metres, longM - metres)
    const [a, b, c] = [at(metres - reach), at(metres), at(metres + reach)]
    return [(a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4]
  }
  const headingAt = (metres: number): number => {
    const a = rounded(Math.max(0, metres - 0.14))
    const b = rounded(Math.min(longM, metres + 0.14))
    return (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI
  }
  return { longM, at: rounded, headingAt }
}

/** The way between two spots of a room: over the middle of the free floor and through the door where need be. */
export function routeBetween(spots: Record<string, Spot>, from: Place, to: string): Place[] {
  const target = spots[to]!.at
  const middle = spots.middle!.at
  const door = [spots.doorway!.at, spots.threshold!.at]
  const near = (a: Place, b: Place) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.7
  const over: Place[] = []
  if (near(from, spots.outside!.at)) over.push(...door)
  if (!near(from, middle) && !near(target, middle) && to !== 'threshold') over.push(middle)
  if (to === 'outside') over.push(...door.toReversed())
  return [from, ...over, target]
}
