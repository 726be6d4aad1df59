/**
 * People who went down without being seen lying. Once somebody is down, half hidden, turned to the camera or in poor light, the
 * pose model often sees nobody, or a short body. Somebody who was on their feet and was lost amid the frame, or is low, away
 * from the sides and from where people come and go, and from whose place nobody up came out, may lie there. Where answers show
 * a body that is not up, somebody is down. Pure. REAL-12.
 */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { isAtSide, isSameBody, type PosedPerson, type PoseSample, type PosesSeen } from '#vision/body/person.ts'
import { FALL_MS, FOUND_HEIGHTS, LOOK_MS, MEMORY_MS, SHORT_SHARE, SURE_ANSWERS } from '#vision/people/pose-limits.ts'
import { isUpOut } from './pose-bed.ts'

/**
 * A person who is low, or was lost where `box` is. `tall`: upright height, in frame widths; `sinceMs`: the first answer that
 * shows it; `seen`: answers since that show somebody down there.
 */
export type Loss = { id: number; box: Box; tall: number; sinceMs: number; seen: number; isRaised: boolean }

/** Takes in one answer. `isRest`: whether somebody may lie there, as on an outlined bed. */
export function followLosses(before: readonly Loss[], poses: PosesSeen, isRest: (box: Box) => boolean): Loss[] {
  const { people, atMs } = poses
  const present = people.filter(({ lostMs }) => lostMs === null)
  const open = before
    .filter((one) => atMs - one.sinceMs <= MEMORY_MS && !isExplained(one, present, isRest))
    .map((one) => ({ ...one, seen: one.seen + Number(isSeenDown(one, present)) }))
  const fresh = people
    .filter((one) => open.every(({ id }) => id !== one.id))
    .filter(({ box }) => !isAtSide(box) && !isRest(box))
    .flatMap((one): Loss[] => {
      const tall = uprightHeight(one)
      if (tall === null || !isDown(one, tall, atMs)) return []
      const loss: Loss = { id: one.id, box: one.box, tall, sinceMs: atMs, seen: 0, isRaised: false }
      return [{ ...loss, seen: Number(isSeenDown(loss, present)) }]
    })
  return [...open, ...fresh]
}

/** Whether somebody was seen down, and not only lost. */
export const isWitnessed = ({ seen }: Loss): boolean => seen >= SURE_ANSWERS

/** Those that lasted long enough and were not raised. */
export const lasting = (losses: readonly Loss[], atMs: number): Loss[] =>
  losses.filter(({ sinceMs, isRaised }) => !isRaised && atMs - sinceMs >= LOOK_MS)

const uprightOf = ({ past }: PosedPerson) =>
  past.filter(({ isUpright, atMs }) => isUpright && past.at(-1)!.atMs - atMs <= MEMORY_MS)

/** The middle of the last three, since one may be wrong and a walker shrinks; null: not surely on their feet. */
function uprightHeight(person: PosedPerson): number | null {
  const heights = uprightOf(person).map(({ height }) => height)
  const last = heights.slice(-(SURE_ANSWERS + 1)).toSorted((a, b) => a - b)
  return heights.length < SURE_ANSWERS ? null : last[last.length >> 1]!
}

/** Lost with this answer, or low in it. */
function isDown(person: PosedPerson, tall: number, atMs: number): boolean {
  if (person.lostMs !== null) return person.lostMs === atMs
  const newest = person.past.at(-1)!
  return newest.atMs - uprightOf(person).at(-1)!.atMs <= FALL_MS && !isUp(newest, tall)
}

/**
 * Neither lying nor short: who sits on a chair has three quarters of their height. A body that is wider than high, and shows
 * no trunk, is not up.
 */
const isUp = ({ isLying, lean, width, height }: PoseSample, tall: number) =>
  !isLying && height >= SHORT_SHARE * tall && (lean !== null || height > width)

/**
 * Whether that person, or a body where they were, is seen in this answer, and not up, and nobody is beside them: who kneels
 * at a chair or a bed helps somebody.
 */
function isSeenDown({ id, box, tall }: Loss, present: readonly PosedPerson[]): boolean {
  const down = present.find((one) => (one.id === id || isSameBody(one.box, box)) && !isUp(one.past.at(-1)!, tall))
  return down !== undefined && !present.some((one) => one !== down && isBeside(one, down))
}

/** Not lying themselves, within their own height. */
const isBeside = ({ box, past }: PosedPerson, down: PosedPerson) =>
  !past.at(-1)!.isLying && distance(box, down.box) <= box.height

/** Whether that person is up again or on a bed or seat, or somebody came out of there. */
function isExplained(
  { id, box, tall, sinceMs }: Loss,
  present: readonly PosedPerson[],
  isRest: (box: Box) => boolean,
): boolean {
  return present.some((one) => {
    const newest = one.past.at(-1)!
    if (one.id === id) return isUp(newest, tall) || isRest(one.box)
    return isUpOut(newest) && one.firstMs >= sinceMs && distance(one.box, box) <= FOUND_HEIGHTS * box.height
  })
}

const distance = (a: Box, b: Box) =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
