/**
 * Brings a video back whose time stands although it plays and has its data. WebKit does that on a busy machine: it waits for a
 * file that has come as a whole, and only loading it again helps.
 */

type Playing = Pick<
  HTMLVideoElement,
  'paused' | 'ended' | 'seeking' | 'readyState' | 'currentTime' | 'duration' | 'buffered'
>

/** Time that does not advance for this long has stopped. */
export const STILL_MS = 2000
/** The state HAVE_METADATA: WebKit at times stays below the states of data with all of it in its buffer. */
const HAVE_METADATA = 1
/** What follows is there when so much of it is, seconds. */
const AHEAD_S = 0.2
/** Where the same place did not help, a place behind the frame that stops it. */
const SKIP_S = 0.5

/** Loads the file again, and plays on from there. */
export type Reload = (atS: number) => void

export class StillWatch {
  readonly #reload: Reload | null
  #place: { atS: number; sinceMs: number } | null = null
  /** Where it was brought back from, and how often, until it plays beyond. */
  #stuck: { atS: number; times: number } | null = null

  /** `reload`: null where the data is not a file, and setting the place has to do. */
  constructor(reload: Reload | null) {
    this.#reload = reload
  }

  /** Called now and then. `isHidden`: browsers may let a video stand that nobody sees. */
  look(video: Playing, nowMs: number, isHidden: boolean): void {
    const atS = video.currentTime
    if (isHidden || !plays(video)) {
      this.#place = null
      return
    }
    if (this.#place?.atS !== atS) {
      this.#place = { atS, sinceMs: nowMs }
      if (this.#stuck && atS > this.#stuck.atS + SKIP_S) this.#stuck = null
      return
    }
    if (nowMs - this.#place.sinceMs < STILL_MS) return
    this.#place = null
    this.#bringBack(video)
  }

  /** To the same place, then by loading it again there, then a little further each time. */
  #bringBack(video: Playing): void {
    const atS = video.currentTime
    this.#stuck ??= { atS, times: 0 }
    const { times } = this.#stuck
    this.#stuck = { atS, times: times + 1 }
    if (times > 0 && this.#reload) this.#reload(times === 1 ? atS : nextPlace(video))
    else video.currentTime = times === 0 ? atS : nextPlace(video)
  }
}

/** It is to play, and nothing that it waits for is missing. */
function plays({ paused, ended, seeking, readyState, currentTime, duration, buffered }: Playing): boolean {
  if (paused || ended || seeking || readyState < HAVE_METADATA) return false
  const ahead = rangesOf(buffered).find(({ startS, endS }) => startS <= currentTime && currentTime < endS)
  return ahead !== undefined && ahead.endS >= Math.min(duration, currentTime + AHEAD_S)
}

/** A little further, and never at the end: that would end what somebody watches. */
function nextPlace({ currentTime, buffered }: Playing): number {
  const wantedS = currentTime + SKIP_S
  const range = rangesOf(buffered).find(({ endS }) => wantedS < endS)
  return range ? Math.max(wantedS, range.startS) : currentTime
}

function rangesOf(buffered: TimeRanges): { startS: number; endS: number }[] {
  return Array.from({ length: buffered.length }, (_, i) => ({ startS: buffered.start(i), endS: buffered.end(i) }))
}
