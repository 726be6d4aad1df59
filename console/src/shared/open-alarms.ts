/** The alarms that are not resolved: one question for bell, bar, title, wall and detail. ALARM-03, ALARM-05. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { paced } from '#lib/list/paced.ts'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { mayCall } from '#lib/session/access.ts'
import { type SessionUser, siteOf, useUser } from '#lib/session/session.ts'

/** Beside the stream's events: what it did not bring comes with this. */
const EVERY_MS = 20_000
/** Minimum interval of requests during a burst of events; an alarm and a claim right after it request at once. */
const PAUSE_MS = 500
const AT_ONCE = 2
/** Several that ask in the same moment share one answer. */
const SHARED_MS = 300

/** Where this browser keeps the bar's height in px: the next page leaves it room before the alarms are known. */
export const BAR_HEIGHT = 'alarm-bar-height'

export type OpenAlarms = {
  records: OpenAlarm[]
  totalCount: number
  /** How many nobody has claimed. */
  unclaimedCount: number
  /** The service's clock minus this device's. */
  clockAheadMs: number
}

const question = queryOptions({
  queryKey: ['alarm', 'open'],
  queryFn: async ({ signal }): Promise<OpenAlarms> => {
    const { now, ...answer } = await call('alarm.open', {}, signal)
    return { ...answer, clockAheadMs: Date.parse(now) - Date.now() }
  },
  // Without a network it fails at once, which the bar says.
  networkMode: 'always',
})

/** Whether this person answers alarms: not the demo's visitor, not an annotator, and nobody outside of a site. */
export function mayAnswer(user: SessionUser): boolean {
  return mayCall(user.role, 'alarm.open') && siteOf(user) !== null
}

/** Of the whole scope, whatever units the pages are narrowed to: an alarm elsewhere still needs somebody. */
export function useOpenAlarms() {
  const isOn = mayAnswer(useUser())
  return useQuery({ ...question, enabled: isOn, refetchInterval: EVERY_MS, refetchIntervalInBackground: true })
}

/** Asks anew after each event that may change an alarm. Runs until the answered function is called. */
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
  return cache.invalidateQueries({ queryKey: question.queryKey })
}

/** Whether the bar shows it, asked of the service; false also where that cannot be found out. */
export async function isOpenAlarm(cache: QueryClient, alertId: string): Promise<boolean> {
  try {
    const { records, totalCount } = await cache.fetchQuery({ ...question, staleTime: SHARED_MS, retry: false })
    return records.some((one) => one.alertId === alertId) || totalCount > records.length
  } catch {
    return false
  }
}

/** An answer that has just come: shown before the list is asked for again. */
export function keepAnswer(cache: QueryClient, alertId: string, alarm: OpenAlarm['alarm']): void {
  cache.setQueryData(question.queryKey, (old) => {
    if (!old) return old
    const before = old.records.find((one) => one.alertId === alertId)
    if (!before) return old
    const wasOpen = before.alarm.state === 'open' ? 1 : 0
    const isOpen = alarm.state === 'open' ? 1 : 0
    const isOver = alarm.state === 'resolved'
    return {
      ...old,
      records: old.records.flatMap((one) => (one !== before ? [one] : isOver ? [] : [{ ...one, alarm }])),
      totalCount: old.totalCount - (isOver ? 1 : 0),
      unclaimedCount: old.unclaimedCount - wasOpen + isOpen,
    }
  })
}
