/** Applies live events to the cache: each makes some queries stale (ALERT-10, DASH-02). */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { startStream } from '#lib/service/stream.ts'

/** A burst of alerts refetches once, not fifty times. */
const GATHER_MS = 400

/**
 * Events that make no query stale: the popup shows `notified`, the page of rooms uses its event directly, a test incident is
 * confirmed and not shown, and pages of accident reports and handovers subscribe themselves.
 */
type Silent =
  | ('notified' | 'report-progress' | 'room-changed' | 'path-proven' | 'frame-changed' | 'disk-changed')
  | ('mail-changed' | 'accident-changed' | 'handover-changed')
type Stale = Record<Exclude<LiveEvent['type'], Silent>, readonly QueryKey[]>

/** A raised alert leaves lists of alerts unchanged: they announce it, and the user can reload. */
const STALE: Stale & { [type in Silent]?: never } = {
  'alert-raised': [['alert', 'unread'], ['dashboard']],
  'alert-changed': [['alert'], ['dashboard'], ['notification', 'latest']],
  // The bar refetches its alarms itself, and faster.
  'alarm-changed': [['alert'], ['dashboard']],
  'report-changed': [['report']],
  // A check-in completes a planned one.
  'check-in-changed': [['check-in'], ['booking']],
  'booking-changed': [['booking']],
  'camera-changed': [['camera'], ['dashboard'], ['walk-test']],
  'visit-changed': [['visit'], ['room']],
  'hub-changed': [['agent']],
  'roster-changed': [['roster'], ['alarm', 'answerers']],
}

/** Runs until the returned function is called. */
export function startLiveUpdates(cache: QueryClient): () => void {
  // The library notices a network that returns only while a cache is in use: signed out, it would stay offline for good.
  onlineManager.setOnline(true)
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const queryKey of waiting.values()) void cache.invalidateQueries({ queryKey })
    waiting.clear()
  }
  const stop = startStream({
    onEvent: (event) => {
      // A list in the background is updated when the user returns to it.
      if (event.type === 'alert-raised') {
        void cache.invalidateQueries({ queryKey: ['alert'], type: 'inactive', refetchType: 'none' })
      }
      for (const key of STALE[event.type] ?? []) waiting.set(key.join('/'), key)
      if (waiting.size > 0) timer ??= setTimeout(flush, GATHER_MS)
    },
    onReconnect: () => {
      // An open stream proves the network, also where the browser does not report its return.
      onlineManager.setOnline(true)
      void cache.invalidateQueries()
    },
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
