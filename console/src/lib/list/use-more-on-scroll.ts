/** Endless lists: the next page comes as the reader nears the end of what is there. NAV-04, NAV-05. */
import { type RefObject, useEffect, useRef } from 'react'

type Pages = { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown }

/**
 * What the scroller gets as its `onScroll`. The next page is asked for once the reader is less than `nearEndPx` away
 * from the end, and again when other fetching ends there: a refresh takes the place of a page that was on its way, and
 * at the end nobody scrolls further. A page that failed is asked for again on scroll alone.
 */
export function useMoreOnScroll(
  scroller: RefObject<HTMLElement | null>,
  { hasNextPage, isFetching, isError, fetchNextPage }: Pages,
  nearEndPx: number,
): () => void {
  const isAtEnd = useRef(false)
  const canLoad = hasNextPage && !isFetching
  useEffect(() => {
    if (!canLoad || isError || !isAtEnd.current) return
    isAtEnd.current = scroller.current !== null && isNearEnd(scroller.current, nearEndPx)
    if (isAtEnd.current) fetchNextPage()
  }, [canLoad, isError, scroller, nearEndPx, fetchNextPage])
  return () => {
    isAtEnd.current = scroller.current !== null && isNearEnd(scroller.current, nearEndPx)
    if (isAtEnd.current && canLoad) fetchNextPage()
  }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement, nearEndPx: number): boolean {
  return scrollHeight - scrollTop - clientHeight < nearEndPx
}
