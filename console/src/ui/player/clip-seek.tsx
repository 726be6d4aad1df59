/** A way from anywhere on a page to a moment of its clip: the player offers it, the page around the clip takes it. */
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'

type Seek = (atMs: number) => void
const Offered = createContext<RefObject<Seek | null> | null>(null)

/** Around a page with one clip and with parts that tell of it. */
export function ClipSeek({ children }: { children: ReactNode }) {
  const seek = useRef<Seek | null>(null)
  return <Offered value={seek}>{children}</Offered>
}

/** Shows the moment, `atMs` from the clip's beginning; nothing happens while there is no clip. */
export function useClipSeek(): Seek {
  const offered = useContext(Offered)
  return (atMs) => offered?.current?.(atMs)
}

/** `#t=5.4`, as media fragments name a second: where a link to this page wants its clip to begin. */
function secondInAddress(): number | null {
  const [, second] = /^#t=(\d{1,5}(?:\.\d{1,3})?)$/.exec(location.hash) ?? []
  return second === undefined ? null : Number(second)
}

/** Of the player: a jump pauses it, so that the moment can be looked at, and brings it into sight. */
export function useOfferSeek(video: RefObject<HTMLVideoElement | null>): void {
  const offered = useContext(Offered)
  useEffect(() => {
    if (!offered) return
    offered.current = (atMs) => {
      const element = video.current
      if (!element) return
      element.pause()
      element.currentTime = atMs / 1000
      element.scrollIntoView({ block: 'nearest' })
    }
    const second = secondInAddress()
    const element = video.current
    const begin = () => second !== null && offered.current?.(second * 1000)
    if (element && element.readyState > 0) begin()
    else element?.addEventListener('loadedmetadata', begin, { once: true })
    return () => {
      element?.removeEventListener('loadedmetadata', begin)
      offered.current = null
    }
  }, [offered, video])
}
