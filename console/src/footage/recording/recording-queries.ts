/** Reads and changes of recordings, one hook each. Keys start with 'recording' so that one call refreshes them all. */
import type { RecordingFilter } from '@mimamori/contract/footage/recording.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, useChange, usePageCall } from '#lib/service/use-call.ts'

/** The signed addresses in the answers live five minutes; asked again before they end. */
const URLS_FRESH_MS = 4 * 60_000
/** A hub that cannot be reached is looked for again. */
const HUB_AWAY_MS = 10_000
/** A list with the recording that is being made grows. */
const LIST_FRESH_MS = 30_000

/** The last page stays while the next one loads. */
export function useRecordingPage(filter: RecordingFilter, page: PageOf) {
  return usePageCall(
    ['recording', 'page', filter, page],
    'recording.search',
    { query: page, body: filter },
    { refetchInterval: LIST_FRESH_MS },
  )
}

export function useRecording(id: string) {
  return useQuery({
    ...oneOf(id),
    refetchInterval: ({ state }) => (state.data?.isHubReachable === false ? HUB_AWAY_MS : URLS_FRESH_MS),
  })
}

function oneOf(id: string) {
  return queryOptions({
    queryKey: ['recording', 'one', id],
    queryFn: ({ signal }) => call('recording.get', { params: { id } }, signal),
  })
}

/** One camera between two instants. */
export function useRecordingDay(cameraId: string, { fromMs, untilMs }: { fromMs: number; untilMs: number }) {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(untilMs).toISOString()]
  return usePageCall(
    ['recording', 'day', cameraId, from, to],
    'recording.day',
    { query: { cameraId, from, to } },
    { refetchInterval: LIST_FRESH_MS },
  )
}

/** Has the next recording at hand before the one that is watched has ended. */
export function usePrefetchRecording(): (id: string) => void {
  const cache = useQueryClient()
  return (id) => void cache.prefetchQuery({ ...oneOf(id), staleTime: URLS_FRESH_MS })
}

/** The recording that shows the camera at this instant. ALERT-07. */
export function useRecordingAt(cameraId: string, at: string) {
  return useCall(
    ['recording', 'at', cameraId, at],
    'recording.search',
    { query: { pageSize: 1 }, body: { cameraIds: [cameraId], at } },
    { select: (page) => page.records[0] ?? null },
  )
}

export function useArchiveRecordings() {
  return useChange(['recording'], (body: { ids: string[]; archived: boolean }) => call('recording.patchMany', { body }))
}
