/** What a recording's player does by key and by button. They never take a key from a field or a button. */
import { type RefObject, useEffect } from 'react'

const SEEK_S = 5
/** Cameras give 10 to 30 pictures a second; a step of this length meets each of them. */
const FRAME_S = 1 / 15

export function toggle(video: HTMLVideoElement | null): void {
  if (!video) return
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
}

export function seekBy(video: HTMLVideoElement | null, seconds: number): void {
  if (video) video.currentTime = Math.max(0, video.currentTime + seconds)
}

/** One picture on or back, standing still. */
export function step(video: HTMLVideoElement | null, pictures: 1 | -1): void {
  video?.pause()
  seekBy(video, pictures * FRAME_S)
}

const COMMANDS: Record<string, (video: HTMLVideoElement) => void> = {
  ' ': toggle,
  k: toggle,
  ArrowLeft: (video) => seekBy(video, -SEEK_S),
  ArrowRight: (video) => seekBy(video, SEEK_S),
  j: (video) => seekBy(video, -2 * SEEK_S),
  l: (video) => seekBy(video, 2 * SEEK_S),
  ',': (video) => step(video, -1),
  '.': (video) => step(video, 1),
}
const TAKEN = 'input:not([type="range"]), select, textarea, button, a, [role="menu"], [role="dialog"]'

/** The keys work on the whole page. */
export function usePlayerKeys(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      const isTaken = event.target instanceof Element && event.target.closest(TAKEN)
      if (!video.current || !command || isTaken || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      command(video.current)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [video])
}
