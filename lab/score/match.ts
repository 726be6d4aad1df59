/** Compares alerts with the ground truth: hits, misses, false alarms and delays. Pure. */

export const SCORED = ['A004', 'A005', 'A006'] as const
export type ScoredApp = (typeof SCORED)[number]
/** Times in ms, of one clock. */
export type Truth = { appCode: ScoredApp; atMs: number }
export type Alert = { appCode: ScoredApp; atMs: number }

/**
 * Maximum distance of an alert from its ground truth, in ms. A wake-up's truth is the first movement of sitting up (which
 * takes 3 s), a bed exit's is standing up (sitting on the edge with the feet on the floor comes before), a fall's is the first
 * frame of losing balance.
 */
const MEANS: Record<ScoredApp, { fromMs: number; untilMs: number }> = {
  A004: { fromMs: -1000, untilMs: 10_000 },
  A005: { fromMs: 0, untilMs: 10_000 },
  A006: { fromMs: -13_000, untilMs: 8_000 },
}

export type Match = {
  appCode: ScoredApp
  /** The delay of each detected truth, in ms; negative: raised before it. */
  delaysMs: number[]
  missed: Truth[]
  falseAlarms: Alert[]
}

/** Every truth matches at most once; a second alert for the same is a false alarm. */
export function match(appCode: ScoredApp, truths: readonly Truth[], alerts: readonly Alert[]): Match {
  const { fromMs, untilMs } = MEANS[appCode]
  const open = alerts.filter((one) => one.appCode === appCode).toSorted((a, b) => a.atMs - b.atMs)
  const result: Match = { appCode, delaysMs: [], missed: [], falseAlarms: [] }
  for (const truth of truths.filter((one) => one.appCode === appCode).toSorted((a, b) => a.atMs - b.atMs)) {
    const found = open.findIndex(({ atMs }) => atMs >= truth.atMs + fromMs && atMs <= truth.atMs + untilMs)
    if (found < 0) result.missed.push(truth)
    else result.delaysMs.push(open.splice(found, 1)[0]!.atMs - truth.atMs)
  }
  result.falseAlarms = open
  return result
}

/** The value below which `share` of the values lie; null for an empty list. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null
}
