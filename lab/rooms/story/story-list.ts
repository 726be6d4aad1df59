/** The stories of the demo's rooms, each a short list of what happens. */

import { add, scale, smooth } from '../base/vector.ts'
import { heading } from '../person/body.ts'
import * as pose from '../person/pose.ts'
import { type Cast, type Rest, type Story, StoryWriter } from './story.ts'

export type StoryKind = 'stroll' | 'fetch' | 'bathroom' | 'to-chair' | 'to-bed' | 'outing' | 'return' | 'check' | 'fall'

/** Tells a story that begins and ends at the given resting places. Sides are those slept on: -1, 0 or 1. */
export function tell(kind: StoryKind, cast: Cast, from: Rest, to: Rest, sides: readonly [number, number]): Story {
  const writer = new StoryWriter(cast).begin(from, sides[0])
  if (kind === 'check') return check(writer, sides)
  rise(writer, from)
  if (kind === 'fall') return fall(writer, sides[1], to)
  if (kind === 'stroll') writer.walkTo('window').linger(6 + cast.share('look') * 8)
  if (kind === 'fetch') writer.walkTo('basin').linger(5 + cast.share('wash') * 6, true)
  if (kind === 'bathroom') writer.walkTo('outside').linger(22 + cast.share('bath') * 25)
  return rest(writer, to, sides[1])
}

function rise(writer: StoryWriter, from: Rest): void {
  if (from === 'bed') writer.sitUp().toEdge().standUpFromBed()
  else if (from === 'chair') writer.standUpFromChair()
  else writer.enter()
}

function rest(writer: StoryWriter, to: Rest, side: number): Story {
  if (to === 'away') writer.walkTo('outside')
  else if (to === 'chair') writer.sitDownInChair()
  else writer.backToBed(side)
  return writer.finish()
}

/** The carer looks in, comes to the bed or the chair, bends down, and goes. */
function check(writer: StoryWriter, [side, next]: readonly [number, number]): Story {
  const { cast, resident } = writer
  const startS = resident.endS
  const inBed = resident.parts[0]?.inBed ?? false
  const hereS = writer.carerComes(startS, 'middle')
  const carer = writer.carer!
  if (resident.parts.length > 0) {
    const target = resident.last().chest
    const at = carer.last().pelvis
    const degrees = (Math.atan2(target[1] - at[1], target[0] - at[0]) * 180) / Math.PI
    const away = Math.hypot(target[0] - at[0], target[1] - at[1])
    const close = Math.max(0, away - 0.95)
    const near = [at[0] + heading(degrees)[0] * close, at[1] + heading(degrees)[1] * close] as const
    if (close > 0.3) carer.walk([[at[0], at[1]], near], degrees, 0.7)
    const seconds = 7 + cast.share('tend') * 6
    const last = carer.last().pelvis
    const reach = (s: number) =>
      smooth(s, 0, 1.4) * (1 - smooth(s, seconds - 1.4, seconds)) * (0.92 + 0.08 * Math.sin(s * 2.2))
    carer.hold(seconds, 'bending', (s) => pose.bending(cast.carer, [last[0], last[1]], degrees, 0.75 * reach(s)))
    const quiet = resident.parts[0]!.pose
    resident.hold(hereS - startS + seconds * 0.7, inBed ? 'lying' : 'sitting', quiet, inBed)
    if (inBed && side !== next) writer.turnOver(side, next)
  } else {
    const { at, degrees } = cast.room.spots.middle!
    carer.hold(5 + cast.share('look') * 4, 'standing', (s) =>
      pose.standing(cast.carer, at, degrees + 22 * Math.sin(s * 0.8), 2),
    )
  }
  writer.carerLeaves()
  return writer.finish()
}

/** The resident falls on the free floor, lies there, and is helped up by the carer and led to bed or chair. */
function fall(writer: StoryWriter, side: number, to: Rest): Story {
  const { cast, resident } = writer
  const look = cast.resident
  writer.walkTo('middle')
  const degrees = cast.room.spots.middle!.degrees + 30 * (cast.share('fall') - 0.5)
  writer.fall(degrees)
  const [x, y] = resident.last().pelvis
  const at = [x, y] as const
  const fellS = resident.endS
  const aloneS = 12 + cast.share('alone') * 10
  // The carer kneels at the belly's side.
  const side2d = scale(heading(degrees + 90), 0.62)
  const kneelAt = [x + side2d[0], y + side2d[1]] as const
  const facing = degrees - 90
  writer.carerComes(fellS + aloneS - 3, 'threshold')
  const carer = writer.carer!
  const from = carer.last().pelvis
  carer.walk([[from[0], from[1]], kneelAt], facing, 1.25)
  carer.morph(1.4, 'kneeling', () => pose.kneeling(cast.carer, kneelAt, facing, 0))
  const stir = (s: number) => pose.fallen(look, at, degrees, 0.5 + 0.5 * Math.sin(s * 0.9 - 1.6))
  resident.hold(carer.endS + 3 - resident.endS, 'fallen', stir)
  const helpS = resident.endS
  resident.morph(3, 'fallen', () => pose.sittingOnFloor(look, at, degrees + 90))
  resident.hold(3.5, 'fallen', (s) => pose.sittingOnFloor(look, at, degrees + 90, 2 * Math.sin(s)))
  const riseAt = [x - side2d[0] * 0.1, y - side2d[1] * 0.1] as const
  resident.morph(3.4, 'standing', () => pose.standing(look, riseAt, degrees + 90), { arcM: 0.02 })
  resident.hold(1.5, 'standing', (s) => pose.standing(look, riseAt, degrees + 90, 2 * Math.sin(s * 1.5)))
  carer.hold(helpS - carer.endS + 6.5, 'kneeling', (s) =>
    pose.kneeling(cast.carer, kneelAt, facing, 0.6 + 0.4 * Math.sin(s * 0.8)),
  )
  carer.morph(3.2, 'bending', () => pose.bending(cast.carer, kneelAt, facing, 0.5))
  carer.hold(1.7, 'bending', (s) => pose.bending(cast.carer, kneelAt, facing, 0.45 + 0.05 * Math.sin(s * 2)))
  if (to === 'chair') writer.sitDownInChair()
  else writer.backToBed(side)
  carer.morph(1.2, 'standing', () => pose.standing(cast.carer, kneelAt, facing))
  const watch = add(carer.last().pelvis, [0, 0, 0])
  carer.hold(Math.max(2, resident.endS - carer.endS - 4), 'standing', (s) =>
    pose.standing(cast.carer, [watch[0], watch[1]], facing + 10 * Math.sin(s * 0.4), 1),
  )
  writer.carerLeaves()
  return writer.finish()
}
