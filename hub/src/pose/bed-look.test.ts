// Close-ups of an outlined bed: they find a resident whom the whole frame misses, at low cost, and ignore bedding.
import { describe, expect, test } from 'vitest'
import type { Scene } from '#vision/background/background.ts'
import type { SeenBody } from '#vision/body/person.ts'
import type { Turn } from './closer-look.ts'
import { withCloser } from './closer-look.ts'
import { PoseWatch } from './pose-watch.ts'
import { ASPECT, lying, moved, times, upright } from './testing.ts'

const SIZE = { width: 320, height: 180 }
const BED = [
  { x: 0.25, y: 0.65 },
  { x: 0.75, y: 0.65 },
  { x: 0.75, y: 0.9 },
  { x: 0.25, y: 0.9 },
]
const SURE = lying({ confidence: 0.4, standsOut: 0 })
const UNSURE = lying({ confidence: 0.2, standsOut: 0 })

/** No foreground, as for a resident who lay there when the hub started; `movingShare`: of the frame. */
function scene(movingShare = 0): Scene {
  const none = new Uint8Array(SIZE.width * SIZE.height)
  const shares = { foregroundShare: 0, movingShare, levels: 10, isClear: true }
  return {
    ...{ state: 'watching', isViewChanged: false, ...shares },
    ...{ foreground: none, moving: none, smoothed: none, blobs: [] },
  }
}

type Answer = { whole: SeenBody[]; closer: SeenBody[] }

/** One answer every two seconds; `closer`: the result of a close-up of the bed. */
function watch(answers: Answer[], movingShare = 0.01) {
  const watched = new PoseWatch(SIZE)
  watched.beds = [BED]
  const turns: (Turn | null)[] = []
  const seen = answers.map(({ whole, closer }, at) => {
    const atMs = 2000 * at
    watched.wants(scene(movingShare), atMs, false)
    watched.asked(scene(movingShare), atMs)
    const look = watched.closer({ atMs, bodies: whole }, { aspect: ASPECT, isGray: false })
    turns.push(look?.turn ?? null)
    // A close-up's result is in shares of the square.
    const inSquare = closer.map((body) => shrunk(body, look?.place ?? { x: 0, y: 0, width: 1, height: 1 }))
    const bodies = look ? withCloser(whole, inSquare, { ...look, turn: 0 }) : whole
    watched.take({ atMs, bodies }, ASPECT)
    return watched.seen(atMs)!.people.filter(({ lostMs }) => lostMs === null)
  })
  return { watched, turns, seen, counts: seen.map(({ length }) => length) }
}

function shrunk(body: SeenBody, place: { x: number; y: number; width: number; height: number }): SeenBody {
  const { x, y, width, height } = body.box
  const box = {
    ...{ x: (x - place.x) / place.width, y: (y - place.y) / place.height },
    ...{ width: width / place.width, height: height / place.height },
  }
  const joints = body.joints!.map((one) => ({
    ...{ ...one, x: (one.x - place.x) / place.width, y: (one.y - place.y) / place.height },
  }))
  return { ...body, box, joints }
}

const answers = (count: number, whole: SeenBody[], closer: SeenBody[]): Answer[] =>
  times(count, ...whole).map((bodies) => ({ whole: bodies, closer }))

describe('REAL-03 a close-up of an outlined bed', () => {
  test('REAL-03 it finds the resident whom the whole frame misses, as the same person', () => {
    const { seen, counts } = watch(answers(6, [], [SURE]))
    expect(counts).toEqual([1, 1, 1, 1, 1, 1])
    expect(new Set(seen.flatMap((people) => people.map(({ id }) => id)))).toEqual(new Set([1]))
  })

  test('REAL-03 each rotation is tried once, then an empty bed is skipped for ten seconds', () => {
    expect(watch(answers(12, [], [])).turns).toEqual([0, 90, 270, null, null, null, null, 0, 90, 270, null, null])
  })

  test('REAL-03 an empty bed in a room without motion gets no more close-ups', () => {
    expect(watch(answers(12, [], []), 0).turns.filter((turn) => turn !== null)).toEqual([0, 90, 270])
  })

  test('REAL-03 a resident found in the whole frame needs no close-up', () => {
    expect(watch(answers(4, [SURE], [SURE])).turns).toEqual([null, null, null, null])
  })

  test('REAL-03 an empty bed gets no close-up while the resident is up', () => {
    expect(watch(answers(4, [upright({ x: 0.02 })], [])).turns).toEqual([null, null, null, null])
  })

  test('REAL-03 bedding that resembles a person starts no track', () => {
    expect(watch(answers(6, [], [UNSURE])).counts).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('REAL-03 a resident detected with high confidence is tracked at lower confidence', () => {
    const { counts } = watch([...answers(1, [], [SURE]), ...answers(4, [], [UNSURE])])
    expect(counts).toEqual([1, 1, 1, 1, 1])
  })

  test('REAL-03 a body beside the bed in the square is not the resident', () => {
    expect(watch(answers(3, [], [moved(SURE, { y: -0.4 })])).counts).toEqual([0, 0, 0])
  })

  test('REAL-03 a carer in front of the bed does not take the track of the lost resident', () => {
    const carer = upright({ x: 0.3 })
    const { seen } = watch([...answers(2, [SURE], []), ...answers(3, [carer], [SURE])])
    const lyingIds = seen.map((people) => people.filter(({ box }) => box.height < 0.3).map(({ id }) => id))
    expect(lyingIds).toEqual([[1], [1], [1], [1], [1]])
    expect(
      seen
        .at(-1)!
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([1, 2])
  })

  test('REAL-02 a still night in bed is checked every ten seconds, motion within two', () => {
    const { watched } = watch(answers(3, [], [SURE]))
    expect([7000, 13_800, 14_000].map((atMs) => watched.wants(scene(), atMs, false))).toEqual([false, false, true])
    expect([5800, 6000].map((atMs) => watched.wants(scene(0.01), atMs, false))).toEqual([false, true])
  })
})
