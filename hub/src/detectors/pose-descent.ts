/** One person's descent from upright to the floor, by the pose model. Pure. */
import type { Point } from '@mimamori/contract/shared/geometry.ts'
import type { PosedPerson, PoseSample } from '#vision/body/person.ts'
import { FRAME_MS } from '#vision/frame-pace.ts'
import { FALL_MS, FORGET_MS, SURE_ANSWERS } from '#vision/people/pose-limits.ts'
import { isUpOut } from './pose-bed.ts'

/** Results that must be lying: one more than agree elsewhere, because this one raises. */
const LYING_ANSWERS = SURE_ANSWERS + 1

/** `sinceMs`: begin of lying, or the last time upright. */
type Descent = { state: 'up' | 'going-down' | 'fell' | 'unclear'; sinceMs: number }

/** `stayMs`: time lying that confirms a fall. */
export function descentOf({ past }: PosedPerson, stayMs: number): Descent {
  const newest = past.at(-1)!
  if (newest.isUpright) return { state: 'up', sinceMs: newest.atMs }
  const within = past.filter(({ atMs }) => newest.atMs - atMs <= stayMs)
  // With slow or missed results, the newest ones decide.
  const recent = within.length < LYING_ANSWERS ? past.slice(-LYING_ANSWERS) : within
  const lying = recent.filter(({ isLying }) => isLying)
  const sinceMs = lying[0]?.atMs ?? newest.atMs
  const down = wentDown(past)
  if (!down || lying.length === 0) return { state: 'unclear', sinceMs }
  const isLong = lasts(down.atMs, newest.atMs, stayMs)
  const isSure = lying.length >= LYING_ANSWERS
  return { state: isLong && isSure && newest.isLying ? 'fell' : 'going-down', sinceMs: down.atMs }
}

/**
 * The same for a person that the model lost lying, as it loses bodies that the frame's edge cuts; `nowMs`: of its newest answer.
 * To be asked only where something still stands out. It takes until a track is forgotten: a wrong answer is corrected sooner.
 */
export function lostDescentOf({ past }: PosedPerson, stayMs: number, nowMs: number): Descent {
  const newest = past.at(-1)!
  const down = newest.isLying ? wentDown(past) : null
  if (!down) return { state: 'unclear', sinceMs: newest.atMs }
  const isLong = lasts(down.atMs, nowMs, stayMs) && lasts(newest.atMs, nowMs, FORGET_MS)
  return { state: isLong ? 'fell' : 'going-down', sinceMs: down.atMs }
}

/**
 * The same for a fall out of bed, for which nobody stands up first: the resident lies or crouches, and was last in bed at
 * `inBedMs`. To be asked only of a resident beside the bed.
 */
export function rolledDescentOf({ past }: PosedPerson, stayMs: number, inBedMs: number): Descent {
  const newest = past.at(-1)!
  const after = past.filter(({ atMs }) => atMs > inBedMs)
  const low = after.filter(isLow)
  const down = low[0]
  const isOut = down && down.atMs - inBedMs <= FALL_MS && isLow(newest) && !after.some(({ isUpright }) => isUpright)
  if (!isOut) return { state: 'unclear', sinceMs: newest.atMs }
  const isLong = lasts(down.atMs, newest.atMs, stayMs)
  const isSure = low.length >= LYING_ANSWERS
  return { state: isLong && isSure ? 'fell' : 'going-down', sinceMs: down.atMs }
}

/**
 * The same for a fall from a chair that nobody outlined: the trunk was up, and now they lie where they did not sit. Who lies
 * down on a sofa or a bed stays where they sat.
 */
export function seatedDescentOf(person: PosedPerson, stayMs: number): Descent {
  const { past } = person
  const newest = past.at(-1)!
  const satAt = past.findLastIndex(isUpOut)
  const sat = past[satAt]
  const lying = past.slice(satAt + 1).filter(({ isLying }) => isLying)
  const down = lying[0]
  const isOff = sat && down && down.atMs - sat.atMs <= FALL_MS && newest.isLying && hasLeftSeat(person, sat)
  if (!isOff) return { state: 'unclear', sinceMs: newest.atMs }
  const isLong = lasts(down.atMs, newest.atMs, stayMs)
  return { state: isLong && lying.length >= LYING_ANSWERS ? 'fell' : 'going-down', sinceMs: down.atMs }
}

/** Whose hips are further than this many lengths of the trunk from where they sat is off the seat: lying down moves them by one. */
const OFF_SEAT_TRUNKS = 1.5

function hasLeftSeat({ past, box }: PosedPerson, sat: PoseSample): boolean {
  const { hips, height } = past.at(-1)!
  if (!hips || !sat.hips || !sat.shoulders) return false
  const aspect = height / box.height
  const between = (a: Point, b: Point) => Math.hypot(a.x - b.x, (a.y - b.y) * aspect)
  return between(hips, sat.hips) >= OFF_SEAT_TRUNKS * between(sat.shoulders, sat.hips)
}

/** Lying, or neither on their feet nor with the trunk up: without an upright height no body can be called short. */
const isLow = (sample: PoseSample): boolean => sample.isLying || (sample.isOnFeet === false && !isUpOut(sample))

/** Whether somebody is up again with this answer who had gone down: bending down looks like it for one answer. */
export function hasStumbled({ past }: Pick<PosedPerson, 'past'>): boolean {
  const before = past.slice(0, -1)
  const down = past.at(-1)!.isUpright ? wentDown(before) : null
  return down !== null && before.filter((one) => one.isLying && one.atMs >= down.atMs).length >= SURE_ANSWERS
}

/** The first lying result after the last upright one, unless that was too long before; null: none. */
function wentDown(past: readonly PoseSample[]): PoseSample | null {
  const down = past.slice(past.findLastIndex(({ isUpright }) => isUpright) + 1).find(({ isLying }) => isLying)
  const wasUpright =
    down && past.some(({ atMs, isUpright }) => isUpright && down.atMs - atMs <= FALL_MS && atMs < down.atMs)
  return wasUpright ? down : null
}

/** Less of the upright height than this is on the way down, on the knees or seated. */
const LOWERED_SHARE = 0.75

/** Whether somebody who lies since `sinceMs` let themselves down, so that it may be no fall: answers show them lowered before. */
export function isControlled({ past }: Pick<PosedPerson, 'past'>, sinceMs: number): boolean {
  const before = past.filter(({ atMs }) => sinceMs - FALL_MS <= atMs && atMs < sinceMs)
  const heights = before.flatMap(({ isUpright, height }) => (isUpright ? height : [])).toSorted((a, b) => b - a)
  // The tallest of several may be wrong.
  const tall = heights[Math.min(1, heights.length - 1)] ?? 0
  const tallAt = before.findLastIndex(({ height }) => height >= LOWERED_SHARE * tall)
  return before.length - 1 - tallAt >= SURE_ANSWERS
}

/** Whether so much time has passed, to the frame: a camera's frames come a little early or late. */
const lasts = (fromMs: number, untilMs: number, ms: number): boolean => untilMs - fromMs > ms - FRAME_MS
