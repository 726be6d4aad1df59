/**
 * Derives a night from the minutes that a camera measured: bedtime, onset, waking, getting up. METRIC-02;
 * docs/domain.md "Sleep".
 */

const JOIN_MINUTES = 60
/** Consecutive still minutes that mean falling asleep, initially and again. */
const ONSET_STILL_MINUTES = 10
const AGAIN_STILL_MINUTES = 5
/** Awakenings longer than this are counted. */
const AWAKENING_MINUTES = 5
/** Without a motion log: minutes from going to bed to sleep, and minutes awake for each wake-up event. */
const ASSUMED_LATENCY_MINUTES = 15
const ASSUMED_WAKING_MINUTES = 5
/** Still: motion up to this multiple of the camera's own median in bed. Our value; to be calibrated on real rooms. */
export const STILL_FACTOR = 1.5
/** The minimum share of a night that must have been seen. */
export const VALID_COVERAGE_SHARE = 0.8

export type SleepMinute = {
  /** Null: no frames in this minute. */
  isInBed: boolean | null
  /** Motion in bed, in the camera's own unit; null: not logged. */
  motion: number | null
}

/** An interval of minutes, counted from the first given minute. */
export type SleepInterval = {
  bedtime: number
  /** The first minute out of bed for good. */
  getUp: number
  /** Both equal `getUp` if nobody slept. */
  onset: number
  wake: number
  wasoMinutes: number
  awakenings: number
  /** Mean per minute in bed; null: no motion log. */
  motion: number | null
}

type SleepSearch = {
  /** From 18:00 to 18:00 of the next day by the wall clock: 1380, 1440 or 1500 minutes. */
  minutes: readonly SleepMinute[]
  /** Indexes in `minutes` at which the person sat up. */
  wakeUps: readonly number[]
  /** Motion up to this is still, see STILL_FACTOR. */
  stillLimit: number
}

/** The share of minutes with frames, 0 to 1. A night counts from VALID_COVERAGE_SHARE on. */
export function sleepCoverage(minutes: readonly SleepMinute[]): number {
  return minutes.length === 0 ? 0 : minutes.filter(({ isInBed }) => isInBed !== null).length / minutes.length
}

/** The main interval of a night and the sleep in it; null: nobody was in bed. */
export function sleepInterval({ minutes, wakeUps, stillLimit }: SleepSearch): SleepInterval | null {
  const stay = longestStay(minutes)
  if (!stay) return null
  const { bedtime, getUp } = stay
  const inBed = minutes.slice(bedtime, getUp).filter(({ isInBed }) => isInBed)
  const motions = inBed.map(({ motion }) => motion).filter((motion) => motion !== null)
  if (motions.length === 0) return { ...withoutLog(minutes, stay, wakeUps), motion: null }
  const awake = awakeRuns(minutes, stay, stillLimit)
  const onset = awake[0]?.from === bedtime ? awake[0].until : bedtime
  const wake = awake.at(-1)?.until === getUp ? awake.at(-1)!.from : getUp
  const motion = motions.reduce((sum, each) => sum + each, 0) / motions.length
  if (onset >= getUp) return { bedtime, getUp, onset: getUp, wake: getUp, wasoMinutes: 0, awakenings: 0, motion }
  const within = awake.filter(({ from, until }) => from >= onset && until <= wake)
  return { bedtime, getUp, onset, wake, ...wakeful(within), motion }
}

type Run = { from: number; until: number }
type Stay = { bedtime: number; getUp: number }

/** The longest stay in bed with absences of less than an hour; of two equally long ones the earlier. */
function longestStay(minutes: readonly SleepMinute[]): Stay | null {
  const stays: Stay[] = []
  for (const { from, until } of runs(minutes, ({ isInBed }) => isInBed === true)) {
    const last = stays.at(-1)
    if (last && from - last.getUp < JOIN_MINUTES) last.getUp = until
    else stays.push({ bedtime: from, getUp: until })
  }
  const lengthOf = ({ bedtime, getUp }: Stay) => getUp - bedtime
  return stays.reduce<Stay | null>((best, stay) => (best && lengthOf(best) >= lengthOf(stay) ? best : stay), null)
}

/** Intervals of a stay without sleep: all except still ones that are long enough to fall asleep. */
function awakeRuns(minutes: readonly SleepMinute[], { bedtime, getUp }: Stay, stillLimit: number): Run[] {
  const stay = minutes.slice(bedtime, getUp)
  const isStill = ({ isInBed, motion }: SleepMinute) => isInBed === true && motion !== null && motion <= stillLimit
  const awake: Run[] = []
  let awakeFrom = 0
  let needed = ONSET_STILL_MINUTES
  for (const { from, until } of runs(stay, isStill)) {
    if (until - from < needed) continue
    if (from > awakeFrom) awake.push({ from: awakeFrom, until: from })
    awakeFrom = until
    needed = AGAIN_STILL_MINUTES
  }
  if (awakeFrom < stay.length) awake.push({ from: awakeFrom, until: stay.length })
  return awake.map(({ from, until }) => ({ from: from + bedtime, until: until + bedtime }))
}

function withoutLog(minutes: readonly SleepMinute[], { bedtime, getUp }: Stay, wakeUps: readonly number[]) {
  const onset = Math.min(bedtime + ASSUMED_LATENCY_MINUTES, getUp)
  const out = runs(minutes.slice(onset, getUp), ({ isInBed }) => isInBed !== true)
  const { wasoMinutes, awakenings } = wakeful(out)
  const wakings = wakeUps.filter((minute) => minute >= onset && minute < getUp).length
  // Sitting up and leaving in one awakening may be counted twice, but awake time must not exceed the total.
  const awake = Math.min(wasoMinutes + wakings * ASSUMED_WAKING_MINUTES, getUp - onset)
  return { bedtime, getUp, onset, wake: getUp, wasoMinutes: awake, awakenings }
}

function wakeful(awake: readonly Run[]) {
  const lengths = awake.map(({ from, until }) => until - from)
  return {
    wasoMinutes: lengths.reduce((sum, length) => sum + length, 0),
    awakenings: lengths.filter((length) => length > AWAKENING_MINUTES).length,
  }
}

/** Intervals of minutes for which `isSo` holds; `until` is exclusive. */
function runs(minutes: readonly SleepMinute[], isSo: (minute: SleepMinute) => boolean): Run[] {
  const found: Run[] = []
  for (const [at, minute] of minutes.entries()) {
    if (!isSo(minute)) continue
    const last = found.at(-1)
    if (last?.until === at) last.until = at + 1
    else found.push({ from: at, until: at + 1 })
  }
  return found
}
