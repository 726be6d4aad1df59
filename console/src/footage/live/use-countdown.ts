/** What is left of the site's minutes, said in the last of them. LIVE-01. */
import { useEffect, useState } from 'react'
import { useSecond } from '#lib/time/use-second.ts'

const LAST_MS = 60_000

/** Milliseconds left, from the last minute on and never below 0; null before, and where nothing ends. */
export function useCountdown(endsAtMs: number | null): number | null {
  const [isLast, setLast] = useState(false)
  useEffect(() => {
    setLast(false)
    if (endsAtMs === null) return
    const timer = setTimeout(() => setLast(true), Math.max(0, endsAtMs - LAST_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAtMs])
  const nowMs = useSecond(isLast)
  return isLast && endsAtMs !== null ? Math.max(0, endsAtMs - nowMs) : null
}
