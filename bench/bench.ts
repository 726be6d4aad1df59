/** What a bench is: one question, the number to beat, and what was found beside its anchor in the same run. */
export type Found = {
  isMet: boolean
  /** Our figures and the anchor's, with their units in their names. */
  figures: Record<string, unknown>
  /** What a reader must know to believe or repeat it. */
  notes?: string[]
}
export type Bench = {
  question: string
  goal: string
  run: (say: (line: string) => void) => Promise<Found>
}

/** MIMAMORI_BENCH_TRIAL=1: the shortest run that goes through all of a bench, to see that it does; its figures say little. */
export const IS_TRIAL = process.env.MIMAMORI_BENCH_TRIAL === '1'

/** The value below which `share` (0 to 1) of the values lie; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The middle value: what a noisy machine does least harm to. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** To three digits: more would be noise. */
export function round(value: number): number {
  return Number(value.toPrecision(3))
}
