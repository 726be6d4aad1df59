/** Derives a room's reading from the apps' view of one frame: people lying, sitting, up or on the floor. Pure. ROOM-01. */
import type { RoomUnknown } from '@mimamori/contract/care/room-state.ts'
import { hasLeft, isIn, isOnBed, type PeopleFrame } from '#detectors/people-frame.ts'
import { metresFromBed, type Person, type PosedPerson } from '#vision/body/person.ts'
import type { RoomReading } from './room-state.ts'

type Place = 'lying' | 'sitting' | 'up' | 'floor'
/** `at`: meters on the floor; null for detections of the pose model, which are certainly people. */
type Somebody = { key: string; place: Place; isNearBed: boolean; at: { x: number; y: number } | null }
/** First posture of a track, and whether the person has walked since. */
type Known = { isVisitor: boolean; isFromElsewhere: boolean; from: Somebody['at']; hasWalked: boolean }

/** The tracked people; when the pose model last saw anybody. */
export type RoomMemory = { known: ReadonlyMap<string, Known>; posedAtMs: number | null }
export const noMemory: RoomMemory = { known: new Map(), posedAtMs: null }

export type RoomView = {
  atMs: number
  /** Null: no app looks for people. */
  frame: PeopleFrame | null
  blind: RoomUnknown | null
  isBedTaken: boolean | null
  hasFallen: boolean
  /** The room's state is in-bed: a person away from the bed now is another person. */
  isAsleep: boolean
}

/** Minimum foreground share of a person's outline; less may be a blanket or a chair. */
const FIT_MIN = 0.4
/** Share of the covered ground on the bed from which a person is on it. */
const ON_BED_SHARE = 0.5
/** Share of the covered ground on the bed from which sitting means on its edge; a chair stands beside it. */
const EDGE_SHARE = 0.2
/** A person first seen this far from the bed did not get up from it, meters. */
const FROM_ELSEWHERE_M = 1.2
/** A trunk that leans less is upright, degrees. */
const TRUNK_UP = 35
/** Time without a detection after which the pose model counts as blind in this room. */
const POSE_COUNTS_MS = 10 * 60_000

/** The reading of this frame, and the memory for the next. */
export function readRoom(before: RoomMemory, view: RoomView): { reading: RoomReading; memory: RoomMemory } {
  const { atMs, frame, blind, isBedTaken, hasFallen } = view
  const hasBed = frame?.isBedKnown ?? false
  const people = frame === null || blind !== null ? [] : somebodies(before, frame)
  const isTaken = hasBed && view.isAsleep
  const known = new Map(people.map((one) => [one.key, knownOf(before.known.get(one.key), one, isTaken)]))
  const walkers = [...known.values()].filter(({ isFromElsewhere, hasWalked }) => isFromElsewhere && hasWalked)
  const count = (place: Place) => people.filter((one) => one.place === place).length
  const isPosed = frame?.poses?.people.some(({ lostMs }) => lostMs === null) ?? false
  return {
    reading: {
      ...{ atMs, blind, hasBed, isBedTaken, hasFallen },
      ...{ lying: count('lying'), sitting: count('sitting'), up: count('up'), floor: count('floor') },
      others: people.length > 1 ? walkers.length : 0,
      visitors: isBedTaken === true ? walkers.filter(({ isVisitor }) => isVisitor).length : 0,
    },
    memory: { known, posedAtMs: isPosed ? atMs : before.posedAtMs },
  }
}

/** An outline that never walked, or that came from the bed, may be a blanket, a shadow or a moved chair. */
function knownOf(before: Known | undefined, { place, isNearBed, at }: Somebody, isTaken: boolean): Known {
  const isElsewhere = place === 'up' && !isNearBed
  const first = { isVisitor: isTaken && isElsewhere, isFromElsewhere: at === null || isElsewhere, from: at }
  const known = before ?? { ...first, hasWalked: at === null }
  const hasWalked = known.hasWalked || (at !== null && known.from !== null && hasLeft(known.from, at))
  return { ...known, hasWalked }
}

/** By the pose model if it sees people in this room, else by the foreground; never by both. */
function somebodies({ posedAtMs }: RoomMemory, frame: PeopleFrame): Somebody[] {
  const { poses, people, atMs } = frame
  const posed = poses?.people.filter(({ lostMs }) => lostMs === null) ?? []
  if (posed.length > 0) return posed.map((one) => posedIn(one, frame))
  const standing = people.filter(({ fitShare }) => fitShare >= FIT_MIN)
  const isPoseSure = poses !== undefined && posedAtMs !== null && atMs - posedAtMs < POSE_COUNTS_MS
  // The running model sees nobody: one outline may still be a person, but two are not counted as two.
  return (isPoseSure ? standing.slice(0, 1) : standing).map((one) => bodyIn(one, frame))
}

function posedIn({ id, box, past }: PosedPerson, frame: PeopleFrame): Somebody {
  const newest = past.at(-1)
  const isUpright = newest?.isUpright === true || (newest?.lean ?? 90) < TRUNK_UP
  const key = `p${id}`
  const at = null
  if (isOnBed(box, frame)) return { key, place: isUpright ? 'sitting' : 'lying', isNearBed: true, at }
  const isDown = newest?.isLying === true && !isUpright && frame.isBedKnown === true && !isIn(box, frame.seats)
  return { key, place: isDown ? 'floor' : 'up', isNearBed: false, at }
}

function bodyIn({ id, box, posture, bedShare, x, y, isFromBed }: Person, { isBedKnown, seats }: PeopleFrame): Somebody {
  const metres = metresFromBed(x, y)
  const isNearBed = isFromBed || metres < FROM_ELSEWHERE_M
  const one = { key: `b${id}`, at: { x, y } }
  if (!isBedKnown) return { ...one, place: 'up', isNearBed: false }
  const isOnMattress = posture === 'in-bed' || bedShare >= ON_BED_SHARE
  if (isOnMattress) return { ...one, place: posture === 'lying' ? 'lying' : 'sitting', isNearBed: true }
  if (posture === 'sitting' && bedShare >= EDGE_SHARE) return { ...one, place: 'sitting', isNearBed: true }
  return { ...one, place: posture === 'lying' && !isIn(box, seats) ? 'floor' : 'up', isNearBed }
}
