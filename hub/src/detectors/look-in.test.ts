import type { Region } from '@mimamori/contract/shared/geometry.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followPoses, noTracks } from '#pose/pose-track.ts'
import { ASPECT, lying, moved, sitting, upright } from '#pose/testing.ts'
import type { PosesSeen, SeenBody } from '#vision/body/person.ts'
import type { FallSettings } from './fall.ts'
import { lookInStart, stepLookIn } from './look-in.ts'
import { noPlaces, usualCells, withComers } from './places.ts'
import { FRAME_MS } from './testing.ts'

const settings: FallSettings = {
  sensitivity: 'medium',
  snoozeSeconds: 0,
  regions: [],
  model: 'standard',
  lookIn: 'quiet',
}
const FRAMES_PER_ANSWER = 4

/** For a number of seconds: the model's answer. */
type Scene = readonly [seconds: number, bodies: readonly SeenBody[]]

/** The alerts of a story, with the second of each. */
type Outlines = { bed?: Region; seats?: Region[]; doors?: Region[] }
function raised(scenes: readonly Scene[], more: Partial<FallSettings> = {}, outlines: Outlines = {}) {
  let [state, tracks, poses] = [lookInStart(null), noTracks, undefined as PosesSeen | undefined]
  let [atMs, places] = [0, noPlaces]
  const all: { atS: number; grade: string }[] = []
  for (const [seconds, bodies] of scenes) {
    for (let i = 0; i < seconds * 5; i++, atMs += FRAME_MS) {
      if ((atMs / FRAME_MS) % FRAMES_PER_ANSWER === 0) {
        tracks = followPoses(tracks, { atMs, bodies }, ASPECT)
        poses = { atMs, people: tracks.people }
        places = withComers(places, poses, atMs)
      }
      const seen = { poses, usual: usualCells(places, atMs), ...outlines }
      const frame = { atMs, isReliable: true, people: [], figures: [], movingShare: 0, ...seen }
      const next = stepLookIn(state, { ...settings, ...more }, frame)
      state = next.state
      for (const { isLookIn, isPossible } of next.incidents)
        all.push({ atS: atMs / 1000, grade: isLookIn ? 'look-in' : isPossible ? 'possible' : 'certain' })
    }
  }
  return all
}
const grades = (...story: Parameters<typeof raised>) => raised(...story).map(({ grade }) => grade)

/** Came in at the side and stands amid the frame. */
const camesIn: Scene[] = [
  [2, [upright({ x: 0 })]],
  [2, [upright({ x: 0.2 })]],
  [3, [upright()]],
]
/** On the knees, bent forward: short, and neither up nor lying. */
const bent: SeenBody = {
  ...upright(),
  box: { x: 0.4, y: 0.5, width: 0.2, height: 0.3 },
  joints: upright().joints!.map((joint, at) => {
    if (at === 5 || at === 6) return { x: 0.45, y: 0.6, confidence: 0.6 }
    return at === 11 || at === 12 ? { x: 0.55, y: 0.72, confidence: 0.6 } : joint
  }),
}
/** Comes into view amid the frame, as through a door, and walks into the room. */
const throughDoor: Scene[] = [
  [2, []],
  [2, [upright({ x: 0.6 })]],
  [2, [upright({ x: 0.45 })]],
  [3, [upright({ x: 0.3 })]],
]

describe('REAL-12 somebody who is lost amid the frame', () => {
  test('REAL-12 raises one look-in after four seconds, and no fall', () => {
    const all = raised([...camesIn, [20, []]])
    expect(all.map(({ grade }) => grade)).toEqual(['look-in'])
    expect(all[0]!.atS - 7).toBeLessThanOrEqual(6)
  })

  test('REAL-12 is lost although somebody else is in view', () => {
    const other = upright({ x: 0.8 })
    const both = camesIn.map(([seconds, bodies]): Scene => [seconds, [...bodies, other]])
    expect(grades([...both, [12, [other]]])).toEqual(['look-in'])
  })

  test('REAL-12 raises a possible fall where the site wants it', () => {
    expect(grades([...camesIn, [12, []]], { lookIn: 'possible' })).toEqual(['possible'])
  })

  test.each([
    [
      'is seen on their feet again',
      [
        [2, []],
        [10, [upright()]],
      ],
    ],
    [
      'came out of there as somebody new',
      [
        [3.2, []],
        [12, [upright({ x: 0.45 })]],
      ],
    ],
    [
      'left over the side',
      [
        [2, [upright({ x: 0.7 })]],
        [2, [upright({ x: 0.87 })]],
        [12, []],
      ],
    ],
  ] as [string, Scene[]][])('REAL-12 raises nothing for somebody who %s', (_, after) => {
    expect(grades([...camesIn, ...after])).toEqual([])
  })

  test('REAL-12 raises nothing where people come into view, and a look-in elsewhere in the same room', () => {
    expect(grades([...throughDoor, [2, [upright({ x: 0.6 })]], [12, []]])).toEqual([])
    expect(grades([...throughDoor, [12, []]])).toEqual(['look-in'])
  })

  test.each(['bed', 'seats', 'doors'])('REAL-12 CAM-08 raises nothing at an outline of %s', (where) => {
    const corners = [
      { x: 0.1, y: 0.1 },
      { x: 0.9, y: 0.1 },
      { x: 0.9, y: 0.95 },
      { x: 0.1, y: 0.95 },
    ]
    const outline = { name: where, corners }
    expect(grades([...camesIn, [12, []]], {}, { [where]: where === 'bed' ? outline : [outline] })).toEqual([])
  })

  test('REAL-12 CAM-08 a way out explains that nobody is seen, not that somebody is low there', () => {
    const corners = [0.1, 0.95].flatMap((y) => [0.1, 0.9].map((x) => ({ x: y === 0.1 ? x : 1 - x, y })))
    expect(grades([...camesIn, [12, [bent]]], {}, { doors: [{ name: 'door', corners }] })).toEqual(['possible'])
    expect(grades([...throughDoor, [2, [upright({ x: 0.6 })]], [12, [moved(bent, { x: 0.2 })]]])).toEqual(['possible'])
  })

  test('REAL-12 CAM-08 raises nothing for somebody who bends in front of a seat and lies down on it', () => {
    const story: Scene[] = [...camesIn, [1.6, [bent]], [12, [lying()]]]
    const corners = [0.65, 0.9].flatMap((y) => [0.25, 0.75].map((x) => ({ x: y === 0.65 ? x : 1 - x, y })))
    expect(grades(story, {}, { seats: [{ name: 'sofa', corners }] })).toEqual([])
    expect(grades(story)).not.toEqual([])
  })

  test('REAL-12 raises nothing beside a fall that was raised', () => {
    expect(grades([...camesIn, [10, [lying({ x: 0.3 })]], [10, []]])).toEqual(['certain'])
  })
})

describe('REAL-12 somebody who is low', () => {
  test('REAL-12 for four seconds after standing raises a possible fall, since they are seen there', () => {
    expect(grades([...camesIn, [12, [bent]]])).toEqual(['possible'])
  })

  const beside = (other: SeenBody) =>
    grades([...camesIn.map(([s, bodies]): Scene => [s, [...bodies, other]]), [12, [bent, other]]])

  test('REAL-12 beside somebody who sits there or stands, as who puts on their shoes, raises a look-in', () => {
    expect([beside(sitting({ x: 0.7 })), beside(upright({ x: 0.75 }))]).toEqual([['look-in'], ['look-in']])
  })

  test('REAL-12 beside somebody who lies raises a possible fall', () => {
    expect(beside(moved(lying(), { x: 0.3 }))).toEqual(['possible'])
  })

  test('REAL-12 for one answer, and then lost, raises a look-in', () => {
    expect(grades([...camesIn, [0.8, [bent]], [12, []]])).toEqual(['look-in'])
  })

  test('REAL-12 who was lost and is seen again, wide and without a trunk, raises a possible fall', () => {
    const { joints: _, ...flat } = { ...lying({ confidence: 0.2 }), box: { x: 0.3, y: 0.55, width: 0.5, height: 0.49 } }
    expect(grades([...camesIn, [1.6, []], [10, [flat]]])).toEqual(['possible'])
  })

  test('REAL-12 for two seconds, as to pick something up, raises nothing', () => {
    expect(grades([...camesIn, [2, [bent]], [10, [upright()]]])).toEqual([])
  })

  test('REAL-12 on a chair raises nothing', () => {
    expect(grades([...camesIn, [15, [sitting()]]])).toEqual([])
  })
})

test('REAL-12 whatever the history, each person who went down raises one alert at most', () => {
  const body = fc.constantFrom<SeenBody[]>([], [upright()], [bent], [lying()], [sitting()])
  fc.assert(
    fc.property(fc.array(body, { maxLength: 12 }), (bodies) => {
      const all = raised(bodies.map((one): Scene => [2, one]))
      const downs = bodies.filter((one, at) => at > 0 && one !== bodies[at - 1]).length
      expect(all.length).toBeLessThanOrEqual(downs)
    }),
    { numRuns: 200 },
  )
})
