/**
 * Where the pose model looks once more, closer: it loses somebody on the floor sooner than somebody upright, above all in the gray
 * pictures of a night. Pure.
 */
import type { Box, Point } from '@mimamori/contract/shared/geometry.ts'
import { insideShare } from '#vision/geometry.ts'
import { type PosedPerson, type SeenBody, wentOut } from '#vision/people/person.ts'
import { CONFIDENCE_MIN, FALL_MS, FORGET_MS, MEMORY_MS } from '#vision/people/pose-limits.ts'

/** One of them at a time, so often at most, ms. */
export const CLOSER_MS = 1000
/** So much around where they stood is searched for what stands out, in heights that they had upright: a square of that side. */
const AROUND_HEIGHTS = 2
/** What stands out fills so much of the square's side: bodies at the input's edge are not found. The side in heights that they had upright. */
const FILLED = 0.65
const SIDE_HEIGHTS = { min: 0.7, max: 2 }
/** Of what stands out as much is specks, on each side. */
const SPECKS = 0.04
/** The floor around where they stood is looked at so much above their feet, in their own heights. */
const ABOVE_FEET = 0.25
/** Share of the square that stands out while somebody lies in it. */
const STANDS_OUT_MIN = 0.03
/** A body that is smaller is none of theirs, in heights that they had upright. */
const SMALL = 0.5
/** A body of which so much lies in one that the whole picture showed is that one. */
const KNOWN = 0.5

/**
 * A square of the picture, which may lie beyond its edges, by how many degrees it is turned: the model, which knows people upright,
 * finds who lies across the view when that is the way up.
 */
export type Closer = { place: Box; turn: Turn; tall: number }
export type Turn = 0 | 90 | 270
/** One after the other, until they are found. */
const TURNS: readonly Turn[] = [0, 90, 270]

/** Of somebody whom the whole picture lost. `isOpen`: they are looked for still; `tall`: how tall they were upright, in widths of the picture. */
export type Search = Closer & { id: number; sinceMs: number; lookedMs: number | null; isOpen: boolean }

/** What stands out, one byte per pixel. */
type Mask = { data: Uint8Array; width: number; height: number }
/** `aspect`: height over width of the camera's picture; `mask`: null while the room is learned. */
type View = { atMs: number; aspect: number; mask: Mask | null }

/** The searches after an answer about the whole picture, of which `people` are what the tracker makes. */
export function searchesAfter(before: readonly Search[], people: readonly PosedPerson[], seen: View): Search[] {
  const view = { ...seen, mask: seen.mask && unexplained(seen.mask, people) }
  return people.flatMap((person): Search[] => {
    if (person.lostMs === null || isFoundElsewhere(person, people)) return []
    const known = before.find(({ id }) => id === person.id)
    // Who was looked for in vain is not looked for again before the whole picture shows them.
    if (known && !known.isOpen) return [known]
    const tall = uprightHeight(person, known ? 0 : view.atMs - FALL_MS)
    if (tall === null) return known ? [{ ...known, isOpen: false }] : []
    const { sinceMs, lookedMs, turn } = known ?? { sinceMs: view.atMs, lookedMs: null, turn: TURNS[0]! }
    const { place, standsOut } = placeOf(person, tall, view)
    const isOpen = view.atMs - sinceMs <= searchMs(person, standsOut)
    return [{ id: person.id, sinceMs, lookedMs, turn, place, isOpen, tall }]
  })
}

/** Without what stands out because of those who are seen. */
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

/** Who walks fast is seen as somebody new elsewhere. */
const isFoundElsewhere = ({ atMs }: PosedPerson, people: readonly PosedPerson[]) =>
  people.some(({ lostMs, firstMs }) => lostMs === null && firstMs > atMs)

/** `standsOut`: share of their place; null: that is not known, while the room is learned. */
function searchMs(person: PosedPerson, standsOut: number | null): number {
  if (standsOut === null || standsOut >= STANDS_OUT_MIN) return MEMORY_MS
  return wentOut(person) ? Number.NEGATIVE_INFINITY : FORGET_MS
}

/** Whose place is looked at now: nobody's within a second of the last time; who has waited longest comes first. */
export function dueSearch(searches: readonly Search[], atMs: number): Search | null {
  const looked = (one: Search) => one.lookedMs ?? Number.NEGATIVE_INFINITY
  if (searches.some((one) => atMs >= looked(one) && atMs - looked(one) < CLOSER_MS)) return null
  return searches.filter(({ isOpen }) => isOpen).toSorted((a, b) => looked(a) - looked(b))[0] ?? null
}

/** The searches after the closer look at one of them: what found them is done again, anything else is tried in turn. */
export function searchedOnce(searches: readonly Search[], { id, atMs, isFound }: Found): Search[] {
  return searches.map((one) => {
    if (one.id !== id) return one
    const next = TURNS[(TURNS.indexOf(one.turn) + 1) % TURNS.length]!
    return { ...one, lookedMs: atMs, turn: isFound ? one.turn : next }
  })
}

type Found = { id: number; atMs: number; isFound: boolean }

/** In widths of the picture; null: not seen upright since. */
function uprightHeight({ past }: PosedPerson, sinceMs: number): number | null {
  const upright = past.filter(({ isUpright, atMs }) => isUpright && atMs >= sinceMs)
  return upright.length > 0 ? Math.max(...upright.map(({ height }) => height)) : null
}

function placeOf({ box }: PosedPerson, tall: number, { aspect, mask }: View): { place: Box; standsOut: number | null } {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height - (ABOVE_FEET * tall) / aspect }
  const around = squareAt(middle, AROUND_HEIGHTS * tall, aspect)
  const there = mask && standingOut(mask, around)
  if (!there || there.share < STANDS_OUT_MIN)
    return { place: squareAt(middle, SIDE_HEIGHTS.max * tall, aspect), standsOut: there ? there.share : null }
  const { x, y, width, height } = there.box
  const side = Math.max(width, height * aspect) / FILLED
  const bounded = Math.min(SIDE_HEIGHTS.max * tall, Math.max(SIDE_HEIGHTS.min * tall, side))
  return { place: squareAt({ x: x + width / 2, y: y + height / 2 }, bounded, aspect), standsOut: there.share }
}

/** Of that side in widths of the picture, in shares of it. */
function squareAt({ x, y }: Point, side: number, aspect: number): Box {
  const height = side / aspect
  return { x: x - side / 2, y: y - height / 2, width: side, height }
}

/** Of what stands out in the box: its share of the box, and the box around all of it but specks, in shares of the picture. */
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

/** From and until which of the lines all of what was counted lies, but for specks. */
function spanOf(lines: Uint32Array, count: number): [number, number] {
  let [sum, from, until] = [0, 0, 0]
  for (const [at, here] of lines.entries()) {
    if (sum <= SPECKS * count) from = at
    if (sum < (1 - SPECKS) * count) until = at + 1
    sum += here
  }
  return [from, until]
}

/** A body of the closer picture in shares of the whole one, as much of its box as lies in that. */
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

/** Where a place of the turned square is in the square itself. */
function unturned({ x, y }: Point, turn: Turn): Point {
  if (turn === 90) return { x: y, y: 1 - x }
  return turn === 270 ? { x: 1 - y, y: x } : { x, y }
}

/** Who was seen in the whole picture, and of the closer one the surest of their size whom that did not show: one was looked for. */
export function withCloser(whole: readonly SeenBody[], closer: readonly SeenBody[], look: Closer): SeenBody[] {
  // The square is `place.width` widths of the picture: what it shares with that is lengths.
  const aspect = look.place.width / look.place.height
  const others = closer
    .map((body) => inWhole(body, look))
    .filter(({ box, confidence }) => {
      const isLarge = Math.max(box.width, box.height * aspect) >= SMALL * look.tall
      return isLarge && confidence >= CONFIDENCE_MIN && whole.every((one) => insideShare(box, one.box) < KNOWN)
    })
  return [...whole, ...others.toSorted((a, b) => b.confidence - a.confidence).slice(0, 1)]
}
