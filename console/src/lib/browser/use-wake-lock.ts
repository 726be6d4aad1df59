/** Keeps the screen on while images are watched, or at a station; browsers take it back when the tab is hidden. */
import { useEffect, useSyncExternalStore } from 'react'

export function useWakeLock(isWanted = true): void {
  const isVisible = useTabVisible()
  useEffect(() => {
    if (!isWanted || !isVisible || !('wakeLock' in navigator)) return
    // Refused on a low battery: the screen then does what it always does.
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((held) => held?.release())
  }, [isWanted, isVisible])
}

/** Follows the person from tab to tab. */
export function useTabVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
