/** Tracks people over the results of the pose model, and measures each one's posture. Pure. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import {
  type Detection,
  type PosedPerson,
  type PoseSample,
  SAME_BODY_SHARE,
  type SeenBody,
} from '#vision/body/person.ts'
import { sharedPart } from '#vision/geometry.ts'
import {
  CONFIDENCE_MIN,
  FALL_MS,
  FORGET_MS,
  SAME_PLACE_LENGTHS,
  STANDS_OUT_SHARE,
  SURE_MIN,
} from '#vision/people/pose-limits.ts'
import { measured } from './pose-measure.ts'

/** Boxes of furniture that are remembered. */
const SCENERY_MAX = 20
/** Length of a track's history: a fall and as long before it. */
const KEEP_MS = 2 * FALL_MS
/** Largest change of a body's length between two results, share of the longer: a distant passer-by is not the lying person. */
const ALIKE_SHARE = 0.3

/** `scenery`: boxes of furniture that the model takes for a person. */
export type PoseTracks = { people: readonly PosedPerson[]; lastId: number; scenery: readonly Box[] }
const NOBODY: ReadonlySet<number> = new Set()
export const noTracks: PoseTracks = { people: [], lastId: 0, scenery: [] }

/** `aspect`: height over width of the camera's frame; `sought`: tracks of open searches, which do not expire. */
export function followPoses(
  before: PoseTracks,
  { atMs, bodies }: Detection,
  aspect: number,
  sought: ReadonlySet<number> = NOBODY,
): PoseTracks {
  const known = before.people.filter(
    ({ id, lostMs }) => lostMs === null || atMs - lostMs <= FORGET_MS || sought.has(id),
  )
  const taken = new Set<number>()
  const people: PosedPerson[] = []
  let lastId = before.lastId
  let scenery = before.scenery
  const seen = eachOnce(bodies).filter((body) => !isFurniture(body, before.scenery))
  const owners = ownersOf(seen, known, { atMs, aspect })
  for (const body of seen) {
    const same = owners.get(body)
    if (!same && !isSomebody(body)) {
      scenery = withScenery(scenery, body)
      continue
    }
    const id = same?.id ?? ++lastId
    taken.add(id)
    const past = (same?.past ?? []).filter((one) => atMs - one.atMs <= KEEP_MS)
    const sample: PoseSample = { atMs, ...measured(body, past, atMs, aspect) }
    const { box, confidence } = body
    const surest = Math.max(same?.surest ?? 0, confidence)
    const firstMs = same?.firstMs ?? atMs
    people.push({ id, box, confidence, surest, atMs, lostMs: null, firstMs, past: [...past, sample] })
  }
  const lost = known.filter(({ id }) => !taken.has(id)).map((one) => ({ ...one, lostMs: one.lostMs ?? atMs }))
  return { people: [...people, ...lost], lastId, scenery }
}

const isSomebody = ({ confidence, standsOut = 0 }: SeenBody) => confidence >= SURE_MIN || standsOut >= STANDS_OUT_SHARE

const isFurniture = ({ box, confidence }: SeenBody, scenery: readonly Box[]) =>
  confidence < SURE_MIN && scenery.some((one) => sharedPart(one, box) >= SAME_BODY_SHARE)

function withScenery(scenery: readonly Box[], { box, standsOut = 1 }: SeenBody): readonly Box[] {
  return standsOut > STANDS_OUT_SHARE ? scenery : [...scenery, box].slice(-SCENERY_MAX)
}

/** Without duplicates, the most confident first. */
function eachOnce(bodies: readonly SeenBody[]): SeenBody[] {
  const retained: SeenBody[] = []
  for (const body of bodies.toSorted((a, b) => b.confidence - a.confidence)) {
    if (body.confidence < CONFIDENCE_MIN) break
    if (retained.every((one) => sharedPart(one.box, body.box) <= SAME_BODY_SHARE)) retained.push(body)
  }
  return retained
}

type Pair = { body: SeenBody; person: PosedPerson; score: number }

/** Assigns bodies to tracks, the best pair first, so that no track takes the body of a person that has not moved. */
function ownersOf(
  bodies: readonly SeenBody[],
  people: readonly PosedPerson[],
  at: { atMs: number; aspect: number },
): Map<SeenBody, PosedPerson> {
  const owners = new Map<SeenBody, PosedPerson>()
  const pairs = bodies.flatMap((body) => people.flatMap((person): Pair[] => pairOf(body, person, at)))
  const taken = new Set<number>()
  for (const { body, person } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (owners.has(body) || taken.has(person.id)) continue
    owners.set(body, person)
    taken.add(person.id)
  }
  return owners
}

function pairOf(body: SeenBody, person: PosedPerson, { atMs, aspect }: { atMs: number; aspect: number }): Pair[] {
  const overlap = sharedPart(body.box, person.box)
  // While the room is learned the foreground is unknown.
  if (!isSomebody(body) && body.standsOut !== undefined && overlap < SAME_BODY_SHARE) return []
  const lengths = [lengthOf(body.box, aspect), lengthOf(person.box, aspect)]
  if (Math.min(...lengths) < ALIKE_SHARE * Math.max(...lengths)) return []
  // A walker covers one own length in a second, and is not looked for farther away.
  const walked = Math.min(1, (atMs - person.atMs) / 1000)
  const reach = (SAME_PLACE_LENGTHS + walked) * Math.max(...lengths)
  const nearness = 1 - distance(body.box, person.box, aspect) / reach
  // In front of somebody far behind, a walker keeps their own track.
  const alike = Math.min(...lengths) / Math.max(...lengths)
  const score = alike * (overlap + Math.max(0, nearness))
  return overlap > 0 || nearness > 0 ? [{ body, person, score }] : []
}

/** Length of a standing or lying body in widths of the frame. */
const lengthOf = ({ width, height }: Box, aspect: number) => Math.max(width, height * aspect)

function distance(a: Box, b: Box, aspect: number): number {
  const dy = a.y + a.height / 2 - b.y - b.height / 2
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, dy * aspect)
}
