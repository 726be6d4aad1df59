/** The call behind the page Why. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const FIRST_MS = 30_000
const DOUBLED_AT_MOST = 5

export function useWhy(query: { cameraId: string; from: string; to: string }) {
  return useQuery({
    queryKey: ['measurement', 'why', query.cameraId, query.from, query.to],
    queryFn: ({ signal }) => call('measurement.why', { query }, signal),
    placeholderData: keepPreviousData,
    // What is still on its way comes within minutes; what was never measured does not come at all.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.seconds.length === 0 && FIRST_MS * 2 ** Math.min(dataUpdateCount - 1, DOUBLED_AT_MOST),
  })
}
