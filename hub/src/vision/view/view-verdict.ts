/** Compares one averaged frame with the learned looks of a view. REAL-04. */
import type { ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import { VIEW, type ViewEdges } from './view-edges.ts'
import { matchOf, type ViewMatch } from './view-match.ts'

/** A view in one light. `isGray`: without color, as in infrared mode. */
export type LearnedLook = { edges: ViewEdges; sharpness: number | null; isGray: boolean }

/** `agreement`: with the learned look that agrees most. `isSure` false: this frame allows no conclusion. */
export type ViewVerdict = { code: ViewError | null; agreement: number; isDark: boolean; isSure: boolean }

/** Mean of a frame below which it is the noise of a dark sensor, of 255; rooms in infrared light have 40 and more. */
export const DARK_MEAN = 14
/**
 * Tuning clips of four rooms: an unchanged view agrees by 0.6 to 0.98 in every light, with noise and people, by 0.4 if shaken;
 * another view by -0.2 to 0.1. Drawn rooms: 0.5 to 0.6 from day to infrared, up to 0.28 between similarly furnished rooms.
 */
const LOST_MAX = 0.3
const SAME_MIN = 0.36
/** Minimum agreement after a turn, and minimum gain over no turn: 0.3 for a turn of 2 % of the width, 0 for none. */
const TURNED_MIN = 0.4
const TURNED_MORE = 0.2
/** Smaller turns move an outline by less than a hand's width. Pixels of `VIEW`, degrees. */
const TURN_MIN = { pixels: 3, degrees: 4 }
/** Share of the learned sharpness: a blur of 1 pixel of 320 leaves 0.4 to 0.65 of it, of 2 pixels 0.15 to 0.36. */
const SOFT = 0.4
/** Cells of `VIEW` in which edges are counted, the minimum of a cell with edges, and the share left in one that lost them. */
const CELL = { width: 16, height: 10, edgesMin: 8, left: 0.15 }
/** Share of the cells that lost their edges: a cloth, a sticker, a hand. */
const COVERED_SHARE = 0.5
const NOTHING: ViewVerdict = { code: null, agreement: 0, isDark: false, isSure: true }

/** `mean`: the frame, 320 x 180; `covered`: 1 on masks. */
export function judgeView(
  looks: readonly LearnedLook[],
  now: LearnedLook,
  { mean, covered }: { mean: Float32Array; covered: Uint8Array | null },
): ViewVerdict {
  if (isDark(mean, covered)) return { ...NOTHING, code: 'too-dark', isDark: true }
  const matches = looks.flatMap((look) => matchOf(look.edges, now.edges) ?? [])
  const best = matches.reduce<ViewMatch | null>((one, two) => (one && one.agreement >= two.agreement ? one : two), null)
  if (!best) return NOTHING
  const verdict = { ...NOTHING, agreement: best.agreement }
  if (looks.every((look) => lostShare(look.edges, now.edges) >= COVERED_SHARE))
    return { ...verdict, code: 'lens-unclear' }
  if (matches.every(isTurned) || best.agreement < LOST_MAX)
    return { ...verdict, code: isSoft(looks, now) ? 'lens-unclear' : 'view-changed' }
  if (isSoft(looks, now)) return { ...verdict, code: 'lens-unclear' }
  return { ...verdict, isSure: best.agreement >= SAME_MIN }
}

function isTurned({ agreement, turned, dx, dy, roll }: ViewMatch): boolean {
  const isFar = Math.hypot(dx, dy) >= TURN_MIN.pixels || Math.abs(roll) >= TURN_MIN.degrees
  return isFar && turned >= TURNED_MIN && turned >= agreement + TURNED_MORE
}

/** Compares with the lower half of the looks in the same kind of light: a beam of sun has sharp edges of its own. */
function isSoft(looks: readonly LearnedLook[], now: LearnedLook): boolean {
  const known = looks.flatMap(({ sharpness, isGray }) =>
    isGray === now.isGray && sharpness !== null ? [sharpness] : [],
  )
  known.sort((a, b) => a - b)
  const usual = known[(known.length - 1) >> 1]
  return usual !== undefined && now.sharpness !== null && now.sharpness < SOFT * usual
}

/** Share of the cells that had edges and have none now. */
function lostShare(learned: ViewEdges, now: ViewEdges): number {
  let [textured, lost] = [0, 0]
  for (let top = 0; top < VIEW.height; top += CELL.height) {
    for (let left = 0; left < VIEW.width; left += CELL.width) {
      const before = edgesInCell(learned, left, top)
      if (before < CELL.edgesMin) continue
      textured++
      if (edgesInCell(now, left, top) <= CELL.left * before) lost++
    }
  }
  return textured === 0 ? 0 : lost / textured
}

function edgesInCell({ directions }: ViewEdges, left: number, top: number): number {
  let count = 0
  for (let y = top; y < top + CELL.height; y++) {
    for (let x = left; x < left + CELL.width; x++) if (directions[y * VIEW.width + x]) count++
  }
  return count
}

function isDark(mean: Float32Array, covered: Uint8Array | null): boolean {
  let [sum, count] = [0, 0]
  for (let at = 0; at < mean.length; at++) {
    if (covered?.[at]) continue
    sum += mean[at]!
    count++
  }
  return count > 0 && sum < DARK_MEAN * count
}
