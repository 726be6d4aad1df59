/** A page over the whole screen: the wall, the rooms at a station. The document goes there, so messages still come over it. */
import { useCallback, useEffect, useState } from 'react'

export type FullScreen = { isFull: boolean; toggle: () => void }

/**
 * A browser that gives no page the whole screen (a phone's) gives it its whole window; so does an address that asks for it
 * at once (`isAtOnce`), because no button was pressed.
 */
export function useFullScreen(isAtOnce = false): FullScreen {
  const [isFull, setFull] = useState(isAtOnce)
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  // For the shell: only its bar of alarms still shows.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-full-screen', isFull)
    return () => document.documentElement.removeAttribute('data-full-screen')
  }, [isFull])
  const toggle = useCallback(() => {
    setFull(!isFull)
    const root = document.documentElement
    const done = isFull ? document.fullscreenElement && document.exitFullscreen() : root.requestFullscreen?.()
    if (done) void done.catch(() => undefined)
  }, [isFull])
  return { isFull, toggle }
}
