/** What the pose model says to what stands out: somebody, nobody, or nothing that counts. Pure. */
import type { PeopleFrame } from './people-frame.ts'

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
