/** What the alerts list keeps in the address, and the filter that the service gets for it. ALERT-02. */
import type { AlertFilter } from '@mimamori/contract/alert.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/apps.ts'
import { type ListSearch, toListSearch } from '#lib/list-search.ts'

export const RANGES = ['hour', 'day', 'week', 'month'] as const
export type Range = (typeof RANGES)[number]
export const ALERT_SEVERITIES: readonly AlertSeverity[] = ['critical', 'high', 'medium', 'low']
export const ACTIVITIES: readonly Activity[] = [
  'A005',
  'A006',
  'A004',
  'A001',
  'A003',
  'camera-inactive',
  'hub-offline',
]

/** Left out means the default, so that a plain address stays plain. */
export type AlertSearch = ListSearch<'occurredAt'> & {
  unread?: true
  archived?: true
  severities?: AlertSeverity[]
  activities?: Activity[]
  range?: Range
  cameraId?: string
}

const HOUR_MS = 3_600_000
const RANGE_MS: Record<Exclude<Range, 'hour'>, number> = {
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  month: 720 * HOUR_MS,
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toAlertSearch(raw: Record<string, unknown>): AlertSearch {
  const severities = among(ALERT_SEVERITIES, raw.severities)
  // Links of an earlier version name the activities so.
  const activities = among(ACTIVITIES, raw.activities ?? raw.appCodes)
  const range = RANGES.find((known) => known === raw.range)
  // Links of an earlier version name the turned order so.
  const turned = raw.sort === 'oldest' || raw.turned
  return {
    ...toListSearch({ turned, view: raw.view, page: raw.page }, ['occurredAt']),
    ...(isTrue(raw.unread) && { unread: true }),
    ...(isTrue(raw.archived) && { archived: true }),
    ...(severities && { severities }),
    ...(activities && { activities }),
    ...(range && { range }),
    ...(typeof raw.cameraId === 'string' && UUID.test(raw.cameraId) && { cameraId: raw.cameraId }),
  }
}

/** `unitIds` is the shell's units filter; an empty one filters nothing. */
export function toFilter(search: AlertSearch, unitIds: readonly string[], now: Date): AlertFilter {
  return {
    archived: search.archived ?? false,
    ...(search.unread && { hasRead: false }),
    ...(search.severities && { severities: search.severities }),
    ...(search.activities && { activities: search.activities }),
    ...(search.cameraId && { cameraIds: [search.cameraId] }),
    ...(unitIds.length > 0 && { unitIds: [...unitIds] }),
    ...(search.range && { from: rangeStart(search.range, now).toISOString() }),
  }
}

/** Whole minutes, so that the same view asks the same question for a minute. `hour` is the current one, from its start. */
export function rangeStart(range: Range, now: Date): Date {
  const step = range === 'hour' ? HOUR_MS : 60_000
  const floored = Math.floor(now.getTime() / step) * step
  return new Date(range === 'hour' ? floored : floored - RANGE_MS[range])
}

function among<T extends string>(known: readonly T[], raw: unknown): T[] | null {
  if (!Array.isArray(raw)) return null
  const found = known.filter((one) => raw.includes(one))
  return found.length > 0 ? found : null
}

function isTrue(raw: unknown): boolean {
  return raw === true || raw === 'true'
}
