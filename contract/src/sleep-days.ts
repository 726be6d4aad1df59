/** Nights beside each other: scores against a person's own thirty days, and the means of those. METRIC-02; docs/domain.md "Sleep". No zod here. */
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

const DAY_MS = 86_400_000
const DAY_MINUTES = 1_440
/** Nights begin at 18:00: means of times of day are taken from there, so that midnight cuts nothing apart. */
const NIGHT_START = 18 * 60
/** The days that a night is compared with, itself not among them. */
export const COMPARED_DAYS = 30

/** A night as it was worked out once; minutes are of time as it passes, from 00:00 of the day on which it starts. */
export type KnownNight = {
  /** On which it starts: `2026-11-03`. */
  day: string
  coverageShare: number
  /** Null: nobody was in bed. */
  night: (SleepNight & { wakeOfDay: number }) | null
}

/** What METRIC-02 shows of a night, or the means of some. Scores 0 to 100; times of day in minutes from 00:00. */
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

export type SleptNight = {
  day: string
  coverageShare: number
  isValid: boolean
  /** Null: not valid. */
  values: SleepValues | null
  /** Of the thirty days before; null with fewer than MEAN_NIGHTS valid ones. */
  mean: SleepValues | null
  /** Valid nights among those. */
  comparedNights: number
}

/** Whether a night counts: enough of it was seen, and somebody was in bed. */
export function isValidNight({ coverageShare, night }: KnownNight): boolean {
  return coverageShare >= VALID_COVERAGE_SHARE && night !== null
}

/** The nights from `fromDay` on, each against the thirty days before it; `known` is in the order of days. */
export function sleptNights(known: readonly KnownNight[], fromDay: string): SleptNight[] {
  const valued: { day: string; values: SleepValues }[] = []
  const nights: SleptNight[] = []
  const valid = known.filter(isValidNight)
  for (const one of known) {
    const firstDay = daysAfter(one.day, -COMPARED_DAYS)
    const isBefore = ({ day }: { day: string }) => day >= firstDay && day < one.day
    const isValid = isValidNight(one)
    const values = isValid ? valuesOf(one.night!, baselineOf(valid.filter(isBefore))) : null
    if (one.day >= fromDay) {
      const compared = valued.filter(isBefore).map((before) => before.values)
      const { day, coverageShare } = one
      nights.push({ day, coverageShare, isValid, values, mean: meanOf(compared), comparedNights: compared.length })
    }
    if (values) valued.push({ day: one.day, values })
  }
  return nights
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

/** Null with fewer than BASELINE_NIGHTS. */
function baselineOf(valid: readonly KnownNight[]): SleepBaseline | null {
  if (valid.length < BASELINE_NIGHTS) return null
  const nights = valid.map(({ night }) => night!)
  const motions = nights.map(({ motion }) => motion).filter((motion) => motion !== null)
  return {
    bedtimeOfDay: circularMedian(nights.map(({ bedtimeOfDay }) => bedtimeOfDay)),
    getUpOfDay: circularMedian(nights.map(({ getUpOfDay }) => getUpOfDay)),
    motion: motions.length < BASELINE_NIGHTS ? null : medianOf(motions),
  }
}

/** Of at least one number. */
function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The calendar day so many days later: `2026-11-03`. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
