/** Times and lengths in the languages of a report. */

import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'

/** Hours, minutes, seconds of an instant. */
export function clockIn(timeZone: string): (at: string) => string {
  const format = dateFormat('sv-SE', { timeZone, timeStyle: 'medium' })
  return (at) => format.format(new Date(at))
}

/** A place in the clip as the player shows it: `00:06`. */
export function placeInClip(atMs: number): string {
  const seconds = Math.round(atMs / 1000)
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Whole minutes and seconds; below ten seconds tenths, without a needless zero. */
export function lengthParts(ms: number): { minutes: number; seconds: number } {
  if (ms < 10_000) return { minutes: 0, seconds: Math.round(ms / 100) / 10 }
  const seconds = Math.round(ms / 1000)
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}
