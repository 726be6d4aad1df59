/** How a step of a walk test begins and ends. Pure. Requirement REAL-11. */

import type { WalkFacts } from '@mimamori/contract/camera/hub-request.ts'
import { WALK_KEYS_MAX, WALK_PLACES_MAX, type WalkMode } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { WalkStepRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import { fail } from '#platform/service-error.ts'

export type Asked = Pick<WalkStepRecord, 'key' | 'step' | 'spot'> & { mode: WalkMode }

/** With the step that is asked about, which begins now when it is new. Throws where a test is full. */
export function withStep(
  steps: readonly WalkStepRecord[],
  { key, step, spot, mode }: Asked,
  now: Date,
): WalkStepRecord[] {
  if (mode === 'wait' || steps.some((one) => one.key === key)) return [...steps]
  const places = steps.filter((one) => one.step === 'floor').length
  if (steps.length > WALK_KEYS_MAX || (step === 'floor' && places >= WALK_PLACES_MAX)) {
    throw fail('invalid-request', { key: 'walk-test.full' })
  }
  const at = now.toISOString()
  return [...steps, { key, step, spot, startedAt: at, result: null, endedAt: null }]
}

/** With what became of it: what the camera saw, or that it did not in time. What is over stays as it is. */
export function withResult(
  steps: readonly WalkStepRecord[],
  { key, mode }: Asked,
  facts: Pick<WalkFacts, 'result' | 'blind'> | null,
  now: Date,
): WalkStepRecord[] {
  return steps.map((one) => {
    if (one.key !== key || one.result !== null || mode === 'wait') return one
    const result = mode === 'skip' ? 'skipped' : resultOf(facts, mode === 'last')
    return result === null ? one : { ...one, result, endedAt: now.toISOString() }
  })
}

/** A camera that cannot evaluate its frames has seen nobody, which is reported only at the end. */
function resultOf(facts: Pick<WalkFacts, 'result' | 'blind'> | null, isLast: boolean): WalkStepRecord['result'] {
  const result = facts === null || facts.blind !== null ? 'unseen' : facts.result
  return result === 'seen' || isLast ? result : null
}
