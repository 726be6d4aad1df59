/** Whether two frames show the same view: how many edges of one are in the other, and whether a turn finds more. REAL-04. */
import { reachOf, VIEW, type ViewEdges } from './view-edges.ts'

const { width: WIDTH, height: HEIGHT } = VIEW

/** How far a turned camera is followed, pixels of `VIEW`; beyond, nothing agrees at its place anyway. */
const REACH = { x: 40, y: 24 }
/** Degrees by which a camera may hang askew. */
const ROLLS = [0, -12, -8, -4, 4, 8, 12]
/** Steps of the first search, in pixels, and of the edges that it takes. */
const COARSE = { pixels: 2, edges: 5 }
/** Shifts by these say how many edges agree by chance. */
const CHANCE = { x: [-40, -28, -16, 16, 28, 40], y: [-22, -14, 14, 22] }
/** Share of the edges that must be in the frame after a shift. */
const INSIDE_MIN = 0.4
/** With more than this at its place nothing is searched for. */
const SURELY_SAME = 0.75

export type ViewMatch = {
  /** Share of the learned edges that are there now, at their place, less what chance gives: 0 by chance, 1 all. */
  agreement: number
  /** The best that a turn of the camera explains, and that turn: pixels of `VIEW`, degrees. */
  turned: number
  dx: number
  dy: number
  roll: number
}

/** Edges in columns: x, y, bit of the direction. */
type Edges = { x: Int16Array; y: Int16Array; bit: Uint8Array }

/** Share of the learned edges at their place alone, as in `ViewMatch`; cheap. Null: `learned` has no edges. */
export function agreementOf(learned: ViewEdges, now: ViewEdges): number | null {
  const edges = edgesIn(learned)
  if (edges.x.length === 0) return null
  const reach = reachOf(now)
  return beyond(shareAt(edges, reach, 0, 0) ?? 0, chanceOf(edges, reach))
}

/** `learned` in `now`. Null: `learned` has no edges. */
export function matchOf(learned: ViewEdges, now: ViewEdges): ViewMatch | null {
  const edges = edgesIn(learned)
  if (edges.x.length === 0) return null
  const reach = reachOf(now)
  const chance = chanceOf(edges, reach)
  const agreement = beyond(shareAt(edges, reach, 0, 0) ?? 0, chance)
  if (agreement > SURELY_SAME) return { agreement, turned: agreement, dx: 0, dy: 0, roll: 0 }
  const { share, ...turn } = bestTurn(edges, reach)
  return { agreement, turned: beyond(share, chance), ...turn }
}

const beyond = (share: number, chance: number) => (share - chance) / (1 - chance)

function chanceOf(edges: Edges, reach: Uint8Array): number {
  const shares = CHANCE.y.flatMap((dy) => CHANCE.x.flatMap((dx) => shareAt(edges, reach, dx, dy) ?? []))
  return shares.length === 0 ? 0 : shares.reduce((sum, one) => sum + one, 0) / shares.length
}

function bestTurn(edges: Edges, reach: Uint8Array) {
  const best = { share: 0, dx: 0, dy: 0, roll: 0 }
  const few = everyNth(edges, COARSE.edges)
  const take = (of: Edges, dx: number, dy: number, roll: number) => {
    const share = shareAt(of, reach, dx, dy) ?? 0
    if (share > best.share) Object.assign(best, { share, dx, dy, roll })
  }
  for (const roll of ROLLS) {
    const rolled = rolledBy(few, roll)
    for (let dy = -REACH.y; dy <= REACH.y; dy += COARSE.pixels) {
      for (let dx = -REACH.x; dx <= REACH.x; dx += COARSE.pixels) take(rolled, dx, dy, roll)
    }
  }
  const { dx: nearX, dy: nearY, roll } = best
  const rolled = rolledBy(edges, roll)
  best.share = 0
  for (let dy = nearY - 1; dy <= nearY + 1; dy++) {
    for (let dx = nearX - 1; dx <= nearX + 1; dx++) take(rolled, dx, dy, roll)
  }
  return best
}

function edgesIn({ directions, count }: ViewEdges): Edges {
  const edges = { x: new Int16Array(count), y: new Int16Array(count), bit: new Uint8Array(count) }
  let n = 0
  for (let i = 0; i < directions.length; i++) {
    const direction = directions[i]!
    if (direction === 0) continue
    edges.x[n] = i % WIDTH
    edges.y[n] = Math.floor(i / WIDTH)
    edges.bit[n++] = 1 << (direction - 1)
  }
  return edges
}

function everyNth({ x, y, bit }: Edges, step: number): Edges {
  const isTaken = (_: number, at: number) => at % step === 0
  return { x: x.filter(isTaken), y: y.filter(isTaken), bit: bit.filter(isTaken) }
}

/** Around the middle; edges keep their direction, whose neighbours agree with it. */
function rolledBy(edges: Edges, degrees: number): Edges {
  if (degrees === 0) return edges
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [middleX, middleY] = [WIDTH / 2, HEIGHT / 2]
  const x = new Int16Array(edges.x.length)
  const y = new Int16Array(edges.y.length)
  for (let n = 0; n < x.length; n++) {
    const [fromX, fromY] = [edges.x[n]! - middleX, edges.y[n]! - middleY]
    x[n] = Math.round(middleX + fromX * cos - fromY * sin)
    y[n] = Math.round(middleY + fromX * sin + fromY * cos)
  }
  return { x, y, bit: edges.bit }
}

function shareAt({ x, y, bit }: Edges, reach: Uint8Array, dx: number, dy: number): number | null {
  let [inside, agreeing] = [0, 0]
  const count = x.length
  for (let n = 0; n < count; n++) {
    const nowX = x[n]! + dx
    const nowY = y[n]! + dy
    if (nowX < 0 || nowX >= WIDTH || nowY < 0 || nowY >= HEIGHT) continue
    inside++
    if ((reach[nowY * WIDTH + nowX]! & bit[n]!) !== 0) agreeing++
  }
  return inside < INSIDE_MIN * count ? null : agreeing / inside
}
