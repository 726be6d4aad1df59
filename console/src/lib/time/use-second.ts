/** Now, to the second, while it is wanted: ages and countdowns. */
import { useEffect, useState } from 'react'

/** Milliseconds since the epoch, by the clock of this device unless said otherwise, renewed each second while `isOn`. */
export function useSecond(isOn: boolean, readMs: () => number = Date.now): number {
  const [nowMs, setNow] = useState(readMs)
  useEffect(() => {
    if (!isOn) return
    setNow(readMs())
    const timer = setInterval(() => setNow(readMs()), 1000)
    return () => clearInterval(timer)
  }, [isOn, readMs])
  return nowMs
}
