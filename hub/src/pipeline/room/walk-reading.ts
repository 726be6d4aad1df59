/** Whether a camera saw a step of a walk test, from the frames that its apps judged. Pure. Requirement REAL-11. */

import type { WalkFacts } from '@mimamori/contract/camera/hub-request.ts'
import type { WalkStep } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { Box, Point } from '@mimamori/contract/shared/geometry.ts'
import { isIn, isOnBed, type PeopleFrame } from '#detectors/people-frame.ts'
import type { Person, PosedPerson } from '#vision/body/person.ts'

type Seen = WalkFacts['people'][number]
type Place = Seen['place']
type Result = Pick<WalkFacts, 'result' | 'seenAt'>

/** Minimum foreground share of a person's outline, as for the room's state. */
const FIT_MIN = 0.4
/** Shares of the covered ground on the bed from which a person is on it, and sits on its edge. */
const ON_BED_SHARE = 0.5
const EDGE_SHARE = 0.2
/** A trunk that leans less is upright, degrees. */
const TRUNK_UP = 35
/** Minimum duration of a posture: longer than any transition. */
const HOLD_MS: Record<WalkStep, number> = { stand: 800, sit: 1000, lie: 1500, leave: 800, floor: 1500 }
/** … and the time that contrary single frames do not interrupt it. */
const GAP_MS = 1000
/** A person leaving the bed was in it before the step began, or later. */
export const BEFORE_STEP_MS = 60_000
/** Age up to which a detection counts as present. */
const NOW_MS = 2000
/** Margin around a body's box, share of the frame, within which it covers the marked place. */
const REACH = 0.08

const PLACES: Record<WalkStep, readonly Place[]> = {
  stand: ['standing'],
  sit: ['sitting'],
  lie: ['lying'],
  leave: ['standing', 'other'],
  floor: ['floor'],
}

/** Everybody in a frame and how they are: by the pose model where it sees people, else by what stands out. */
export function placesIn(frame: PeopleFrame): Seen[] {
  const posed = frame.poses?.people.filter(({ lostMs }) => lostMs === null) ?? []
  if (posed.length > 0) return posed.map((one) => ({ place: posedPlace(one, frame), box: inside(one.box) }))
  const bodies = frame.people.filter(({ fitShare }) => fitShare >= FIT_MIN)
  return bodies.map((one) => ({ place: bodyPlace(one, frame.isBedKnown === true), box: inside(one.box) }))
}

/** `frames`: in their order, also some from before the step. `spot`: where on the floor; null: anywhere. */
export function walkResult(
  frames: readonly PeopleFrame[],
  { step, spot, sinceMs }: { step: WalkStep; spot: Point | null; sinceMs: number },
): Result {
  const from = step === 'leave' ? sinceMs - BEFORE_STEP_MS : sinceMs
  const judged = frames.filter(({ atMs, isReliable }) => isReliable && atMs >= from)
  let wasInBed = step !== 'leave'
  let heldSinceMs: number | null = null
  let heldAtMs = 0
  for (const frame of judged) {
    const people = near(placesIn(frame), spot)
    const isInBed = people.some(({ place }) => place === 'lying' || place === 'sitting')
    if (isInBed) wasInBed = true
    const isGone = step === 'leave' && isInBed
    const isIt =
      wasInBed && !isGone && frame.atMs >= sinceMs && people.some(({ place }) => PLACES[step].includes(place))
    if (isIt) {
      heldSinceMs ??= frame.atMs
      heldAtMs = frame.atMs
      if (frame.atMs - heldSinceMs >= HOLD_MS[step]) return { result: 'seen', seenAt: timeOf(frame.atMs) }
    } else if (heldSinceMs !== null && (isGone || frame.atMs - heldAtMs > GAP_MS)) heldSinceMs = null
  }
  const newestMs = judged.at(-1)?.atMs ?? 0
  const isSomebody = judged.some(
    (frame) => frame.atMs >= Math.max(sinceMs, newestMs - NOW_MS) && near(placesIn(frame), spot).length > 0,
  )
  return { result: isSomebody ? 'otherwise' : 'unseen', seenAt: null }
}

function posedPlace({ box, past }: PosedPerson, frame: PeopleFrame): Place {
  const newest = past.at(-1)!
  const isUpright = newest.isUpright || (newest.lean ?? 90) < TRUNK_UP
  if (isOnBed(box, frame)) return isUpright ? 'sitting' : 'lying'
  if (newest.isLying && !isUpright) return isIn(box, frame.seats) ? 'other' : 'floor'
  return newest.isUpright ? 'standing' : 'other'
}

/** Seated on the floor is down for the fall detection, too. */
function bodyPlace({ posture, bedShare }: Person, hasBed: boolean): Place {
  const isOnBed = hasBed && (posture === 'in-bed' || bedShare >= ON_BED_SHARE)
  if (isOnBed) return posture === 'lying' ? 'lying' : 'sitting'
  if (hasBed && posture === 'sitting' && bedShare >= EDGE_SHARE) return 'sitting'
  if (posture === 'lying' || posture === 'low') return 'floor'
  return posture === 'standing' ? 'standing' : 'other'
}

function near(people: readonly Seen[], spot: Point | null): readonly Seen[] {
  if (spot === null) return people
  return people.filter(({ box: { x, y, width, height } }) => {
    const across = spot.x >= x - REACH && spot.x <= x + width + REACH
    return across && spot.y >= y - REACH && spot.y <= y + height + REACH
  })
}

function inside({ x, y, width, height }: Box): Box {
  const [left, top] = [clamp(x), clamp(y)]
  return { x: left, y: top, width: clamp(x + width) - left, height: clamp(y + height) - top }
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share))
const timeOf = (ms: number): string => new Date(ms).toISOString()
