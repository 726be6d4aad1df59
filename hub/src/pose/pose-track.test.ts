import { describe, expect, test } from 'vitest'
import { PACE_MS, paceMs } from './pose-pace.ts'
import { followed, lying, lyingTowardsUs, sitting, times, upright } from './testing.ts'

const idsOf = (tracks: ReturnType<typeof followed>) => tracks.people.map(({ id }) => id)
const newestOf = (tracks: ReturnType<typeof followed>) => tracks.people[0]!.past.at(-1)!

describe('REAL-02 tracks of the people that the pose model detects', () => {
  test('REAL-02 a person who walks and then lies keeps their track', () => {
    const tracks = followed([[upright({ x: 0.3 })], [upright({ x: 0.38 })], [upright({ x: 0.45 })], [lying()]])
    expect(idsOf(tracks)).toEqual([1])
    expect(tracks.people[0]!.past).toHaveLength(4)
  })

  test('REAL-02 two people stay two', () => {
    expect(idsOf(followed(times(3, upright({ x: 0.1 }), upright({ x: 0.7 }))))).toEqual([1, 2])
  })

  test('REAL-02 a walker near the camera keeps a track apart from the sitter they pass', () => {
    const seated = sitting({ x: 0.8, confidence: 0.4 })
    const walker = (x: number) => upright({ x, confidence: 0.7 })
    const tracks = followed([...times(2, walker(0.15), seated), [walker(0.56), seated], [walker(0.7), seated]])
    const placed = tracks.people.map(({ id, box }) => [id, box.x])
    expect(placed.toSorted(([a], [b]) => a! - b!)).toEqual([
      [1, 0.7],
      [2, 0.8],
    ])
  })

  test('REAL-02 a detection two body lengths away begins another track', () => {
    const small = (x: number) => ({ ...upright(), box: { x, y: 0.4, width: 0.04, height: 0.2 } })
    expect(idsOf(followed([[small(0.1)], [small(0.45)]]))).toEqual([2, 1])
  })

  test('REAL-02 a small, distant passer-by behind a lying person begins another track', () => {
    const far = { ...upright({ confidence: 0.2 }), box: { x: 0.5, y: 0.6, width: 0.03, height: 0.12 } }
    expect(idsOf(followed([[lying()], [far]]))).toEqual([2, 1])
  })

  test('REAL-02 a walker does not continue the track of a passer-by far behind', () => {
    const walker = (x: number) => ({ ...upright({ x }), box: { x, y: 0.32, width: 0.16, height: 0.57 } })
    const far = { ...upright({ confidence: 0.2 }), box: { x: 0.42, y: 0.3, width: 0.09, height: 0.38 } }
    const { people } = followed([[walker(0.69), far], [walker(0.5)]])
    expect(people.map(({ id, lostMs }) => [id, lostMs])).toEqual([
      [1, null],
      [2, 800],
    ])
  })

  test('REAL-02 one body that is answered twice is one person', () => {
    expect(idsOf(followed([[upright(), upright({ x: 0.41, confidence: 0.2 })]]))).toEqual([1])
  })

  test('REAL-02 furniture that the model is unsure of and that does not stand out is nobody', () => {
    expect(followed(times(3, upright({ confidence: 0.2, standsOut: 0 }))).people).toEqual([])
  })

  test('REAL-02 no walker’s track jumps to furniture on the way', () => {
    const table = lying({ x: 0.5, confidence: 0.2, standsOut: 0 })
    const tracks = followed([[table], [upright({ x: 0.6 }), table], [table], ...times(5, table)])
    expect(tracks.people).toEqual([])
  })

  test('REAL-02 a still person keeps their track after merging into the background', () => {
    const tracks = followed([...times(2, lying()), ...times(5, lying({ standsOut: 0 }))])
    expect(idsOf(tracks)).toEqual([1])
  })

  test('REAL-02 a track ends after three seconds without a detection', () => {
    expect(followed([[upright()], ...times(2)]).people[0]!.lostMs).toBe(800)
    expect(followed([[upright()], ...times(5)]).people).toEqual([])
  })
})

describe('REAL-02 how they hold themselves', () => {
  test.each([
    ['upright', upright(), true, false],
    ['across the view', lying(), false, true],
    ['with the head towards the camera', lyingTowardsUs(), false, true],
    ['on a chair', sitting(), true, false],
  ])('REAL-02 the posture of a person %s is recognised', (_, body, isUpright, isLying) => {
    expect(newestOf(followed([[upright()], [body]]))).toMatchObject({ isUpright, isLying })
  })
})

describe('REAL-02 how often the model is asked', () => {
  const quiet = { foregroundShare: 0, movingShare: 0, standsOutMs: 0 }
  const busy = { foregroundShare: 0.05, movingShare: 0.02, standsOutMs: 20_000 }
  const standing = followed(times(5, upright()))

  test.each([
    ['nobody is there', followed([]), quiet, PACE_MS.empty],
    ['something stands out and moves', followed([]), busy, PACE_MS.moving],
    ['something begins to stand out', followed([]), { ...busy, standsOutMs: 200 }, PACE_MS.falling],
    ['somebody walks', standing, busy, PACE_MS.moving],
    ['somebody keeps still', standing, quiet, PACE_MS.still],
    ['somebody came', followed([[upright()]]), busy, PACE_MS.falling],
    ['somebody goes down', followed([...times(4, upright()), [lying()]]), quiet, PACE_MS.falling],
    ['somebody is lost amid the image', followed([...times(4, upright()), []]), quiet, PACE_MS.falling],
    ['somebody went out at the side', followed([...times(4, upright({ x: 0.02 })), []]), busy, PACE_MS.moving],
  ])('REAL-02 while %s it is asked after the time for that', (_, tracks, stir, paceWanted) => {
    const lastMs = Math.max(0, ...tracks.people.map(({ past }) => past.at(-1)!.atMs))
    expect(paceMs(tracks, stir, { atMs: lastMs + 200, areInBed: false })).toBe(paceWanted)
  })

  test.each([
    ['still', quiet, PACE_MS.empty],
    ['stirring', busy, PACE_MS.moving],
  ])('REAL-02 while the resident is %s in bed it is asked after the time for that', (_, stir, paceWanted) => {
    expect(paceMs(followed(times(5, lying())), stir, { atMs: 3400, areInBed: true })).toBe(paceWanted)
  })
})
