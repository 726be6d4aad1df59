// Where the pose model runs again: around a person lost from the whole frame, at low cost, with correct coordinates.
import { describe, expect, test } from 'vitest'
import { cutOf, squareWith } from './closer-image.ts'
import type { Closer, Search, Turn } from './closer-look.ts'
import { dueSearch, inWhole, searchedOnce, searchesAfter, withCloser } from './closer-look.ts'
import { followPoses, noTracks } from './pose-track.ts'
import { ASPECT, followed, lying, times, upright } from './testing.ts'

const SIZE = { width: 320, height: 180 }
const LOST_MS = 3200

/** The foreground is that box, in shares of the frame. */
function maskOf(box: { x: number; y: number; width: number; height: number } | null) {
  const data = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 0; box && y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const isIn = x / SIZE.width >= box.x && x / SIZE.width < box.x + box.width
      if (isIn && y / SIZE.height >= box.y && y / SIZE.height < box.y + box.height) data[y * SIZE.width + x] = 1
    }
  }
  return { data, ...SIZE }
}
const onFloor = maskOf({ x: 0.3, y: 0.7, width: 0.4, height: 0.15 })
const nothing = maskOf(null)

/** A person upright for four answers, and missing in the next. */
const lost = (x = 0.4) => followed([...times(4, upright({ x })), []]).people
const searched = (
  mask: ReturnType<typeof maskOf> | null,
  people = lost(),
  before: readonly Search[] = [],
  isGray = true,
) => searchesAfter(before, people, { atMs: LOST_MS, aspect: ASPECT, isGray, mask })

/** Runs every due close-up, for each analyzed frame of `seconds` seconds; returns when it ran. */
function looksIn(seconds: number, people = lost()): { atS: number; id: number; turn: Turn }[] {
  const looks: { atS: number; id: number; turn: Turn }[] = []
  let searches: Search[] = []
  for (let afterMs = 0; afterMs <= seconds * 1000; afterMs += 200) {
    const atMs = LOST_MS + afterMs
    searches = searchesAfter(searches, people, { atMs, aspect: ASPECT, isGray: true, mask: onFloor })
    const due = dueSearch(searches, atMs)
    if (!due) continue
    looks.push({ atS: afterMs / 1000, id: due.id, turn: due.turn })
    searches = searchedOnce(searches, { id: due.id, atMs, isFound: false })
  }
  return looks
}

describe('REAL-03 a close-up for a person lost from the whole frame', () => {
  test('REAL-03 is a square around the foreground where they stood, with a margin', () => {
    const [{ place, isOpen }] = searched(onFloor) as [Search]
    expect(isOpen).toBe(true)
    expect(place.width).toBeCloseTo(place.height * ASPECT)
    expect(place.x + place.width / 2).toBeCloseTo(0.5, 1)
    expect(place.y + place.height / 2).toBeCloseTo(0.775, 1)
    expect(place.x).toBeLessThan(0.25)
    expect(place.x + place.width).toBeGreaterThan(0.75)
  })

  test('REAL-03 is a square of twice their height at their feet while the room is learned', () => {
    const [{ place, isOpen }] = searched(null) as [Search]
    expect(isOpen).toBe(true)
    expect(place.width).toBeCloseTo(2 * 0.6 * ASPECT)
    expect(place.y + place.height).toBeGreaterThan(0.8)
  })

  test('REAL-03 runs for two and a half seconds without foreground, but not at an exit', () => {
    const first = searched(nothing)
    const later = (atMs: number) => searchesAfter(first, lost(), { atMs, aspect: ASPECT, isGray: true, mask: nothing })
    expect(first.map(({ isOpen }) => isOpen)).toEqual([true])
    expect(later(LOST_MS + 2400)[0]!.isOpen).toBe(true)
    expect(later(LOST_MS + 2600)[0]!.isOpen).toBe(false)
    expect(searched(nothing, lost(0.02)).map(({ isOpen }) => isOpen)).toEqual([false])
  })

  test('REAL-03 no longer than usual where the foreground belongs to another person in view', () => {
    const people = followed([...times(4, upright({ x: 0.4 }), lying({ x: 0.3 })), [lying({ x: 0.3 })]]).people
    const first = searched(onFloor, people)
    const later = searchesAfter(first, people, { atMs: LOST_MS + 2600, aspect: ASPECT, isGray: true, mask: onFloor })
    expect([first, later].map(([one]) => one!.isOpen)).toEqual([true, false])
  })

  test('REAL-03 runs once a second for ten seconds, and then stops', () => {
    expect(looksIn(60).map(({ atS }) => atS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('REAL-03 runs for two lost people in turn, together once a second', () => {
    const two = followed([...times(4, upright({ x: 0.2 }), upright({ x: 0.6 })), []]).people
    const looks = looksIn(60, two)
    expect(looks).toHaveLength(11)
    expect(looks.slice(0, 4).map(({ id }) => id)).toEqual([1, 2, 1, 2])
  })

  test('REAL-03 is tried upright, then rotated to the left and right, until one finds them', () => {
    expect(looksIn(3).map(({ turn }) => turn)).toEqual([0, 90, 270, 0])
    const [search] = searched(onFloor) as [Search]
    expect(searchedOnce([{ ...search, turn: 90 }], { id: 1, atMs: LOST_MS, isFound: true })[0]!.turn).toBe(90)
  })

  test.each([
    ['they are seen again', [upright()]],
    ['somebody new is seen elsewhere, since that is them', [upright({ x: 0.85 })]],
  ])('REAL-03 no more when %s', (_, bodies) => {
    expect(searched(onFloor, followed([...times(4, upright()), bodies]).people)).toEqual([])
  })

  test('REAL-03 does not run if they had lain for long: nobody falls from lying', () => {
    expect(searched(onFloor, followed([...times(4, lying()), []]).people)).toEqual([])
  })

  test('REAL-03 does not run in color for a distant person with low confidence', () => {
    const far = (confidence: number) => followed([...times(4, upright({ confidence })), []]).people
    const inColour = (confidence: number) => searched(onFloor, far(confidence), [], false).length
    expect([0.34, 0.36].map(inColour)).toEqual([0, 1])
    expect(searched(onFloor, far(0.34), [], true)).toHaveLength(1)
  })

  test('REAL-03 retains the track of the person meanwhile', () => {
    const before = followed([...times(4, upright()), []])
    const late = { atMs: LOST_MS + 9000, bodies: [lying()] }
    expect(followPoses(before, late, ASPECT, new Set([1])).people.map(({ id }) => id)).toEqual([1])
    expect(followPoses(before, late, ASPECT).people.map(({ id }) => id)).toEqual([2])
  })
})

describe('REAL-03 the result of a close-up', () => {
  const IMAGE = { width: 640, height: 480 }
  /** It extends beyond the frame's left and lower edges. */
  const place = { x: -0.1, y: 0.6, width: 0.45, height: 0.6 }
  const lookOf = (turn: Turn): Closer => ({ place, turn, tall: 0.3 })

  test('REAL-03 its input is black beyond the edges of the frame', () => {
    const { crop, paste } = cutOf(IMAGE, place, 256)!
    expect(crop).toEqual({ x: 0, y: 288, width: 224, height: 192 })
    const square = squareWith(new Uint8Array(paste.width * paste.height * 3).fill(200), paste, { side: 256, turn: 0 })
    const at = (x: number, y: number) => square.data[(y * 256 + x) * 3]
    expect([at(50, 20), at(70, 20), at(200, 160), at(200, 180)]).toEqual([0, 200, 200, 0])
  })

  test('REAL-03 is empty if it lies outside the frame', () => {
    expect(cutOf(IMAGE, { x: 1.1, y: 0.2, width: 0.3, height: 0.4 }, 256)).toBeNull()
  })

  test.each([0, 90, 270] as const)('REAL-03 rotated by %s degrees, it is mapped back to the frame', (turn) => {
    const { crop, paste } = cutOf(IMAGE, place, 256)!
    const part = new Uint8Array(paste.width * paste.height * 3)
    const [x, y] = [100, 30]
    part.fill(255, (y * paste.width + x) * 3, (y * paste.width + x) * 3 + 3)
    const { data } = squareWith(part, paste, { side: 256, turn })
    const index = data.indexOf(255) / 3
    const seen = { x: ((index % 256) + 0.5) / 256, y: (Math.floor(index / 256) + 0.5) / 256 }
    const box = { ...seen, width: 0, height: 0 }
    const joints = [{ ...seen, confidence: 1 }]
    const whole = inWhole({ box, pose: null, confidence: 0.5, joints }, lookOf(turn))
    const there = {
      x: (crop.x + ((x + 0.5) / paste.width) * crop.width) / IMAGE.width,
      y: (crop.y + ((y + 0.5) / paste.height) * crop.height) / IMAGE.height,
    }
    expect(whole.box.x).toBeCloseTo(there.x, 2)
    expect(whole.box.y).toBeCloseTo(there.y, 2)
    expect(whole.joints![0]!.x).toBeCloseTo(there.x, 2)
    expect(whole.joints![0]!.y).toBeCloseTo(there.y, 2)
  })

  test('REAL-03 a rotated body upright in the square is lying in the frame', () => {
    const { box } = inWhole(
      { box: { x: 0.4, y: 0.1, width: 0.2, height: 0.8 }, pose: null, confidence: 0.5 },
      { place: { x: 0.1, y: 0.1, width: 0.6, height: 0.8 }, turn: 90, tall: 0.3 },
    )
    expect(box.width).toBeCloseTo(0.48)
    expect(box.height).toBeCloseTo(0.16)
  })

  test('REAL-03 adds one body: the most confident of plausible size that is new', () => {
    const look: Closer = { place: { x: 0, y: 0, width: 0.75, height: 1 }, turn: 0, tall: 0.4 }
    const inSquare = (x: number, width: number, confidence: number) => ({
      ...lying({ confidence }),
      box: { x, y: 0.7, width, height: 0.2 },
    })
    const known = { ...upright(), box: { x: 0.5, y: 0.6, width: 0.25, height: 0.4 } }
    const [small, shown, sure, unsure] = [
      inSquare(0.1, 0.2, 0.9),
      inSquare(0.67, 0.33, 0.8),
      inSquare(0.05, 0.5, 0.4),
      inSquare(0.05, 0.5, 0.2),
    ]
    const bodies = withCloser([known], [small, shown, unsure, sure], look)
    expect(bodies.map(({ confidence }) => confidence)).toEqual([known.confidence, 0.4])
    expect(withCloser([known], [small, inSquare(0.05, 0.5, 0.09)], look)).toEqual([known])
  })
})

test('REAL-03 no person is searched before one was detected', () => {
  expect(searchesAfter([], noTracks.people, { atMs: 0, aspect: ASPECT, isGray: true, mask: onFloor })).toEqual([])
})
