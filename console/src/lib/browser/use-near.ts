/** Whether an element is in view or about to be: what is far away need not be drawn whole. One observer for all of them. */
import { type RefObject, startTransition, useEffect, useState } from 'react'

/** About a window ahead of a finger. */
const MARGIN = '800px 0px'

/** `heightPx`: as it was when it was last near; null: it never was. */
type Near = { isNear: boolean; heightPx: number | null }

const listeners = new WeakMap<Element, (entry: IntersectionObserverEntry) => void>()
let observer: IntersectionObserver | undefined

export function useNear(element: RefObject<Element | null>): Near {
  const [near, setNear] = useState<Near>({ isNear: false, heightPx: null })
  useEffect(() => {
    const own = element.current
    if (!own) return
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) listeners.get(entry.target)?.(entry)
      },
      { rootMargin: MARGIN },
    )
    // Drawn between frames: a finger that scrolls does not wait for it.
    listeners.set(own, ({ isIntersecting, boundingClientRect }) =>
      startTransition(() =>
        setNear(({ isNear, heightPx }) => ({
          isNear: isIntersecting,
          heightPx: isNear ? boundingClientRect.height : heightPx,
        })),
      ),
    )
    observer.observe(own)
    return () => {
      observer?.unobserve(own)
      listeners.delete(own)
    }
  }, [element])
  return near
}
