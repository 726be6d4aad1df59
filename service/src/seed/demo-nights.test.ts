import {
  type SleepInterval,
  type SleepMinute,
  STILL_FACTOR,
  sleepCoverage,
  sleepInterval,
} from '@mimamori/contract/insight/sleep-night.ts'
import { circularMedian, sleepScores } from '@mimamori/contract/insight/sleep-score.ts'
import { DAY_MINUTES, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { describe, expect, test } from 'vitest'
import { type MeasuredHour, minutesOf } from '#shared/measured.ts'
import { midnight, pastAlerts } from './demo-history.ts'
import { MEASURED_DAYS, pastHours } from './demo-nights.ts'
import { ORGANISATIONS } from './demo-plan.ts'
import { pastRooms } from './demo-rooms.ts'

const NOW = new Date('2026-11-20T01:00:00Z')
const { cameras } = ORGANISATIONS[0]!.sites[0]!
const alerts = pastAlerts({ seed: 'a', now: NOW, cameras, staff: [{ userId: 'a', name: 'A', shift: '夜勤 Night' }] })

function measuredOf(key: string): MeasuredHour[] {
  const camera = cameras.find((one) => one.key === key)!
  return pastHours({ seed: 'a', now: NOW, camera, alerts }).map(({ startsAt, ...hour }) => ({
    ...hour,
    cameraId: key,
    startsAtMs: startsAt.getTime(),
  }))
}

/** The nights as the sleep page computes them, oldest first, with their coverage. */
function nightsOf(key: string): { coverage: number; interval: SleepInterval | null }[] {
  const hours = measuredOf(key)
  const nights = Array.from({ length: MEASURED_DAYS - 2 }, (_, index) => {
    const from = midnight(NOW, MEASURED_DAYS - 1 - index) - 6 * HOUR_MS
    return minutesOf(hours, new Date(from), new Date(from + 24 * HOUR_MS)).map(
      (minute): SleepMinute => ({
        isInBed: minute && minute.secondsBedKnown >= 30 ? minute.secondsInBed * 2 > minute.secondsBedKnown : null,
        motion: minute?.secondsInBed ? minute.motionInBed / minute.secondsInBed : null,
      }),
    )
  })
  const motions = nights.flatMap((night) => night.flatMap(({ motion }) => motion ?? [])).sort((a, b) => a - b)
  const stillLimit = STILL_FACTOR * motions[Math.floor(motions.length / 2)]!
  return nights.map((minutes) => ({
    coverage: sleepCoverage(minutes),
    interval: sleepInterval({ minutes, wakeUps: [], stillLimit }),
  }))
}

/** Minutes of the day, for an interval that is counted from 18:00. */
const ofDay = (minute: number) => (minute + 18 * 60) % DAY_MINUTES
function score({ bedtime, getUp, onset, wake, wasoMinutes, awakenings, motion }: SleepInterval): number {
  const times = { bedtimeMinute: bedtime, getUpMinute: getUp, onsetMinute: onset, wakeMinute: wake }
  const of = { bedtimeOfDay: ofDay(bedtime), getUpOfDay: ofDay(getUp), wasoMinutes, awakenings, motion }
  return sleepScores({ ...times, ...of }, null).score
}
const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
const known = (key: string) => nightsOf(key).flatMap(({ interval }) => interval ?? [])

describe('measurements of the demo', () => {
  test('METRIC-02 each demo resident sleeps through most nights, the restless one badly', () => {
    const scores = new Map(['room-201', 'room-203'].map((key) => [key, mean(known(key).map(score))]))
    expect(scores.get('room-201')).toBeGreaterThan(75)
    expect(scores.get('room-203')).toBeLessThan(scores.get('room-201')! - 15)
  })

  test('METRIC-02 one demo resident gets up long before the others, and one sleeps worse every week', () => {
    const getUp = (key: string) => circularMedian(known(key).map((night) => ofDay(night.getUp)))
    expect(getUp('room-207')).toBeLessThan(getUp('room-202') - 60)
    const scores = known('room-205').map(score)
    expect(mean(scores.slice(-7))).toBeLessThan(mean(scores.slice(0, 14)) - 10)
  })

  test('METRIC-02 the demo’s night with a disconnected hub is invalid and has no alerts', () => {
    const nights = nightsOf('room-202')
    expect(nights.filter(({ coverage }) => coverage < 0.8)).toHaveLength(1)
    expect(nights.at(-8)!.coverage).toBeLessThan(0.75)
  })
})

test('ROOM-02 the timelines of the demo’s rooms agree with the measurements of the last day', () => {
  const camera = cameras.find(({ resident }) => resident)!
  const hours = pastHours({ seed: 'a', now: NOW, camera, alerts })
  const changes = pastRooms(hours, NOW)
  expect(changes[0]!.since.getTime()).toBe(NOW.getTime() - 25 * HOUR_MS)
  expect(changes.every(({ state }, at) => state !== changes[at - 1]?.state)).toBe(true)
  expect(new Set(changes.map(({ state }) => state))).toContain('in-bed')
  const inBedMs = changes.reduce((sum, { state, since }, at) => {
    const end = changes[at + 1]?.since ?? NOW
    return sum + (state === 'in-bed' ? end.getTime() - since.getTime() : 0)
  }, 0)
  expect(inBedMs).toBeGreaterThan(5 * HOUR_MS)
})
