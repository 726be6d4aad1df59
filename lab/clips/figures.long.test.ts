// Tests of the basis of the results on real video: manifests, the empty room, what counts as detected, and intervals.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clipManifest } from '@mimamori/contract/insight/clip-manifest.ts'
import { countInterval, shareInterval } from '@mimamori/contract/insight/intervals.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { emptyOf, fitLight, type Rgb } from './empty-room.ts'
import { type Clip, findClips, readManifest } from './manifest.ts'
import { NOTHING, rowOf, sum, tallyOf } from './tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimamori-real-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HASH_OF_CLIP = 'bd1a1a3e5ef67bcb0bb0f8cf85b5d2d6b16ce9e4b3d8ca46f5f2bbeb6c11f8ac'
const clipOf = (changes: Partial<Clip> = {}): Clip => ({
  ...{ file: 'a.mp4', sha256: HASH_OF_CLIP, split: 'tuning', room: 'office', events: [], people: [] },
  ...changes,
})
const office = { cameraHeightM: 1, camera: 'color', bed: null, emptyFrom: null }
const manifestOf = (clip: Clip) => ({ name: 'set', source: 's', terms: 't', rooms: { office }, clips: [clip] })

describe('REAL-01 manifests', () => {
  test('manifests of the checkout are valid, and contain no clip in both halves', () => {
    const own = join(import.meta.dirname, 'manifests')
    const clips = readdirSync(own).flatMap((name) => readManifest(join(own, name)).clips)
    expect(clips.length).toBeGreaterThan(90)
    // A clip may be in more than one set, but always in the same half.
    const halves = new Set(clips.map(({ sha256, split }) => `${sha256} ${split}`))
    expect(new Set(clips.map(({ sha256 }) => sha256)).size).toBe(halves.size)
    expect(clips.filter(({ split }) => split === 'opened')).toHaveLength(91)
    // Nobody has watched the untouched clips, so their people are not counted; seconds are those of a set's authors.
    expect(clips.filter(({ split }) => split === 'untouched').flatMap(({ people }) => people)).toEqual([])
  })

  test('a clip of an undescribed room is rejected by name', () => {
    const parsed = clipManifest.safeParse(manifestOf(clipOf({ room: 'attic' })))
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['no room attic'])
  })

  test('a file that differs from the manifest counts as missing', () => {
    writeFileSync(join(folder, 'a.mp4'), 'other bytes')
    const manifest = clipManifest.parse(manifestOf(clipOf()))
    expect(findClips(manifest, folder, 'tuning')).toEqual({ found: [], missing: ['a.mp4'] })
    expect(findClips(manifest, folder, 'untouched')).toEqual({ found: [], missing: [] })
  })
})

describe('REAL-01 the empty room', () => {
  const gray = (...values: number[]): Rgb => ({
    ...{ width: values.length, height: 1 },
    data: Uint8Array.from(values.flatMap((value) => [value, value, value])),
  })

  test('an object in less than half of the frames is gone', () => {
    const room = emptyOf([gray(10, 20, 30), gray(200, 20, 30), gray(10, 200, 30)])
    expect([...room.data].filter((_, i) => i % 3 === 0)).toEqual([10, 20, 30])
  })

  test('a dark person who is there in most of the frames is gone, too', () => {
    const sitting = gray(10, 20, 90)
    const room = emptyOf([sitting, sitting, sitting, gray(10, 80, 30)], 0.75)
    expect([...room.data].filter((_, i) => i % 3 === 0)).toEqual([10, 80, 90])
  })

  test('it gets the light of the clip, and the person in the clip does not count', () => {
    const values = Array.from({ length: 60 }, (_, i) => 20 + i * 3)
    const clip = values.map((value, i) => (i < 6 ? 250 : Math.round(value * 0.8 + 10)))
    const fitted = [...fitLight(gray(...values), gray(...clip)).data].filter((_, i) => i % 3 === 0)
    for (const [i, value] of values.entries()) expect(Math.abs(fitted[i]! - (value * 0.8 + 10))).toBeLessThan(3)
  })
})

describe('REAL-01 scoring of alerts', () => {
  const played = (...alerts: ['A005' | 'A006', number][]) => ({
    alerts: alerts.map(([appCode, atS]) => ({ appCode, atS })),
    people: [9, 10, 11, 12].map((atS) => ({ atS, count: atS === 11 ? 2 : 1, isSeen: atS !== 10 })),
    framesSkipped: 0,
  })
  const fall: Clip['events'] = [{ type: 'fall', atS: 2 }]
  const length = { leadS: 8, clipS: 6 }

  test('an alert within ten seconds of the fall detects it, every other one is false', () => {
    const tally = tallyOf(clipOf({ events: fall }), played(['A005', 12], ['A005', 13], ['A006', 12]), length)
    expect(tally).toMatchObject({ events: 1, found: 1, delaysS: [2], falseAlarms: 2, activeS: 6 })
  })

  test('an alert before the fall or long after it is false, and the fall is missed', () => {
    const tally = tallyOf(clipOf({ events: fall }), played(['A005', 9], ['A005', 20.5]), length)
    expect(tally).toMatchObject({ events: 1, found: 0, falseAlarms: 2 })
  })

  test('an alert while the background is learned does not count', () => {
    expect(tallyOf(clipOf(), played(['A005', 5]), length).falseAlarms).toBe(0)
  })

  test('a fall without a labeled second may be anywhere in the clip, and has no delay', () => {
    const tally = tallyOf(clipOf({ events: [{ type: 'fall' }] }), played(['A005', 9]), length)
    expect(tally).toMatchObject({ found: 1, delaysS: [], falseAlarms: 0 })
  })

  test('a look-in counts apart: for a fall that nothing else found, or as false', () => {
    const alerts = [
      { appCode: 'A005' as const, atS: 12, grade: 'look-in' as const },
      { appCode: 'A005' as const, atS: 9, grade: 'look-in' as const },
      { appCode: 'A005' as const, atS: 9, grade: 'possible' as const },
    ]
    const tally = tallyOf(clipOf({ events: fall }), { alerts, people: [] }, length)
    expect(tally).toMatchObject({ found: 0, lookedIn: 1, falseLookIns: 1, falseAlarms: 1, falsePossible: 1 })
  })

  test('people are compared in the seconds that were counted by eye', () => {
    const tally = tallyOf(clipOf({ people: [[1, 3.5, 1]] }), played(), length)
    expect(tally).toMatchObject({ framesCounted: 3, framesRight: 2, presenceRight: 2 })
  })

  test('the row contains each figure with its interval', () => {
    const looks = { lookedIn: 1, falseLookIns: 3 }
    const tally = { ...NOTHING, ...looks, events: 10, found: 9, delaysS: [3, 1, 2], falseAlarms: 2, activeS: 1800 }
    expect(rowOf('set', 'as it is', sum([tally, NOTHING]))).toBe(
      '| set | as it is | 9 of 10 (60 % to 98 %) | 2 in 30.0 min: 4.0 (0.4 to 14.4) | 0 | 1 of 1 | 3: 6.0 | 2.0 s |  |  |',
    )
  })

  test('intervals agree with published tables', () => {
    // Wilson, 1927, for 8 of 10; the exact Poisson bounds of 10 are 4.80 and 18.39.
    expect(shareInterval(8, 10).map((bound) => bound.toFixed(3))).toEqual(['0.490', '0.943'])
    expect(countInterval(10).map((bound) => bound.toFixed(1))).toEqual(['4.8', '18.4'])
    expect(countInterval(0)[0]).toBe(0)
    expect(countInterval(0)[1]).toBeCloseTo(3.69, 0)
  })
})
