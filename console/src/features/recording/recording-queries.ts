/** Reads and changes of recordings, one hook each. Keys start with 'recording' so that one call refreshes them all. */
import type { RecordingFilter } from '@mimamori/contract/recording.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { PageOf } from '#lib/use-list.ts'

/** The signed addresses in the answers live five minutes; asked again before they end. */
const URLS_FRESH_MS = 4 * 60_000
/** A list with the recording that is being made grows. */
const LIST_FRESH_MS = 30_000

/** The last page stays while the next one loads. */
export function useRecordingPage(filter: RecordingFilter, page: PageOf) {
  return useQuery({
    queryKey: ['recording', 'page', filter, page],
    queryFn: ({ signal }) => call('recording.search', { query: page, body: filter }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_FRESH_MS,
  })
}

export function useRecording(id: string) {
  return useQuery({
    queryKey: ['recording', 'one', id],
    queryFn: ({ signal }) => call('recording.get', { params: { id } }, signal),
    refetchInterval: URLS_FRESH_MS,
  })
}

/** A camera's recordings between two instants, oldest first. */
export function useRecordingsBetween(cameraId: string, from: string, to: string) {
  const query = { pageSize: 100, sortAscending: true }
  return useQuery({
    queryKey: ['recording', 'between', cameraId, from, to],
    queryFn: ({ signal }) => call('recording.search', { query, body: { cameraIds: [cameraId], from, to } }, signal),
    placeholderData: keepPreviousData,
  })
}

/** The recording that shows the camera at this instant. ALERT-07. */
export function useRecordingAt(cameraId: string, at: string) {
  return useQuery({
    queryKey: ['recording', 'at', cameraId, at],
    queryFn: ({ signal }) =>
      call('recording.search', { query: { pageSize: 1 }, body: { cameraIds: [cameraId], at } }, signal),
    select: (page) => page.records[0] ?? null,
  })
}

export function useArchiveRecordings() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids: string[]; archived: boolean }) => call('recording.patchMany', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['recording'] }),
  })
}
