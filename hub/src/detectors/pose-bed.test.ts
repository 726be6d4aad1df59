import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { describe, expect, test } from 'vitest'
import { followPoses, noTracks } from '#pose/pose-track.ts'
import { ASPECT, lying, moved, sitting, upright } from '#pose/testing.ts'
import type { PosesSeen, SeenBody } from '#vision/body/person.ts'
import type { BedExitSettings } from './bed-exit.ts'
import type { PeopleFrame, PeopleIncident, Step } from './people-frame.ts'
import { posedBedExitStart, stepPosedBedExit } from './pose-bed-exit.ts'
import { posedWakeUpStart, stepPosedWakeUp } from './pose-wake-up.ts'
import { FRAME_MS, type Look, sittingInBed, someone } from './testing.ts'

const exit: BedExitSettings = {
  ...{ sensitivity: 'medium', snoozeSeconds: 0, insidePercent: 60, crossPercent: 30, maxMergedContours: 3 },
  exitSides: 'all',
}
const wake = { sensitivity: 'medium', snoozeSeconds: 0 } as const
const FRAMES_PER_ANSWER = 4
/** Around the person in `inBed`. */
const bed: Region = {
  name: 'bed',
  corners: [
    { x: 0.25, y: 0.65 },
    { x: 0.75, y: 0.65 },
    { x: 0.75, y: 0.92 },
    { x: 0.25, y: 0.92 },
  ],
}
const inBed = lying()
const sitsInBed: SeenBody = moved(sitting(), { y: 0.12 })
/** On the floor beside the bed's left end. */
const beside = withLegs(upright({ x: 0.1 }))
const carer = withLegs(upright({ x: 0.28 }))
const atDoor = withLegs(upright({ x: 0.85 }))

/** Knees and ankles below the hips. */
function withLegs(body: SeenBody): SeenBody {
  const joints = [...body.joints!]
  for (const [knee, ankle, hip] of [
    [13, 15, 11],
    [14, 16, 12],
  ] as const) {
    joints[knee] = { ...joints[hip]!, y: joints[hip]!.y + 0.17 }
    joints[ankle] = { ...joints[hip]!, y: joints[hip]!.y + 0.3 }
  }
  return { ...body, joints }
}

/** With the feet towards the camera, all of the body on the bed: with other arms the trunk seems to stand, at the same place. */
const [alongBed, armsMoved] = [
  { box: { x: 0.4, y: 0.66, width: 0.3, height: 0.24 }, hips: { x: 0.6, y: 0.71 } },
  { box: { x: 0.45, y: 0.62, width: 0.1, height: 0.3 }, hips: { x: 0.5, y: 0.76 } },
].map(({ box, hips }): SeenBody => {
  const places = [
    [5, { x: 0.5, y: 0.68 }],
    [11, hips],
    [13, { x: 0.5, y: 0.83 }],
    [15, { x: 0.5, y: 0.9 }],
  ] as const
  const joints = [...lying().joints!]
  for (const [at, place] of places) for (const one of [at, at + 1]) joints[one] = { ...place, confidence: 0.6 }
  return { ...lying(), box, joints }
}) as [SeenBody, SeenBody]

/** For a number of seconds: the model's answer (null: none) and what the background sees. */
type Scene = readonly [seconds: number, bodies: SeenBody[] | null, look?: Look]
type App<State> = (state: State, frame: PeopleFrame) => Step<State, PeopleIncident>

/** When alerts were raised, in seconds. */
function raised<State>(start: State, app: App<State>, scenes: readonly Scene[]): number[] {
  let [state, tracks, poses] = [start, noTracks, undefined as PosesSeen | undefined]
  let atMs = 0
  const raisedS: number[] = []
  for (const [seconds, bodies, look] of scenes) {
    for (let i = 0; i < seconds * 5; i++, atMs += FRAME_MS) {
      if (bodies && (atMs / FRAME_MS) % FRAMES_PER_ANSWER === 0) {
        tracks = followPoses(tracks, { atMs, bodies }, ASPECT)
        poses = { atMs, people: tracks.people }
      }
      const frame = { atMs, isReliable: true, people: [], figures: [], movingShare: 0, bed, ...look }
      const next = app(state, bodies ? { ...frame, ...(poses && { poses }) } : frame)
      state = next.state
      raisedS.push(...next.incidents.map(() => atMs / 1000))
    }
  }
  return raisedS
}

const exits = (...scenes: Scene[]) =>
  raised(posedBedExitStart(null), (state, frame) => stepPosedBedExit(state, exit, frame), scenes)
const wakeUps = (...scenes: Scene[]) =>
  raised(posedWakeUpStart(null), (state, frame) => stepPosedWakeUp(state, wake, frame), scenes)

/** The background's view of a person in the bed, and then beyond its side. */
const inBedThere: Look = { people: [sittingInBed()] }
const gettingUp: Look = { ...inBedThere, movingShare: 0.02 }
const beyondThere: Look = { people: [someone({ isFromBed: true, box: { x: 0.1, y: 0.2, width: 0.12, height: 0.6 } })] }

describe('REAL-03 a bed exit that the pose model sees', () => {
  test('REAL-03 is raised once, within two seconds of standing beside the bed', () => {
    const at = exits([20, [inBed]], [2.4, [sitsInBed]], [20, [beside]])
    expect(at).toHaveLength(1)
    expect(at[0]! - 22.4).toBeLessThanOrEqual(2)
  })

  test('REAL-03 a carer beside or bent over an occupied bed raises no exit', () => {
    expect(exits([20, [inBed]], [10, [inBed, carer]], [10, [inBed, beside]], [10, [inBed]])).toEqual([])
  })

  test('REAL-03 an exit of the background alone is not raised while the resident lies in bed', () => {
    expect(exits([20, [inBed], inBedThere], [10, [inBed, beside], beyondThere])).toEqual([])
  })

  test('REAL-03 walking past the bed from the door raises no exit', () => {
    expect(
      exits([12, []], [1.6, [atDoor]], [1.6, [withLegs(upright({ x: 0.6 }))]], [4, [carer]], [10, [beside]]),
    ).toEqual([])
  })

  test.each([
    ['alone', []],
    ['beside the sleeping resident', [inBed]],
  ])('REAL-03 a carer who sits down on the bed for a while, %s, raises no exit', (_, others) => {
    const onTheWay = withLegs(upright({ x: 0.6 }))
    const carerSits = moved(sitsInBed, { x: 0.12 })
    const story: Scene[] = [
      ...([atDoor, onTheWay, withLegs(upright({ x: 0.5 }))].map((one) => [1.6, [...others, one]]) as Scene[]),
      ...([carerSits, withLegs(upright({ x: 0.5 })), onTheWay].map((one) => [40, [...others, one]]) as Scene[]),
    ]
    expect(exits([12, others], ...story)).toEqual([])
    expect(wakeUps([12, others], ...story)).toEqual([])
  })

  test('REAL-03 a resident with the feet towards the camera, who moves the arms, raises nothing', () => {
    const story = [alongBed, armsMoved, alongBed, armsMoved].map((one): Scene => [12, [one]])
    expect(exits(...story)).toEqual([])
    expect(wakeUps(...story)).toEqual([])
  })

  test('REAL-03 an unwatched side raises none', () => {
    // The head is to the right: the resident's left is below, their right above.
    const line = [
      { x: 0.75, y: 0.78 },
      { x: 0.25, y: 0.78 },
    ] as const
    const over = (side: 'left' | 'right') =>
      raised(
        posedBedExitStart(null),
        (state, frame) => stepPosedBedExit(state, { ...exit, exitSides: side }, { ...frame, bedLine: line }),
        [
          [20, [inBed]],
          [2.4, [sitsInBed]],
          [10, [beside]],
        ],
      )
    expect([over('left').length, over('right').length]).toEqual([1, 0])
  })

  test('REAL-03 the background raises it when the model sees nobody for ten seconds', () => {
    expect(exits([30, [], inBedThere], [10, [], beyondThere])).toHaveLength(1)
  })

  test('REAL-03 a resident first seen standing beside the bed raises an exit', () => {
    expect(exits([28, [], inBedThere], [2, [], gettingUp], [10, [beside], beyondThere])).toHaveLength(1)
  })

  test('REAL-03 a person who appears beside the bed in one frame raises no exit', () => {
    expect(exits([30, [], inBedThere], [10, [beside], { ...beyondThere, movingShare: 0.02 }])).toEqual([])
  })

  test('REAL-03 a carer from the door raises no exit, although the background does', () => {
    const onTheWay = withLegs(upright({ x: 0.6 }))
    expect(exits([12, []], [1.6, [atDoor]], [1.6, [onTheWay]], [1.6, [carer]], [10, [beside], beyondThere])).toEqual([])
  })

  test('REAL-03 the background raises it without an answer of the model', () => {
    expect(exits([30, null, inBedThere], [10, null, beyondThere])).toHaveLength(1)
  })

  test('REAL-03 is raised again after a while back in bed', () => {
    const once: Scene[] = [
      [20, [inBed]],
      [12, [beside]],
    ]
    expect(exits(...once, ...once)).toHaveLength(2)
  })
})

describe('REAL-03 a wake-up that the pose model sees', () => {
  test('REAL-03 is raised once when a lying resident sits up', () => {
    expect(wakeUps([20, [inBed]], [20, [sitsInBed]])).toHaveLength(1)
  })

  test('REAL-03 standing in front of the bed is not sitting in it', () => {
    expect(wakeUps([20, []], [20, [withLegs(upright({ x: 0.44 }))], { people: [sittingInBed()] }])).toEqual([])
  })

  test('REAL-03 a wake-up of the background alone is not raised while the resident lies', () => {
    expect(wakeUps([30, [inBed]], [20, [inBed], { people: [sittingInBed()] }])).toEqual([])
  })
})
