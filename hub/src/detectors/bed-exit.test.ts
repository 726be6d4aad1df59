import { describe, expect, test } from 'vitest'
import { type BedExitSettings, bedExitStart, stepBedExit } from './bed-exit.ts'
import { type Look, play, sittingInBed, someone } from './testing.ts'

const settings: BedExitSettings = {
  sensitivity: 'medium',
  snoozeSeconds: 0,
  insidePercent: 60,
  crossPercent: 30,
  maxMergedContours: 3,
  exitSides: 'all',
}
const inBed: Look = { people: [sittingInBed()] }
const beside = (changes = {}): Look => ({ people: [someone({ isFromBed: true, ...changes })] })
const carer: Look = { people: [someone({ id: 9 })] }

const exitsIn = (looks: (readonly [number, Look])[], changes: Partial<BedExitSettings> = {}) =>
  play(bedExitStart, (state, frame) => stepBedExit(state, { ...settings, ...changes }, frame), looks)

describe('A006 bed exit', () => {
  test('leaving over the side raises one exit, dated at the crossing', () => {
    const { datedMs, raisedMs, reasons } = exitsIn([
      [5, inBed],
      [20, beside()],
    ])
    expect([datedMs, raisedMs]).toEqual([[5000], [5400]])
    expect(reasons).toEqual(['person-seen', 'too-short', 'left-bed', 'already-raised'])
  })

  test('a carer who came from the door never leaves the bed, however close they stand', () => {
    const leaning: Look = { people: [someone({ id: 9, bedShare: 0.7, rightShare: 0.3 })] }
    expect(
      exitsIn([
        [5, carer],
        [0.8, leaning],
        [10, carer],
      ]).datedMs,
    ).toEqual([])
  })

  test('a resident who lay down in view and gets up again has left the bed', () => {
    const lyingDown: Look = { people: [someone({ bedShare: 1, rightShare: 0 })] }
    expect(
      exitsIn([
        [3, beside({ isFromBed: false })],
        [20, lyingDown],
        [5, beside({ isFromBed: false })],
      ]).datedMs,
    ).toEqual([23_000])
  })

  test('lying down after walking in raises no exit, though it looks like one', () => {
    const onEdge: Look = { people: [someone({ posture: 'in-bed', bedShare: 1, rightShare: 0 })] }
    const onFeet: Look = beside({ isFromBed: false })
    expect(
      exitsIn([
        [3, onFeet],
        [8, onEdge],
        [4, onFeet],
      ]).datedMs,
    ).toEqual([])
  })

  test('one exit until the resident has lain again, though led back, lost and seen anew', () => {
    const anew = (id: number): Look => ({ people: [someone({ id, isFromBed: true })] })
    const looks: (readonly [number, Look])[] = [
      [5, inBed],
      [20, beside()],
      [6, {}],
      [4, anew(7)],
    ]
    expect(exitsIn(looks).datedMs).toEqual([5000])
    expect(
      exitsIn([
        [5, inBed],
        [20, beside()],
        [16, {}],
        [4, anew(7)],
      ]).datedMs,
    ).toEqual([5000, 41_000])
  })

  test('a track never upright on the bed counts after longer standing, or eight seconds low', () => {
    const appears = (changes: object) => exitsIn([[12, beside(changes)]]).raisedMs
    expect(appears({ posture: 'standing' })).toEqual([1200])
    expect(appears({ posture: 'low' })).toEqual([8000])
  })

  test('an exit counts though the track is lost for five seconds while getting up', () => {
    const { raisedMs } = exitsIn([
      [5, inBed],
      [5.6, {}],
      [5, beside({ posture: 'sitting' })],
    ])
    expect(raisedMs).toEqual([11_000])
  })

  test('leaning out does not count, and a new exit after a return to bed does', () => {
    expect(
      exitsIn([
        [5, inBed],
        [0.4, beside()],
        [5, inBed],
        [5, beside()],
        [20, inBed],
        [5, beside()],
      ]).datedMs,
    ).toEqual([10_400, 35_400])
  })

  test('APP-04 a body with a smaller share on the bed than set was not in it', () => {
    const halfIn: Look = { people: [someone({ bedShare: 0.5, rightShare: 0.5 })] }
    const looks: (readonly [number, Look])[] = [
      [20, halfIn],
      [5, beside({ isFromBed: false })],
    ]
    expect(exitsIn(looks, { insidePercent: 60 }).datedMs).toEqual([])
    expect(exitsIn(looks, { insidePercent: 40 }).datedMs).toEqual([20_000])
  })

  test('crossing begins at the share that is set', () => {
    const halfOut = beside({ bedShare: 0.5, rightShare: 0.5 })
    expect(
      exitsIn(
        [
          [5, inBed],
          [5, halfOut],
        ],
        { crossPercent: 40 },
      ).datedMs,
    ).toEqual([5000])
    expect(
      exitsIn(
        [
          [5, inBed],
          [5, halfOut],
        ],
        { crossPercent: 60 },
      ).datedMs,
    ).toEqual([])
  })

  test('APP-04 a body in three contours counts when three may be merged, and not with one', () => {
    const { box } = someone()
    const part = (at: number, areaShare: number) => ({
      box: { ...box, y: box.y + (at * box.height) / 3, height: box.height / 3 },
      areaShare,
      movingShare: areaShare,
    })
    const divided: Look = { ...beside(), figures: [part(0, 0.01), part(1, 0.008), part(2, 0.007)] }
    const exits = (maxMergedContours: number) =>
      exitsIn(
        [
          [5, inBed],
          [5, divided],
        ],
        { maxMergedContours },
      ).datedMs
    expect([exits(1), exits(2), exits(3)]).toEqual([[], [5000], [5000]])
  })

  test('an unwatched side raises no exit, the watched one does', () => {
    const looks: (readonly [number, Look])[] = [
      [5, inBed],
      [5, beside()],
    ]
    const left = exitsIn(looks, { exitSides: 'left' })
    expect([left.datedMs, left.reasons.at(-1)]).toEqual([[], 'other-side'])
    expect(exitsIn(looks, { exitSides: 'right' }).datedMs).toEqual([5000])
  })

  test('an exit beside a carer who walked there raises no alert', () => {
    const helper = (x: number) => someone({ id: 9, x })
    const { datedMs, reasons } = exitsIn([
      [2, { people: [sittingInBed(), helper(3)] }],
      [2, { people: [sittingInBed(), helper(1.5)] }],
      [5, { people: [someone({ isFromBed: true }), helper(1.5)] }],
    ])
    expect([datedMs, reasons.includes('accompanied')]).toEqual([[], true])
  })

  test('a second exit within the snooze is not raised', () => {
    const { datedMs, reasons } = exitsIn(
      [
        [5, inBed],
        [5, beside()],
        [20, inBed],
        [5, beside()],
      ],
      { snoozeSeconds: 60 },
    )
    expect([datedMs, reasons.includes('snoozed')]).toEqual([[5000], true])
  })
})
