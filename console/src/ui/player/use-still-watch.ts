/** Keeps the video of a player going: see StillWatch. */
import { type RefObject, useEffect } from 'react'
import { StillWatch } from './still-watch.ts'

const LOOK_MS = 500

/** `isFile`: its address is a file, which can be loaded again. */
export function useStillWatch(video: RefObject<HTMLVideoElement | null>, isFile: boolean): void {
  useEffect(() => {
    const reload = (atS: number) => {
      if (video.current) loadAgain(video.current, atS)
    }
    const watch = new StillWatch(isFile ? reload : null)
    const timer = setInterval(() => {
      if (video.current) watch.look(video.current, performance.now(), document.hidden)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [video, isFile])
}

function loadAgain(video: HTMLVideoElement, atS: number): void {
  const { playbackRate } = video
  const takeUp = () => {
    video.currentTime = atS
    video.playbackRate = playbackRate
  }
  video.addEventListener('loadedmetadata', takeUp, { once: true })
  video.load()
  // A browser that wants a press first shows the place, and its button.
  video.play().catch(() => undefined)
}
