/** Reads and changes of check-ins, one hook each. Keys start with 'check-in' so that one call refreshes them all. LIVE-03. */
import type { CheckInFilter } from '@mimamori/contract/care/event.ts'
import { useQuery } from '@tanstack/react-query'
import { isId } from '#lib/list/list-search.ts'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, useChange, usePageCall } from '#lib/service/use-call.ts'

/** Images of the rooms grow old, and their signed addresses live five minutes. */
const ROOMS_FRESH_MS = 60_000

/** The last page stays while the next one loads. */
export function useCheckInPage(filter: CheckInFilter, page: PageOf) {
  return usePageCall(['check-in', 'page', filter, page], 'event.search', { query: page, body: filter })
}

export function useCheckIn(id: string) {
  return useCall(['check-in', 'one', id], 'event.get', { params: { id } })
}

export function useRoomPage(
  body: { unitIds?: string[]; text?: string },
  page: Pick<PageOf, 'pageNumber' | 'pageSize'>,
) {
  const { pageNumber, pageSize } = page
  return usePageCall(
    ['check-in', 'rooms', body, pageNumber, pageSize],
    'event.rooms',
    { query: { pageNumber, pageSize }, body },
    { refetchInterval: ROOMS_FRESH_MS },
  )
}

/** The room of a camera, null when it cannot be looked into now. */
export function useRoom(cameraId: string) {
  return useQuery({
    queryKey: ['check-in', 'room', cameraId],
    queryFn: async ({ signal }) => {
      if (!isId(cameraId)) return null
      const { records } = await call('event.rooms', { query: { pageSize: 1 }, body: { cameraIds: [cameraId] } }, signal)
      return records[0] ?? null
    },
  })
}

export function useSaveNote(id: string) {
  return useChange(['check-in'], (body: { note: string; version: number }) =>
    call('event.note', { params: { id }, body }),
  )
}
