/** What a clip player plays: knows when it is slow or broke off, and takes it up again where that was. */
import { type RefObject, useEffect, useRef, useState } from 'react'

type ClipState = 'loading' | 'slow' | 'ready' | 'broken'

/** Later than this the player says so, and offers to try again. */
const SLOW_MS = 5000

/**
 * `newest` may be renewed: what is being watched goes on, and another attempt takes it. The answer's `source` and `attempt`
 * are the element's, as address and key; call `heard` and `loaded` with its events.
 */
export function useClipSource(video: RefObject<HTMLVideoElement | null>, newest: string) {
  const [{ source, attempt }, setPlayed] = useState({ source: newest, attempt: 0 })
  const [state, setState] = useState<ClipState>('loading')
  const stoodAtS = useRef(0)
  const heard = (next: Exclude<ClipState, 'slow'>) => setState((now) => (now === 'broken' ? now : next))
  const again = () => {
    // An attempt that failed before its first picture stood nowhere.
    stoodAtS.current = video.current?.currentTime || stoodAtS.current
    setPlayed({ source: newest, attempt: attempt + 1 })
    setState('loading')
  }
  const loaded = (speed: number) => {
    if (attempt === 0 || !video.current) return
    video.current.currentTime = stoodAtS.current
    video.current.playbackRate = speed
  }
  useEffect(() => {
    if (state !== 'loading') return
    // A browser that waits for a finger to play is not slow.
    const isAsking = () => video.current?.networkState === HTMLMediaElement.NETWORK_LOADING
    const timer = setTimeout(() => isAsking() && setState('slow'), SLOW_MS)
    return () => clearTimeout(timer)
  }, [video, state])
  // The button that was pressed is gone.
  useEffect(() => {
    if (attempt > 0) video.current?.focus()
  }, [video, attempt])
  return { source, attempt, state, heard, loaded, again }
}
