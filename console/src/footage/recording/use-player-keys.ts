/** Actions of a recording's player, by key and button. Keys in fields and on buttons are not handled. */
import { type RefObject, useEffect, useRef } from 'react'

const SEEK_S = 5
/** Assumed until two consecutive frames were shown: 15 frames a second. */
const FRAME_S = 1 / 15
const FRAME_S_MOST = 1

export function toggle(video: HTMLVideoElement | null): void {
  if (!video) return
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
}

export function seekBy(video: HTMLVideoElement | null, seconds: number): void {
  if (video) video.currentTime = Math.max(0, video.currentTime + seconds)
}

/** The last shown frame: its start by the video's clock, and recent frame durations. Seconds. */
type Shown = { atS: number; count: number; lengths: number[] }
const shown = new WeakMap<HTMLVideoElement, Shown>()
/** Number of remembered frame durations: cameras jitter. */
const LENGTHS = 31

/** Measures the duration of the video's frames while it is mounted. */
export function useFrameLength(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current
    // Firefox supports it from version 132 on; without it a step has the assumed length.
    if (!element?.requestVideoFrameCallback) return
    let handle = element.requestVideoFrameCallback(function learn(_, { mediaTime, presentedFrames }) {
      const before = shown.get(element)
      const apartS = mediaTime - (before?.atS ?? mediaTime)
      // Frames are dropped during fast playback or on a busy machine.
      const isNext = presentedFrames === (before?.count ?? 0) + 1 && apartS > 0 && apartS < FRAME_S_MOST
      const lengths = isNext && !element.seeking && element.playbackRate <= 1 ? [apartS] : []
      shown.set(element, {
        atS: mediaTime,
        count: presentedFrames,
        lengths: [...(before?.lengths ?? []), ...lengths].slice(-LENGTHS),
      })
      handle = element.requestVideoFrameCallback(learn)
    })
    return () => element.cancelVideoFrameCallback(handle)
  }, [video])
}

/** Uses a short frame duration (lower quartile): a longer one means that a frame was dropped. */
function frameLength(lengths: readonly number[]): number {
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 4)] ?? FRAME_S
}

/** Moves one frame forward or back while paused: to the frame's middle, so that rounding does not show its neighbor. */
export function step(video: HTMLVideoElement | null, images: 1 | -1): void {
  if (!video) return
  video.pause()
  const known = shown.get(video)
  const lengthS = frameLength(known?.lengths ?? [])
  // During a step the next one starts from its target.
  const atS = known && !video.seeking ? known.atS : video.currentTime - lengthS / 2
  video.currentTime = Math.max(0, atS + (images + 0.5) * lengthS)
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
  usePageKeys((key) => {
    const command = COMMANDS[key]
    return video.current && command ? () => command(video.current!) : undefined
  })
}

/** Handles keys on the whole page, except in fields and on buttons; undefined: not handled. */
export function usePageKeys(commandOf: (key: string) => (() => void) | undefined): void {
  const newest = useRef(commandOf)
  useEffect(() => {
    newest.current = commandOf
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTaken = event.target instanceof Element && event.target.closest(TAKEN)
      if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return
      const command = newest.current(event.key.length === 1 ? event.key.toLowerCase() : event.key)
      if (!command) return
      event.preventDefault()
      command()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
