/** What the audit log keeps in the address, and the filter that the service gets for it. */
import type { AuditFilter } from '@mimamori/contract/identity/audit.ts'
import { isId, isTrue, type ListSearch, toListSearch } from '#lib/list/list-search.ts'

export const RANGES = ['day', 'week', 'month', 'year', 'all'] as const
export type AuditRange = (typeof RANGES)[number]
/** Until somebody chooses. */
export const USUAL_RANGE: AuditRange = 'month'

/** What acts are about, by the first part of their names. */
const AREAS = {
  'sign-in': ['session', 'device', 'password', 'profile', 'installation'],
  alert: ['alert', 'alert-filter', 'event', 'eventDetail'],
  picture: ['media', 'live', 'recording'],
  camera: ['camera', 'camera-app'],
  unit: ['unit'],
  user: ['user', 'invitation', 'mail'],
  hub: ['agent'],
  site: ['tenant', 'site-app'],
  setting: ['asset', 'tag', 'shift', 'escalation', 'security', 'external-system', 'external'],
} as const satisfies Record<string, readonly string[]>
type AuditArea = keyof typeof AREAS
export const AREA_NAMES = Object.keys(AREAS) as AuditArea[]

/** Left out means the default, so that a plain address stays plain. */
export type AuditSearch = ListSearch<'at'> & {
  range?: AuditRange
  areas?: AuditArea[]
  /** With the looks at pictures and live views, which would hide all else. */
  views?: true
  connected?: true
  refused?: true
  /** What one person did; what was done with one thing. */
  actorId?: string
  objectId?: string
}

const DAY_MS = 24 * 60 * 60_000
const RANGE_DAYS: Record<Exclude<AuditRange, 'all'>, number> = { day: 1, week: 7, month: 30, year: 365 }

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const range = RANGES.find((known) => known === raw.range && known !== USUAL_RANGE)
  const areas = Array.isArray(raw.areas) ? AREA_NAMES.filter((known) => (raw.areas as unknown[]).includes(known)) : []
  return {
    ...toListSearch(raw, ['at'] as const),
    ...(range && { range }),
    ...(areas.length > 0 && { areas }),
    ...(isTrue(raw.views) && { views: true as const }),
    ...(isTrue(raw.connected) && { connected: true as const }),
    ...(isTrue(raw.refused) && { refused: true as const }),
    ...(isId(raw.actorId) && { actorId: raw.actorId }),
    ...(isId(raw.objectId) && { objectId: raw.objectId }),
  }
}

/** Whole minutes, so that the same view asks the same question for a minute. */
export function toAuditFilter(search: AuditSearch, now: Date): AuditFilter {
  const { text, range = USUAL_RANGE, areas, views, connected, refused, actorId, objectId } = search
  const from = range !== 'all' && new Date(Math.floor(now.getTime() / 60_000) * 60_000 - RANGE_DAYS[range] * DAY_MS)
  return {
    ...(from && { from: from.toISOString() }),
    ...(text && { text }),
    ...(areas && { nouns: areas.flatMap((area) => AREAS[area]) }),
    ...(!views && !areas?.includes('picture') && { isView: false }),
    ...(connected && { isConnected: true }),
    ...(refused && { outcome: 'refused' as const }),
    ...(actorId && { actorId }),
    ...(objectId && { objectId }),
  }
}
