/** Keeps a player at the live edge: slightly faster when slightly late, a jump when far behind. */

/** Beyond this delay the video plays 10 % faster: too little to notice, enough to catch up. */
const CATCH_UP_BEHIND_S = 0.15
const CATCH_UP_RATE = 1.1
/** Beyond this delay the player jumps, because catching up would take too long. */
const JUMP_BEHIND_S = 1
/** Minimum distance of a jump's target from the end, so that the player need not wait for the next frame. */
const JUMP_MARGIN_S = 0.02
/** The same in frames: Safari completes a jump only where it can continue, which needs the following frame. */
const JUMP_MARGIN_FRAMES = 1.5
/** Maximum of that distance, for cameras with a low frame rate. */
const JUMP_MARGIN_MAX_S = 0.75
/** Played video is retained this long; a day of watching must not fill a tablet's memory. */
const KEEP_S = 20

/**
 * `lastStartS`: start of the last range without a gap, at a key frame. `frameS`: distance between frames.
 * `isSeeking`: the player is seeking to `currentS`.
 */
type Buffered = {
  startS: number
  lastStartS: number
  endS: number
  frameS: number
  currentS: number
  isSeeking: boolean
}
type EdgeStep = { rate: number; seekToS: number | null; removeBeforeS: number | null }

/** What to do with a player after new frames arrived. Measured in the video experiments: p50 150 ms behind the camera. */
export function edgeStep({ startS, lastStartS, endS, frameS, currentS, isSeeking }: Buffered): EdgeStep {
  const behindS = endS - currentS
  // Playback does not continue across a gap by itself: Safari waits there for frames that never arrive.
  const isOutside = currentS < lastStartS || behindS > JUMP_BEHIND_S
  const marginS = Math.min(Math.max(JUMP_MARGIN_S, JUMP_MARGIN_FRAMES * frameS), JUMP_MARGIN_MAX_S)
  return {
    rate: !isOutside && behindS > CATCH_UP_BEHIND_S ? CATCH_UP_RATE : 1,
    // A slow machine needs seconds to seek: a new seek meanwhile would never complete.
    seekToS: isOutside && !isSeeking ? Math.max(lastStartS, endS - marginS) : null,
    removeBeforeS: currentS - startS > 2 * KEEP_S ? currentS - KEEP_S : null,
  }
}
