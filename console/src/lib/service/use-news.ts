/** Counts what happened since a list was last fetched, and says when it is polite to show it by itself. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { paced } from '../list/paced.ts'
import { onLiveEvent } from './stream.ts'

type Options = {
  list: RefObject<HTMLElement | null>
  /** Whether the event brings a row to what is shown; a promise where the service has to say. */
  isNews: (event: LiveEvent) => boolean | Promise<boolean>
  /** The first page, newest first: only there a new row has its place on top. */
  isOnTop: boolean
  refresh: () => void
  /** How far the reader has scrolled away from the head of the list; the page's own scroll if left out. */
  scrolledPx?: () => number
}

/** Scrolled less than this, the reader still looks at the head of the list. */
const TOP_PX = 120
/** A storm of alerts asks for the list so often and no more, or no answer would ever stand. */
const PAUSE_MS = 500

/** ALERT-10: new rows come by themselves while nobody points at the list; otherwise a pill announces them. */
export function useNews({ list, isNews, isOnTop, refresh, scrolledPx = pageScroll }: Options) {
  const [count, setCount] = useState(0)
  const show = useCallback(() => {
    setCount(0)
    refresh()
  }, [refresh])

  useEffect(() => {
    const isPolite = () => isOnTop && scrolledPx() < TOP_PX && isUntouched(list.current)
    let waiting = 0
    const asked = paced(() => {
      const come = waiting
      waiting = 0
      if (isPolite()) refresh()
      else setCount((last) => last + come)
    }, PAUSE_MS)
    const come = () => {
      if (!isPolite()) return setCount((last) => last + 1)
      waiting++
      asked.call()
    }
    let isShown = true
    const stop = onLiveEvent((event) => {
      const answer = isNews(event)
      if (answer === true) come()
      else if (answer) void answer.then((isOne) => isOne && isShown && come())
    })
    return () => {
      isShown = false
      stop()
      asked.stop()
      if (waiting > 0) refresh()
    }
  }, [list, isNews, isOnTop, refresh, scrolledPx])
  return { count, show }
}

const pageScroll = () => window.scrollY

function isUntouched(list: HTMLElement | null): boolean {
  if (!list) return true
  return !list.matches(':hover') && !list.contains(document.activeElement)
}
