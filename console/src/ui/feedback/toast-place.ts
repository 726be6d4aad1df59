/** Where toasts stand: as near as possible to their usual place, never over what somebody may be about to press. GEN-07. */

/** From the top of the window. */
export type Band = { topPx: number; bottomPx: number }
type Wanted = {
  /** Usual top of the first toast. */
  topPx: number
  /** Height of each toast, in the order in which they stand. */
  heightsPx: readonly number[]
  windowPx: number
}

const GAP_PX = 8

/** `count`: how many of them have room; the first one is always shown, where it covers least. */
export function placeToasts(
  { topPx, heightsPx, windowPx }: Wanted,
  taken: readonly Band[],
): { topPx: number; count: number } {
  const coveredPx = (band: Band) => taken.reduce((sum, other) => sum + overlapPx(band, other), 0)
  for (let count = heightsPx.length; count > 0; count--) {
    const heightPx = heightsPx.slice(0, count).reduce((sum, one) => sum + one + GAP_PX, -GAP_PX)
    const lastPx = Math.max(GAP_PX, windowPx - heightPx - GAP_PX)
    const tops = [topPx, lastPx, ...taken.flatMap((band) => [band.bottomPx + GAP_PX, band.topPx - GAP_PX - heightPx])]
      .map((one) => Math.min(Math.max(one, GAP_PX), lastPx))
      .map((one) => ({ topPx: one, coveredPx: coveredPx({ topPx: one, bottomPx: one + heightPx }) }))
      .toSorted((a, b) => a.coveredPx - b.coveredPx || Math.abs(a.topPx - topPx) - Math.abs(b.topPx - topPx))
    if (tops[0]!.coveredPx === 0 || count === 1) return { topPx: tops[0]!.topPx, count }
  }
  return { topPx, count: 0 }
}

function overlapPx(a: Band, b: Band): number {
  return Math.max(0, Math.min(a.bottomPx, b.bottomPx) - Math.max(a.topPx, b.topPx))
}
