/** Each person's place by the pose model: in the outlined bed, beside it or elsewhere, and whether they came from it. Pure. */
import type { Point, Region } from '@mimamori/contract/shared/geometry.ts'
import { isAtSide, type PosedPerson, type PoseSample, type PosesSeen } from '#vision/body/person.ts'
import { isInside, middleOf } from '#vision/geometry.ts'
import { FALL_MS, FOUND_HEIGHTS, MEMORY_MS, SAME_PLACE_LENGTHS, UPRIGHT_DEGREES } from '#vision/people/pose-limits.ts'
import { IN_BED_MS } from './people-frame.ts'

/** Bed state of one track. */
export type BedFellow = {
  id: number
  /** In the bed for `BORN_IN_BED_MS` after a first detection there, else lying in it for `IN_BED_MS`. */
  isResident: boolean
  wasBornInBed: boolean
  /** First detected near the bed: the resident, or a carer that the model missed on the way. */
  wasBornNearBed: boolean
  inBedMs: number
  /** Middle of the body at the first detection, and whether the person has walked from there, as a carer has. */
  from: Point
  hasWalked: boolean
  /** Last time in the bed, and since when upright in it and out of it; null: never, not now. */
  lastInBedMs: number | null
  upInBedSinceMs: number | null
  /** Time without anybody up before the person sat up. */
  calmBeforeMs: number
  /** Where their shoulders were when they last lay in the bed; null: they have not been seen lying there. */
  laidAt: Point | null
  outSinceMs: number | null
  atMs: number
}

/** Time in the bed after which somebody first detected there is the resident. */
const BORN_IN_BED_MS = 1500
/** A body that reaches this share of the frame's height is cut at the lower edge: its feet are hidden. */
const CUT_SHARE = 0.97
/** Largest lean of a trunk that is up in bed, degrees: people sit there leaning back. */
const UP_IN_BED_DEGREES = 50
/** Who sits up moves the shoulders by this share of their trunk: a trunk seen along the bed looks upright lying down, too. */
const RISE_SHARE = 0.4
/** Distance of the hips from the mattress, in own lengths, beyond which a body is beside it: sitting on its edge leaves them on it. */
const BESIDE_LENGTHS = 0.15
/** Distance in own heights within which a person stands at another's side. */
const BESIDE_HEIGHTS = 0.5

/** People in the newest result. */
export const present = ({ people }: PosesSeen): PosedPerson[] => people.filter(({ lostMs }) => lostMs === null)

/**
 * Nobody stands on a bed: the trunk of a person standing in front of it only covers it, and a body whose feet are on it as
 * well lies there, with the feet towards the camera.
 */
export function isInBed({ past, box }: Pick<PosedPerson, 'past' | 'box'>, { corners }: Region): boolean {
  const { hips, foot, isOnFeet, isLying, isUpright } = past.at(-1)!
  const isCut = isUpright && box.y + box.height >= CUT_SHARE
  if (!isLying && (isOnFeet || isCut) && !isInside(foot, corners)) return false
  return isInside(hips ?? { x: box.x + box.width / 2, y: box.y + 0.75 * box.height }, corners)
}

/** Whether the person's hips are seen beyond the mattress, further than sitting on its edge brings them. */
export function isBesideBed({ past, box }: Pick<PosedPerson, 'past' | 'box'>, { corners }: Region): boolean {
  const { hips, width, height } = past.at(-1)!
  if (!hips) return false
  // Lengths of a sample are in widths of the frame, places in shares of it.
  const aspect = height / box.height
  const inWidths = ({ x, y }: Point): Point => ({ x, y: y * aspect })
  return distanceFrom(inWidths(hips), corners.map(inWidths)) >= BESIDE_LENGTHS * Math.max(width, height)
}

/** Whether the person is up, by the limit outside of the bed. */
export const isUpOut = ({ lean, isUpright, isLying }: PoseSample): boolean =>
  !isLying && (isUpright || (lean !== null && lean < UPRIGHT_DEGREES))
/** Whether the person is up, by the limit in the bed. */
export const isUpInBed = ({ lean, isLying }: PoseSample): boolean =>
  !isLying && lean !== null && lean < UP_IN_BED_DEGREES

/** Takes in one result of the model. `calmMs`: time without a person up that came from the bed. */
export function followBed(before: readonly BedFellow[], poses: PosesSeen, bed: Region, calmMs: number): BedFellow[] {
  const { atMs } = poses
  const here = present(poses)
  const lost = before.filter(({ id, atMs: then }) => atMs - then < MEMORY_MS && !here.some((one) => one.id === id))
  const fellows = here.map((person) => {
    const known = before.find(({ id }) => id === person.id) ?? newcomer(person, lost, bed)
    const isIn = isInBed(person, bed)
    const newest = person.past.at(-1)!
    const isInAsResident = isIn && (known.wasBornInBed || newest.isLying)
    const inBedMs = known.inBedMs + (isInAsResident ? atMs - known.atMs : 0)
    const isUp = isIn && isUpInBed(newest) && hasRisen(person, known.laidAt)
    const at = middleOf(person.box)
    return {
      ...known,
      inBedMs,
      isResident: known.isResident || inBedMs >= (known.wasBornInBed ? BORN_IN_BED_MS : IN_BED_MS),
      hasWalked:
        known.hasWalked ||
        Math.hypot(at.x - known.from.x, at.y - known.from.y) > SAME_PLACE_LENGTHS * person.box.height,
      lastInBedMs: isIn ? atMs : known.lastInBedMs,
      upInBedSinceMs: isUp ? (known.upInBedSinceMs ?? atMs) : null,
      calmBeforeMs: isUp && known.upInBedSinceMs === null ? calmMs : known.calmBeforeMs,
      laidAt: isIn && newest.isLying ? newest.shoulders : known.laidAt,
      outSinceMs: !isIn && isUpOut(newest) ? (known.outSinceMs ?? atMs) : null,
      atMs,
    }
  })
  return [...fellows, ...lost]
}

function hasRisen({ past, box }: PosedPerson, laidAt: Point | null): boolean {
  const { shoulders, hips, height } = past.at(-1)!
  if (!laidAt || !shoulders || !hips) return true
  const aspect = height / box.height
  const between = (a: Point, b: Point) => Math.hypot(a.x - b.x, (a.y - b.y) * aspect)
  return between(shoulders, laidAt) >= RISE_SHARE * between(shoulders, hips)
}

function newcomer(person: PosedPerson, lost: readonly BedFellow[], bed: Region): BedFellow {
  const from = lost.find(({ lastInBedMs, isResident, atMs }) => isResident && lastInBedMs === atMs)
  const wasBornNearBed = comesFromBed(person, bed)
  const isHeir = from !== undefined && person.firstMs - from.atMs <= MEMORY_MS && wasBornNearBed
  return {
    id: person.id,
    isResident: isHeir,
    wasBornInBed: isInBed(person, bed),
    wasBornNearBed,
    inBedMs: 0,
    from: middleOf(person.box),
    hasWalked: false,
    lastInBedMs: isHeir ? from.lastInBedMs : null,
    upInBedSinceMs: null,
    calmBeforeMs: 0,
    laidAt: null,
    outSinceMs: null,
    atMs: person.atMs,
  }
}

/** Whether a first detected person may have come from the bed: near it, and not at the frame's side. */
function comesFromBed({ box, past }: PosedPerson, { corners }: Region): boolean {
  if (isAtSide(box)) return false
  const { foot, hips } = past.at(-1)!
  return [foot, ...(hips ? [hips] : [])].some((point) => distanceFrom(point, corners) <= FOUND_HEIGHTS * box.height)
}

/** Whether another person is up at their side, or was a moment ago: a carer. */
export function hasCarer(
  person: Pick<PosedPerson, 'id' | 'box'>,
  { people, atMs }: PosesSeen,
  fellows: readonly BedFellow[],
) {
  return people.some((other) => {
    if (other.id === person.id || atMs - other.atMs > FALL_MS) return false
    const known = fellows.find(({ id }) => id === other.id)
    if (!known?.hasWalked || known.isResident) return false
    const reach = BESIDE_HEIGHTS * Math.max(other.box.height, person.box.height)
    return other.past.some(isUpOut) && gap(other.box, person.box) <= reach
  })
}

type Box = PosedPerson['box']
function gap(a: Box, b: Box): number {
  const dx = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width)
  const dy = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  return Math.hypot(dx, dy)
}

function distanceFrom(point: Point, corners: readonly Point[]): number {
  if (isInside(point, corners)) return 0
  return Math.min(...corners.map((corner, i) => distanceFromEdge(point, corner, corners[(i + 1) % corners.length]!)))
}

function distanceFromEdge({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const along = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - a.x - along * dx, y - a.y - along * dy)
}
