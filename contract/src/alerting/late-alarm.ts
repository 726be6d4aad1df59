/** Alarms that a connection delayed for long: they are reviewed in one list, and do not ring one by one. */

/** An alarm that is stored this much later than it happened is late. Somebody may still lie on the floor before that. */
export const LATE_AFTER_MS = 30 * 60_000

/** Whether an alarm was late when it came. `openSince`: since when it waits for somebody, ISO 8601. */
export function isLateAlarm({ occurredAt, openSince }: { occurredAt: string; openSince: string }): boolean {
  return Date.parse(openSince) - Date.parse(occurredAt) >= LATE_AFTER_MS
}

/** How many late alarms one press ends at most. */
export const LOOK_THROUGH_MAX = 1_000
