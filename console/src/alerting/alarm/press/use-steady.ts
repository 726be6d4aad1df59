/** Prevents presses on buttons that have just appeared or moved, which were meant for what was there before. ALARM-02. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Buttons ignore presses for this long after they appeared or moved, ms. */
export const SETTLES_AFTER_MS = 600
/** A smaller shift in px does not count as a move: the finger still hits the button, which is at least 44 px high. */
const STILL_PX = 12
/** Other elements can move the buttons without rendering them, so their position is measured at this interval, ms. */
const LOOK_EVERY_MS = 100

/** Scrolling does not count as a move: the user does it. Counts events, which lists inside of the page send too. */
let scrolls = 0
if (typeof document !== 'undefined') {
  document.addEventListener('scroll', () => void scrolls++, { capture: true, passive: true })
}

/** `scrollTopPx`: of the page; it changes at once, and its event follows with the next frame. */
type Place = { x: number; y: number; what: string; scrolls: number; scrollTopPx: number; sinceMs: number }

/** The position at `nowMs`; `sinceMs`: since when the same buttons have been there. Pure. */
export function placeNow(before: Place | null, now: Omit<Place, 'sinceMs'>, nowMs: number): Place {
  if (!before || before.what !== now.what) return { ...now, sinceMs: nowMs }
  const isFar = Math.abs(before.x - now.x) >= STILL_PX || Math.abs(before.y - now.y) >= STILL_PX
  const isScrolled = before.scrolls !== now.scrolls || before.scrollTopPx !== now.scrollTopPx
  return { ...now, sinceMs: isFar && !isScrolled ? nowMs : before.sinceMs }
}

/**
 * `what` identifies the buttons: others at the same position count as new. Call `takes` on a press; it measures the position
 * once more.
 */
export function useSteady(
  element: RefObject<HTMLElement | null>,
  what: string,
): { isReady: boolean; takes: () => boolean } {
  const place = useRef<Place | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isReady, setSteady] = useState(false)
  const look = (): number => {
    const nowMs = performance.now()
    const found = element.current?.getBoundingClientRect()
    if (!found) return 0
    const sinceMs = place.current?.sinceMs
    // Use the right edge, because buttons grow to the left.
    const now = { x: found.right, y: found.top, what, scrolls, scrollTopPx: scrollY }
    place.current = placeNow(place.current, now, nowMs)
    if (place.current.sinceMs !== sinceMs) {
      setSteady(false)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setSteady(true), SETTLES_AFTER_MS)
    }
    return nowMs - place.current.sinceMs
  }
  useLayoutEffect(() => void look())
  const newestLook = useRef(look)
  newestLook.current = look
  useLayoutEffect(() => {
    const looking = setInterval(() => newestLook.current(), LOOK_EVERY_MS)
    return () => {
      clearInterval(looking)
      clearTimeout(timer.current)
    }
  }, [])
  return { isReady, takes: () => look() >= SETTLES_AFTER_MS }
}
