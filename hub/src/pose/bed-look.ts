/** Close-ups of an outlined bed: in the whole frame the pose model misses people lying in bed across a room. Pure. */
import type { Point } from '@mimamori/contract/shared/geometry.ts'
import type { PosedPerson } from '#vision/body/person.ts'
import { boxAround, isInside, middleOf } from '#vision/geometry.ts'
import { CONFIDENCE_MIN, MEMORY_MS, SURE_MIN } from '#vision/people/pose-limits.ts'
import { type Closer, nextTurn, squareAt, TURNS, type Turn } from './closer-look.ts'
import { PACE_MS } from './pose-pace.ts'

export type Corners = readonly Point[]
/**
 * State of one bed. `lookedMs`: time of the last close-up; `foundMs`: time of the last result with a person resting in it;
 * `isFound`: the latest result has one; null: never.
 */
export type BedLook = {
  corners: Corners
  lookedMs: number | null
  foundMs: number | null
  isFound: boolean
  turn: Turn
}

/** Beds whose outline stays the same retain their state. */
export function bedLooksOf(beds: readonly Corners[], before: readonly BedLook[]): BedLook[] {
  return beds.map((corners) => {
    const known = before.find((one) => JSON.stringify(one.corners) === JSON.stringify(corners))
    return known ?? { corners, lookedMs: null, foundMs: null, isFound: false, turn: TURNS[0]! }
  })
}

/** Whether a detected person lies or leans back in the bed; a carer in front of it is upright. */
function restsIn({ lostMs, box, past }: PosedPerson, corners: Corners): boolean {
  const { hips, isOnFeet, isUpright } = past.at(-1)!
  return lostMs === null && !isOnFeet && !isUpright && isInside(hips ?? middleOf(box), corners)
}

/** Whether there are people, and each rests in one of the beds. */
export const areInBed = (looks: readonly BedLook[], people: readonly PosedPerson[]): boolean =>
  people.length > 0 && people.every((one) => looks.some(({ corners }) => restsIn(one, corners)))

/**
 * The bed that is due for a close-up, because the result of the whole frame has nobody resting in it; null: none. If the
 * result has a person elsewhere, only a resident seen within ten seconds is searched: that person may be the resident.
 * `stirredMs`: time of the last motion; nobody gets into a bed without motion.
 */
export function dueBed(
  looks: readonly BedLook[],
  people: readonly PosedPerson[],
  { atMs, stirredMs }: { atMs: number; stirredMs: number },
): BedLook | null {
  const isEmpty = people.every(({ lostMs }) => lostMs !== null)
  const due = looks.filter(({ corners, lookedMs, foundMs, turn }) => {
    const isKnown = foundMs !== null && atMs - foundMs < MEMORY_MS
    // Setting the clock back must not stop it.
    const isRested = lookedMs === null || atMs < lookedMs || (stirredMs > lookedMs && atMs - lookedMs >= PACE_MS.empty)
    const isLookedFor = isEmpty && (isRested || turn !== TURNS[0])
    return (isKnown || isLookedFor) && !people.some((one) => restsIn(one, corners))
  })
  const looked = ({ lookedMs }: BedLook) => lookedMs ?? Number.NEGATIVE_INFINITY
  return due.toSorted((a, b) => looked(a) - looked(b))[0] ?? null
}

/** A square as large as the bed. Bedding can resemble a person: only a confident detection starts a track. */
export function closerOf({ corners, turn, isFound }: BedLook, aspect: number): Closer {
  const box = boxAround(corners.map((at) => ({ ...at, width: 0, height: 0 })))!
  const side = Math.max(box.width, box.height * aspect)
  const place = squareAt(middleOf(box), side, aspect)
  return { place, turn, tall: side, within: corners, confidenceMin: isFound ? CONFIDENCE_MIN : SURE_MIN }
}

/** The beds after a result. `looked`: the bed of its close-up; a successful rotation is repeated, else the next is tried. */
export function bedsAfter(
  looks: readonly BedLook[],
  people: readonly PosedPerson[],
  { atMs, looked }: { atMs: number; looked: BedLook | null },
): BedLook[] {
  return looks.map((one) => {
    const isFound = people.some((person) => restsIn(person, one.corners))
    const isLooked = one.corners === looked?.corners
    const turn = isLooked && !isFound ? nextTurn(one.turn) : one.turn
    return { ...one, isFound, turn, ...(isFound && { foundMs: atMs }), ...(isLooked && { lookedMs: atMs }) }
  })
}
