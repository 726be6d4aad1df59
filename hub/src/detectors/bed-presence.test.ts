import { describe, expect, test } from 'vitest'
import type { Person } from '#vision/body/person.ts'
import { type BedPresence, bedPresenceStart, stepBedPresence } from './bed-presence.ts'
import { FRAME_MS, sittingInBed, someone } from './testing.ts'

type Look = { people?: readonly Person[]; insideShare?: number; isReliable?: boolean }

/** Plays each look for its number of seconds; returns the state after each. */
function play(looks: readonly (readonly [seconds: number, look: Look])[]): (boolean | null)[] {
  let state: BedPresence = bedPresenceStart
  let atMs = 1_000_000
  return looks.map(([seconds, { people = [], insideShare = 0, isReliable = true }]) => {
    for (let i = 0; i < Math.round(seconds * 5); i++, atMs += FRAME_MS) {
      const frame = { atMs, isReliable, people, figures: [], movingShare: 0 }
      // A stir lasts for one frame.
      state = stepBedPresence(state, frame, i === 0 ? insideShare : 0)
    }
    return state.isOccupied
  })
}
const standsBeside = someone({ isFromBed: true, x: 1.3 })
const stir = [5, { insideShare: 0.02 }] as const

describe('METRIC-02 bed presence', () => {
  test('presence is unknown at first; turning over with nobody near means occupied', () => {
    expect(play([[20, {}], stir, stir, stir])).toEqual([null, null, null, true])
  })

  test('sitting up is in bed, standing apart is out, lost after sitting down is in', () => {
    const sitsOnEdge = someone({ posture: 'sitting', x: 0.6, isFromBed: true })
    const looks = [
      [5, { people: [sittingInBed()] }],
      [5, {}],
      [5, { people: [standsBeside] }],
      [60, {}],
    ] as const
    expect(play(looks)).toEqual([true, true, false, false])
    expect(play([...looks, [2, { people: [sitsOnEdge] }], [5, {}]]).slice(-2)).toEqual([false, true])
  })

  test('neither a carer’s visit nor a moving blanket changes the state', () => {
    const carer = someone({ x: 0.8 })
    expect(
      play([[5, { people: [standsBeside] }], [10, { people: [carer], insideShare: 0.3 }], stir, [60, {}]]),
    ).toEqual([false, false, false, false])
  })

  test('the state holds while the background is learned, but not for hours without motion', () => {
    const asleep = [
      [5, { people: [sittingInBed()] }],
      [60, { isReliable: false }],
    ] as const
    expect(play([...asleep, [2 * 3600, {}]])).toEqual([true, true, true])
    expect(play([...asleep, [3.1 * 3600, {}]]).at(-1)).toBeNull()
  })

  test('a bed without motion for 45 minutes from the start is empty', () => {
    expect(
      play([
        [44 * 60, {}],
        [2 * 60, {}],
      ]),
    ).toEqual([null, false])
  })
})
