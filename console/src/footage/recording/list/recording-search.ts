/** What the recordings list keeps in the address, and the filter that the service gets for it. REC-01. */
import type { RecordingFilter } from '@mimamori/contract/footage/recording.ts'
import { RECORDING_SORTS, type RecordingSort } from '@mimamori/contract/shared/sorts.ts'
import { idsOf, isTrue, type ListSearch, toListSearch } from '#lib/list/list-search.ts'
import { boundsOf, type FilterTime, type TimeRange, toInstant, toTimeRange } from '#lib/list/time-range.ts'

/** Left out means the default, so that a plain address stays plain. */
export type RecordingSearch = ListSearch<RecordingSort> &
  TimeRange & {
    archived?: true
    cameraIds?: string[]
    tagIds?: string[]
    /** What links name one camera by; read as `cameraIds`. */
    cameraId?: string
  }

/** More would make the address too long to be passed on. */
const MOST_CAMERAS = 100
/** As many as the service takes. */
const MOST_TAGS = 50

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toRecordingSearch(raw: Record<string, unknown>): RecordingSearch {
  const cameraIds = idsOf(raw.cameraIds ?? [raw.cameraId], MOST_CAMERAS)
  const tagIds = idsOf(raw.tagIds, MOST_TAGS)
  return {
    ...toListSearch(raw, RECORDING_SORTS),
    ...(isTrue(raw.archived) && { archived: true }),
    ...toTimeRange(raw),
    ...(cameraIds && { cameraIds }),
    ...(tagIds && { tagIds }),
  }
}

/** `unitIds` is the shell's units filter; an empty one filters nothing. */
export function toFilter(search: RecordingSearch, unitIds: readonly string[], at: FilterTime): RecordingFilter {
  return {
    ...(search.archived && { archived: true }),
    ...(search.cameraIds && { cameraIds: search.cameraIds }),
    ...(search.tagIds && { tagIds: search.tagIds }),
    ...(unitIds.length > 0 && { unitIds: [...unitIds] }),
    ...boundsOf(search, at.now, at.timeZone),
  }
}

/** Where to open a recording: an instant, ISO. */
type RecordingAt = { at?: string }

export function toRecordingAt(raw: Record<string, unknown>): RecordingAt {
  const at = toInstant(raw.at)
  return at ? { at } : {}
}
