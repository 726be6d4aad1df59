/** Alarms by kind and room, for a question that names them. Pure. ALARM-05. */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { compareAlarms } from '@mimamori/contract/shared/alarm-order.ts'
import { groupBy } from '@mimamori/contract/shared/group-by.ts'

type Named = Pick<Alert, 'id' | 'activity' | 'severity' | 'occurredAt' | 'alarm'>

/** In the order of alarms; `about` puts kind and room into words, and the same words are one line with their number. */
export function countedBy<T extends Named>(
  alarms: readonly T[],
  about: (alarm: T) => string,
): { about: string; count: number }[] {
  const ordered = alarms.toSorted((a, b) =>
    compareAlarms({ ...a, state: a.alarm?.state ?? 'open' }, { ...b, state: b.alarm?.state ?? 'open' }),
  )
  return [...groupBy(ordered, about)].map(([words, own]) => ({ about: words, count: own.length }))
}
