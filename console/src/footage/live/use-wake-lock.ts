/** Keeps the screen on while pictures are watched; browsers take it back when the tab is hidden. */
import { useEffect } from 'react'
import { useTabVisible } from './wall/use-shown.ts'

export function useWakeLock(): void {
  const isVisible = useTabVisible()
  useEffect(() => {
    if (!isVisible || !('wakeLock' in navigator)) return
    // Refused on a low battery: the screen then does what it always does.
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((held) => held?.release())
  }, [isVisible])
}
