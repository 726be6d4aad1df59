/**
 * Sleep score of a night, 0 to 100, with its components. METRIC-02; docs/domain.md "Sleep" has every definition.
 * Estimated from camera events. Not a medical measurement.
 *
 * Lengths and efficiency after Fekedulegn et al. 2020, good and poor values after Ohayon et al., National Sleep
 * Foundation, 2017; the limits of regularity and of getting up late are ours.
 *
 * The service stores these results: changing the computation needs a migration that sets sleep_night.is_valued to
 * false.
 */
import { DAY_MINUTES } from '../shared/duration.ts'

/** A measured night. Minutes are elapsed time from 00:00 of the day on which it starts: 06:30 is 1830. */
export type SleepNight = {
  bedtimeMinute: number
  onsetMinute: number
  /** The last waking. */
  wakeMinute: number
  getUpMinute: number
  /** By the wall clock, 0 to 1439: differs from the minute above if clocks change in the night. */
  bedtimeOfDay: number
  getUpOfDay: number
  /** Minutes awake between onset and wake. */
  wasoMinutes: number
  /** Awakenings of more than five minutes. */
  awakenings: number
  /** Mean motion per minute in bed, in the camera's own unit; null: no motion log. */
  motion: number | null
}

/** The person's usual values: medians of the last thirty valid nights. */
export type SleepBaseline = {
  /** Minutes of the day, 0 to 1439; circular medians. */
  bedtimeOfDay: number
  getUpOfDay: number
  /** Null: too few nights with a motion log. */
  motion: number | null
}

type SleepLengths = {
  timeInBedMinutes: number
  sleepMinutes: number
  /** Share of the time in bed, 0 to 1. */
  efficiencyShare: number
  latencyMinutes: number
  offsetLatencyMinutes: number
}

/** Each from 0 to 100; only the score is rounded. */
type SleepScores = {
  duration: number
  efficiency: number
  tranquility: number
  bedtime: number
  wakeUp: number
  score: number
}

/**
 * Published good and poor values, and the weights of the score: used by the functions below and the definitions on the
 * page.
 */
export const SLEEP_LIMITS = {
  /** 1 minus the efficiency. */
  wakefulShare: { good: 0.15, poor: 0.26 },
  wasoMinutes: { good: 20, poor: 41 },
  awakenings: { good: 2, poor: 4 },
  /** Multiples of the person's usual motion. */
  motion: { good: 1, poor: 2 },
  latencyMinutes: { good: 30, poor: 60 },
  /** Our value: minutes from the usual time. */
  irregularMinutes: { good: 30, poor: 60 },
  /** Our value. */
  offsetLatencyMinutes: { good: 20, poor: 40 },
} as const
export const SLEEP_SHARES = { duration: 0.3, efficiency: 0.3, tranquility: 0.2, bedtime: 0.1, wakeUp: 0.1 } as const

/** Minimum number of valid nights for a baseline. */
export const BASELINE_NIGHTS = 7
/** Minimum number of valid nights for a mean of thirty days. */
export const MEAN_NIGHTS = 5

/** 100 if `x` is the published good value or better, 50 at the poor one, and 0 at the same distance beyond that. */
export function lin(x: number, good: number, poor: number): number {
  return Math.min(100, Math.max(0, 100 - (50 * (x - good)) / (poor - good)))
}

function scoreOf(x: number, of: keyof typeof SLEEP_LIMITS): number {
  return lin(x, SLEEP_LIMITS[of].good, SLEEP_LIMITS[of].poor)
}

/** The night's durations. A night without sleep has onset and wake at getting up: no sleep, all latency. */
export function sleepLengths(night: SleepNight): SleepLengths {
  const { bedtimeMinute, onsetMinute, wakeMinute, getUpMinute, wasoMinutes } = night
  const timeInBedMinutes = getUpMinute - bedtimeMinute
  const sleepMinutes = Math.max(0, wakeMinute - onsetMinute - wasoMinutes)
  return {
    timeInBedMinutes,
    sleepMinutes,
    efficiencyShare: timeInBedMinutes > 0 ? sleepMinutes / timeInBedMinutes : 0,
    latencyMinutes: onsetMinute - bedtimeMinute,
    offsetLatencyMinutes: getUpMinute - wakeMinute,
  }
}

/** `baseline` null: fewer than BASELINE_NIGHTS valid nights; components that need it are left out then. */
export function sleepScores(night: SleepNight, baseline: SleepBaseline | null): SleepScores {
  const { sleepMinutes, efficiencyShare, latencyMinutes, offsetLatencyMinutes } = sleepLengths(night)
  const duration = durationScore(sleepMinutes / 60)
  const efficiency = scoreOf(1 - efficiencyShare, 'wakefulShare')
  // Without sleep there is no tranquility and no waking: minutes awake after onset and before rising are meaningless.
  const isSleepless = sleepMinutes === 0
  const tranquility = isSleepless ? 0 : tranquilityScore(night, baseline)
  const latency = scoreOf(latencyMinutes, 'latencyMinutes')
  const rising = isSleepless ? 0 : scoreOf(offsetLatencyMinutes, 'offsetLatencyMinutes')
  const regular = (ofDay: number, usual: number) => scoreOf(clockDistance(ofDay, usual), 'irregularMinutes')
  const bedtime = baseline ? 0.6 * regular(night.bedtimeOfDay, baseline.bedtimeOfDay) + 0.4 * latency : latency
  const wakeUp = baseline ? 0.6 * regular(night.getUpOfDay, baseline.getUpOfDay) + 0.4 * rising : rising
  const parts = { duration, efficiency, tranquility, bedtime, wakeUp }
  const names = Object.keys(SLEEP_SHARES) as (keyof typeof SLEEP_SHARES)[]
  return { ...parts, score: Math.round(names.reduce((sum, name) => sum + SLEEP_SHARES[name] * parts[name], 0)) }
}

/** Seven to eight hours are good for the elderly; too much reduces the score twice as fast as too little. */
function durationScore(hours: number): number {
  return hours > 8 ? lin(hours - 8, 0, 1) : lin(7 - hours, 0, 2)
}

function tranquilityScore({ wasoMinutes, awakenings, motion }: SleepNight, baseline: SleepBaseline | null): number {
  const calm = 0.4 * scoreOf(wasoMinutes, 'wasoMinutes') + 0.4 * scoreOf(awakenings, 'awakenings')
  const usual = baseline?.motion
  // Without usual motion there is nothing to compare with.
  if (motion === null || !usual) return calm / 0.8
  return calm + 0.2 * scoreOf(motion / usual, 'motion')
}

/** Minutes between two times of day, in the shorter direction: 0 to 720. */
export function clockDistance(a: number, b: number): number {
  const apart = Math.abs(a - b) % DAY_MINUTES
  return Math.min(apart, DAY_MINUTES - apart)
}

/**
 * The time of day with the least distance to all others; for an interval of such times its middle, for several
 * intervals the middle of the one with the earliest time. Times are minutes of the day, at least one.
 */
export function circularMedian(times: readonly number[]): number {
  const distanceTo = (middle: number) => times.reduce((sum, time) => sum + clockDistance(time, middle), 0)
  const least = Math.min(...times.map(distanceTo))
  const isBest = (middle: number) => distanceTo(middle) <= least + 1e-9
  // Counted from one of the best times, half a day in each direction, so that an interval across midnight is not split.
  const start = Math.min(...times.filter(isBest))
  const best = times
    .filter(isBest)
    .map((time) => start - DAY_MINUTES / 2 + ((time - start + 1.5 * DAY_MINUTES) % DAY_MINUTES))
    .sort((a, b) => a - b)
  // Opposite a time the distance decreases again: only neighbors with a best middle belong to one interval.
  let [first, last] = [best.indexOf(start), best.lastIndexOf(start)]
  while (first > 0 && isBest((best[first - 1]! + best[first]!) / 2)) first--
  while (last < best.length - 1 && isBest((best[last]! + best[last + 1]!) / 2)) last++
  return ((best[first]! + best[last]!) / 2 + DAY_MINUTES) % DAY_MINUTES
}
