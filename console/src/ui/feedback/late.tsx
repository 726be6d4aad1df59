/** Shows its content only after a moment: a skeleton that flashes for 80 ms is worse than none. */
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'

const AFTER_MS = 200

export function Late({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // The space is taken from the start, so nothing jumps when it appears.
  return <div style={isDue ? undefined : { visibility: 'hidden' }}>{children}</div>
}
