/** Endless lists: loads the next page when the user scrolls near the end. NAV-04, NAV-05. */
import { type RefObject, useEffect, useRef } from 'react'

type Pages = { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown }

/**
 * The scroller's `onScroll`. Requests the next page when the user is less than `nearEndPx` away from the end, and again when
 * other fetching ends there: a refresh cancels a pending page, and at the end no more scroll events arrive. A failed page is
 * retried on scroll only.
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
