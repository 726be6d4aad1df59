/** Groups a camera's seconds into intervals of equal values, for the timelines and the texts. METRIC-03. */

import type { Why } from '@mimamori/contract/insight/measurement.ts'
import { GATES, type Gate } from '@mimamori/contract/insight/measurement-block.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'

export type WhySecond = Why['seconds'][number]
/** Both ends in seconds since the epoch; `until` is exclusive. */
export type Run<T> = { from: number; until: number; value: T }

/** Intervals of seconds with the same value; missing seconds belong to none. */
export function runsOf<T>(seconds: readonly WhySecond[], look: (second: WhySecond) => T): Run<T>[] {
  const runs: Run<T>[] = []
  for (const one of seconds) {
    const value = look(one)
    const last = runs.at(-1)
    if (last && last.until === one.second && last.value === value) last.until = one.second + 1
    else runs.push({ from: one.second, until: one.second + 1, value })
  }
  return runs
}

type ImageState = 'good' | 'learning' | 'none'
export function imageOf({ isReliable, frames }: WhySecond): ImageState {
  if (isReliable) return 'good'
  return frames > 0 ? 'learning' : 'none'
}

/** Relevance of a gate on the page Why: raised, stopped at the last step, seen, nothing. */
export const KINDS = ['raised', 'stopped', 'seen', 'nothing'] as const
type GateKind = (typeof KINDS)[number]
export function kindOf(gate: Gate): GateKind {
  if (gate === 'raised') return 'raised'
  const rank = GATES.indexOf(gate)
  if (rank >= GATES.indexOf('not-lying-before')) return 'stopped'
  if (gate === 'below-threshold') return 'stopped'
  return rank > GATES.indexOf('quiet') ? 'seen' : 'nothing'
}

/** Seconds before and after a time that belong to it. */
const AROUND_SECONDS = 15

export type Furthest = { appCode: AlertAppCode; gate: Gate; second: WhySecond }

/** The furthest gate of each running app around a time, in the order of the codes; of equal ones the nearest. */
export function furthestAround(seconds: readonly WhySecond[], atMs: number): Furthest[] {
  const at = Math.floor(atMs / 1000)
  const near = seconds
    .filter(({ second }) => Math.abs(second - at) <= AROUND_SECONDS)
    .sort((a, b) => Math.abs(a.second - at) - Math.abs(b.second - at))
  const codes = Object.keys(near[0]?.gates ?? {}) as AlertAppCode[]
  return codes.toSorted().flatMap((appCode) => {
    const gateOf = (one: WhySecond) => GATES.indexOf(one.gates[appCode] ?? 'off')
    const best = near.reduce((most, one) => (gateOf(one) > gateOf(most) ? one : most))
    const gate = best.gates[appCode] ?? 'off'
    return gate === 'off' ? [] : [{ appCode, gate, second: best }]
  })
}

/** An entry in the list of events, in chronological order. */
type Happening = { from: number; until: number; appCode: AlertAppCode; gate: Gate }
export function happenings(seconds: readonly WhySecond[]): Happening[] {
  const codes = Object.keys(seconds[0]?.gates ?? {}) as AlertAppCode[]
  return codes
    .flatMap((appCode) =>
      runsOf(seconds, ({ gates }) => gates[appCode] ?? 'off').map(({ from, until, value }) => {
        return { from, until, appCode, gate: value }
      }),
    )
    .filter(({ gate }) => kindOf(gate) === 'raised' || kindOf(gate) === 'stopped')
    .sort((a, b) => a.from - b.from)
}

/** The measured share of the requested time range, 0 to 1. */
export function measuredShare(seconds: readonly WhySecond[], { from, to }: { from: string; to: string }): number {
  return seconds.length / Math.max(1, (Date.parse(to) - Date.parse(from)) / 1000)
}
