/** Converts local times to minutes since midnight, and back. */

/** A time of day without its seconds: `02:05`, `02:05 AM`. */
export const toMinute = (clock: string): string => clock.replace(/(\d\d:\d\d):\d\d/, '$1')

/** `07:05`; 1440 is the end of the day, `24:00`. */
export function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** Null if it is not a time of day. */
export function minuteOf(time: string): number | null {
  const found = /^(\d{1,2}):(\d{2})/.exec(time)
  if (!found) return null
  const [hours, minutes] = [Number(found[1]), Number(found[2])]
  return hours > 24 || minutes > 59 || hours * 60 + minutes > 1440 ? null : hours * 60 + minutes
}
