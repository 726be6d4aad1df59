/**
 * Ghosts after a person walked out at a side of the picture: a bag, a walking frame, light that has not settled. A ghost
 * is no person, however large, until something in it moves. Pure: figures in, figures out.
 */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { Figure } from './people-frame.ts'

/** One foreground figure over time: its last movement, and its last movement while it reached a side of the picture. */
export type Trace = { box: Box; movedAtMs: number; outAtMs: number }

/** Share of the picture that moves when a person does. */
export const MOVING_SHARE_MIN = 0.001
/** Shares of the picture's width: distance at which a figure reaches a side, and at which it was left behind. */
const REACHES = 0.01
const AWAY = 0.1
/** Maximum time in which a leaving person and their ghost separate. */
const PARTING_MS = 600

/** The figures as traces, in their order; each inherits from the earlier trace that it was a part of. */
export function tracesOf(before: readonly Trace[], figures: readonly Figure[], atMs: number): Trace[] {
  return figures.map(({ box, movingShare }) => {
    const known = nearest(before, box) ?? { movedAtMs: atMs, outAtMs: Number.NEGATIVE_INFINITY }
    if (movingShare < MOVING_SHARE_MIN) return { ...known, box }
    return { box, movedAtMs: atMs, outAtMs: distanceFromSide(box) <= REACHES ? atMs : known.outAtMs }
  })
}

/** Whether nothing in the figure moved since it separated from a person that walked out. */
export function isLeftBehind({ box, movedAtMs, outAtMs }: Trace, atMs: number): boolean {
  return movedAtMs < atMs && movedAtMs - outAtMs <= PARTING_MS && distanceFromSide(box) >= AWAY
}

const distanceFromSide = ({ x, width }: Box): number => Math.min(x, 1 - x - width)

/** The trace that covers most of the box. */
function nearest(traces: readonly Trace[], box: Box): Trace | undefined {
  let best: Trace | undefined
  let most = 0
  for (const trace of traces) {
    const share = overlap(trace.box, box)
    if (share > most) [best, most] = [trace, share]
  }
  return best
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
