/** The query of the page Why. */
import { usePageCall } from '#lib/service/use-call.ts'

/** The hub sends the seconds of an alert as soon as they are over. */
const FIRST_MS = 5_000
const DOUBLED_AT_MOST = 7

/** `at`: the requested time. Refetches until its second is available. */
export function useWhy({ at, ...query }: { cameraId: string; at: string; from: string; to: string }) {
  const second = Math.floor(Date.parse(at) / 1000)
  return usePageCall(
    ['measurement', 'why', query.cameraId, query.from, query.to],
    'measurement.why',
    { query },
    {
      // Pending data arrives within minutes; seconds that were never measured do not arrive at all.
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data !== undefined &&
        !data.seconds.some((one) => one.second === second) &&
        FIRST_MS * 2 ** Math.min(dataUpdateCount - 1, DOUBLED_AT_MOST),
    },
  )
}
