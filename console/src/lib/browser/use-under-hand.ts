/** What stands under a hand stays where it is: somebody may be about to press it. ALARM-03, NIGHT-02. */
import { type RefObject, useEffect, useState } from 'react'

/** A pointer that has not moved for this long counts as abandoned, ms. */
const LEFT_AFTER_MS = 10_000

/** Whether a pointer or finger is over the element, or the focus is in it. */
export function useIsUnderHand(area: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false)
  const [hasKeys, setKeys] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (type: string, heard: () => void) => element.addEventListener(type, heard, { signal: end.signal })
    const come = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setOver(false), LEFT_AFTER_MS)
      setOver(true)
    }
    const go = () => {
      clearTimeout(timer)
      setOver(false)
    }
    for (const type of ['pointerenter', 'pointerdown', 'pointermove']) listen(type, come)
    for (const type of ['pointerleave', 'pointercancel']) listen(type, go)
    listen('focusin', () => setKeys(element.querySelector(':focus-visible') !== null))
    listen('focusout', () => setKeys(false))
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [area])
  return isOver || hasKeys
}
