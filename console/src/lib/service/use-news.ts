/** Counts what happened since a list was last fetched, and says when it is polite to show it by itself. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createNews, type News } from './news.ts'
import { onLiveEvent, onReconnected } from './stream.ts'

type Options = {
  list: RefObject<HTMLElement | null>
  /** Whether the event brings a row to what is shown; a promise where the service has to say. Another one: another list. */
  isNews: (event: LiveEvent) => boolean | Promise<boolean>
  /** Whether the rows have it already. */
  isShown: (event: LiveEvent) => boolean
  /** The first page, newest first: only there a new row has its place on top. */
  isOnTop: boolean
  /** Ends when the rows are there, fails when they do not come. */
  refresh: () => Promise<unknown>
  /** How far the reader has scrolled away from the head of the list; the page's own scroll if left out. */
  scrolledPx?: () => number
}

/** Scrolled less than this, the reader still looks at the head of the list. */
const TOP_PX = 120

/** ALERT-10: new rows come by themselves while nobody points at the list; otherwise a pill announces them. */
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
      // At once: what is fetched next must be the list that is no longer held.
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
  // Another list, or the way back to its head: what was announced comes with it. Not from inside of an effect.
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
