/** Sleep in words: its definitions from the very numbers that the functions use, and its chart. METRIC-02. No zod here. */

import type { SpanOptions } from '../shared/chart.ts'
import { DAY_MINUTES } from '../shared/duration.ts'
import { lengthText, type Translator, type Word } from './metrics-sentences.ts'
import type { SleepNightRecord, SleepRoom } from './metrics-sleep.ts'
import { VALID_COVERAGE_SHARE } from './sleep-night.ts'
import { BASELINE_NIGHTS, MEAN_NIGHTS, SLEEP_LIMITS, SLEEP_SHARES } from './sleep-score.ts'

const NIGHT_START = 18 * 60

/** Definitions, each with a name (null: a general one) and its meaning. */
export function sleepDefinitions(word: Word): { name: string | null; text: string }[] {
  const { wakefulShare, wasoMinutes, awakenings, latencyMinutes, irregularMinutes, offsetLatencyMinutes } = SLEEP_LIMITS
  const percent = (share: number) => Math.round(100 * share)
  const shares = Object.fromEntries(Object.entries(SLEEP_SHARES).map(([name, share]) => [name, percent(share)]))
  const usual = { ...irregularMinutes, nights: BASELINE_NIGHTS }
  return [
    { name: word('night'), text: word('define-night', { least: percent(VALID_COVERAGE_SHARE) }) },
    { name: word('sleep-length'), text: word('define-lengths') },
    { name: word('sleep-score'), text: `${word('define-score', shares)} ${word('define-lin')}` },
    { name: word('duration'), text: word('define-duration') },
    {
      name: word('efficiency'),
      text: word('define-efficiency', { good: percent(1 - wakefulShare.good), poor: percent(1 - wakefulShare.poor) }),
    },
    {
      name: word('tranquility'),
      text: word('define-tranquility', {
        ...{ wasoGood: wasoMinutes.good, wasoPoor: wasoMinutes.poor, nights: BASELINE_NIGHTS },
        ...{ wakeGood: awakenings.good, wakePoor: awakenings.poor },
      }),
    },
    {
      name: word('bedtime-score'),
      text: word('define-bedtime', { ...usual, latencyGood: latencyMinutes.good, latencyPoor: latencyMinutes.poor }),
    },
    {
      name: word('wake-up-score'),
      text: word('define-wake-up', {
        ...{ ...usual, offsetGood: offsetLatencyMinutes.good, offsetPoor: offsetLatencyMinutes.poor },
      }),
    },
    { name: word('mean-30'), text: word('define-mean', { mean: MEAN_NIGHTS, baseline: BASELINE_NIGHTS }) },
  ]
}

/** `21:05`, of minutes from 00:00. */
export function timeOfDayText(minutes: number): string {
  const whole = Math.round(minutes) % DAY_MINUTES
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}

/** `7 h 20 min`. */
export function sleepLengthText(word: Word, minutes: number): string {
  return lengthText(word, Math.round(minutes) * 60)
}

/** The room with the worst sleep, if its mean stands out. */
export function sleepRoomsTitle(rooms: readonly SleepRoom[], word: Word): string {
  const known = rooms.filter(({ mean }) => mean !== null).sort((a, b) => a.mean!.score - b.mean!.score)
  const [worst, next] = known
  const stands = worst && next && Math.round(worst.mean!.score) < Math.round(next.mean!.score)
  return stands ? word('sleep-rooms-title', { room: worst.location || worst.cameraName }) : word('sleep-rooms-plain')
}

type Size = { width: number; rowHeight: number; labelWidth: number }

/** Nights one below the other; a row is of its `day`. */
export function nightsChart(nights: readonly SleepNightRecord[], { word, day }: Translator, size: Size): SpanOptions {
  const rows = nights.map(({ day: of, isValid, span, values, coverageShare }) => {
    const label = day(of, 'day')
    const known = isValid ? span : null
    const title = known
      ? word('night-of', {
          ...{
            day: label,
            bed: timeOfDayText(NIGHT_START + known.bedtime),
            up: timeOfDayText(NIGHT_START + known.getUp),
          },
          length: sleepLengthText(word, values!.sleepMinutes),
        })
      : word('night-unknown', { day: label, coverage: Math.round(100 * coverageShare) })
    return {
      ...{ of, label, title },
      inBed: known && ([known.bedtime, known.getUp] as const),
      asleep: known && ([known.onset, known.wake] as const),
    }
  })
  return { ...size, rows }
}
