/**
 * Where the pose model runs again on a crop of the frame: it loses people on the floor sooner than upright ones, above all
 * in gray night frames and in the dark part of a room. Pure.
 */
import type { Box, Point } from '@mimamori/contract/shared/geometry.ts'
import { isSameBody, type PosedPerson, type SeenBody, wentOut } from '#vision/body/person.ts'
import { SECOND_MS } from '#vision/frame-pace.ts'
import { isInside, middleOf } from '#vision/geometry.ts'
import {
  CONFIDENCE_MIN,
  FALL_MS,
  FORGET_MS,
  MEMORY_MS,
  STANDS_OUT_SHARE,
  SURE_MIN,
} from '#vision/people/pose-limits.ts'

/** Minimum interval of closer looks, over all searches: one a second. */
export const CLOSER_MS = SECOND_MS
/** Share of the crop's side that the foreground fills, as bodies at the input's edge are not found; and the crop's side in upright heights, its largest of which is searched for foreground. */
const FILLED_SHARE = 0.65
const SIDE_HEIGHTS = { min: 0.7, max: 2 }
/** Share of the foreground pixels that is ignored as specks, on each side. */
const SPECK_SHARE = 0.04
/** Smallest body that can be the lost person, in upright heights. */
const SMALLEST_HEIGHTS = 0.5

/**
 * A square crop, which may reach beyond the frame's edges, and its turn in degrees: the model knows people upright, and
 * finds a person lying across the view after a turn.
 */
export type Closer = {
  place: Box
  turn: Turn
  tall: number
  /** Polygon in which the middle of the body lies; left out: anywhere. */
  within?: readonly Point[]
  /** Left out: `CONFIDENCE_MIN`. */
  confidenceMin?: number
}
export type Turn = 0 | 90 | 270
/** Turns tried one after the other, until the person is found. */
export const TURNS: readonly Turn[] = [0, 90, 270]

/** Search for a person lost from the whole frame. `isOpen`: it goes on; `tall`: upright height in widths of the frame. */
export type Search = Closer & { id: number; sinceMs: number; lookedMs: number | null; isOpen: boolean }

/** Foreground, one byte per pixel. */
type Mask = { data: Uint8Array; width: number; height: number }
/** `aspect`: height over width of the camera's frame; `isGray`: as cameras make it at night; `mask`: null while the room is learned. */
type View = { atMs: number; aspect: number; isGray: boolean; mask: Mask | null }

/** The searches after a result for the whole frame; `people` are its tracks. */
export function searchesAfter(before: readonly Search[], people: readonly PosedPerson[], seen: View): Search[] {
  const view = { ...seen, mask: seen.mask && unexplained(seen.mask, people) }
  return people.flatMap((person): Search[] => {
    if (person.lostMs === null || !isSearched(person, view) || isFoundElsewhere(person, people)) return []
    const known = before.find(({ id }) => id === person.id)
    // A failed search is repeated only after the whole frame showed the person again.
    if (known && !known.isOpen) return [known]
    const tall = uprightHeight(person, known ? 0 : view.atMs - FALL_MS)
    if (tall === null) return known ? [{ ...known, isOpen: false }] : []
    const { sinceMs, lookedMs, turn } = known ?? { sinceMs: view.atMs, lookedMs: null, turn: TURNS[0]! }
    const { place, standsOut } = placeOf(person, tall, view)
    const isOpen = view.atMs - sinceMs <= searchMs(person, standsOut)
    return [{ id: person.id, sinceMs, lookedMs, turn, place, isOpen, tall }]
  })
}

/** The foreground without that of detected people. */
function unexplained(mask: Mask, people: readonly PosedPerson[]): Mask {
  const { width, height } = mask
  const data = mask.data.slice()
  for (const { box } of people.filter(({ lostMs }) => lostMs === null)) {
    const [left, right] = [Math.floor(box.x * width), Math.min(width, Math.ceil((box.x + box.width) * width))]
    const [top, bottom] = [Math.floor(box.y * height), Math.min(height, Math.ceil((box.y + box.height) * height))]
    for (let y = top; y < bottom; y++) data.fill(0, y * width + left, y * width + right)
  }
  return { data, width, height }
}

/** In colour of people far away the model loses somebody all the time, and a square shows it limbs that nobody has. */
const isSearched = ({ surest }: PosedPerson, { isGray }: View) => isGray || surest >= SURE_MIN

/** A fast walker may continue as another track elsewhere. */
const isFoundElsewhere = ({ atMs }: PosedPerson, people: readonly PosedPerson[]) =>
  people.some(({ lostMs, firstMs }) => lostMs === null && firstMs > atMs)

/** `standsOut`: foreground share of the place; null: unknown while the room is learned. */
function searchMs(person: PosedPerson, standsOut: number | null): number {
  if (standsOut === null || standsOut >= STANDS_OUT_SHARE) return MEMORY_MS
  return wentOut(person) ? Number.NEGATIVE_INFINITY : FORGET_MS
}

/** The search that is due: none within `CLOSER_MS` of the last one; the longest waiting comes first. */
export function dueSearch(searches: readonly Search[], atMs: number): Search | null {
  const looked = (one: Search) => one.lookedMs ?? Number.NEGATIVE_INFINITY
  if (searches.some((one) => atMs >= looked(one) && atMs - looked(one) < CLOSER_MS)) return null
  return searches.filter(({ isOpen }) => isOpen).toSorted((a, b) => looked(a) - looked(b))[0] ?? null
}

/** The searches after one closer look: a successful turn is repeated, else the next one is tried. */
export function searchedOnce(searches: readonly Search[], { id, atMs, isFound }: Found): Search[] {
  return searches.map((one) => {
    if (one.id !== id) return one
    return { ...one, lookedMs: atMs, turn: isFound ? one.turn : nextTurn(one.turn) }
  })
}

export const nextTurn = (turn: Turn): Turn => TURNS[(TURNS.indexOf(turn) + 1) % TURNS.length]!

type Found = { id: number; atMs: number; isFound: boolean }

/** In widths of the frame; null: not detected upright since. */
function uprightHeight({ past }: PosedPerson, sinceMs: number): number | null {
  const upright = past.filter(({ isUpright, atMs }) => isUpright && atMs >= sinceMs)
  return upright.length > 0 ? Math.max(...upright.map(({ height }) => height)) : null
}

function placeOf({ box }: PosedPerson, tall: number, { aspect, mask }: View): { place: Box; standsOut: number | null } {
  const around = squareAt(middleOf(box), SIDE_HEIGHTS.max * tall, aspect)
  const there = mask && standingOut(mask, around)
  if (!there || there.share < STANDS_OUT_SHARE) return { place: around, standsOut: there ? there.share : null }
  const { width, height } = there.box
  const side = Math.max(width, height * aspect) / FILLED_SHARE
  const bounded = Math.min(SIDE_HEIGHTS.max * tall, Math.max(SIDE_HEIGHTS.min * tall, side))
  return { place: squareAt(middleOf(there.box), bounded, aspect), standsOut: there.share }
}

/** A square of that side (widths of the frame), as shares of the frame. */
export function squareAt({ x, y }: Point, side: number, aspect: number): Box {
  const height = side / aspect
  return { x: x - side / 2, y: y - height / 2, width: side, height }
}

/** Foreground in the box: its share of the box, and its bounding box without specks, in shares of the frame. */
function standingOut({ data, width, height }: Mask, box: Box): { share: number; box: Box } {
  const within = (share: number, length: number) => Math.min(length, Math.max(0, Math.round(share * length)))
  const [left, right] = [within(box.x, width), within(box.x + box.width, width)]
  const [top, bottom] = [within(box.y, height), within(box.y + box.height, height)]
  const columns = new Uint32Array(width)
  const rows = new Uint32Array(height)
  let count = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (data[y * width + x] !== 1) continue
      count++
      columns[x]!++
      rows[y]!++
    }
  }
  const [x, farX] = spanOf(columns, count)
  const [y, farY] = spanOf(rows, count)
  const share = count / Math.max(1, (right - left) * (bottom - top))
  return { share, box: { x: x / width, y: y / height, width: (farX - x) / width, height: (farY - y) / height } }
}

/** First and last line of the counted foreground without specks. */
function spanOf(lines: Uint32Array, count: number): [number, number] {
  let [sum, from, until] = [0, 0, 0]
  for (const [at, here] of lines.entries()) {
    if (sum <= SPECK_SHARE * count) from = at
    if (sum < (1 - SPECK_SHARE) * count) until = at + 1
    sum += here
  }
  return [from, until]
}

/** A body of the crop in shares of the whole frame, its box cut at the frame's edges. */
export function inWhole(body: SeenBody, { place, turn }: Closer): SeenBody {
  const point = <P extends Point>(at: P): P => {
    const { x, y } = unturned(at, turn)
    return { ...at, x: place.x + x * place.width, y: place.y + y * place.height }
  }
  const { box, joints } = body
  const [a, b] = [point({ x: box.x, y: box.y }), point({ x: box.x + box.width, y: box.y + box.height })]
  const share = (at: number) => Math.min(1, Math.max(0, at))
  const [left, right] = [share(Math.min(a.x, b.x)), share(Math.max(a.x, b.x))]
  const [top, bottom] = [share(Math.min(a.y, b.y)), share(Math.max(a.y, b.y))]
  const whole = { x: left, y: top, width: right - left, height: bottom - top }
  return { ...body, box: whole, ...(joints && { joints: joints.map(point) }) }
}

/** A place of the turned square in the square itself. */
function unturned({ x, y }: Point, turn: Turn): Point {
  if (turn === 90) return { x: y, y: 1 - x }
  return turn === 270 ? { x: 1 - y, y: x } : { x, y }
}

/** The bodies of the whole frame, and the most confident new one of the right size from the crop: one person was searched. */
export function withCloser(whole: readonly SeenBody[], closer: readonly SeenBody[], look: Closer): SeenBody[] {
  // The square's sides are shares of the frame's width and height: their ratio is the aspect.
  const aspect = look.place.width / look.place.height
  const others = closer
    .map((body) => inWhole(body, look))
    .filter(({ box, confidence }) => {
      const isLarge = Math.max(box.width, box.height * aspect) >= SMALLEST_HEIGHTS * look.tall
      const isSure = confidence >= (look.confidenceMin ?? CONFIDENCE_MIN)
      const isThere = !look.within || isInside(middleOf(box), look.within)
      return isLarge && isSure && isThere && whole.every((one) => !isSameBody(box, one.box))
    })
  return [...whole, ...others.toSorted((a, b) => b.confidence - a.confidence).slice(0, 1)]
}
