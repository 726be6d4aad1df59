/** What somebody types, once they have stopped typing. */
import { useEffect, useState } from 'react'

/** The value once it has not changed for `pauseMs`; clearing the field acts at once. */
export function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value ? pauseMs : 0)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
