import { AMBIENT_GRID } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { describe, expect, test } from 'vitest'
import type { PosedPerson, PosesSeen } from '../body/person.ts'
import { AMBIENT_CELLS, type AmbientImage, AmbientMotion, noCounts } from './ambient-motion.ts'

const SIZE = { width: 320, height: 180 }
const [ACROSS, DOWN] = [SIZE.width / AMBIENT_GRID.columns, SIZE.height / AMBIENT_GRID.rows]
const NOWHERE = new Uint8Array(AMBIENT_CELLS)
const STILL = new Uint8Array(SIZE.width * SIZE.height)
/** Cells of the screen: columns 2 to 5, rows 1 to 3. */
const SCREEN = { x: 2, y: 1, width: 4, height: 3 }

function movingIn({ x, y, width, height }: Box): Uint8Array {
  const moving = new Uint8Array(STILL.length)
  for (let row = y * DOWN; row < (y + height) * DOWN; row++)
    moving.fill(1, row * SIZE.width + x * ACROSS, row * SIZE.width + (x + width) * ACROSS)
  return moving
}
function cellsOf({ x, y, width, height }: Box): Uint8Array {
  const cells = new Uint8Array(AMBIENT_CELLS)
  for (let row = y; row < y + height; row++)
    cells.fill(1, row * AMBIENT_GRID.columns + x, row * AMBIENT_GRID.columns + x + width)
  return cells
}
/** Far from the screen, in shares of the frame. */
const ELSEWHERE = { x: 0.6, y: 0.4, width: 0.1, height: 0.4 }
const BEFORE_SCREEN = { x: 0.1, y: 0.1, width: 0.08, height: 0.5 }

function posesAt(atMs: number, boxes: readonly Box[]): PosesSeen {
  const people = boxes.map((box, id): PosedPerson => {
    return { id, box, confidence: 0.6, surest: 0.6, atMs, firstMs: atMs, lostMs: null, past: [] }
  })
  return { atMs, people }
}

type Minute = { moving?: Uint8Array; people?: readonly Box[]; isClear?: boolean; isJudged?: boolean; seconds?: number }

/** Plays minutes at two frames a second; returns the learned cells. */
function learn(motion: AmbientMotion, minutes: number, minute: Minute, from = 0): Uint8Array {
  const { moving = STILL, people = [], isClear = true, isJudged = true, seconds = 60 } = minute
  for (let at = 0; at < minutes * 120; at++) {
    const atMs = from * 60_000 + at * 500
    const isMoving = (at / 2) % 60 < seconds
    const poses = isJudged ? posesAt(atMs, people) : null
    motion.take({ atMs, moving: isMoving && at % 2 === 0 ? moving : STILL, isClear, poses } satisfies AmbientImage)
  }
  // The last minute counts when the next one begins.
  motion.take({ atMs: (from + minutes) * 60_000, moving: STILL, isClear: true, poses: null })
  return motion.cells
}

/** A room in whose view the model has detected people. */
function knownRoom(never: Uint8Array = NOWHERE): AmbientMotion {
  const motion = new AmbientMotion(SIZE, never, noCounts())
  learn(motion, 6, { people: [ELSEWHERE] })
  return motion
}
const screen = movingIn(SCREEN)

describe('REAL-04 ambient motion', () => {
  test('REAL-04 a screen near a person is learned after ten minutes, with its size', () => {
    const motion = knownRoom()
    expect(learn(motion, 9, { moving: screen, people: [ELSEWHERE] }, 10)).toEqual(NOWHERE)
    expect(learn(motion, 2, { moving: screen, people: [ELSEWHERE] }, 20)).toEqual(cellsOf(SCREEN))
    expect(motion.wait).toBeNull()
  })

  test('REAL-04 nothing is learned before the model has detected anybody', () => {
    const motion = new AmbientMotion(SIZE, NOWHERE, noCounts())
    expect(learn(motion, 60, { moving: screen })).toEqual(NOWHERE)
    expect(motion.wait).toBe('nobody-seen')
  })

  test('REAL-04 nothing is learned where a person is in one of four minutes of motion', () => {
    const motion = knownRoom()
    for (let round = 0; round < 20; round++) {
      learn(motion, 3, { moving: screen }, 10 + 5 * round)
      learn(motion, 1, { moving: screen, people: [BEFORE_SCREEN] }, 14 + 5 * round)
    }
    expect(motion.cells).toEqual(NOWHERE)
  })

  test('REAL-04 a person who stays where the screen was resets its cells', () => {
    const motion = knownRoom()
    learn(motion, 12, { moving: screen }, 10)
    expect(motion.cells).toEqual(cellsOf(SCREEN))
    learn(motion, 4, { people: [BEFORE_SCREEN] }, 30)
    expect(motion.cells[1 * AMBIENT_GRID.columns + 3]).toBe(0)
  })

  test.each([
    ['somebody walks past for five seconds', { seconds: 5 }],
    ['the image is too noisy for the model', { isClear: false }],
    ['the model does not run', { isJudged: false }],
  ])('REAL-04 nothing is learned while %s', (_, minute) => {
    expect(learn(knownRoom(), 40, { moving: screen, ...minute }, 10)).toEqual(NOWHERE)
  })

  test('REAL-04 beds and removed regions are never learned', () => {
    const left = cellsOf({ ...SCREEN, width: 2 })
    const motion = knownRoom(left)
    expect(learn(motion, 15, { moving: screen }, 10)).toEqual(cellsOf({ ...SCREEN, x: 4, width: 2 }))
    motion.never = NOWHERE
    expect(motion.cells).toEqual(cellsOf(SCREEN))
  })

  test('REAL-04 when a third of the view moves, nothing is learned, and the reason is given', () => {
    const motion = knownRoom()
    expect(learn(motion, 15, { moving: movingIn({ x: 0, y: 0, width: 32, height: 6 }) }, 10)).toEqual(NOWHERE)
    expect(motion.wait).toBe('too-much')
  })

  test('a single cell is not a region, and a new view resets the counts', () => {
    const motion = knownRoom()
    expect(learn(motion, 15, { moving: movingIn({ x: 9, y: 0, width: 1, height: 1 }) }, 10)).toEqual(NOWHERE)
    learn(motion, 15, { moving: screen }, 30)
    motion.forget()
    expect(motion.cells).toEqual(NOWHERE)
    expect(motion.wait).toBe('nobody-seen')
  })
})
