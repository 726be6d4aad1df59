/** What the alerts list keeps in the address, and the filter that the service gets for it. ALERT-02. */
import type { AlertFilter } from '@mimamori/contract/alert.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/apps.ts'
import { type ListSearch, toListSearch } from '#lib/list-search.ts'
import { boundsOf, type TimeRange, toTimeRange } from '#lib/time-range.ts'

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
export type AlertSearch = ListSearch<'occurredAt'> &
  TimeRange & {
    unread?: true
    archived?: true
    severities?: AlertSeverity[]
    activities?: Activity[]
    cameraId?: string
  }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toAlertSearch(raw: Record<string, unknown>): AlertSearch {
  const severities = among(ALERT_SEVERITIES, raw.severities)
  // Links of an earlier version name the activities so.
  const activities = among(ACTIVITIES, raw.activities ?? raw.appCodes)
  // Links of an earlier version name the turned order so.
  const turned = raw.sort === 'oldest' || raw.turned
  return {
    ...toListSearch({ turned, view: raw.view, page: raw.page }, ['occurredAt']),
    ...(isTrue(raw.unread) && { unread: true }),
    ...(isTrue(raw.archived) && { archived: true }),
    ...(severities && { severities }),
    ...(activities && { activities }),
    ...toTimeRange(raw),
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
    ...boundsOf(search, now),
  }
}

function among<T extends string>(known: readonly T[], raw: unknown): T[] | null {
  if (!Array.isArray(raw)) return null
  const found = known.filter((one) => raw.includes(one))
  return found.length > 0 ? found : null
}

function isTrue(raw: unknown): boolean {
  return raw === true || raw === 'true'
}
