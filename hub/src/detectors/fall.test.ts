import { describe, expect, test } from 'vitest'
import type { Person } from '#vision/body/person.ts'
import { type FallSettings, fallStart, stepFall } from './fall.ts'
import { type Look, play, sittingInBed, someone } from './testing.ts'

const settings: FallSettings = {
  sensitivity: 'medium',
  snoozeSeconds: 0,
  regions: [],
  model: 'standard',
  lookIn: 'quiet',
}
const walking: Look = { people: [someone()] }
const lying: Look = { people: [someone({ posture: 'lying', heightM: 0.35 })] }
const seated: Look = { people: [someone({ posture: 'low', heightM: 0.82 })] }
const onBed: Look = { people: [someone({ posture: 'lying', bedShare: 1 })] }
const nobody: Look = {}

const fallsIn = (looks: (readonly [number, Look])[], changes: Partial<FallSettings> = {}) =>
  play(fallStart, (state, frame) => stepFall(state, { ...settings, ...changes }, frame), looks)

describe('A005 fall', () => {
  test('a fall is raised within three seconds, dated when the person reached the floor', () => {
    const { datedMs, raisedMs, reasons } = fallsIn([
      [4, walking],
      [6, lying],
    ])
    expect(datedMs).toEqual([4000])
    expect(raisedMs[0]! - datedMs[0]!).toBeLessThanOrEqual(3000)
    expect(reasons).toEqual(['person-seen', 'too-short', 'fell', 'already-raised'])
  })

  test('sliding from the edge of the bed to the floor is a fall too', () => {
    const edge: Look = { people: [sittingInBed()] }
    expect(
      fallsIn([
        [5, edge],
        [4, seated],
      ]).datedMs,
    ).toEqual([5000])
  })

  test('bending down for a moment and lying on the bed raise no fall', () => {
    expect(
      fallsIn([
        [4, walking],
        [1.2, lying],
        [4, walking],
        [20, onBed],
      ]).datedMs,
    ).toEqual([])
  })

  test('a low outline that walks on raises no fall, until it stays', () => {
    const crossing = [0, 1, 2, 3, 4].map((x): [number, Look] => [0.4, { people: [someone({ posture: 'lying', x })] }])
    const looks: [number, Look][] = [[4, walking], ...crossing]
    expect(fallsIn([...looks, [6, walking]]).datedMs).toEqual([])
    const stays: Look = { people: [someone({ posture: 'lying', x: 4 })] }
    expect(fallsIn([...looks, [6, stays]]).raisedMs).toEqual([6200])
  })

  test('a track that was never upright raises no fall', () => {
    expect(fallsIn([[30, lying]]).datedMs).toEqual([])
  })

  test('one fall is one alert until the person has stood for two seconds', () => {
    expect(
      fallsIn([
        [4, walking],
        [10, lying],
        [1, walking],
        [10, lying],
        [3, walking],
        [10, lying],
      ]).datedMs,
    ).toEqual([4000, 28_000])
  })

  test('the time on the floor begins anew after frames in which the person is off it', () => {
    const { datedMs } = fallsIn([
      [4, walking],
      [1, lying],
      [0.4, walking],
      [4, lying],
    ])
    expect(datedMs).toEqual([5400])
  })

  test.each(['low', 'lying'] as const)('an outline that turns %s without motion raises no fall', (posture) => {
    expect(
      fallsIn([
        [6, { people: [someone({ stirShare: 0 })] }],
        [20, { people: [someone({ posture, stirShare: 0 })] }],
      ]).datedMs,
    ).toEqual([])
  })

  test('crouching and walking on raises no fall, and an upright person is never reported as lying', () => {
    const still = (changes: Partial<Person>): Look => ({ people: [someone({ stirShare: 0, ...changes })] })
    expect(
      fallsIn([
        [6, still({})],
        [4, still({ posture: 'lying', heightM: 0.35 })],
        [0.4, seated],
        [4, walking],
      ]).datedMs,
    ).toEqual([])
    expect(
      fallsIn([
        [4, walking],
        [1.4, lying],
        [0.4, walking],
      ]).datedMs,
    ).toEqual([])
  })

  test('a walker who stops and looks lower raises no fall: hardly any foreground is new', () => {
    const seatedWith = (stirShare: number): Look => ({
      people: [someone({ posture: 'low', heightM: 0.82, stirShare })],
    })
    const stopping = (newShare: number) =>
      fallsIn([
        [4, walking],
        [0.6, seatedWith(newShare)],
        [20, seatedWith(0.05)],
      ]).datedMs
    expect([stopping(0.25), stopping(0.35)]).toEqual([[], [4000]])
  })

  test('a person low after a short occlusion has fallen; after a longer absence not', () => {
    const hidden = (seconds: number, found: Look) =>
      fallsIn([
        [4, walking],
        [seconds, nobody],
        [20, found],
      ]).raisedMs
    expect([hidden(1, seated), hidden(3, seated), hidden(3, lying), hidden(6, lying)]).toEqual([
      [6600],
      [8600],
      [8600],
      [],
    ])
  })

  test('a person who leaves by the door, sinking at the frame’s edge, raises no fall', () => {
    expect(
      fallsIn([
        [4, walking],
        [0.4, seated],
        [8, { people: [someone({ posture: 'low', heightM: 0.82, isSeen: false })] }],
      ]).datedMs,
    ).toEqual([])
  })

  test('little foreground raises no fall', () => {
    const faint: Look = { people: [someone({ posture: 'lying', heightM: 0.35, fitShare: 0.4 })] }
    expect(
      fallsIn([
        [4, walking],
        [20, faint],
      ]).datedMs,
    ).toEqual([])
  })

  test('a new track where a person went down is the same fall', () => {
    const anew: Look = { people: [someone({ id: 7, posture: 'lying', heightM: 0.35 })] }
    expect(
      fallsIn([
        [4, walking],
        [1, lying],
        [5, anew],
      ]).datedMs,
    ).toEqual([4000])
  })

  test('confirmation takes longer while another person is standing', () => {
    const other = (x: number) => someone({ id: 2, x })
    const raisedMs = (from: number) =>
      fallsIn([
        [4, { people: [someone(), other(from)] }],
        [10, { people: [someone({ posture: 'lying', heightM: 0.35 }), other(4)] }],
      ]).raisedMs
    const [alone, accompanied] = [raisedMs(4), raisedMs(2)]
    expect(alone).toEqual([5600])
    expect(accompanied[0]! - alone[0]!).toBeGreaterThan(2000)
    expect(accompanied).toHaveLength(1)
  })

  test('kneeling, rising and lying while somebody helps stay one fall', () => {
    const helper = someone({ id: 2, x: 2 })
    const helped = (changes: Partial<Person>): Look => ({ people: [someone(changes), helper] })
    expect(
      fallsIn([
        [4, walking],
        [10, lying],
        [5, helped({ posture: 'lying' })],
        [5, helped({})],
        [10, helped({ posture: 'low' })],
      ]).datedMs,
    ).toEqual([4000])
  })

  test('a fall during the snooze is raised when the snooze ends, not lost', () => {
    const looks: (readonly [number, Look])[] = [
      [4, walking],
      [4, lying],
      [4, walking],
      [60, lying],
    ]
    expect(fallsIn(looks, { snoozeSeconds: 20 }).raisedMs).toEqual([5600, 25_600])
  })

  test('nothing is raised while the background is learned', () => {
    const { datedMs, reasons } = fallsIn([
      [4, walking],
      [1, { isReliable: false }],
      [20, lying],
    ])
    expect([datedMs, reasons[1]]).toEqual([[], 'view-not-reliable'])
  })

  test('nothing is raised outside the watched regions', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 0.2, y: 0 },
      { x: 0.2, y: 0.2 },
      { x: 0, y: 0.2 },
    ]
    const regions = [{ name: 'door', corners }]
    expect(
      fallsIn(
        [
          [4, walking],
          [9, lying],
          [1, nobody],
        ],
        { regions },
      ).datedMs,
    ).toEqual([])
  })

  test('a higher sensitivity confirms sooner', () => {
    const raisedAt = (sensitivity: FallSettings['sensitivity']) =>
      fallsIn(
        [
          [4, walking],
          [6, lying],
        ],
        { sensitivity },
      ).raisedMs[0]!
    expect(raisedAt('high')).toBeLessThan(raisedAt('medium'))
    expect(raisedAt('medium')).toBeLessThan(raisedAt('low'))
  })
})
