/** Turns live events into fresh data: each names the parts of the cache that it makes old (ALERT-10, DASH-02). */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { startStream } from '#lib/service/stream.ts'

/** A burst of alerts asks once, not fifty times. */
const GATHER_MS = 400

/**
 * Old by none of the cache: the popup announces `notified` by itself, the page of rooms takes its event as it is, a
 * test incident is confirmed and shown nowhere, and pages of accident reports and handovers listen for themselves.
 */
type Silent =
  | ('notified' | 'report-progress' | 'room-changed' | 'path-proven' | 'frame-changed' | 'disk-changed')
  | ('accident-changed' | 'handover-changed')
type Stale = Record<Exclude<LiveEvent['type'], Silent>, readonly QueryKey[]>

/** Lists of alerts are left alone when one is raised: they announce it and let the reader fetch it. */
const STALE: Stale & { [type in Silent]?: never } = {
  'alert-raised': [['alert', 'unread'], ['dashboard']],
  'alert-changed': [['alert'], ['dashboard'], ['notification', 'latest']],
  // The bar asks for its alarms by itself, and faster.
  'alarm-changed': [['alert'], ['dashboard']],
  'report-changed': [['report']],
  // Who looks in does what was planned.
  'check-in-changed': [['check-in'], ['booking']],
  'booking-changed': [['booking']],
  'camera-changed': [['camera'], ['dashboard'], ['walk-test']],
  'visit-changed': [['visit'], ['room']],
  'hub-changed': [['agent']],
}

/** Runs until the answered function is called. */
export function startLiveUpdates(cache: QueryClient): () => void {
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const queryKey of waiting.values()) void cache.invalidateQueries({ queryKey })
    waiting.clear()
  }
  const stop = startStream({
    onEvent: (event) => {
      // A list that nobody has before him comes up to date when he returns to it.
      if (event.type === 'alert-raised') {
        void cache.invalidateQueries({ queryKey: ['alert'], type: 'inactive', refetchType: 'none' })
      }
      for (const key of STALE[event.type] ?? []) waiting.set(key.join('/'), key)
      if (waiting.size > 0) timer ??= setTimeout(flush, GATHER_MS)
    },
    onReconnect: () => void cache.invalidateQueries(),
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
