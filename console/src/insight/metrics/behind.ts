/** The alerts list behind a number: its address, narrowed to exactly those that the number counts. METRIC-03. */
import type { AlertFilter } from '@mimamori/contract/alerting/alert.ts'
import type { MetricsRange } from './metrics-months.ts'

/** Units are the shell's own filter, which the list has too. */
type BehindScope = MetricsRange & { cameraIds: readonly string[] | undefined }

/** Without the last half hour: an alert in it that nobody has seen is not answered yet. */
export function neverSeenRange({ from, to }: MetricsRange, recentFrom: string): MetricsRange {
  const end = recentFrom < to ? recentFrom : to
  return { from, to: end > from ? end : from }
}

/** For a link to /app/alerts/list. `plain`: the user's default filter stays off. */
export function behind({ from, to, cameraIds }: BehindScope, what: AlertFilter = {}, own: Partial<BehindScope> = {}) {
  const { isUnanswered, severities, activities, verdicts, window } = what
  const cameras = own.cameraIds ?? cameraIds
  return {
    from: own.from ?? from,
    to: own.to ?? to,
    archived: 'any' as const,
    plain: true as const,
    ...(cameras && { cameraIds: [...cameras] }),
    ...(severities && { severities }),
    ...(activities && { activities }),
    ...(verdicts && { verdicts }),
    ...(window && { window }),
    ...(isUnanswered && { unanswered: true as const }),
  }
}
