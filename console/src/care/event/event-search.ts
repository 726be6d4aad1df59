/** What the list of check-ins keeps in the address, and the filter that the service gets for it. LIVE-03. */
import type { CheckInFilter } from '@mimamori/contract/care/event.ts'
import { idsOf, isTrue, type ListSearch, toListSearch } from '#lib/list/list-search.ts'
import { boundsOf, type FilterTime, type TimeRange, toTimeRange } from '#lib/list/time-range.ts'

const SORTS = ['eventTime'] as const

/** Left out means the default, so that a plain address stays plain. */
export type EventSearch = ListSearch<(typeof SORTS)[number]> & TimeRange & { cameraIds?: string[]; userIds?: string[] }

/** As many as the service takes. */
const MOST = 100

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toEventSearch(raw: Record<string, unknown>): EventSearch {
  const [cameraIds, userIds] = [idsOf(raw.cameraIds, MOST), idsOf(raw.userIds, MOST)]
  return {
    ...toListSearch(raw, SORTS),
    ...toTimeRange(raw),
    ...(cameraIds && { cameraIds }),
    ...(userIds && { userIds }),
  }
}

/** The list of rooms is always in the order of their names. */
export function toRoomsSearch(raw: Record<string, unknown>): ListSearch<'name'> {
  return toListSearch(raw, ['name'] as const)
}

/** `unitIds` is the shell's units filter; an empty one filters nothing. */
export function toFilter(search: EventSearch, unitIds: readonly string[], at: FilterTime): CheckInFilter {
  const { text, cameraIds, userIds } = search
  return {
    ...(text && { text }),
    ...(cameraIds && { cameraIds }),
    ...(userIds && { userIds }),
    ...(unitIds.length > 0 && { unitIds: [...unitIds] }),
    ...boundsOf(search, at.now, at.timeZone),
  }
}

/** `start`: the user has pressed for the check-in already. */
type RoomSearch = { start?: true }

export function toRoomSearch(raw: Record<string, unknown>): RoomSearch {
  return isTrue(raw.start) ? { start: true } : {}
}
