// A person whom the whole frame loses on the floor: close-ups find them, and the same track has fallen.
import { expect, test } from 'vitest'
import { descentOf } from '#detectors/pose-descent.ts'
import type { Scene } from '#vision/background/background.ts'
import type { SeenBody } from '#vision/body/person.ts'
import { PoseWatch } from './pose-watch.ts'
import { ASPECT, lying, upright } from './testing.ts'

const SIZE = { width: 320, height: 180 }
const STAY_MS = 1600
const FRAME_MS = 200

/** A scene with foreground on the floor, and with motion. */
const scene = (): Scene => {
  const foreground = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 126; y < 153; y++) foreground.fill(1, y * SIZE.width + 96, y * SIZE.width + 224)
  const shares = { foregroundShare: 0.06, movingShare: 0.01, levels: 10, isClear: false }
  const masks = { foreground, moving: foreground, smoothed: foreground, blobs: [] }
  return { state: 'watching', isViewChanged: false, ...shares, ...masks }
}

/** For `seconds` seconds: upright for three of them, then the whole frame shows nobody, and close-ups give `closer`. */
function watch(seconds: number, closer: () => SeenBody[]) {
  const watched = new PoseWatch(SIZE)
  const asked = { whole: 0, closer: 0 }
  let fellAtMs: number | null = null
  for (let atMs = 0; atMs <= seconds * 1000; atMs += FRAME_MS) {
    if (!watched.wants(scene(), atMs, false)) continue
    watched.asked(scene(), atMs)
    asked.whole++
    const bodies = atMs < 3000 ? [upright()] : []
    const look = watched.closer({ atMs, bodies }, { aspect: ASPECT, isGray: true })
    if (look) asked.closer++
    watched.take({ atMs, bodies: look ? [...bodies, ...closer()] : bodies }, ASPECT)
    const [person] = watched.seen(atMs)!.people
    if (person?.lostMs === null && descentOf(person, STAY_MS).state === 'fell') fellAtMs ??= atMs
  }
  return { asked, fellAtMs, ids: watched.seen(seconds * 1000)!.people.map(({ id }) => id) }
}

test('REAL-03 a lying person missed in the whole frame has fallen, within four seconds', () => {
  const { fellAtMs, ids } = watch(8, () => [lying({ confidence: 0.16 })])
  expect(ids).toEqual([1])
  expect(fellAtMs! - 3000).toBeLessThanOrEqual(4000)
})

test('REAL-03 a person lost for good costs eleven close-ups, then the usual rate returns', () => {
  const { asked, fellAtMs } = watch(60, () => [])
  expect(fellAtMs).toBeNull()
  expect(asked.closer).toBeLessThanOrEqual(11)
  // At most every three seconds when nobody is searched, besides one a second for ten seconds.
  expect(asked.whole).toBeLessThanOrEqual(5 + 11 + 30)
})

test('REAL-03 a person not found by close-ups counts as gone as early as any other', () => {
  expect(watch(5, () => []).ids).toEqual([1])
  expect(watch(8, () => []).ids).toEqual([])
})

test('REAL-03 a model that stops answering during a search gets new requests as usual', () => {
  const watched = new PoseWatch(SIZE)
  const answer = (atMs: number, bodies: SeenBody[]) => {
    watched.asked(scene(), atMs)
    watched.closer({ atMs, bodies }, { aspect: ASPECT, isGray: true })
    watched.take({ atMs, bodies }, ASPECT)
  }
  for (const atMs of [0, 800, 1600]) answer(atMs, [upright()])
  watched.asked(scene(), 2400)
  expect(watched.closer({ atMs: 2400, bodies: [] }, { aspect: ASPECT, isGray: true })?.turn).toBe(0)
  // The answer never arrived: the next search starts where this one did.
  watched.asked(scene(), 3400)
  expect(watched.closer({ atMs: 3400, bodies: [] }, { aspect: ASPECT, isGray: true })?.turn).toBe(0)
})
