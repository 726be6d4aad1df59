import { CORNERS_MAX, type Corner, crossingEdges } from '@mimamori/contract/shared/polygon.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regionKey } from './region-keys.ts'
import type { RegionKind, Shape } from './region-rules.ts'
import { type RegionAction, type RegionState, regionStart, regionStep, shapesOf } from './region-state.ts'

const size = { width: 1920, height: 1080 }
const at = (x: number, y: number): Corner => ({ x, y })
const corners = [at(0.2, 0.2), at(0.8, 0.2), at(0.8, 0.8), at(0.2, 0.8)]
const start = (shapes: Shape[] = [], max = 16, kind: RegionKind = 'regions') => regionStart(shapes, { size, max, kind })
const play = (state: RegionState, ...actions: RegionAction[]) => actions.reduce(regionStep, state)
const set = (x: number, y: number): RegionAction => ({ type: 'set-corner', at: at(x, y), name: 'A' })
const press = (state: RegionState, key: string, shiftKey = false): RegionState => {
  const wanted = regionKey({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false }, state, 'A')
  return wanted?.action ? regionStep(state, wanted.action) : state
}
const pixels = (shape: Shape) => shape.corners.map(({ x, y }) => [x * size.width, y * size.height].map(Math.round))

describe('drawing a region', () => {
  test('CAM-08 corners are set one by one and the first one closes the region', () => {
    const state = play(start(), { type: 'draw' }, set(0.2, 0.2), set(0.8, 0.2), set(0.8, 0.8), set(0.2, 0.2))
    expect(pixels(shapesOf(state)[0]!)).toEqual([
      [384, 216],
      [1536, 216],
      [1536, 864],
    ])
    expect([state.draft, state.chosen, state.said?.key]).toEqual([null, 0, 'closed'])
  })

  test('CAM-08 a bed closes with its fourth corner and keeps four', () => {
    const three = play(
      start([], 16, 'beds'),
      { type: 'draw' },
      set(0.2, 0.2),
      set(0.8, 0.2),
      set(0.8, 0.8),
      set(0.2, 0.2),
    )
    expect([three.draft?.length, three.said?.key]).toEqual([3, 'bed-corners'])
    const bed = play(three, set(0.2, 0.8), set(0.2, 0.2))
    expect(pixels(shapesOf(bed)[0]!)).toHaveLength(4)
    const less = play(bed, { type: 'choose', region: 0, corner: 1 }, { type: 'delete' })
    expect([less.history.now[0]!.corners.length, less.said?.key]).toEqual([4, 'bed-corners'])
  })

  test('CAM-08 a corner whose edge would cross another is rejected with the reason', () => {
    const drawn = play(start(), { type: 'draw' }, set(0.2, 0.2), set(0.8, 0.2), set(0.8, 0.8))
    const crossed = play(drawn, set(0.5, 0.1))
    expect([crossed.draft?.length, crossed.said]).toEqual([
      3,
      { key: 'edges-cross', values: { max: 64 }, isRejection: true },
    ])
    const closing = play(start(), { type: 'draw' }, set(0.2, 0.2), set(0.8, 0.8), set(0.8, 0.2), set(0.3, 0.9))
    expect(closing.said?.key).toBe('edges-cross')
  })

  test('CAM-08 Enter on the last corner closes the region; with two corners it shows the minimum', () => {
    const drawn = play(start(), { type: 'draw' }, set(0.2, 0.2), set(0.8, 0.2), set(0.8, 0.8))
    const closed = press(drawn, 'Enter')
    expect([closed.draft, closed.said?.key, shapesOf(closed)[0]?.corners.length]).toEqual([null, 'closed', 3])
    const line = play(start(), { type: 'draw' }, set(0.2, 0.2), set(0.8, 0.2))
    const ends = [press(line, 'Enter'), play(line, set(0.2, 0.2))]
    expect(ends.map(({ draft, said }) => [draft?.length, said?.key])).toEqual([
      [2, 'corners-min'],
      [2, 'corners-min'],
    ])
  })

  test('CAM-08 two corners, or three in a line, are rejected', () => {
    const two = play(start(), { type: 'draw' }, set(0.2, 0.2), set(0.8, 0.2), { type: 'finish', name: 'A' })
    expect([two.said?.key, two.history.now.length]).toEqual(['corners-min', 0])
    const speck = play(start(), { type: 'draw' }, set(0.5, 0.5), set(0.501, 0.5), set(0.501, 0.501), {
      type: 'finish',
      name: 'A',
    })
    expect(speck.said?.key).toBe('too-small')
  })

  test('CAM-08 with one region the second is rejected with the text of the requirement', () => {
    const state = play(start([{ name: 'A', corners }], 1), { type: 'draw' })
    expect([state.draft, state.said]).toEqual([null, { key: 'one-only', values: { max: 1 }, isRejection: true }])
  })

  test('CAM-08 the keyboard draws to the pixel: steps of 1 and 10, Enter, F and Backspace', () => {
    let state = press(start(), 'd')
    for (const key of ['Enter', 'ArrowRight']) state = press(state, key)
    state = press(state, 'ArrowRight', true)
    state = press(state, 'Enter')
    state = press(state, 'ArrowDown', true)
    for (const key of ['ArrowDown', 'Enter', 'ArrowUp', 'ArrowLeft', 'Enter', 'Backspace', 'f'])
      state = press(state, key)
    expect(pixels(shapesOf(state)[0]!)).toEqual([
      [960, 540],
      [971, 540],
      [971, 551],
    ])
  })
})

describe('changing a region', () => {
  const chosen = play(start([{ name: 'A', corners }]), { type: 'choose', region: 0, corner: 2 })

  test('CAM-08 a corner that is dragged over another edge stays at its last good place', () => {
    const dragged = play(
      chosen,
      { type: 'drag-corner', at: at(0.7, 0.7) },
      { type: 'drag-corner', at: at(0.5, 0.1) },
      { type: 'drop' },
    )
    expect(dragged.history.now[0]!.corners[2]).toEqual(at(0.7, 0.7))
    expect(dragged.history.past).toHaveLength(1)
  })

  test('CAM-08 a canceled drag leaves no step', () => {
    const state = play(chosen, { type: 'drag-corner', at: at(0.7, 0.7) }, { type: 'let-go' })
    expect([shapesOf(state)[0]!.corners, state.history.past]).toEqual([corners, []])
  })

  test('CAM-08 only the shape that is dragged changes: the others are the same objects', () => {
    const two = play(
      start([
        { name: 'A', corners },
        { name: 'B', corners },
      ]),
      { type: 'choose', region: 1 },
    )
    const from = two.history.now[1]!
    const moved = play(two, { type: 'drag-shape', from, by: at(0.1, 0) })
    expect(shapesOf(moved)[0]).toBe(two.history.now[0])
    expect(shapesOf(moved)[1]).not.toBe(from)
  })

  test('CAM-08 arrow keys are one undo step, for each kind of target', () => {
    let state = chosen
    for (let i = 0; i < 5; i++) state = press(state, 'ArrowRight')
    state = press(state, 'PageDown')
    for (let i = 0; i < 3; i++) state = press(state, 'ArrowDown', true)
    expect(pixels(state.history.now[0]!).slice(2)).toEqual([
      [1541, 864],
      [384, 894],
    ])
    state = play(state, { type: 'undo' }, { type: 'undo' })
    expect(state.history.now[0]!.corners).toEqual(corners)
    expect(play(state, { type: 'redo' }, { type: 'redo' }).history.now[0]!.corners[3]).toEqual(at(0.2, 894 / 1080))
  })

  test('CAM-08 a corner is inserted and removed; three stay', () => {
    const more = play(chosen, { type: 'insert' })
    expect(more.history.now[0]!.corners[3]).toEqual(at(0.5, 0.8))
    expect(more.corner).toBe(3)
    const less = play(chosen, { type: 'delete' }, { type: 'choose', region: 0, corner: 0 }, { type: 'delete' })
    expect([less.history.now[0]!.corners.length, less.said?.key]).toEqual([3, 'corners-min'])
  })

  test('CAM-08 a region is named, given its arrow, and deleted; typing a name is one step', () => {
    const named = play(
      chosen,
      { type: 'rename', name: 'B' },
      { type: 'rename', name: 'Be' },
      { type: 'arrow', degrees: -90 },
    )
    expect(named.history.now[0]).toMatchObject({ name: 'Be', headToFeet: 270 })
    expect(named.history.past).toHaveLength(2)
    expect(play(named, { type: 'choose', region: 0 }, { type: 'delete' }).history.now).toEqual([])
  })
})

test('CAM-08 no edits make a region cross itself, leave the image or exceed its corners', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const anywhere = fc.record({ x: share, y: share })
  const action: fc.Arbitrary<RegionAction> = fc.oneof(
    fc.constantFrom<RegionAction>(
      { type: 'draw' },
      { type: 'finish', name: 'A' },
      { type: 'drop' },
      { type: 'delete' },
      { type: 'insert' },
      { type: 'undo' },
      { type: 'redo' },
      { type: 'next-corner', by: 1 },
    ),
    anywhere.map((point): RegionAction => ({ type: 'set-corner', at: point, name: 'A' })),
    anywhere.map((point): RegionAction => ({ type: 'drag-corner', at: point })),
    fc.integer({ min: -400, max: 400 }).map((x): RegionAction => ({ type: 'step', x, y: -x })),
    fc.nat(2).map((region): RegionAction => ({ type: 'choose', region, corner: null })),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const state = play(start([{ name: 'A', corners }]), ...actions)
      for (const shape of shapesOf(state)) {
        expect(crossingEdges(shape.corners)).toBeNull()
        expect(shape.corners.length).toBeLessThanOrEqual(CORNERS_MAX)
        expect(shape.corners.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})
