/** Counts the alerts raised since the list was last fetched, and says when it is polite to show them by itself. */
import type { LiveEvent } from '@mimamori/contract/live-event.ts'
import { type RefObject, useCallback } from 'react'
import { useNews } from '#lib/use-news.ts'

type Raised = Extract<LiveEvent, { type: 'alert-raised' }>
type Options = {
  list: RefObject<HTMLElement | null>
  /** Whether an alert like this belongs to what is shown. */
  belongs: (event: Raised) => boolean
  /** The first page, newest first: only there a new alert has its place on top. */
  isOnTop: boolean
  refresh: () => void
}

export function useNewAlerts({ belongs, ...options }: Options) {
  const isNews = useCallback((event: LiveEvent) => event.type === 'alert-raised' && belongs(event), [belongs])
  return useNews({ ...options, isNews })
}
