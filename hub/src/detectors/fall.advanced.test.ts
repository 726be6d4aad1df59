import { describe, expect, test } from 'vitest'
import type { Person, SeenBody } from '#vision/body/person.ts'
import { type FallSettings, fallStart, stepFall } from './fall.ts'
import type { PeopleFrame } from './people-frame.ts'
import { FRAME_MS, type Look, play, someone } from './testing.ts'

const advanced: FallSettings = {
  sensitivity: 'medium',
  snoozeSeconds: 0,
  regions: [],
  model: 'advanced',
  lookIn: 'quiet',
}
const standard: FallSettings = { ...advanced, model: 'standard' }

type Pose = SeenBody['pose']
const where = someone().box
/** The model's answer to each frame, half a second later. */
const says = (pose: Pose, confidence = 0.9, box = where): Said => ({ bodies: [{ pose, confidence, box }] })
type Said = { bodies: SeenBody[] } | undefined
type Scene = readonly [seconds: number, people: Person[], said?: Said, more?: Look]

const walking = [someone()]
const lying = [someone({ posture: 'lying', heightM: 0.35 })]
/** A lying person whose outline fits poorly and who was not seen falling. */
const unclear = [someone({ posture: 'sitting', stirShare: 0.1, fitShare: 0.5 })]

/** Answers arrive with the second frame after each look; `isBedKnown` as on most cameras. */
function falls(scenes: readonly Scene[], settings = advanced) {
  let atMs = 0
  const looks = scenes.flatMap(([seconds, people, said, more]) =>
    Array.from({ length: Math.round(seconds * 5) }, (): [number, Look] => {
      const detection = said ? { detection: { ...said, atMs: atMs - 2 * FRAME_MS } } : {}
      atMs += FRAME_MS
      return [FRAME_MS / 1000, { people, isBedKnown: true, ...detection, ...more }]
    }),
  )
  return play(fallStart, (state, frame) => stepFall(state, settings, frame), looks)
}

describe('APP-05 the advanced model beside the standard one', () => {
  test('APP-05 without answers the advanced model raises what the standard one raises', () => {
    const story: Scene[] = [
      [4, walking],
      [6, lying],
      [3, walking],
      [6, lying],
    ]
    expect(falls(story)).toEqual(falls(story, standard))
    expect(falls(story).raisedMs).toHaveLength(2)
  })

  test('APP-05 the standard model ignores answers', () => {
    const story: Scene[] = [
      [4, walking],
      [6, lying, says('upright')],
    ]
    expect(falls(story, standard)).toEqual(falls([story[0]!, [6, lying]], standard))
  })

  test('APP-05 an answer ‘lying’ halves the confirmation time', () => {
    const alone = falls([
      [4, walking],
      [6, lying],
    ]).raisedMs[0]!
    const confirmed = falls([
      [4, walking],
      [6, lying, says('lying')],
    ]).raisedMs[0]!
    expect(alone - 4000).toBe(1600)
    expect(confirmed - 4000).toBe(800)
  })

  test('APP-05 an unsure fall is raised after five seconds of answers ‘lying’', () => {
    const story = (pose: Pose, confidence?: number): Scene[] => [
      [4, walking],
      [12, unclear, says(pose, confidence)],
    ]
    const { raisedMs, datedMs } = falls(story('lying'))
    expect(raisedMs).toHaveLength(1)
    expect(raisedMs[0]! - datedMs[0]!).toBeGreaterThanOrEqual(5000)
    expect(falls(story('lying', 0.5)).raisedMs).toEqual([])
    expect(falls(story(null)).raisedMs).toEqual([])
    expect(falls(story('lying'), standard).raisedMs).toEqual([])
  })

  test('APP-05 the model alone raises nothing on the bed, or without an outlined bed', () => {
    const onBed = [someone({ posture: 'sitting', stirShare: 0.1, bedShare: 0.9 })]
    expect(falls([[20, onBed, says('lying')]]).raisedMs).toEqual([])
    expect(falls([[20, unclear, says('lying'), { isBedKnown: false }]]).raisedMs).toEqual([])
  })

  test('APP-05 an answer ‘up’ delays an alert by five seconds at most while the body stays low', () => {
    for (const pose of ['upright', 'sitting'] as const) {
      const { raisedMs, datedMs, reasons } = falls([
        [4, walking],
        [20, lying, says(pose)],
      ])
      expect(datedMs).toEqual([4000])
      expect(raisedMs).toEqual([4000 + 1600 + 5000])
      expect(reasons).toContain('seen-otherwise')
    }
  })

  test('APP-05 a waiting alert comes at once when answers stop or show nobody up', () => {
    const begin: Scene[] = [
      [4, walking],
      [2, lying, says('upright')],
    ]
    const changed = falls([...begin, [10, lying, says(null)]]).raisedMs
    expect(changed).toEqual([6000])
    // The last answer stays valid for two and a half seconds.
    const silent = falls([...begin, [10, lying]]).raisedMs
    expect(silent).toHaveLength(1)
    expect(silent[0]).toBeLessThanOrEqual(6000 + 2500)
  })

  test('APP-05 a waiting alert comes when the person or view is lost, or they leave the region', () => {
    const begin: Scene[] = [
      [4, walking],
      [2, lying, says('upright')],
    ]
    expect(falls([...begin, [10, []]]).raisedMs).toEqual([6000])
    expect(falls([...begin, [10, lying, says('upright'), { isReliable: false }]]).raisedMs).toEqual([6000])
    const corner = (x: number, y: number) => ({ x, y })
    const regions = [{ name: 'left', corners: [corner(0, 0), corner(0.5, 0), corner(0.5, 1), corner(0, 1)] }]
    const outside = [someone({ posture: 'lying', box: { x: 0.7, y: 0.3, width: 0.1, height: 0.4 } })]
    expect(falls([...begin, [10, outside, says('upright')]], { ...advanced, regions }).raisedMs).toEqual([6000])
  })

  test('APP-05 a waiting alert is dropped only when both models see the person up', () => {
    const begin: Scene[] = [
      [4, walking],
      [2, lying, says('upright')],
    ]
    expect(falls([...begin, [10, walking, says('upright')]]).raisedMs).toEqual([])
    // For less than two seconds the standard model takes them for a sitting person.
    const seated = [someone({ posture: 'sitting' })]
    const story: Scene[] = [...begin, [1.4, seated, says('upright')], [10, lying, says('upright')]]
    expect(falls(story).raisedMs).toHaveLength(1)
  })

  test('APP-05 an upright carer beside the lying person does not delay the alert', () => {
    const carer = someone({ id: 2, x: 2.4, box: { x: 0.52, y: 0.1, width: 0.12, height: 0.6 } })
    const { raisedMs } = falls([
      [4, [...walking, carer]],
      [10, [...lying, carer], says('upright', 0.9, carer.box)],
    ])
    expect(raisedMs[0]).toBeLessThanOrEqual(4000 + 3 * 1600)
  })
})

describe('APP-05 when inference is requested', () => {
  /** The seconds in which inference was requested. */
  function asked(looks: readonly (readonly [number, Person[]])[], settings = advanced): number[] {
    let state = fallStart
    let atMs = 0
    const askedMs: number[] = []
    for (const [seconds, people] of looks) {
      for (let i = 0; i < seconds * 5; i++, atMs += FRAME_MS) {
        const frame: PeopleFrame = { atMs, isReliable: true, people, figures: [], movingShare: 0 }
        state = stepFall(state, settings, frame).state
        if (state.wantsLook) askedMs.push(atMs)
      }
    }
    return askedMs
  }

  test('APP-05 never for an empty room, upright people or the standard model', () => {
    expect(asked([[20, []]])).toEqual([])
    expect(asked([[20, walking]])).toEqual([])
    const fallen = [
      [4, walking],
      [10, lying],
    ] as const
    expect(asked(fallen, standard)).toEqual([])
  })

  test('APP-05 from the first frame with a low person until the alert is raised', () => {
    const fallen = asked([
      [4, walking],
      [20, lying],
    ])
    expect(fallen[0]).toBe(4000)
    expect(fallen.at(-1)).toBeLessThan(4000 + 1600)
  })

  test('APP-05 never for a long still sitter, at intervals for a person who stays low', () => {
    const seated = asked([
      [4, walking],
      [60, unclear],
    ])
    expect(seated.length).toBeGreaterThan(20)
    expect(seated.at(-1)).toBeLessThan(4000 + 10_000)
    const low = asked([[60, [someone({ posture: 'lying', stirShare: 0 })]]])
    expect(low.filter((atMs) => atMs > 20_000).length).toBeLessThanOrEqual(8)
  })
})
