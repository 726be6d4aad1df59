/**
 * Comparison of nights: scores against a person's own thirty days, and their means. METRIC-02; docs/domain.md "Sleep".
 * No zod here.
 */
import { DAY_MINUTES, DAY_MS } from '../shared/duration.ts'
import { VALID_COVERAGE_SHARE } from './sleep-night.ts'
import {
  BASELINE_NIGHTS,
  circularMedian,
  MEAN_NIGHTS,
  type SleepBaseline,
  type SleepNight,
  sleepLengths,
  sleepScores,
} from './sleep-score.ts'

/** Nights begin at 18:00: means of times of day are computed from there, so that midnight does not split them. */
const NIGHT_START = 18 * 60
/** Maximum number of days whose nights are read at once. */
export const SLEEP_RANGE_MAX_DAYS = 93
/** Number of days with which a night is compared, excluding itself. */
export const COMPARED_DAYS = 30

/** A computed night; minutes are elapsed time from 00:00 of the day on which it starts. */
export type KnownNight = {
  /** The day on which it starts: `2026-11-03`. */
  day: string
  coverageShare: number
  /** Null: nobody was in bed. */
  night: (SleepNight & { wakeOfDay: number }) | null
}

/** Values of METRIC-02 for one night, or means of several. Scores 0 to 100; times of day in minutes from 00:00. */
export type SleepValues = {
  score: number
  duration: number
  efficiency: number
  tranquility: number
  bedtimeScore: number
  wakeUpScore: number
  sleepMinutes: number
  bedtimeOfDay: number
  wakeOfDay: number
}

type SleptNight = {
  day: string
  coverageShare: number
  isValid: boolean
  /** Null: not valid. */
  values: SleepValues | null
  /** Means of the thirty days before; null with fewer than MEAN_NIGHTS valid ones. */
  mean: SleepValues | null
  /** Number of valid nights among those. */
  comparedNights: number
}

/** Whether a night counts: enough of it was seen, and somebody was in bed. */
function isValidNight({ coverageShare, night }: KnownNight): boolean {
  return coverageShare >= VALID_COVERAGE_SHARE && night !== null
}

/** The nights from `fromDay` on, each compared with the thirty days before it; `known` is in the order of days. */
export function sleptNights(known: readonly KnownNight[], fromDay: string): SleptNight[] {
  return valuedFrom(known, fromDay, ({ day, coverageShare, isValid, values, compared }) => {
    return { day, coverageShare, isValid, values, mean: meanOf(compared), comparedNights: compared.length }
  })
}

export type SleptRange = {
  nights: number
  validNights: number
  /** Null with fewer than MEAN_NIGHTS valid ones. */
  mean: SleepValues | null
  /** The mean of the thirty days before the first night. */
  before: SleepValues | null
}

/** A summary of the nights from `fromDay` on; `known` is in the order of days. */
export function sleptRange(known: readonly KnownNight[], fromDay: string): SleptRange {
  const nights = valuedFrom(known, fromDay, ({ values, compared }, at) => {
    return { values, before: at === 0 ? meanOf(compared) : null }
  })
  const valued = nights.flatMap(({ values }) => values ?? [])
  return {
    nights: nights.length,
    validNights: valued.length,
    mean: meanOf(valued),
    before: nights[0]?.before ?? null,
  }
}

type ValuedNight = Pick<SleptNight, 'day' | 'coverageShare' | 'isValid' | 'values'> & {
  /** Values of the valid nights of the thirty days before. */
  compared: readonly SleepValues[]
}

/** Calls `toResult` for each night from `fromDay` on; `at` counts them from 0. */
function valuedFrom<T>(
  known: readonly KnownNight[],
  fromDay: string,
  toResult: (night: ValuedNight, at: number) => T,
): T[] {
  const results: T[] = []
  const firstValuedMs = dayMs(fromDay) - COMPARED_DAYS * DAY_MS
  // Valid nights of the thirty days before the current one.
  const before: { atMs: number; night: SleepNight; values: SleepValues | null }[] = []
  const usual = new UsualNights()
  for (const { day, coverageShare, night } of known) {
    const atMs = dayMs(day)
    while (before.length > 0 && before[0]!.atMs < atMs - COMPARED_DAYS * DAY_MS) usual.drop(before.shift()!.night)
    const isValid = isValidNight({ day, coverageShare, night })
    // Nights before `firstValuedMs` only serve as a baseline and need no values.
    const values = isValid && atMs >= firstValuedMs ? valuesOf(night!, usual.baseline()) : null
    if (day >= fromDay) {
      const compared = before.flatMap((earlier) => earlier.values ?? [])
      results.push(toResult({ day, coverageShare, isValid, values, compared }, results.length))
    }
    if (isValid) {
      before.push({ atMs, night: night!, values })
      usual.add(night!)
    }
  }
  return results
}

/** Sorted values of a sliding window of nights, so that adding and removing a night is cheap. */
class UsualNights {
  readonly #bedtimes: number[] = []
  readonly #getUps: number[] = []
  readonly #motions: number[] = []

  add({ bedtimeOfDay, getUpOfDay, motion }: SleepNight): void {
    insert(this.#bedtimes, fromNoon(bedtimeOfDay))
    insert(this.#getUps, fromNoon(getUpOfDay))
    if (motion !== null) insert(this.#motions, motion)
  }

  drop({ bedtimeOfDay, getUpOfDay, motion }: SleepNight): void {
    this.#bedtimes.splice(this.#bedtimes.indexOf(fromNoon(bedtimeOfDay)), 1)
    this.#getUps.splice(this.#getUps.indexOf(fromNoon(getUpOfDay)), 1)
    if (motion !== null) this.#motions.splice(this.#motions.indexOf(motion), 1)
  }

  /** Null with fewer than BASELINE_NIGHTS. */
  baseline(): SleepBaseline | null {
    if (this.#bedtimes.length < BASELINE_NIGHTS) return null
    return {
      bedtimeOfDay: medianOfDay(this.#bedtimes),
      getUpOfDay: medianOfDay(this.#getUps),
      motion: this.#motions.length < BASELINE_NIGHTS ? null : medianOf(this.#motions),
    }
  }
}

const NOON = 12 * 60
const fromNoon = (minuteOfDay: number) => (minuteOfDay - NOON + DAY_MINUTES) % DAY_MINUTES

/** Ascending minutes from noon; if they are within half a day the median is linear, which is the usual case. */
function medianOfDay(sorted: readonly number[]): number {
  const isLine = sorted.at(-1)! - sorted[0]! < DAY_MINUTES / 2
  if (isLine) return (medianOf(sorted) + NOON) % DAY_MINUTES
  // The earliest of equally good times wins, so compare times of day.
  return circularMedian(sorted.map((minute) => (minute + NOON) % DAY_MINUTES))
}

/** Inserts into ascending numbers. */
function insert(sorted: number[], value: number): void {
  let at = sorted.length
  while (at > 0 && sorted[at - 1]! > value) at--
  sorted.splice(at, 0, value)
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00Z`)
}

/** Null with fewer than MEAN_NIGHTS. */
export function meanOf(values: readonly SleepValues[]): SleepValues | null {
  if (values.length < MEAN_NIGHTS) return null
  const mean = (of: (one: SleepValues) => number) => values.reduce((sum, one) => sum + of(one), 0) / values.length
  const meanTime = (of: (one: SleepValues) => number) =>
    (mean((one) => (of(one) - NIGHT_START + DAY_MINUTES) % DAY_MINUTES) + NIGHT_START) % DAY_MINUTES
  return {
    score: mean((one) => one.score),
    duration: mean((one) => one.duration),
    efficiency: mean((one) => one.efficiency),
    tranquility: mean((one) => one.tranquility),
    bedtimeScore: mean((one) => one.bedtimeScore),
    wakeUpScore: mean((one) => one.wakeUpScore),
    sleepMinutes: mean((one) => one.sleepMinutes),
    bedtimeOfDay: meanTime((one) => one.bedtimeOfDay),
    wakeOfDay: meanTime((one) => one.wakeOfDay),
  }
}

function valuesOf(night: SleepNight & { wakeOfDay: number }, baseline: SleepBaseline | null): SleepValues {
  const { bedtime, wakeUp, ...scores } = sleepScores(night, baseline)
  const { sleepMinutes } = sleepLengths(night)
  const { bedtimeOfDay, wakeOfDay } = night
  return { ...scores, bedtimeScore: bedtime, wakeUpScore: wakeUp, sleepMinutes, bedtimeOfDay, wakeOfDay }
}

/** The median of at least one number, ascending. */
function medianOf(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Adds days to a calendar day: `2026-11-03`. */
export function daysAfter(day: string, days: number): string {
  return new Date(dayMs(day) + days * DAY_MS).toISOString().slice(0, 10)
}
