/** How a player stays at the live edge: a little faster when a little late, a jump when far behind. */

/** Behind by more than this, the picture plays 10 % faster: too little to notice, enough to catch up. */
const CATCH_UP_BEHIND_S = 0.15
const CATCH_UP_RATE = 1.1
/** Behind by more than this, catching up would take too long to be honest. */
const JUMP_BEHIND_S = 1
/** Where a jump lands before the end of what is there, so that the next frame is not waited for. */
const JUMP_MARGIN_S = 0.02
/** Played pictures are retained this long; a day of watching must not fill the tablet's memory. */
const KEEP_S = 20

/** `isSeeking`: the player is on its way to `currentS`. */
type Buffered = { startS: number; endS: number; currentS: number; isSeeking: boolean }
type EdgeStep = { rate: number; seekToS: number | null; removeBeforeS: number | null }

/** What to do with a player after new pictures came. Figures of the video experiments: p50 150 ms behind the camera. */
export function edgeStep({ startS, endS, currentS, isSeeking }: Buffered): EdgeStep {
  const behindS = endS - currentS
  const isOutside = currentS < startS || behindS > JUMP_BEHIND_S
  return {
    rate: !isOutside && behindS > CATCH_UP_BEHIND_S ? CATCH_UP_RATE : 1,
    // A slow machine decodes for seconds until a jump is made: one that is sent on meanwhile would never arrive.
    seekToS: isOutside && !isSeeking ? Math.max(startS, endS - JUMP_MARGIN_S) : null,
    removeBeforeS: currentS - startS > 2 * KEEP_S ? currentS - KEEP_S : null,
  }
}
