/** Whether an element is in view or close to it, because distant ones need not be rendered completely. One shared observer. */
import { type RefObject, startTransition, useEffect, useState } from 'react'

/** About one window height ahead of scrolling. */
const MARGIN = '800px 0px'

/** `heightPx`: its height when it was last near; null: never near. */
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
    // As a transition, so that scrolling does not wait for it.
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
