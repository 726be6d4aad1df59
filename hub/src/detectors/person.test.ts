import { describe, expect, test } from 'vitest'
import { followed, lying, times, upright } from '#pose/testing.ts'
import type { PosesSeen } from '#vision/body/person.ts'
import { type PersonSettings, personStart, stepPerson } from './person.ts'
import { type Look, play } from './testing.ts'

const settings: PersonSettings = { sensitivity: 'medium', snoozeSeconds: 0, regions: [] }
const figure = (areaShare: number, box = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 }): Look => ({
  figures: [{ box, areaShare, movingShare: 0.01 }],
  movingShare: 0.01,
})
const person = figure(0.03)

const peopleIn = (looks: (readonly [number, Look])[], changes: Partial<PersonSettings> = {}) =>
  play(personStart, (state, frame) => stepPerson(state, { ...settings, ...changes }, frame), looks)

/** The pose model's answers, one a second, with the number of people and the clearness of the frame. */
const answers = (seconds: number, look: Look, { count, isClear = true }: { count: number; isClear?: boolean }) =>
  Array.from({ length: seconds }, () => {
    answerMs += 1000
    const poses: PosesSeen = { atMs: answerMs, people: followed(times(1, ...(count > 0 ? [upright()] : []))).people }
    return [1, { ...look, poses, isClear }] as const
  })
let answerMs = 0

describe('REAL-03 A001 beside the pose model', () => {
  test('REAL-03 a track without a person in two answers raises nothing', () => {
    const [visit, curtain] = [answers(4, person, { count: 1 }), answers(20, person, { count: 0 })]
    const { datedMs, reasons } = peopleIn([[1, {}], ...visit, [6, {}], ...curtain])
    expect(datedMs).toEqual([1000])
    expect(reasons.at(-1)).toBe('seen-otherwise')
  })

  test('REAL-03 an empty answer is ignored in noise and where the model never saw anybody', () => {
    const visit = answers(4, person, { count: 1 })
    const inNoise = answers(20, person, { count: 0, isClear: false })
    expect(peopleIn([[1, {}], ...visit, [6, {}], ...inNoise]).datedMs).toHaveLength(2)
    expect(peopleIn([[1, {}], ...answers(20, person, { count: 0 })]).datedMs).toHaveLength(1)
  })
})

describe('A001 person', () => {
  test('a person who comes in raises one alert for the whole stay', () => {
    const { datedMs, reasons } = peopleIn([
      [3, {}],
      [30, person],
      [10, {}],
    ])
    expect(datedMs).toEqual([3000])
    expect(reasons).toEqual(['quiet', 'too-short', 'person-confirmed', 'already-raised', 'quiet'])
  })

  test('hidden for two seconds is the same stay, gone for longer is another', () => {
    expect(
      peopleIn([
        [3, person],
        [2, {}],
        [3, person],
        [6, {}],
        [3, person],
      ]).datedMs,
    ).toEqual([0, 14_000])
  })

  test('small and still objects do not count as people', () => {
    expect(peopleIn([[20, figure(0.004)]]).datedMs).toEqual([])
    const put = peopleIn([[20, { ...person, movingShare: 0 }]])
    expect([put.datedMs, put.reasons]).toEqual([[], ['still']])
  })

  test('counts only inside the watched region', () => {
    const corners = [
      { x: 0.8, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0.8, y: 1 },
    ]
    expect(peopleIn([[20, person]], { regions: [{ name: 'door', corners }] }).datedMs).toEqual([])
  })

  test('a higher sensitivity sees smaller figures', () => {
    expect(peopleIn([[20, figure(0.006)]], { sensitivity: 'high' }).datedMs).toEqual([0])
    expect(peopleIn([[20, figure(0.012)]], { sensitivity: 'low' }).datedMs).toEqual([])
  })

  test('a person standing or sitting still stays counted, also at a side of the frame', () => {
    const at = (x: number, movingShare: number) => {
      const box = { x, y: 0.1, width: 0.2, height: 0.8 }
      return { figures: [{ box, areaShare: 0.05, movingShare }], movingShare }
    }
    const { reasons } = peopleIn([
      [3, at(0.8, 0.01)],
      [60, at(0.45, 0)],
    ])
    expect(reasons).toEqual(['too-short', 'person-confirmed', 'already-raised'])
  })

  test('a person lying across the view counts, however wide', () => {
    const across = figure(0.04, { x: 0.05, y: 0.85, width: 0.6, height: 0.12 })
    expect(peopleIn([[10, across]]).reasons).toEqual(['too-short', 'person-confirmed', 'already-raised'])
  })

  describe('a person whom the pose model sees in one place', () => {
    const lies = followed(times(2, lying({ x: 0.2 })))
    const poses = { atMs: 800, people: lies.people }

    test('A001 is still there when the background has learned them', () => {
      const { reasons } = peopleIn([
        [5, { ...figure(0.05), poses }],
        [60, { figures: [], movingShare: 0, poses }],
      ])
      expect(reasons).toEqual(['too-short', 'person-confirmed', 'already-raised'])
    })

    test('A001 does not count at a place that they have left', () => {
      const walks = followed([[upright({ x: 0.2 })], [upright({ x: 0.5 })]])
      const { reasons } = peopleIn([
        [10, { figures: [], movingShare: 0.01, poses: { atMs: 800, people: walks.people } }],
      ])
      expect(reasons).toEqual(['quiet'])
    })
  })
})
