/** A weekly schedule in words: `Mon–Fri 20:00–24:00, Sun 06:00–18:00`. */
import { DAYS, type DayGroup, groupDays, type Interval, timeText, type Week } from '@mimamori/contract/camera/week.ts'
import { useTranslation } from 'react-i18next'

type Words = (key: ScheduleWord) => string
type ScheduleWord = 'always' | 'never' | 'every-day' | 'between-days' | (typeof DAYS)[number]

/** For lists and cards; follows the shown language. */
export function useScheduleWords(): (schedule: Week | null) => string {
  const { t } = useTranslation('schedule')
  return (schedule) => scheduleWords(schedule, t)
}

/** Null, and a week that is on all the time, is `always`. */
export function scheduleWords(schedule: Week | null, t: Words): string {
  if (schedule === null) return t('always')
  const groups = groupDays(schedule)
  if (groups.length === 0) return t('never')
  const [first] = groups
  const isEveryDay = first!.days.length === DAYS.length
  if (isEveryDay && first!.intervals.length === 1 && intervalText(first!.intervals[0]!) === '00:00–24:00')
    return t('always')
  return groups
    .map((group) => `${daysText(group, t)} ${group.intervals.map(intervalText).join(', ')}`)
    .join(t('between-days'))
}

/** `20:00–24:00`. */
export function intervalText({ startMinute, endMinute }: Interval): string {
  return `${timeText(startMinute)}–${timeText(endMinute)}`
}

function daysText({ days }: DayGroup, t: Words): string {
  if (days.length === DAYS.length) return t('every-day')
  if (days.length === 1) return t(days[0]!)
  return days.length === 2 ? `${t(days[0]!)}, ${t(days[1]!)}` : `${t(days[0]!)}–${t(days.at(-1)!)}`
}
