/** The state of the audit log in the address, and the filter for the service. */

import type { AuditFilter } from '@mimamori/contract/identity/audit.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { isId, isTrue, type ListSearch, toListSearch, wordsOf } from '#lib/list/list-search.ts'

export const RANGES = ['day', 'week', 'month', 'year', 'all'] as const
export type AuditRange = (typeof RANGES)[number]
/** The default. */
export const USUAL_RANGE: AuditRange = 'month'

/** Subjects of actions, by the first part of their names. */
const AREAS = {
  'sign-in': ['session', 'device', 'second-factor', 'passkey', 'password', 'profile', 'installation'],
  alert: ['alert', 'alert-filter', 'event', 'eventDetail'],
  image: ['media', 'live', 'recording'],
  camera: ['camera', 'camera-app'],
  unit: ['unit'],
  user: ['user', 'invitation', 'mail'],
  hub: ['agent'],
  site: ['tenant', 'site-app'],
  setting: [
    'asset',
    'tag',
    'shift',
    'escalation',
    'security',
    'factor-rule',
    'service-account',
    'webhook',
    'external-system',
    'external',
  ],
} as const satisfies Record<string, readonly string[]>
type AuditArea = keyof typeof AREAS
export const AREA_NAMES = Object.keys(AREAS) as AuditArea[]

/** Undefined means the default, so that a plain address stays plain. */
export type AuditSearch = ListSearch<'at'> & {
  range?: AuditRange
  areas?: AuditArea[]
  /** Includes views of frames and live video, which would hide everything else. */
  views?: true
  connected?: true
  refused?: true
  /** Actions of one user; actions on one object. */
  actorId?: string
  objectId?: string
}

const RANGE_DAYS: Record<Exclude<AuditRange, 'all'>, number> = { day: 1, week: 7, month: 30, year: 365 }

/** Parses an address that a person may have typed: drops invalid parts. */
export function toAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const range = RANGES.find((known) => known === raw.range && known !== USUAL_RANGE)
  const areas = wordsOf(AREA_NAMES, raw.areas)
  return {
    ...toListSearch(raw, ['at'] as const),
    ...(range && { range }),
    ...(areas && { areas }),
    ...(isTrue(raw.views) && { views: true as const }),
    ...(isTrue(raw.connected) && { connected: true as const }),
    ...(isTrue(raw.refused) && { refused: true as const }),
    ...(isId(raw.actorId) && { actorId: raw.actorId }),
    ...(isId(raw.objectId) && { objectId: raw.objectId }),
  }
}

/** Whole minutes, so that the query stays the same for a minute. */
export function toAuditFilter(search: AuditSearch, now: Date): AuditFilter {
  const { text, range = USUAL_RANGE, areas, views, connected, refused, actorId, objectId } = search
  const from = range !== 'all' && new Date(Math.floor(now.getTime() / 60_000) * 60_000 - RANGE_DAYS[range] * DAY_MS)
  return {
    ...(from && { from: from.toISOString() }),
    ...(text && { text }),
    ...(areas && { nouns: areas.flatMap((area) => AREAS[area]) }),
    ...(!views && !areas?.includes('image') && { isView: false }),
    ...(connected && { isConnected: true }),
    ...(refused && { outcome: 'refused' as const }),
    ...(actorId && { actorId }),
    ...(objectId && { objectId }),
  }
}
