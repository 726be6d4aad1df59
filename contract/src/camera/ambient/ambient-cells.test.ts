import { expect, test } from 'vitest'
import {
  AMBIENT_GRID,
  ambientBoxesOf,
  ambientCellsOf,
  ambientRegionsOf,
  ambientTextOf,
  NO_AMBIENT_CELLS,
} from './ambient-cells.ts'

const { columns, rows } = AMBIENT_GRID
function cellsAt(...places: readonly [column: number, row: number][]): Uint8Array {
  const cells = new Uint8Array(columns * rows)
  for (const [column, row] of places) cells[row * columns + column] = 1
  return cells
}

test('cells survive a round trip through text, and other texts are rejected', () => {
  const cells = cellsAt([0, 0], [31, 0], [5, 7], [31, 17])
  expect(ambientCellsOf(ambientTextOf(cells))).toEqual(cells)
  expect(ambientTextOf(cellsAt([0, 0]))).toBe(`8${NO_AMBIENT_CELLS.slice(1)}`)
  for (const wrong of ['', NO_AMBIENT_CELLS.slice(1), `${NO_AMBIENT_CELLS}0`, `x${NO_AMBIENT_CELLS.slice(1)}`])
    expect(() => ambientCellsOf(wrong)).toThrow(RangeError)
  expect(() => ambientTextOf(new Uint8Array(3))).toThrow(RangeError)
})

test('cells side by side are one region; a corner, or the image’s other edge, does not connect', () => {
  const cells = cellsAt([3, 2], [4, 2], [4, 3], [5, 4], [31, 8], [0, 9])
  const regions = ambientRegionsOf(cells).map(ambientTextOf)
  expect(regions).toEqual(
    [cellsAt([3, 2], [4, 2], [4, 3]), cellsAt([5, 4]), cellsAt([31, 8]), cellsAt([0, 9])].map(ambientTextOf),
  )
})

test('a region is drawn as the runs of its rows, in shares of the image', () => {
  expect(ambientBoxesOf(cellsAt([2, 9], [3, 9], [31, 17]))).toEqual([
    { x: 2 / 32, y: 9 / 18, width: 2 / 32, height: 1 / 18 },
    { x: 31 / 32, y: 17 / 18, width: 1 / 32, height: 1 / 18 },
  ])
})
