/** The hours in which a channel holds back new alerts from somebody who is not on duty. No zod here: browsers take it as it is. REACH-04. */
import { CLOCK_PARTS, dateFormat } from '../shared/intl-format.ts'

/** Minutes since midnight, 0 to 1439, by the clock of the person; `fromMinute` after `toMinute` runs past midnight. */
export type QuietHours = { fromMinute: number; toMinute: number }

/** Whether `at` lies in the hours, by the clock of `timeZone`. Throws RangeError for a zone that does not exist. */
export function isQuietAt({ fromMinute, toMinute }: QuietHours, at: Date, timeZone: string): boolean {
  const parts = dateFormat('und', { ...CLOCK_PARTS, timeZone, numberingSystem: 'latn' }).formatToParts(at)
  const part = (type: 'hour' | 'minute') => Number(parts.find((each) => each.type === type)?.value)
  const now = part('hour') * 60 + part('minute')
  if (fromMinute < toMinute) return now >= fromMinute && now < toMinute
  return now >= fromMinute || now < toMinute
}
