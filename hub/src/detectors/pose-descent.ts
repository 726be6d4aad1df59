/** One person's descent from upright to the floor, by the pose model. Pure. */
import type { PosedPerson } from '#vision/people/person.ts'
import { FALL_MS } from '#vision/people/pose-limits.ts'

/** Share of the results in the confirmation time that must be lying, three at least: one result may be wrong. */
const LYING_SHARE = 0.7
const LYING_ANSWERS_MIN = 3

/** `sinceMs`: begin of lying, or the last time upright. */
type Descent = { state: 'up' | 'going-down' | 'fell' | 'unclear'; sinceMs: number }

/** `stayMs`: time lying that confirms a fall. */
export function descentOf({ past }: PosedPerson, stayMs: number): Descent {
  const newest = past.at(-1)!
  if (newest.isUpright) return { state: 'up', sinceMs: newest.atMs }
  const within = past.filter(({ atMs }) => newest.atMs - atMs <= stayMs)
  // With slow or missed results, the newest ones decide.
  const recent = within.length < LYING_ANSWERS_MIN ? past.slice(-LYING_ANSWERS_MIN) : within
  const lying = recent.filter(({ isLying }) => isLying)
  const sinceMs = lying[0]?.atMs ?? newest.atMs
  const down = past.slice(past.findLastIndex(({ isUpright }) => isUpright) + 1).find(({ isLying }) => isLying)
  const wasUpright =
    down && past.some(({ atMs, isUpright }) => isUpright && down.atMs - atMs <= FALL_MS && atMs < down.atMs)
  if (!wasUpright || lying.length === 0) return { state: 'unclear', sinceMs }
  const isLong = newest.atMs - down.atMs >= stayMs - TOLERANCE_MS
  const isSure = lying.length >= LYING_ANSWERS_MIN && lying.length >= LYING_SHARE * recent.length
  return { state: isLong && isSure && newest.isLying ? 'fell' : 'going-down', sinceMs: down.atMs }
}

/** Jitter of the results' times. */
const TOLERANCE_MS = 100
