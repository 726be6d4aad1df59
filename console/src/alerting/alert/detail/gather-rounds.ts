/** Rounds of an alarm that nobody answers, on one line of its timeline: a night has hundreds. NIGHT-04. */
import type { AlertStep } from '@mimamori/contract/alerting/alert.ts'
import { groupOfRound } from '@mimamori/contract/alerting/channel.ts'

/** `more`: later rounds to the same people, which have no line of their own; null: there are none. */
export type GatheredStep = { step: AlertStep; more: { count: number; lastAt: string } | null }

/** In the same order. Steps between two rounds keep them apart. */
export function gatherRounds(steps: readonly AlertStep[]): GatheredStep[] {
  const gathered: GatheredStep[] = []
  for (const step of steps) {
    const last = gathered.at(-1)
    if (last && isSameCall(last.step, step)) {
      last.more = { count: (last.more?.count ?? 0) + 1, lastAt: step.at }
    } else gathered.push({ step, more: null })
  }
  return gathered
}

function isSameCall(a: AlertStep, b: AlertStep): boolean {
  if (a.round === null || b.round === null || groupOfRound(a.round) !== groupOfRound(b.round)) return false
  return b.round > a.round && a.recipients?.join('\n') === b.recipients?.join('\n')
}
