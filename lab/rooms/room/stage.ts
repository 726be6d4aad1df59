/** All solids of a room in a tree of boxes, so that a ray asks only a few of them. */

import type { Vec } from '../base/vector.ts'
import { bounds, type Meeting, meet, type Solid } from './solid.ts'

type Node = { low: Vec; high: Vec; solids: Solid[] | null; left: Node | null; right: Node | null }
export type Hit = Meeting & { solid: Solid }
export type Stage = {
  /** The first solid along the ray before `limit` lengths of `along`, or null. */
  cast(from: Vec, along: Vec, limit: number): Hit | null
  /** Whether anything stands in the way of light before `limit`; the garden outside does not. */
  blocked(from: Vec, along: Vec, limit: number): boolean
}

const LEAF = 3

export function stageOf(solids: readonly Solid[]): Stage {
  const root = split([...solids])
  return {
    cast: (from, along, limit) => castInto(root, from, along, limit, false),
    blocked: (from, along, limit) => castInto(root, from, along, limit, true) !== null,
  }
}

function split(solids: Solid[]): Node {
  const all = solids.map(bounds)
  const low = [0, 1, 2].map((i) => Math.min(...all.map((b) => b.low[i]!)) - 1e-4) as unknown as Vec
  const high = [0, 1, 2].map((i) => Math.max(...all.map((b) => b.high[i]!)) + 1e-4) as unknown as Vec
  if (solids.length <= LEAF) return { low, high, solids, left: null, right: null }
  const middleOf = (solid: Solid, axis: number) => {
    const b = bounds(solid)
    return b.low[axis]! + b.high[axis]!
  }
  const spread = [0, 1, 2].map((axis) => {
    const middles = solids.map((solid) => middleOf(solid, axis))
    return Math.max(...middles) - Math.min(...middles)
  })
  const axis = spread.indexOf(Math.max(...spread))
  const sorted = solids.toSorted((a, b) => middleOf(a, axis) - middleOf(b, axis))
  const half = sorted.length >> 1
  return { low, high, solids: null, left: split(sorted.slice(0, half)), right: split(sorted.slice(half)) }
}

const stack: Node[] = []

function castInto(root: Node, from: Vec, along: Vec, limit: number, any: boolean): Hit | null {
  const ix = 1 / along[0]
  const iy = 1 / along[1]
  const iz = 1 / along[2]
  let best: Hit | null = null
  let far = limit
  let depth = 0
  stack[depth++] = root
  while (depth > 0) {
    const node = stack[--depth]!
    const ax = (node.low[0] - from[0]) * ix
    const bx = (node.high[0] - from[0]) * ix
    const ay = (node.low[1] - from[1]) * iy
    const by = (node.high[1] - from[1]) * iy
    const az = (node.low[2] - from[2]) * iz
    const bz = (node.high[2] - from[2]) * iz
    const enter = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz))
    const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz))
    if (leave < 0 || enter > leave || enter > far) continue
    if (!node.solids) {
      stack[depth++] = node.left!
      stack[depth++] = node.right!
      continue
    }
    for (const solid of node.solids) {
      if (any && solid.paint.glow?.layer === 'sky') continue
      const found = meet(solid, from, along, far)
      if (!found) continue
      far = found.t
      best = { ...found, solid }
      if (any) return best
    }
  }
  return best
}
