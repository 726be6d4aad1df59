/** Whether somebody can see it: images that nobody looks at cost line, battery and privacy for nothing. */
import { type RefObject, useEffect, useState } from 'react'

/** Opened a little before they scroll into view. */
const MARGIN = '160px'

/** Whether the element is in view, or nearly so. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)!.isIntersecting), {
      rootMargin: MARGIN,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
