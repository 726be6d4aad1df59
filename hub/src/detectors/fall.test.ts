import { describe, expect, test } from 'vitest'
import type { Person } from '#vision/people/person.ts'
import { type FallSettings, fallStart, stepFall } from './fall.ts'
import { type Look, play, sittingInBed, someone } from './testing.ts'

const settings: FallSettings = { sensitivity: 'medium', snoozeSeconds: 0, regions: [], model: 'standard' }
const walking: Look = { people: [someone()] }
const lying: Look = { people: [someone({ posture: 'lying', heightM: 0.35 })] }
const seated: Look = { people: [someone({ posture: 'low', heightM: 0.82 })] }
const onBed: Look = { people: [someone({ posture: 'lying', bedShare: 1 })] }
const nobody: Look = {}

const fallsIn = (looks: (readonly [number, Look])[], changes: Partial<FallSettings> = {}) =>
  play(fallStart, (state, frame) => stepFall(state, { ...settings, ...changes }, frame), looks)

describe('A005 fall', () => {
  test('who was upright and lies on the floor has fallen, known within three seconds, dated when they reached it', () => {
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

  test('bending down for a moment is none, and neither is lying on the bed', () => {
    expect(
      fallsIn([
        [4, walking],
        [1.2, lying],
        [4, walking],
        [20, onBed],
      ]).datedMs,
    ).toEqual([])
  })

  test('who goes on through the room and only looks like somebody on the floor is none, until they stay there', () => {
    const crossing = [0, 1, 2, 3, 4].map((x): [number, Look] => [0.4, { people: [someone({ posture: 'lying', x })] }])
    const looks: [number, Look][] = [[4, walking], ...crossing]
    expect(fallsIn([...looks, [6, walking]]).datedMs).toEqual([])
    const stays: Look = { people: [someone({ posture: 'lying', x: 4 })] }
    expect(fallsIn([...looks, [6, stays]]).raisedMs).toEqual([6200])
  })

  test('what was never upright is no person that fell', () => {
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

  test('a frame or two in which they seem upright do not end the time on the floor', () => {
    const { datedMs } = fallsIn([
      [4, walking],
      [1, lying],
      [0.4, walking],
      [4, lying],
    ])
    expect(datedMs).toEqual([4000])
  })

  test('who only seems to lie, and did not move, has not fallen', () => {
    expect(
      fallsIn([
        [6, { people: [someone({ stirShare: 0 })] }],
        [20, { people: [someone({ posture: 'low', heightM: 0.82, stirShare: 0 })] }],
      ]).datedMs,
    ).toEqual([])
  })

  test('who seems lower for a while and then moves off has not fallen, and nobody is told of as lying who is upright', () => {
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

  test('who sinks down slowly sits down on a chair that hides half of them; who slides from the bed long after is a fall', () => {
    const faint: Look = { people: [someone({ fitShare: 0.42 })] }
    const sinking = (seconds: number) =>
      fallsIn([
        [4, walking],
        [seconds, faint],
        [20, seated],
      ]).datedMs
    expect([sinking(0.6), sinking(3), sinking(5.6)]).toEqual([[4600], [], [9600]])
  })

  test('who sinks down slowly or hardly seems to move, and then lies flat for five seconds, has fallen all the same', () => {
    const faint: Look = { people: [someone({ fitShare: 0.42 })] }
    const still: Look = { people: [someone({ posture: 'lying', heightM: 0.35, stirShare: 0.2 })] }
    const slowly: [number, Look][] = [
      [4, walking],
      [3, faint],
    ]
    expect(fallsIn([...slowly, [20, lying]]).datedMs).toEqual([7000])
    expect(fallsIn([...slowly, [4.6, lying], [20, seated]]).datedMs).toEqual([])
    const badly: Look = { people: [someone({ posture: 'lying', fitShare: 0.4 })] }
    expect(fallsIn([...slowly, [3, lying], [1, badly], [4, lying]]).datedMs).toEqual([])
    expect(
      fallsIn([
        [4, { people: [someone({ stirShare: 0.2 })] }],
        [20, still],
      ]).datedMs,
    ).toEqual([4000])
  })

  test('who stands still and only seems to lie from then on has not: nothing of them moved', () => {
    const still = (changes: Partial<Person>): Look => ({ people: [someone({ stirShare: 0, ...changes })] })
    const standing: [number, Look] = [6, still({})]
    const flat: [number, Look] = [20, still({ posture: 'lying', heightM: 0.35 })]
    expect(fallsIn([[4, walking], standing, flat]).datedMs).toEqual([])
    const settling: [number, Look] = [0.6, still({ posture: 'lying', heightM: 0.35, stirShare: 0.06 })]
    expect(fallsIn([[4, walking], standing, settling, flat]).datedMs).toEqual([10_000])
  })

  test('who stops walking and only seems lower from then on has not: hardly anything of that outline is new', () => {
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

  test('who was out of sight and is seen again low was not seen to go down: only lying flat for five seconds counts', () => {
    const hidden = (seconds: number, found: Look) =>
      fallsIn([
        [4, walking],
        [seconds, nobody],
        [20, found],
      ]).raisedMs
    expect([hidden(1, seated), hidden(3, seated), hidden(3, lying)]).toEqual([[6600], [], [12_000]])
  })

  test('who goes out by the door seems to sink at the edge of the picture, and is not seen any more', () => {
    expect(
      fallsIn([
        [4, walking],
        [0.4, seated],
        [8, { people: [someone({ posture: 'low', heightM: 0.82, isSeen: false })] }],
      ]).datedMs,
    ).toEqual([])
  })

  test('an outline of which little stands out is nobody on the floor; who lies there may blend with it later', () => {
    const faint: Look = { people: [someone({ posture: 'lying', heightM: 0.35, fitShare: 0.4 })] }
    expect(
      fallsIn([
        [4, walking],
        [20, faint],
      ]).datedMs,
    ).toEqual([])
    expect(
      fallsIn([
        [4, walking],
        [0.4, lying],
        [20, faint],
      ]).datedMs,
    ).toEqual([4000])
  })

  test('who is followed anew where they went down is the one who fell', () => {
    const anew: Look = { people: [someone({ id: 7, posture: 'lying', heightM: 0.35 })] }
    expect(
      fallsIn([
        [4, walking],
        [1, lying],
        [5, anew],
      ]).datedMs,
    ).toEqual([4000])
  })

  test('while somebody else who walked there is on their feet, it takes longer to be sure', () => {
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

  test('while somebody helps there, who kneels, rises and lies is still the one fall', () => {
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

  test('a fall during the snooze is told of when the snooze is over, not lost', () => {
    const looks: (readonly [number, Look])[] = [
      [4, walking],
      [4, lying],
      [4, walking],
      [60, lying],
    ]
    expect(fallsIn(looks, { snoozeSeconds: 20 }).raisedMs).toEqual([5600, 25_600])
  })

  test('while the view is learned nothing is concluded', () => {
    const { datedMs, reasons } = fallsIn([
      [4, walking],
      [1, { isReliable: false }],
      [20, lying],
    ])
    expect([datedMs, reasons[1]]).toEqual([[], 'view-not-reliable'])
  })

  test('outside of the watched regions nothing is judged', () => {
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

  test('a higher sensitivity is sure sooner', () => {
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
