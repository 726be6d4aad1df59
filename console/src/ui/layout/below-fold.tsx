/** What a long page shows below its first screen: drawn after the first paint, so that the page is there sooner. */
import { type ReactNode, useEffect, useState } from 'react'
import css from './below-fold.module.css'

export function BelowFold({ children }: { children: ReactNode }): ReactNode {
  // Drawn in one go then: in the slices of a deferred value it came much later on a slow tablet (528 ms for 314 ms).
  return useIsPainted() ? children : <div className={css.room} />
}

function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // A frame is painted after what was asked for in it.
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
