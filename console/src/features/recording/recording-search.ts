/** What the recordings list keeps in the address, and the filter that the service gets for it. REC-01. */
import type { RecordingFilter, RecordingSort } from '@mimamori/contract/recording.ts'
import { type ListSearch, toListSearch } from '#lib/list-search.ts'
import { boundsOf, type TimeRange, toTimeRange } from '#lib/time-range.ts'

export const SORTS: readonly RecordingSort[] = ['startedAt', 'durationMs', 'bytes']

/** Left out means the default, so that a plain address stays plain. */
export type RecordingSearch = ListSearch<RecordingSort> & TimeRange & { archived?: true; cameraId?: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toRecordingSearch(raw: Record<string, unknown>): RecordingSearch {
  return {
    ...toListSearch(raw, SORTS),
    ...((raw.archived === true || raw.archived === 'true') && { archived: true }),
    ...toTimeRange(raw),
    ...(typeof raw.cameraId === 'string' && UUID.test(raw.cameraId) && { cameraId: raw.cameraId }),
  }
}

/** `unitIds` is the shell's units filter; an empty one filters nothing. */
export function toFilter(search: RecordingSearch, unitIds: readonly string[], now: Date): RecordingFilter {
  return {
    ...(search.archived && { archived: true }),
    ...(search.cameraId && { cameraIds: [search.cameraId] }),
    ...(unitIds.length > 0 && { unitIds: [...unitIds] }),
    ...boundsOf(search, now),
  }
}

/** Where to open a recording: an instant, ISO. */
export type RecordingAt = { at?: string }

export function toRecordingAt(raw: Record<string, unknown>): RecordingAt {
  const ms = typeof raw.at === 'string' ? Date.parse(raw.at) : Number.NaN
  return Number.isNaN(ms) ? {} : { at: new Date(ms).toISOString() }
}
