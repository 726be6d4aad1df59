/** Fuses the operator's own model with the standard fall detector, for each track. Pure. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { Person } from '#vision/body/person.ts'
import { sharedPart } from '#vision/geometry.ts'
import type { PeopleFrame } from './people-frame.ts'

/** Results of the model for one track. */
export type Opinion = {
  /** Capture time of the newest judged frame; null: none yet. */
  atMs: number | null
  sees: 'lying' | 'up' | 'nothing'
  confidence: number
  /** Begin of the current run of lying results, and their number; null: the newest result is not lying. */
  lyingSinceMs: number | null
  lyingAnswers: number
  /** Last time on their feet or upright on the bed, or the first detection. */
  upAtMs: number
}

/** An incident that waits because the model saw the person up. `isOver`: it has waited long enough, or was raised. */
export type Wait = { sinceMs: number; occurredAtMs: number; box: Box; isOver: boolean }

/** Share of the confirmation time that is enough once the model sees the person lying. */
export const CONFIRMED_SHARE = 0.5
const LYING_CONFIDENCE = 0.6
const UP_CONFIDENCE = 0.7
/** Maximum age of a result that may hold an incident back. */
const FRESH_MS = 2500
/** Longest time that an incident waits. */
const WAIT_MS = 5000
/** With a known bed, this time lying in this many results without such a gap raises a fall by the model alone. */
const OWN_INCIDENT_MS = 5000
const OWN_INCIDENT_ANSWERS = 3
const GAP_MS = 12_000
/** Time in which inference runs at the full rate for a new track; later it runs seldom. */
const NEW_MS = 10_000
const NEW_EVERY_MS = 400
const OLD_EVERY_MS = 5000
/** Minimum intersection over union of two boxes of one body. */
const SAME_BODY_SHARE = 0.2

/** The start for a new track. */
export const noOpinion = (atMs: number): Opinion => ({
  atMs: null,
  sees: 'nothing',
  confidence: 0,
  lyingSinceMs: null,
  lyingAnswers: 0,
  upAtMs: atMs,
})

/** Takes in the newest result, each once. A detected body counts for the track that it overlaps most. */
export function heard(before: Opinion, person: Person, frame: PeopleFrame): Opinion {
  const isUp = person.posture === 'standing' || person.posture === 'in-bed'
  const known = isUp ? { ...before, upAtMs: frame.atMs, lyingSinceMs: null, lyingAnswers: 0 } : before
  const { detection } = frame
  if (!detection || detection.atMs <= (known.atMs ?? Number.NEGATIVE_INFINITY)) return known
  const bodies = detection.bodies.filter(({ box }) => isOf(person, box, frame.people))
  const sureOf = (poses: readonly unknown[]) =>
    Math.max(0, ...bodies.flatMap(({ pose, confidence }) => (poses.includes(pose) ? [confidence] : [])))
  const [lying, up] = [sureOf(['lying']), sureOf(['sitting', 'upright'])]
  const answered = { ...known, atMs: detection.atMs, lyingSinceMs: null, lyingAnswers: 0 }
  if (lying >= LYING_CONFIDENCE) {
    const goesOn = known.lyingSinceMs !== null && detection.atMs - known.atMs! <= GAP_MS
    const lyingSinceMs = goesOn ? known.lyingSinceMs : detection.atMs
    const lyingAnswers = (goesOn ? known.lyingAnswers : 0) + 1
    return { ...answered, sees: 'lying', confidence: lying, lyingSinceMs, lyingAnswers }
  }
  return up >= UP_CONFIDENCE
    ? { ...answered, sees: 'up', confidence: up }
    : { ...answered, sees: 'nothing', confidence: Math.max(lying, up) }
}

/** Whether a fresh result shows the person lying. */
export const confirms = ({ sees, atMs }: Opinion, nowMs: number): boolean =>
  sees === 'lying' && nowMs - atMs! <= FRESH_MS

/** Begin of the time on the floor by the model alone; null: it is not sure enough, or the bed is unknown. */
export function ownIncidentSinceMs(opinion: Opinion, { posture }: Person, { isBedKnown }: PeopleFrame): number | null {
  const { lyingSinceMs, lyingAnswers, atMs } = opinion
  if (!isBedKnown || lyingSinceMs === null || posture === 'standing' || posture === 'in-bed') return null
  return lyingAnswers >= OWN_INCIDENT_ANSWERS && atMs! - lyingSinceMs >= OWN_INCIDENT_MS ? lyingSinceMs : null
}

/**
 * Whether an incident is due now. `due`: the incident by the standard detector; null: none. `isUpAgain`: that detector sees the
 * person off the floor for a while. A waiting incident is dropped only when both see the person up.
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

/** Interval of inference for this track, ms; null: inference would not help. */
export function askEveryMs({ posture }: Person, opinion: Opinion, atMs: number): number | null {
  if (posture === 'standing' || posture === 'in-bed') return null
  if (atMs - opinion.upAtMs < NEW_MS) return NEW_EVERY_MS
  return posture === 'sitting' && opinion.lyingSinceMs === null ? null : OLD_EVERY_MS
}

/** Whether the detected body overlaps this person more than any other. */
function isOf(person: Person, box: Box, people: readonly Person[]): boolean {
  const own = sharedPart(person.box, box)
  return own >= SAME_BODY_SHARE && people.every((other) => other.id === person.id || sharedPart(other.box, box) <= own)
}
