import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { describe, expect, test } from 'vitest'
import { followPoses, noTracks } from '#pose/pose-track.ts'
import { ASPECT, lying, lyingTowardsUs, moved, sitting, upright } from '#pose/testing.ts'
import type { PosesSeen, SeenBody } from '#vision/body/person.ts'
import type { FallSettings } from './fall.ts'
import type { PeopleFrame } from './people-frame.ts'
import { posedFallStart, stepPosedFall } from './pose-fall.ts'
import { FRAME_MS, someone } from './testing.ts'

const settings: FallSettings = {
  sensitivity: 'medium',
  snoozeSeconds: 0,
  regions: [],
  model: 'standard',
  lookIn: 'quiet',
}
/** Frames from one answer to the next. */
const FRAMES_PER_ANSWER = 4

/** For a number of seconds: the model's answer (null: none), the background's people, and the foreground figures. */
type Scene = readonly [
  seconds: number,
  bodies: SeenBody[] | null,
  background?: PeopleFrame['people'],
  standsOut?: readonly SeenBody[],
]

type Raised = { atS: number; isPossible: boolean }

/** When alerts were raised, in seconds. */
const falls = (...story: Parameters<typeof raised>) => raised(...story).map(({ atS }) => atS)

function raised(
  scenes: readonly Scene[],
  more: Partial<FallSettings> = {},
  bed?: Region,
  seats?: readonly Region[],
): Raised[] {
  let [state, tracks, poses] = [posedFallStart(null), noTracks, undefined as PosesSeen | undefined]
  let atMs = 0
  const all: Raised[] = []
  for (const [seconds, bodies, people = [], standsOut = []] of scenes) {
    const figures = standsOut.map(({ box }) => ({ box, areaShare: 0.05, movingShare: 0 }))
    for (let i = 0; i < seconds * 5; i++, atMs += FRAME_MS) {
      if (bodies && (atMs / FRAME_MS) % FRAMES_PER_ANSWER === 0) {
        tracks = followPoses(tracks, { atMs, bodies }, ASPECT)
        poses = { atMs, people: tracks.people }
      }
      if (!bodies) poses = undefined
      const frame = {
        atMs,
        isReliable: true,
        people,
        figures,
        movingShare: 0,
        poses,
        ...(bed && { bed }),
        ...(seats && { seats }),
      }
      const next = stepPosedFall(state, { ...settings, ...more }, frame)
      state = next.state
      all.push(...next.incidents.map(({ isPossible = false }) => ({ atS: atMs / 1000, isPossible })))
    }
  }
  return all
}

const bed: Region = {
  name: 'bed',
  corners: [
    { x: 0.2, y: 0.6 },
    { x: 0.8, y: 0.6 },
    { x: 0.8, y: 0.95 },
    { x: 0.2, y: 0.95 },
  ],
}
/** The background's view of a person who walks, and then lies. */
const walks = [someone()]
const liesThere = [someone({ posture: 'lying', heightM: 0.35, box: { x: 0.3, y: 0.65, width: 0.4, height: 0.2 } })]

describe('CAM-08 an outlined seat', () => {
  const sofa = [{ ...bed, name: 'sofa' }]

  test('CAM-08 somebody who lies down on it raises nothing, and elsewhere a fall', () => {
    const story: Scene[] = [
      [4, [upright()]],
      [20, [lying()]],
    ]
    expect(falls(story, {}, undefined, sofa)).toEqual([])
    const corners = bed.corners.map(({ x, y }) => ({ x: x / 4, y }))
    expect(falls(story, {}, undefined, [{ name: 'chair', corners }])).toHaveLength(1)
  })

  test('CAM-08 the background alone raises nothing there either', () => {
    const story: Scene[] = [
      [4, null, walks],
      [20, null, liesThere],
    ]
    expect(falls(story)).toHaveLength(1)
    expect(falls(story, {}, undefined, sofa)).toEqual([])
  })

  test('CAM-08 what the background finds beside it is nothing when the model sees the person on it', () => {
    const { joints: _, ...onChair } = { ...sitting(), box: { x: 0.4, y: 0.5, width: 0.18, height: 0.3 } }
    const story: Scene[] = [
      [4, [upright()], walks],
      [20, [onChair], liesThere],
    ]
    const corners = [0.4, 0.6].flatMap((y) => [0.46, 0.52].map((x) => ({ x: y === 0.4 ? x : 0.98 - x, y: y + 0.06 })))
    expect(falls(story)).toHaveLength(1)
    expect(falls(story, {}, undefined, [{ name: 'chair', corners }])).toEqual([])
  })
})

describe('REAL-03 a fall from an outlined seat', () => {
  const corners = [0.4, 0.9].flatMap((y) => [0.35, 0.65].map((x) => ({ x: y === 0.4 ? x : 1 - x, y })))
  const chair = [{ name: 'chair', corners }]
  /** Leans back: the trunk is not upright. */
  const reclined = {
    ...sitting(),
    joints: sitting().joints!.map((one, at) => (at < 7 ? { ...one, x: one.x - 0.12 } : one)),
  }
  const seated: Scene = [8, [reclined]]
  const onFloor = lying({ x: 0 })
  const from = (...after: Scene[]) => falls([seated, ...after], {}, undefined, chair)

  test('REAL-03 somebody who slides off a seat and lies beside it is raised once, though they never stood', () => {
    expect(from([20, [onFloor]])).toHaveLength(1)
    expect(falls([seated, [20, [onFloor]]])).toEqual([])
  })

  test('REAL-03 staying on the seat, and getting up from it, raise no fall', () => {
    expect(from([20, [moved(reclined, { x: 0.02 })]])).toEqual([])
    expect(from([4, [upright({ x: 0.1 })]], [20, [sitting({ x: 0 })]])).toEqual([])
  })
})

describe('REAL-03 a fall that the pose model sees', () => {
  test.each([
    ['across the view', lying()],
    ['towards the camera', lyingTowardsUs()],
  ])('REAL-03 a person who was upright and lies %s is raised once, within four seconds', (_, down) => {
    const raised = falls([
      [4, [upright()]],
      [20, [down]],
    ])
    expect(raised).toHaveLength(1)
    expect(raised[0]! - 4).toBeLessThanOrEqual(4)
  })

  test('REAL-03 lying when first seen, sitting, bending and lying in bed raise no fall', () => {
    expect(falls([[20, [lying()]]])).toEqual([])
    expect(
      falls([
        [4, [upright()]],
        [20, [sitting()]],
      ]),
    ).toEqual([])
    expect(
      falls([
        [4, [upright()]],
        [1, [lying()]],
        [9, [upright()]],
      ]),
    ).toEqual([])
    expect(
      falls(
        [
          [4, [upright()]],
          [20, [lying()]],
        ],
        {},
        bed,
      ),
    ).toEqual([])
  })

  test.each([
    ['goes down at once', 0, false],
    ['is on the knees for a moment', 0.8, false],
    ['lets themselves down over the knees', 2.4, true],
  ])('REAL-03 somebody who %s before they lie may have fallen', (_, seconds, isPossible) => {
    const onKnees = { ...upright(), box: { x: 0.4, y: 0.4, width: 0.18, height: 0.35 } }
    const story: Scene[] = [
      [4, [upright()]],
      [seconds, [onKnees]],
      [20, [lying()]],
    ]
    expect(raised(story).map((one) => one.isPossible)).toEqual([isPossible])
  })

  test('REAL-03 another fall after standing up is raised again', () => {
    const once: Scene[] = [
      [4, [upright()]],
      [8, [lying()]],
    ]
    expect(falls([...once, ...once])).toHaveLength(2)
  })

  test('REAL-03 nothing is raised outside of the watched regions', () => {
    const corner = { name: 'corner', corners: bed.corners.map(({ x, y }) => ({ x: x * 0.1, y: y * 0.1 })) }
    expect(
      falls(
        [
          [4, [upright()]],
          [8, [lying()]],
        ],
        { regions: [corner] },
      ),
    ).toEqual([])
  })

  test('REAL-03 a person still lying there when the snooze ends is raised then', () => {
    const raised = falls(
      [
        [4, [upright()]],
        [8, [lying()]],
        [4, [upright()]],
        [30, [lying()]],
      ],
      { snoozeSeconds: 20 },
    )
    expect(raised).toHaveLength(2)
    expect(raised[1]! - raised[0]!).toBeGreaterThanOrEqual(20)
  })
})

describe('REAL-03 a person whom the pose model loses while they lie', () => {
  const goesDown: Scene[] = [
    [4, [upright()]],
    [0.8, [lying()], [], [lying()]],
  ]

  test('REAL-03 has fallen once if the foreground still shows them', () => {
    const raised = falls([...goesDown, [20, [], [], [lying()]]])
    expect(raised).toHaveLength(1)
    expect(raised[0]! - 4).toBeLessThanOrEqual(5)
  })

  test('REAL-03 has not fallen without foreground there, nor if upright elsewhere', () => {
    expect(falls([...goesDown, [20, []]])).toEqual([])
    expect(falls([...goesDown, [20, [upright({ x: 0.85 })], [], [lying()]]])).toEqual([])
  })

  test('REAL-03 has not fallen on the bed, nor without having been upright', () => {
    expect(falls([...goesDown, [20, [], [], [lying()]]], {}, bed)).toEqual([])
    expect(
      falls([
        [0.8, [lying()]],
        [20, [], [], [lying()]],
      ]),
    ).toEqual([])
  })
})

describe('REAL-03 a fall from the bed', () => {
  const onFloor = lying()
  const inBed = moved(onFloor, { y: -0.3 })
  const raisedBed: Region = { ...bed, corners: bed.corners.map(({ x, y }) => ({ x, y: y < 0.7 ? 0.35 : 0.55 })) }
  const nights = (...scenes: Scene[]) => falls(scenes, {}, raisedBed)

  test('REAL-03 a resident lying beside the bed is raised once, though they never stood', () => {
    const raised = nights([5, [inBed]], [20, [onFloor]])
    expect(raised).toHaveLength(1)
    expect(raised[0]! - 5).toBeLessThanOrEqual(4)
  })

  test('REAL-03 a resident first lost under the bedding is raised as well', () => {
    expect(nights([5, [inBed]], [2, []], [10, [onFloor]])).toHaveLength(1)
  })

  test('REAL-03 lying in bed, at its edge or partly over it raises no fall', () => {
    // Their hips are 0.03 of the image's height below the mattress.
    expect(nights([5, [inBed]], [20, [moved(onFloor, { y: -0.2 })]])).toEqual([])
    expect(nights([60, [inBed]])).toEqual([])
  })

  test('REAL-03 standing beside the bed raises no fall', () => {
    expect(nights([5, [inBed]], [20, [upright({ x: 0.1 })]])).toEqual([])
  })

  test('REAL-03 a person in the bed for a moment only is not its resident', () => {
    expect(nights([3, [onFloor]], [0.8, [inBed]], [20, [onFloor]])).toEqual([])
  })
})

describe('REAL-03 the background beside the pose model', () => {
  const story = (standing: SeenBody[] | null, down: SeenBody[] | null): Scene[] => [
    [12, standing, walks],
    [8, down, liesThere],
  ]

  test('REAL-03 raises a fall without an answer of the model', () => {
    expect(falls(story(null, null))).toHaveLength(1)
  })

  test('REAL-03 raises a fall when the model sees nobody for ten seconds, as in the dark', () => {
    expect(falls(story([], []))).toHaveLength(1)
  })

  test('REAL-03 raises no fall while the model sees the person upright', () => {
    expect(falls(story([upright()], [upright()]))).toEqual([])
  })

  test('REAL-03 raises no fall after a person walked out upright', () => {
    const out = [upright({ x: 0.85 })]
    expect(falls(story(out, []))).toEqual([])
  })

  test('REAL-03 raises a fall of a person lost at the lower edge, where nobody has walked out', () => {
    const cutOff = upright()
    const below = { ...cutOff, box: { ...cutOff.box, y: 0.98 - cutOff.box.height } }
    expect(falls(story([below], []))).toHaveLength(1)
  })

  test('REAL-03 raises a fall of a person whom the model loses in the middle of the frame', () => {
    expect(falls(story([upright()], []))).toHaveLength(1)
    const raised = falls([
      [12, [upright({ x: 0.85 })], walks],
      [0.8, [lying({ x: 0.55 })], liesThere],
      [8, [], liesThere],
    ])
    expect(raised).toHaveLength(1)
  })

  test.each([
    ['was surely seen near there', 0.6, 0.3, 1],
    ['was seen badly, as people far away are', 0.3, 0.3, 0],
    ['was surely seen, but far from there', 0.6, 0.9, 0],
  ])('REAL-03 of two people one is lost who %s: raised or not', (_, confidence, x, count) => {
    const small = (body: SeenBody): SeenBody => ({ ...body, box: { ...body.box, width: 0.07, height: 0.3 } })
    const [one, other] = [small(upright({ x: 0.12, confidence })), small(upright({ x: 0.45 }))]
    const there = [someone({ posture: 'lying', heightM: 0.35, box: { x, y: 0.5, width: 0.08, height: 0.05 } })]
    const raised = falls([
      [12, [one, other], walks],
      [8, [other], there],
    ])
    expect(raised).toHaveLength(count)
  })

  test('REAL-03 raises no fall of a re-detected walker while a passer-by is still missing', () => {
    const small = (body: SeenBody): SeenBody => ({ ...body, box: { ...body.box, width: 0.07, height: 0.3 } })
    const [walker, passerBy] = [small(upright({ x: 0.12 })), small(upright({ x: 0.45, confidence: 0.3 }))]
    const there = [someone({ posture: 'lying', heightM: 0.35, box: { x: 0.3, y: 0.5, width: 0.08, height: 0.05 } })]
    const raised = falls([
      [12, [walker, passerBy], walks],
      [0.8, [passerBy], walks],
      [9, [walker], there],
    ])
    expect(raised).toEqual([])
  })

  test('REAL-03 raises a fall once when both see it', () => {
    expect(falls(story([upright()], [lying()]))).toHaveLength(1)
  })

  test.each([
    ['without the model', null, null, true],
    ['of whom the model sees nobody', [], [], true],
    ['whom the model loses', [upright()], [], true],
    ['whom the model sees lying', [upright()], [lying()], false],
  ])('REAL-03 a fall %s is a possible one where only the background saw it', (_, standing, down, isPossible) => {
    expect(raised(story(standing, down))).toMatchObject([{ isPossible }])
  })
})
