import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RoomReading, type RoomTrack, roomStart, stepRoom } from './room-state.ts'

const FRAME_MS = 200
const START_MS = 1_000_000
type Look = Partial<Omit<RoomReading, 'atMs'>>
const NOBODY = {
  ...{ blind: null, hasBed: true, lying: 0, sitting: 0, up: 0, floor: 0, others: 0, visitors: 0 },
  ...{ isBedTaken: null, hasFallen: false },
} as const satisfies Omit<RoomReading, 'atMs'>
const asleep: Look = { isBedTaken: true }
const empty: Look = { isBedTaken: false }

/** Plays each look for its number of seconds; returns every change as `seconds state`, and when that state began. */
function play(looks: readonly (readonly [seconds: number, look: Look])[], general: Look = {}) {
  let track: RoomTrack = roomStart(START_MS, 'learning')
  let atMs = START_MS
  const changes: string[] = []
  for (const [seconds, look] of looks) {
    for (let i = 0; i < Math.round(seconds * 5); i++, atMs += FRAME_MS) {
      const next = stepRoom(track, { ...NOBODY, ...general, ...look, atMs })
      if (next.state !== track.state || next.reason !== track.reason) {
        changes.push(`${next.reason ?? next.state} since ${(next.sinceMs - START_MS) / 1000}`)
      }
      track = next
    }
  }
  return { changes, track }
}

describe('ROOM-01 the state of a room', () => {
  test('lying in bed, sitting up, getting up and leaving are reported with their start', () => {
    const night = play([
      [60, asleep],
      [10, { sitting: 1, isBedTaken: true }],
      [20, { up: 1, isBedTaken: false }],
      [40, empty],
      [20, { up: 1, isBedTaken: false }],
    ])
    expect(night.changes).toEqual([
      'in-bed since 0',
      'sitting-up since 60',
      'up since 70',
      'away since 90',
      'up since 130',
    ])
  })

  test('single wrong frames change nothing, and a flickering state is not reported', () => {
    const flicker = Array.from(
      { length: 40 },
      () =>
        [
          [1.2, asleep],
          [0.4, { up: 1 }],
        ] as const,
    ).flat()
    expect(play([[30, asleep], ...flicker]).changes).toEqual(['in-bed since 0'])
    const gaps = Array.from(
      { length: 10 },
      () =>
        [
          [1.6, { up: 1, isBedTaken: false }],
          [0.4, asleep],
        ] as const,
    ).flat()
    expect(play([[30, asleep], ...gaps]).changes).toEqual(['in-bed since 0', 'up since 30'])
  })

  test('behind a curtain for ten seconds is not away', () => {
    const up: Look = { up: 1, isBedTaken: false }
    expect(
      play([
        [20, up],
        [10, empty],
        [20, up],
      ]).changes,
    ).toEqual(['up since 0'])
  })

  test('a person lying beside the bed is on the floor, and never away when lost', () => {
    const fall = play([
      [20, { up: 1, isBedTaken: false }],
      [10, { floor: 1, isBedTaken: false }],
      [590, empty],
    ])
    expect(fall.changes).toEqual(['up since 0', 'on-floor since 20'])
    expect(
      play([
        [20, { floor: 1 }],
        [700, empty],
      ]).changes,
    ).toEqual(['on-floor since 0', 'not-seen since 619.8'])
  })

  test('a fall that was raised counts at once, and a bed that seems taken does not hide it', () => {
    const fall = play([
      [20, asleep],
      [1, { up: 1, hasFallen: true, isBedTaken: true }],
      [60, asleep],
    ])
    expect(fall.changes).toEqual(['in-bed since 0', 'on-floor since 20'])
  })

  test('ALARM-06 one person on the floor is never with staff, also when they get up; two are', () => {
    const alone: Look[] = [
      { floor: 1, hasFallen: true },
      { up: 1 },
      { floor: 1, up: 1 },
      { sitting: 1 },
      {},
      { up: 1, isBedTaken: true },
    ]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.constantFrom(...alone)), { maxLength: 30 }),
        (looks) => {
          expect(play([[5, { floor: 1, hasFallen: true }], ...looks]).changes.join()).not.toContain('with-staff')
        },
      ),
    )
    const helped = play([
      [20, { floor: 1, hasFallen: true }],
      [10, { floor: 1, up: 1, others: 1, hasFallen: true }],
    ])
    expect(helped.changes).toEqual(['on-floor since 0', 'with-staff since 20'])
  })

  test('a person who comes in while the bed is taken is staff, also if seen alone', () => {
    const visit = play([
      [20, asleep],
      [30, { up: 1, visitors: 1, isBedTaken: true }],
      [30, asleep],
    ])
    expect(visit.changes).toEqual(['in-bed since 0', 'with-staff since 20', 'in-bed since 50'])
  })

  test('two people who hide each other for some seconds still count as two', () => {
    const two: Look = { floor: 1, up: 1, others: 1 }
    expect(
      play([
        [10, two],
        [4, { up: 1 }],
        [10, two],
      ]).changes,
    ).toEqual(['with-staff since 0'])
  })

  test('a room without an outlined bed is only present, away or on the floor', () => {
    const day = play(
      [
        [20, { lying: 1 }],
        [20, { sitting: 1 }],
        [20, { up: 1 }],
        [30, {}],
        [10, { up: 1, hasFallen: true }],
      ],
      { hasBed: false },
    )
    expect(day.changes).toEqual(['present since 0', 'away since 60', 'on-floor since 90'])
  })

  test('a switched lamp or a returning camera does not restart the time in bed', () => {
    const lamp = play([
      [60, asleep],
      [20, { blind: 'learning' }],
      [60, {}],
    ])
    expect(lamp.changes).toEqual(['in-bed since 0', 'learning since 60', 'in-bed since 0'])
    const away = play([
      [60, asleep],
      [1000, { blind: 'no-image' }],
      [60, {}],
    ])
    expect(away.changes).toEqual(['in-bed since 0', 'no-image since 60', 'not-seen since 1060'])
  })

  test('a disabled camera counts at once, a dark frame after some seconds', () => {
    const night = play([
      [20, asleep],
      [0.2, { blind: 'app-off' }],
      [10, { blind: 'dark' }],
    ])
    expect(night.changes).toEqual(['in-bed since 0', 'app-off since 20', 'dark since 20.2'])
  })

  test('after a minute without analyzed frames the state is unknown', () => {
    const before = play([[60, asleep]]).track
    const after = stepRoom(before, { ...NOBODY, hasBed: true, isBedTaken: null, atMs: before.atMs + 3_600_000 })
    expect([after.state, after.reason]).toEqual(['unknown', 'not-seen'])
  })

  test('setting the clock back blocks nothing', () => {
    let { track } = play([[60, asleep]])
    for (let atMs = 1000; atMs < 11_000; atMs += FRAME_MS) track = stepRoom(track, { ...NOBODY, up: 1, atMs })
    expect([track.state, track.sinceMs]).toEqual(['up', 1200])
  })
})
