/** Counts the alerts raised since the list was last fetched, and says when it is polite to show them by itself. */
import type { LiveEvent } from '@mimamori/contract/live-event.ts'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { onLiveEvent } from '#lib/stream.ts'

type Raised = Extract<LiveEvent, { type: 'alert-raised' }>
type Options = {
  list: RefObject<HTMLElement | null>
  /** Whether an alert like this belongs to what is shown. */
  belongs: (event: Raised) => boolean
  /** The first page, newest first: only there a new alert has its place on top. */
  isOnTop: boolean
  refresh: () => void
  /** How far the reader has scrolled away from the head of the list; the page's own scroll if left out. */
  scrolledPx?: () => number
}

/** Scrolled less than this, the reader still looks at the head of the list. */
const TOP_PX = 120

/** ALERT-10: new rows come by themselves while nobody points at the list; otherwise a pill announces them. */
export function useNewAlerts({ list, belongs, isOnTop, refresh, scrolledPx = pageScroll }: Options) {
  const [count, setCount] = useState(0)
  const show = useCallback(() => {
    setCount(0)
    refresh()
  }, [refresh])

  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'alert-raised' || !belongs(event)) return
        if (isOnTop && scrolledPx() < TOP_PX && isUntouched(list.current)) refresh()
        else setCount((last) => last + 1)
      }),
    [list, belongs, isOnTop, refresh, scrolledPx],
  )
  return { count, show }
}

const pageScroll = () => window.scrollY

function isUntouched(list: HTMLElement | null): boolean {
  if (!list) return true
  return !list.matches(':hover') && !list.contains(document.activeElement)
}
