/** From upright to the floor, by what the pose model saw of one person. Pure. */
import type { PosedPerson } from '#vision/people/person.ts'
import { FALL_MS } from '#vision/people/pose-limits.ts'

/** Of the answers in the time asked for so many say that they lie, three at least: one answer may be wrong. */
const LYING_SHARE = 0.7
const LYING_ANSWERS_MIN = 3

/** `sinceMs`: when they came to lie, or were last upright. */
type Descent = { state: 'up' | 'going-down' | 'fell' | 'unclear'; sinceMs: number }

/** `stayMs`: who lies for so long has fallen. */
export function descentOf({ past }: PosedPerson, stayMs: number): Descent {
  const newest = past.at(-1)!
  if (newest.isUpright) return { state: 'up', sinceMs: newest.atMs }
  const within = past.filter(({ atMs }) => newest.atMs - atMs <= stayMs)
  // Where answers come slowly, or missed them in between, the newest that there are.
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

/** Answers come when they come, ms. */
const TOLERANCE_MS = 100
