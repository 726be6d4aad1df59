/** The source of a clip player: detects slow or interrupted loading, and resumes at the same position. */
import { type RefObject, useEffect, useRef, useState } from 'react'

type ClipState = 'loading' | 'slow' | 'ready' | 'broken'

/** After this time the player shows a message, and offers a retry. */
const SLOW_MS = 5000

/**
 * `newest` may be renewed: playback continues, and a new attempt uses it. Use the returned `source` and `attempt` as the
 * element's address and key; call `heard` and `loaded` with its events.
 */
export function useClipSource(video: RefObject<HTMLVideoElement | null>, newest: string) {
  const [{ source, attempt }, setPlayed] = useState({ source: newest, attempt: 0 })
  const [state, setState] = useState<ClipState>('loading')
  const stoodAtS = useRef(0)
  const heard = (next: Exclude<ClipState, 'slow'>) => setState((now) => (now === 'broken' ? now : next))
  const again = () => {
    // An attempt that failed before its first frame has no position.
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
    // A browser that waits for a user gesture is not slow.
    const isAsking = () => video.current?.networkState === HTMLMediaElement.NETWORK_LOADING
    const timer = setTimeout(() => isAsking() && setState('slow'), SLOW_MS)
    return () => clearTimeout(timer)
  }, [video, state])
  // The pressed button has disappeared.
  useEffect(() => {
    if (attempt > 0) video.current?.focus()
  }, [video, attempt])
  return { source, attempt, state, heard, loaded, again }
}
