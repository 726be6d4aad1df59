import { describe, expect, test } from 'vitest'
import { type PersonSettings, personStart, stepPerson } from './person.ts'
import { type Look, play } from './testing.ts'

const settings: PersonSettings = { sensitivity: 'medium', snoozeSeconds: 0, regions: [] }
const figure = (areaShare: number, box = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 }): Look => ({
  figures: [{ box, areaShare }],
  movingShare: 0.01,
})
const person = figure(0.03)

const peopleIn = (looks: (readonly [number, Look])[], changes: Partial<PersonSettings> = {}) =>
  play(personStart, (state, frame) => stepPerson(state, { ...settings, ...changes }, frame), looks)

describe('A001 person', () => {
  test('somebody who comes in is one alert for as long as they stay', () => {
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

  test('what is smaller than a person, flat as a patch of light, or never moves is none', () => {
    expect(peopleIn([[20, figure(0.004)]]).datedMs).toEqual([])
    expect(peopleIn([[20, figure(0.03, { x: 0, y: 0.5, width: 0.8, height: 0.1 })]]).datedMs).toEqual([])
    const put = peopleIn([[20, { ...person, movingShare: 0 }]])
    expect([put.datedMs, put.reasons]).toEqual([[], ['still']])
  })

  test('only inside of the watched region', () => {
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
})
