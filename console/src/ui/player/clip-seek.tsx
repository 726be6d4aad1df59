/** Lets any part of a page seek its clip: the player registers itself, and the page around it calls it. */
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'

type Seek = (atMs: number) => void
const Offered = createContext<RefObject<Seek | null> | null>(null)

/** Around a page with one clip and with parts that refer to it. */
export function ClipSeek({ children }: { children: ReactNode }) {
  const seek = useRef<Seek | null>(null)
  return <Offered value={seek}>{children}</Offered>
}

/** Seeks to `atMs` from the clip's beginning; does nothing without a clip. */
export function useClipSeek(): Seek {
  const offered = useContext(Offered)
  return (atMs) => offered?.current?.(atMs)
}

/** `#t=5.4`, as in media fragments: the position at which a link to this page starts its clip. */
function secondInAddress(): number | null {
  const [, second] = /^#t=(\d{1,5}(?:\.\d{1,3})?)$/.exec(location.hash) ?? []
  return second === undefined ? null : Number(second)
}

/** For the player: a seek pauses playback, and scrolls the player into view. */
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
