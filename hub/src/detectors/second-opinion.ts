/** What the operator's own model says of somebody who may have fallen, and how far it counts beside the standard judgement. Pure. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { sharedPart } from '#vision/geometry.ts'
import type { Person } from '#vision/people/person.ts'
import type { PeopleFrame } from './people-frame.ts'

/** Of somebody who is followed. */
export type Opinion = {
  /** Of which picture, by its capture time; null: none was asked about yet. */
  atMs: number | null
  sees: 'lying' | 'up' | 'nothing'
  confidence: number
  /** Since when every answer said that they lie, and how many did; null: the newest did not. */
  lyingSinceMs: number | null
  lyingAnswers: number
  /** When they were last on their feet or upright on the bed, or first seen. */
  upAtMs: number
}

/** An alert that was due while the model saw them up: it waits. `isOver`: it has waited long enough, or was raised. */
export type Wait = { sinceMs: number; occurredAtMs: number; box: Box; isOver: boolean }

/** Seen lying by the model, the standard judgement needs so much of its time. */
export const CONFIRMED_SHARE = 0.5
const LYING_CONFIDENCE = 0.6
const UP_CONFIDENCE = 0.7
/** Older answers say nothing against an alert. */
const FRESH_MS = 2500
/** An alert waits for so long at most. */
const WAIT_MS = 5000
/** Seen lying for so long, in so many answers, without such a gap, is enough where the bed is known. */
const OWN_FINDING_MS = 5000
const OWN_FINDING_ANSWERS = 3
const GAP_MS = 12_000
/** Asked about as often as it answers for so long, and then seldom. */
const NEW_MS = 10_000
const NEW_EVERY_MS = 400
const OLD_EVERY_MS = 5000
/** Boxes that cover each other by more belong to the same body: intersection over union. */
const SAME_BODY = 0.2

/** What is known of somebody who appears. */
export const noOpinion = (atMs: number): Opinion => ({
  atMs: null,
  sees: 'nothing',
  confidence: 0,
  lyingSinceMs: null,
  lyingAnswers: 0,
  upAtMs: atMs,
})

/** With the newest answer taken in, each once. A body counts for whom it covers most. */
export function heard(before: Opinion, person: Person, frame: PeopleFrame): Opinion {
  const isUp = person.posture === 'standing' || person.posture === 'in-bed'
  const known = isUp ? { ...before, upAtMs: frame.atMs, lyingSinceMs: null, lyingAnswers: 0 } : before
  const { sight } = frame
  if (!sight || sight.atMs <= (known.atMs ?? Number.NEGATIVE_INFINITY)) return known
  const bodies = sight.bodies.filter(({ box }) => isOf(person, box, frame.people))
  const sureOf = (poses: readonly unknown[]) =>
    Math.max(0, ...bodies.flatMap(({ pose, confidence }) => (poses.includes(pose) ? [confidence] : [])))
  const [lying, up] = [sureOf(['lying']), sureOf(['sitting', 'upright'])]
  const answered = { ...known, atMs: sight.atMs, lyingSinceMs: null, lyingAnswers: 0 }
  if (lying >= LYING_CONFIDENCE) {
    const goesOn = known.lyingSinceMs !== null && sight.atMs - known.atMs! <= GAP_MS
    const lyingSinceMs = goesOn ? known.lyingSinceMs : sight.atMs
    const lyingAnswers = (goesOn ? known.lyingAnswers : 0) + 1
    return { ...answered, sees: 'lying', confidence: lying, lyingSinceMs, lyingAnswers }
  }
  return up >= UP_CONFIDENCE
    ? { ...answered, sees: 'up', confidence: up }
    : { ...answered, sees: 'nothing', confidence: Math.max(lying, up) }
}

/** Whether the model saw them lying a moment ago. */
export const confirms = ({ sees, atMs }: Opinion, nowMs: number): boolean =>
  sees === 'lying' && nowMs - atMs! <= FRESH_MS

/** Since when they lie on the floor by the model alone, ms; null: it is not sure enough, or the bed is unknown. */
export function ownFinding(opinion: Opinion, { posture }: Person, { isBedKnown }: PeopleFrame): number | null {
  const { lyingSinceMs, lyingAnswers, atMs } = opinion
  if (!isBedKnown || lyingSinceMs === null || posture === 'standing' || posture === 'in-bed') return null
  return lyingAnswers >= OWN_FINDING_ANSWERS && atMs! - lyingSinceMs >= OWN_FINDING_MS ? lyingSinceMs : null
}

/**
 * Whether an alert is due now. `due`: by the standard judgement, with what it would say; null: not. `isUpAgain`: by that
 * judgement they have been off the floor for a while. An alert that waits is dropped only when both see them up.
 */
export function weigh(
  before: Wait | null,
  opinion: Opinion,
  it: { due: { occurredAtMs: number; box: Box } | null; isUpAgain: boolean; atMs: number },
): { wait: Wait | null; isDue: boolean } {
  const seesUp = opinion.sees === 'up' && it.atMs - opinion.atMs! <= FRESH_MS
  if (before?.isOver) return { wait: it.isUpAgain ? null : before, isDue: it.due !== null }
  if (!before) {
    if (!it.due || !seesUp) return { wait: null, isDue: it.due !== null }
    return { wait: { ...it.due, sinceMs: it.atMs, isOver: false }, isDue: false }
  }
  if (seesUp && it.isUpAgain) return { wait: null, isDue: false }
  if (seesUp && it.atMs - before.sinceMs < WAIT_MS) return { wait: before, isDue: false }
  return { wait: { ...before, isOver: true }, isDue: true }
}

/** So long after the last question the next one about them is worth its price, ms; null: none is. */
export function askEveryMs({ posture }: Person, opinion: Opinion, atMs: number): number | null {
  if (posture === 'standing' || posture === 'in-bed') return null
  if (atMs - opinion.upAtMs < NEW_MS) return NEW_EVERY_MS
  return posture === 'sitting' && opinion.lyingSinceMs === null ? null : OLD_EVERY_MS
}

/** Of everybody there they are the one whom that body covers most. */
function isOf(person: Person, box: Box, people: readonly Person[]): boolean {
  const own = sharedPart(person.box, box)
  return own >= SAME_BODY && people.every((other) => other.id === person.id || sharedPart(other.box, box) <= own)
}
