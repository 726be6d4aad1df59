import { describe, expect, test } from 'vitest'
import { type Look, play, sittingInBed, someone } from './testing.ts'
import { stepWakeUp, type WakeUpSettings, wakeUpStart } from './wake-up.ts'

const settings: WakeUpSettings = { sensitivity: 'medium', snoozeSeconds: 0 }
const asleep: Look = {}
const sitting: Look = { people: [sittingInBed()] }

const wakesIn = (looks: (readonly [number, Look])[], changes: Partial<WakeUpSettings> = {}) =>
  play(wakeUpStart, (state, frame) => stepWakeUp(state, { ...settings, ...changes }, frame), looks)

describe('A004 wake-up', () => {
  test('sitting up after ten seconds of lying is one alert, dated when it began', () => {
    const { datedMs, reasons } = wakesIn([
      [12, asleep],
      [30, sitting],
    ])
    expect(datedMs).toEqual([12_000])
    expect(reasons).toEqual(['quiet', 'too-short', 'sat-up', 'already-raised'])
  })

  test('sitting up again after a moment of lying raises none', () => {
    const { datedMs, reasons } = wakesIn([
      [12, asleep],
      [5, sitting],
      [6, asleep],
      [5, sitting],
    ])
    expect([datedMs, reasons.at(-1)]).toEqual([[12_000], 'not-lying-before'])
  })

  test('sitting down on the bed from the room raises no alert', () => {
    const sitsDown: Look = { people: [sittingInBed({ isFromBed: false })] }
    expect(
      wakesIn([
        [20, asleep],
        [4, { people: [someone()] }],
        [20, sitsDown],
      ]).datedMs,
    ).toEqual([])
  })

  test('sitting up while a carer stands beside the bed raises no alert', () => {
    const carer = someone({ id: 9, x: 1.4 })
    expect(
      wakesIn([
        [20, asleep],
        [2, { people: [carer] }],
        [10, { people: [carer, sittingInBed()] }],
      ]).datedMs,
    ).toEqual([])
  })

  test('bending to the bed raises no alert; sitting up that looks like standing does', () => {
    const stands = (bedShare: number): Look => ({ people: [someone({ isFromBed: true, x: 0.6, bedShare })] })
    const bent: Look = { people: [someone({ isFromBed: true, posture: 'sitting', x: 0.6 })] }
    const after = (look: Look) =>
      wakesIn([
        [20, asleep],
        [8, look],
        [6, bent],
      ]).datedMs
    expect([after(stands(0)), after(stands(0.4))]).toEqual([[], [28_000]])
  })

  test('a still outline is a blanket, and a person up elsewhere must lie down first', () => {
    const blanket: Look = { people: [sittingInBed({ stirShare: 0 })] }
    expect(
      wakesIn([
        [20, asleep],
        [20, blanket],
      ]).datedMs,
    ).toEqual([])
    expect(
      wakesIn([
        [20, asleep],
        [5, { people: [someone({ isFromBed: true, x: 2 })] }],
        [5, sitting],
      ]).datedMs,
    ).toEqual([])
  })

  test('sitting up after switching on a lamp counts while the background is learned again', () => {
    expect(
      wakesIn([
        [20, asleep],
        [1, { isReliable: false }],
        [2, asleep],
        [5, sitting],
      ]).datedMs,
    ).toEqual([23_000])
  })

  test('a lifted arm is too short', () => {
    expect(
      wakesIn([
        [12, asleep],
        [0.6, sitting],
        [20, asleep],
      ]).datedMs,
    ).toEqual([])
  })

  test('is not raised again within the snooze', () => {
    const looks: (readonly [number, Look])[] = [
      [12, asleep],
      [5, sitting],
      [15, asleep],
      [5, sitting],
    ]
    expect(wakesIn(looks, { snoozeSeconds: 300 }).datedMs).toEqual([12_000])
    expect(wakesIn(looks).datedMs).toEqual([12_000, 32_000])
  })
})
