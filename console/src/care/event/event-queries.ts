/** Reads and changes of check-ins, one hook each. Keys start with 'check-in' so that one call refreshes them all. LIVE-03. */
import type { CheckInFilter } from '@mimamori/contract/care/event.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isId } from '#lib/list/list-search.ts'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'

/** Pictures of the rooms grow old, and their signed addresses live five minutes. */
const ROOMS_FRESH_MS = 60_000

/** The last page stays while the next one loads. */
export function useCheckInPage(filter: CheckInFilter, page: PageOf) {
  return useQuery({
    queryKey: ['check-in', 'page', filter, page],
    queryFn: ({ signal }) => call('event.search', { query: page, body: filter }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useCheckIn(id: string) {
  return useQuery({
    queryKey: ['check-in', 'one', id],
    queryFn: ({ signal }) => call('event.get', { params: { id } }, signal),
  })
}

export function useRoomPage(
  body: { unitIds?: string[]; text?: string },
  page: Pick<PageOf, 'pageNumber' | 'pageSize'>,
) {
  const { pageNumber, pageSize } = page
  return useQuery({
    queryKey: ['check-in', 'rooms', body, pageNumber, pageSize],
    queryFn: ({ signal }) => call('event.rooms', { query: { pageNumber, pageSize }, body }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ROOMS_FRESH_MS,
  })
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
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { note: string; version: number }) => call('event.note', { params: { id }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['check-in'] }),
  })
}
