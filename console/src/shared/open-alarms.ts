/** The unresolved alarms: one query for bell, bar, title, wall and detail. ALARM-03, ALARM-05. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { mayCall } from '#lib/access/access.ts'
import { paced } from '#lib/list/paced.ts'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { type SessionUser, siteOf, useUser } from '#lib/session/session.ts'

/** Refetch interval besides the stream's events, for events that were lost. */
const EVERY_MS = 20_000
/** Minimum interval of requests during a burst of events; an alarm and a claim right after it request at once. */
const PAUSE_MS = 500
const AT_ONCE = 2
/** Requests of the same moment share one response. */
const SHARED_MS = 300

/** Where this browser stores the bar's height in px: the next page reserves the space before the alarms are known. */
export const BAR_HEIGHT = 'alarm-bar-height'

export type OpenAlarms = {
  records: OpenAlarm[]
  totalCount: number
  /** Number of rooms with an unresolved alarm. */
  roomCount: number
  /** Number of rooms with an alarm that nobody goes to. */
  unclaimedCount: number
  /** The service's clock minus this device's. */
  clockAheadMs: number
}

const prompt = queryOptions({
  queryKey: ['alarm', 'open'],
  queryFn: async ({ signal }): Promise<OpenAlarms> => {
    const { now, ...answer } = await call('alarm.open', {}, signal)
    return { ...answer, clockAheadMs: Date.parse(now) - Date.now() }
  },
  // Fails at once without a network, which the bar shows.
  networkMode: 'always',
})

/** Whether this user answers alarms: neither the demo's visitor, nor an annotator, nor a user outside a site. */
export function mayAnswer(user: SessionUser): boolean {
  return mayCall(user.role, 'alarm.open') && siteOf(user) !== null
}

/** Alarms of the whole scope, whatever units filter the pages: an alarm elsewhere also needs an answer. */
export function useOpenAlarms() {
  const isOn = mayAnswer(useUser())
  return useQuery({ ...prompt, enabled: isOn, refetchInterval: EVERY_MS, refetchIntervalInBackground: true })
}

/** Refetches after each event that may change an alarm. Runs until the returned function is called. */
export function followAlarms(cache: QueryClient): () => void {
  const ask = paced(() => void refreshAlarms(cache), PAUSE_MS, AT_ONCE)
  const stop = onLiveEvent((event) => {
    if (event.type === 'alarm-changed' || event.type === 'alert-raised') ask.call()
  })
  return () => {
    stop()
    ask.stop()
  }
}

export function refreshAlarms(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: prompt.queryKey })
}

/** Whether the bar shows the alarm, by a request to the service; also false on an error. */
export async function isOpenAlarm(cache: QueryClient, alertId: string): Promise<boolean> {
  try {
    const { records, totalCount } = await cache.fetchQuery({ ...prompt, staleTime: SHARED_MS, retry: false })
    return records.some((one) => one.alertId === alertId) || totalCount > records.length
  } catch {
    return false
  }
}

/** Shows an answer at once, before the list is refetched. */
export function keepAnswer(cache: QueryClient, alertId: string, alarm: OpenAlarm['alarm']): void {
  cache.setQueryData(prompt.queryKey, (old) => {
    if (!old) return old
    const before = old.records.find((one) => one.alertId === alertId)
    if (!before) return old
    const isOver = alarm.state === 'resolved'
    const records = old.records.flatMap((one) => (one !== before ? [one] : isOver ? [] : [{ ...one, alarm }]))
    const [was, is] = [roomCounts(old.records), roomCounts(records)]
    return {
      ...old,
      records,
      totalCount: old.totalCount - (isOver ? 1 : 0),
      roomCount: old.roomCount - was.roomCount + is.roomCount,
      unclaimedCount: old.unclaimedCount - was.unclaimedCount + is.unclaimedCount,
    }
  })
}

/** In how many rooms these alarms are, and how many of the rooms have one that nobody goes to. NIGHT-01. */
export function roomCounts(alarms: readonly Pick<OpenAlarm, 'room' | 'alarm'>[]) {
  const open = alarms.filter(({ alarm }) => alarm.state === 'open')
  const countOf = (of: typeof alarms) => new Set(of.map(({ room }) => room)).size
  return { roomCount: countOf(alarms), unclaimedCount: countOf(open) }
}
