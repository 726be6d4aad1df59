/** Follows people from one answer of the pose model to the next, and measures how each of them holds themselves. Pure. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { sharedPart } from '#vision/geometry.ts'
import type { PosedPerson, PoseSample, SeenBody, Sight } from '#vision/people/person.ts'
import { measured } from './pose-measure.ts'

/** Bodies that the model is less sure of are nobody. Score of the model. */
const CONFIDENCE_MIN = { known: 0.1, new: 0.15 }
/** … unless they stand out from the learned room: of furniture with limbs the model is never as sure, by its score. */
const SURE_MIN = 0.35
const STANDS_OUT_MIN = 0.15
/** Furniture is where nothing stood out; what lies so much in its place is the same again. Intersection over union. */
const SCENERY_STANDS_OUT_MAX = 0.05
const SAME_SCENERY = 0.6
/** Who does not stand out any more is still who was there, in the same place. Intersection over union. */
const SAME_PLACE = 0.4
const SCENERY_MAX = 20
/** Boxes that cover each other by more are one body: the model sometimes answers twice. Intersection over union. */
const TWICE = 0.5
/** Who is in none of the answers of so long is gone, ms after the first that lacks them. */
const FORGET_MS = 2500
/** What is remembered of somebody, ms: as long as a fall and what was before it. */
const KEEP_MS = 12_000
/** A body is theirs by so much overlap, or by a middle so near in shares of the picture, and further by the second;
 * a near one counts so much overlap. */
const OVERLAP_MIN = 0.1
const NEAR = { x: 0.12, y: 0.2, perSecond: 0.3, secondsMax: 1.5, counts: 0.2 }

/** `scenery`: where the model takes furniture for somebody. */
export type PoseTracks = { people: readonly PosedPerson[]; lastId: number; scenery: readonly Box[] }
export const noTracks: PoseTracks = { people: [], lastId: 0, scenery: [] }

/** `aspect`: height over width of the camera's picture. */
export function followPoses(before: PoseTracks, { atMs, bodies }: Sight, aspect: number): PoseTracks {
  const known = before.people.filter(({ lostMs }) => lostMs === null || atMs - lostMs <= FORGET_MS)
  const taken = new Set<number>()
  const people: PosedPerson[] = []
  let lastId = before.lastId
  let scenery = before.scenery
  for (const body of eachOnce(bodies)) {
    const free = known.filter(({ id }) => !taken.has(id))
    const same = nearest(body, free, atMs)
    if (isFurniture(body, scenery) || (!same && body.confidence < CONFIDENCE_MIN.new)) continue
    if (!isSomebody(body) && !(same && sharedPart(same.box, body.box) >= SAME_PLACE)) {
      scenery = withScenery(scenery, body)
      continue
    }
    const id = same?.id ?? ++lastId
    taken.add(id)
    const past = (same?.past ?? []).filter((one) => atMs - one.atMs <= KEEP_MS)
    const sample: PoseSample = { atMs, ...measured(body, past, atMs, aspect) }
    const { box, confidence } = body
    people.push({ id, box, confidence, atMs, lostMs: null, firstMs: same?.firstMs ?? atMs, past: [...past, sample] })
  }
  const lost = known.filter(({ id }) => !taken.has(id)).map((one) => ({ ...one, lostMs: one.lostMs ?? atMs }))
  return { people: [...people, ...lost], lastId, scenery }
}

const isSomebody = ({ confidence, standsOut = 0 }: SeenBody) => confidence >= SURE_MIN || standsOut >= STANDS_OUT_MIN

const isFurniture = ({ box, confidence }: SeenBody, scenery: readonly Box[]) =>
  confidence < SURE_MIN && scenery.some((one) => sharedPart(one, box) >= SAME_SCENERY)

function withScenery(scenery: readonly Box[], { box, standsOut = 1 }: SeenBody): readonly Box[] {
  return standsOut > SCENERY_STANDS_OUT_MAX ? scenery : [...scenery, box].slice(-SCENERY_MAX)
}

/** The surest first. */
function eachOnce(bodies: readonly SeenBody[]): SeenBody[] {
  const retained: SeenBody[] = []
  for (const body of bodies.toSorted((a, b) => b.confidence - a.confidence)) {
    if (body.confidence < CONFIDENCE_MIN.known) break
    if (retained.every((one) => sharedPart(one.box, body.box) <= TWICE)) retained.push(body)
  }
  return retained
}

function nearest({ box, confidence }: SeenBody, people: readonly PosedPerson[], atMs: number): PosedPerson | null {
  let [best, bestScore]: [PosedPerson | null, number] = [null, OVERLAP_MIN]
  for (const person of people) {
    const [dx, dy] = [
      middle(box.x, box.width, person.box.x, person.box.width),
      middle(box.y, box.height, person.box.y, person.box.height),
    ]
    const more = NEAR.perSecond * Math.min(NEAR.secondsMax, (atMs - person.atMs) / 1000)
    // Of what the model is unsure only the same place says that it is them.
    const isNear = confidence >= CONFIDENCE_MIN.new && dx < NEAR.x + more && dy < NEAR.y + more
    const score = sharedPart(box, person.box) + (isNear ? NEAR.counts : 0)
    if (score > bestScore) [best, bestScore] = [person, score]
  }
  return best
}

const middle = (a: number, aSize: number, b: number, bSize: number) => Math.abs(a + aSize / 2 - b - bSize / 2)
