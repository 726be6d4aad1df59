/** Compares what was raised with what really happened: hits, misses, false alarms and delays. Pure. */

export const SCORED = ['A004', 'A005', 'A006'] as const
export type ScoredApp = (typeof SCORED)[number]
/** Times in ms, of one clock. */
export type Truth = { appCode: ScoredApp; atMs: number }
export type Raised = { appCode: ScoredApp; atMs: number }

/**
 * How far from the truth an alert may be raised and still mean it, in ms. Truth of a wake-up is the first movement of
 * sitting up (it takes 3 s), of a bed exit the moment of standing up (sitting on the edge before, feet on the floor, is
 * leaving the bed), of a fall the first frame of losing balance.
 */
const MEANS: Record<ScoredApp, { fromMs: number; untilMs: number }> = {
  A004: { fromMs: -1000, untilMs: 10_000 },
  A005: { fromMs: 0, untilMs: 10_000 },
  A006: { fromMs: -13_000, untilMs: 8_000 },
}

export type Match = {
  appCode: ScoredApp
  /** The delay of each truth that was found, in ms; negative: raised before. */
  delaysMs: number[]
  missed: Truth[]
  falseAlarms: Raised[]
}

/** Every truth is found once at most; a second alert of the same is a false alarm. */
export function match(appCode: ScoredApp, truths: readonly Truth[], raised: readonly Raised[]): Match {
  const { fromMs, untilMs } = MEANS[appCode]
  const open = raised.filter((one) => one.appCode === appCode).toSorted((a, b) => a.atMs - b.atMs)
  const result: Match = { appCode, delaysMs: [], missed: [], falseAlarms: [] }
  for (const truth of truths.filter((one) => one.appCode === appCode).toSorted((a, b) => a.atMs - b.atMs)) {
    const found = open.findIndex(({ atMs }) => atMs >= truth.atMs + fromMs && atMs <= truth.atMs + untilMs)
    if (found < 0) result.missed.push(truth)
    else result.delaysMs.push(open.splice(found, 1)[0]!.atMs - truth.atMs)
  }
  result.falseAlarms = open
  return result
}

/** The value below which `share` of the values lie; null of none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null
}
