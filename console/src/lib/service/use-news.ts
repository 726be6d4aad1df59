/** Counts new rows since a list was last fetched, and decides when to show them automatically. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createNews, type News } from './news.ts'
import { onLiveEvent, onReconnected } from './stream.ts'

type Options = {
  list: RefObject<HTMLElement | null>
  /** Whether the event adds a row to the list; a promise if the service must decide. A new function means another list. */
  isNews: (event: LiveEvent) => boolean | Promise<boolean>
  /** Whether the rows already contain it. */
  isShown: (event: LiveEvent) => boolean
  /** The first page, latest first: only there new rows appear at the top. */
  isOnTop: boolean
  /** Resolves when the rows have arrived, rejects if they do not. */
  refresh: () => Promise<unknown>
  /** How far the user has scrolled from the top of the list; default: the page's scroll position. */
  scrolledPx?: () => number
}

/** Below this scroll distance the user is still at the top of the list. */
const TOP_PX = 120

/** ALERT-10: new rows appear automatically while nobody points at the list; otherwise a pill announces them. */
export function useNews(options: Options) {
  const [count, setCount] = useState(0)
  const now = useRef(options)
  const news = useRef<News<LiveEvent>>(undefined)
  useEffect(() => {
    now.current = options
  })

  useEffect(() => {
    const here = createNews<LiveEvent>({
      isPolite: () => isPolite(now.current),
      isShown: (event) => now.current.isShown(event),
      refresh: () => now.current.refresh(),
      // Synchronously: the next fetch must be for the list that is no longer frozen.
      onCount: (count) => flushSync(() => setCount(count)),
    })
    news.current = here
    const judge = (event: LiveEvent) => {
      const { isNews } = now.current
      const answer = isNews(event)
      if (answer === true) here.come(event)
      else if (answer)
        void answer.then((isOne) => (isNews !== now.current.isNews ? judge(event) : isOne && here.come(event)))
    }
    const stops = [onLiveEvent(judge), onReconnected(() => here.isBehind() && here.show())]
    return () => {
      for (const stop of stops) stop()
      here.stop()
      if (here.isBehind()) void now.current.refresh().catch(() => {})
    }
  }, [])

  const { isNews, isOnTop } = options
  // Another list, or a return to its top, includes the announced rows. Not from within an effect.
  useEffect(() => {
    const catchUp = () => {
      if (now.current.isNews === isNews && news.current?.isBehind()) news.current.show()
    }
    if (isOnTop) queueMicrotask(catchUp)
  }, [isNews, isOnTop])
  return { count, show: useCallback(() => news.current?.show(), []) }
}

function isPolite({ list: { current: list }, isOnTop, scrolledPx = pageScroll }: Options): boolean {
  const isUntouched = !list || (!list.matches(':hover') && !list.contains(document.activeElement))
  return isOnTop && scrolledPx() < TOP_PX && isUntouched
}

const pageScroll = () => window.scrollY
