/** Choices in filters of alerts, as plain lists from which the schemas are built. */

/** An alarm that is stored this much later than it happened is late. Before that somebody may lie on the floor. */
export const LATE_AFTER_MS = 30 * 60_000

/** Whether an alarm was late when it came. `openSince`: since when it waits for somebody, ISO 8601. */
export function isLateAlarm({ occurredAt, openSince }: { occurredAt: string; openSince: string }): boolean {
  return Date.parse(openSince) - Date.parse(occurredAt) >= LATE_AFTER_MS
}

/** How many late alarms one press ends at most. */
export const LOOK_THROUGH_MAX = 1_000

export const VERDICTS = ['real', 'false-alarm', 'unsure'] as const
export type Verdict = (typeof VERDICTS)[number]
/** Time ranges of lists and boards, up to now. */
export const RANGES = ['hour', 'day', 'week', 'month'] as const
/** Halves of a day: 6:00 to 18:00, and the rest. */
export const WINDOWS = ['morning', 'night'] as const

/** Lists of alarms beside that of all alerts: open ones, and those that somebody claimed or reached. */
export const ALERT_TABS = ['needs', 'answering'] as const
export type AlertTab = (typeof ALERT_TABS)[number]
