/** A bench: what it measures, the number to beat, and the results of both sides in the same run. */
type Found = {
  isMet: boolean
  /** Our figures and the baseline's, with their units in their names. */
  figures: Record<string, unknown>
  /** Context that a reader needs to trust or repeat the result. */
  notes?: string[]
}
export type Bench = {
  subject: string
  goal: string
  run: (say: (line: string) => void) => Promise<Found>
}

/** MIMAMORI_BENCH_TRIAL=1: the shortest run through all of a bench, as a smoke test; its figures mean little. */
export const IS_TRIAL = process.env.MIMAMORI_BENCH_TRIAL === '1'

/** The value below which `share` (0 to 1) of the values lie; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The median: the most robust value on a noisy machine. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** To three digits: more would be noise. */
export function round(value: number): number {
  return Number(value.toPrecision(3))
}
