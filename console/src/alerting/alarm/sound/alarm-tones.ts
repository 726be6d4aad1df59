/** The three patterns of an alarm's tone and how loud each repeat is. ALARM-03. */
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'

export type Pattern = 'critical' | 'high' | 'other'
/** Seconds from the pattern's begin, its pitch, how long it sounds. */
type Note = { atS: number; hz: number; lastsS: number }

const [D5, G5, B5] = [587.33, 783.99, 987.77]
const note = (atS: number, hz: number, lastsS: number): Note => ({ atS, hz, lastsS })

/** Distinct by rhythm, for people who do not hear pitch: three quick pairs, two even notes, one long one. */
export const NOTES: Record<Pattern, readonly Note[]> = {
  critical: [0, 0.5, 1].flatMap((at) => [note(at, G5, 0.2), note(at + 0.18, B5, 0.28)]),
  high: [note(0, G5, 0.42), note(0.5, D5, 0.42)],
  other: [note(0, D5, 0.8)],
}

/** From the begin of one repeat to the next. */
export const EVERY_MS: Record<Pattern, number> = { critical: 4000, high: 6000, other: 12_000 }

const LOUDER_AFTER_MS = 60_000
const FIRST_SHARE = 0.45

/** The gravest of those that nobody goes to; null: silence. */
export function patternOf(severities: readonly AlertSeverity[]): Pattern | null {
  if (severities.length === 0) return null
  if (severities.includes('critical')) return 'critical'
  return severities.includes('high') ? 'high' : 'other'
}

/** 0 to 1, of a volume from 0 to 1: after a minute without an answer all of it. */
export function loudnessOf(volume: number, waitedMs: number): number {
  return volume * (waitedMs >= LOUDER_AFTER_MS ? 1 : FIRST_SHARE)
}
