/** Content of a long page below its first screen: rendered after the first paint, so that the page appears sooner. */
import { type ReactNode, useEffect, useState } from 'react'
import css from './page-header.module.css'

export function BelowFold({ children }: { children: ReactNode }): ReactNode {
  // Rendered at once: a deferred value was much slower on a slow tablet (528 ms instead of 314 ms).
  return useIsPainted() ? children : <div className={css.room} />
}

function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // The paint follows the frame's callback.
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
