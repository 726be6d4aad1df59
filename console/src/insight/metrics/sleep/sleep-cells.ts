/** What METRIC-02 shows of a night or of a mean, in its order. */
import type { Word } from '@mimamori/contract/insight/metrics-sentences.ts'
import type { SleepValues } from '@mimamori/contract/insight/sleep-days.ts'
import { sleepLengthText, timeOfDayText } from '@mimamori/contract/insight/sleep-sentences.ts'

export const SLEEP_COLUMNS = [
  'sleep-score',
  'bedtime-score',
  'tranquility',
  'wake-up-score',
  'bedtime',
  'sleep-length',
  'wake-time',
] as const

export function sleepCells(word: Word, values: SleepValues | null): string[] {
  if (values === null) return SLEEP_COLUMNS.map(() => '–')
  const { score, bedtimeScore, tranquility, wakeUpScore, bedtimeOfDay, sleepMinutes, wakeOfDay } = values
  return [
    ...[score, bedtimeScore, tranquility, wakeUpScore].map((one) => String(Math.round(one))),
    timeOfDayText(bedtimeOfDay),
    sleepLengthText(word, sleepMinutes),
    timeOfDayText(wakeOfDay),
  ]
}
