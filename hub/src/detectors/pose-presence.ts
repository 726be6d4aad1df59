/** What the pose model says to what stands out: somebody, nobody, or nothing that counts. Pure. */
import type { PosedPerson } from '#vision/people/person.ts'
import type { Figure, PeopleFrame } from './people-frame.ts'

/** `empty`: answers in a row without anybody while something stood out; `knowsView`: it has seen somebody here before. */
export type Looks = { heardAtMs: number | null; empty: number; knowsView: boolean }
export const noLooks: Looks = { heardAtMs: null, empty: 0, knowsView: false }

/** One answer may miss somebody. */
const EMPTY_LOOKS = 2

/** One more frame; `standsOut`: something of a person's size does. */
export function lookedAt(before: Looks, { poses }: PeopleFrame, standsOut: boolean): Looks {
  if (!poses) return { ...before, empty: 0 }
  if (poses.people.some(({ lostMs }) => lostMs === null)) return { heardAtMs: poses.atMs, empty: 0, knowsView: true }
  if (!standsOut) return { ...before, heardAtMs: poses.atMs, empty: 0 }
  return poses.atMs === before.heardAtMs ? before : { ...before, heardAtMs: poses.atMs, empty: before.empty + 1 }
}

/** Whether what stands out is a curtain, a screen or a shaking camera. In noise or dark, and in a view of which it knows nobody, its silence says nothing. */
export const isNobody = ({ empty, knowsView }: Looks, { isClear }: PeopleFrame): boolean =>
  isClear === true && knowsView && empty >= EMPTY_LOOKS

/** Whether an answer would tell. */
export const isUnsure = ({ empty, knowsView }: Looks, { isClear, poses }: PeopleFrame): boolean =>
  isClear === true && knowsView && poses?.people.every(({ lostMs }) => lostMs !== null) === true && empty < EMPTY_LOOKS

/** In two answers in a row they are in the same place by so many of their own lengths. */
const SAME_PLACE = 0.25

/** Those who stay in one place: they are there though a figure lies too wide for a person, or what stands out has faded. */
export const settledFigures = ({ poses }: PeopleFrame): Figure[] =>
  (poses?.people ?? [])
    .filter((one) => one.lostMs === null && isSettled(one))
    .map(({ box }) => ({ box, areaShare: box.width * box.height, movingShare: 0 }))

function isSettled({ past }: PosedPerson): boolean {
  const [before, now] = past.slice(-2)
  if (!before || !now) return false
  const reach = SAME_PLACE * Math.max(now.width, now.height)
  return Math.abs(now.foot.x - before.foot.x) <= reach && Math.abs(now.foot.y - before.foot.y) <= reach
}
