/** What the pose model says about the foreground: a person, nobody, or unsure. Pure. */
import type { PosedPerson } from '#vision/body/person.ts'
import { SAME_PLACE_LENGTHS, SURE_ANSWERS } from '#vision/people/pose-limits.ts'
import type { Figure, PeopleFrame } from './people-frame.ts'

/** `empty`: results in a row without a person despite foreground; `knowsView`: it has detected a person here before. */
export type Looks = { heardAtMs: number | null; empty: number; knowsView: boolean }
export const noLooks: Looks = { heardAtMs: null, empty: 0, knowsView: false }

/** Takes in one frame; `standsOut`: there is foreground of a person's size. */
export function lookedAt(before: Looks, { poses }: PeopleFrame, standsOut: boolean): Looks {
  if (!poses) return { ...before, empty: 0 }
  if (poses.people.some(({ lostMs }) => lostMs === null)) return { heardAtMs: poses.atMs, empty: 0, knowsView: true }
  if (!standsOut) return { ...before, heardAtMs: poses.atMs, empty: 0 }
  return poses.atMs === before.heardAtMs ? before : { ...before, heardAtMs: poses.atMs, empty: before.empty + 1 }
}

/** Whether the foreground is a curtain, a screen or a shaking camera. In noise, in the dark or in an unknown view an empty result proves nothing. */
export const isNobody = ({ empty, knowsView }: Looks, { isClear }: PeopleFrame): boolean =>
  isClear === true && knowsView && empty >= SURE_ANSWERS

/** Whether a further result would decide. */
export const isUnsure = ({ empty, knowsView }: Looks, { isClear, poses }: PeopleFrame): boolean =>
  isClear === true && knowsView && poses?.people.every(({ lostMs }) => lostMs !== null) === true && empty < SURE_ANSWERS

/** People staying in one place: they count although their figure is too wide for a person, or faded into the background. */
export const sureFigures = ({ poses }: PeopleFrame): Figure[] =>
  (poses?.people ?? [])
    .filter((one) => one.lostMs === null && isSure(one))
    .map(({ box }) => ({ box, areaShare: box.width * box.height, movingShare: 0 }))

function isSure({ past }: PosedPerson): boolean {
  const [before, now] = past.slice(-2)
  if (!before || !now) return false
  const reach = SAME_PLACE_LENGTHS * Math.max(now.width, now.height)
  return Math.abs(now.foot.x - before.foot.x) <= reach && Math.abs(now.foot.y - before.foot.y) <= reach
}
