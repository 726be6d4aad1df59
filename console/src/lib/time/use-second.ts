/** Now, to the second, while it is wanted: ages and countdowns. */
import { useEffect, useState } from 'react'

/** Milliseconds since the epoch, renewed each second while `isOn`. */
export function useSecond(isOn: boolean): number {
  const [nowMs, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOn])
  return nowMs
}
