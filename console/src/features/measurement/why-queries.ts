/** The call behind the page Why. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const EVERY_MS = 30_000

export function useWhy(query: { cameraId: string; from: string; to: string }) {
  return useQuery({
    queryKey: ['measurement', 'why', query.cameraId, query.from, query.to],
    queryFn: ({ signal }) => call('measurement.why', { query }, signal),
    placeholderData: keepPreviousData,
    // What is still on its way comes within minutes.
    refetchInterval: ({ state }) => (state.data?.seconds.length === 0 ? EVERY_MS : false),
  })
}
