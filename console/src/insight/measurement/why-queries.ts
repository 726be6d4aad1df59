/** The call behind the page Why. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

/** The hub sends the seconds of an alert as soon as they are over. */
const FIRST_MS = 5_000
const DOUBLED_AT_MOST = 7

/** `at`: the moment that is asked about. Its second is asked for again until it is there. */
export function useWhy({ at, ...query }: { cameraId: string; at: string; from: string; to: string }) {
  const second = Math.floor(Date.parse(at) / 1000)
  return useQuery({
    queryKey: ['measurement', 'why', query.cameraId, query.from, query.to],
    queryFn: ({ signal }) => call('measurement.why', { query }, signal),
    placeholderData: keepPreviousData,
    // What is still on its way comes within minutes; what was never measured does not come at all.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined &&
      !data.seconds.some((one) => one.second === second) &&
      FIRST_MS * 2 ** Math.min(dataUpdateCount - 1, DOUBLED_AT_MOST),
  })
}
