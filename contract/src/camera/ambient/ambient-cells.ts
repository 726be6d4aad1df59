/** Cells of a camera's frame with ambient motion: a television, a curtain, a fan. No zod here. REAL-04. */
import type { Box } from '../../shared/geometry.ts'

/** Columns and rows of cells, for any frame size. */
export const AMBIENT_GRID = { columns: 32, rows: 18 } as const
const CELLS = AMBIENT_GRID.columns * AMBIENT_GRID.rows
const DIGITS = CELLS / 4

/** Text form: a hex digit for four cells, row by row from the upper left; the first of the four is the highest bit. */
export const AMBIENT_TEXT = new RegExp(`^[0-9a-f]{${DIGITS}}$`)
/** No cell at all. */
export const NO_AMBIENT_CELLS = '0'.repeat(DIGITS)

/** One byte for each cell, 0 or 1. Throws a RangeError if the text is invalid. */
export function ambientCellsOf(text: string): Uint8Array {
  if (!AMBIENT_TEXT.test(text)) throw new RangeError('no text of ambient cells')
  return Uint8Array.from({ length: CELLS }, (_, at) => (Number.parseInt(text[at >> 2]!, 16) >> (3 - (at & 3))) & 1)
}

/** The text of cells; any byte but 0 is a cell. Throws a RangeError for a wrong number of cells. */
export function ambientTextOf(cells: Uint8Array): string {
  if (cells.length !== CELLS) throw new RangeError(`${cells.length} cells instead of ${CELLS}`)
  const digit = (from: number) => [0, 1, 2, 3].reduce((sum, bit) => sum * 2 + (cells[from + bit] ? 1 : 0), 0)
  return Array.from({ length: DIGITS }, (_, at) => digit(at * 4).toString(16)).join('')
}

/** Regions of connected cells, each as a full grid; from the upper left. */
export function ambientRegionsOf(cells: Uint8Array): Uint8Array[] {
  const left = Uint8Array.from(cells)
  const regions: Uint8Array[] = []
  for (let at = left.indexOf(1); at >= 0; at = left.indexOf(1, at)) regions.push(takeConnected(left, at))
  return regions
}

/** Moves the cells connected with `from` out of `left` into the returned grid. */
function takeConnected(left: Uint8Array, from: number): Uint8Array {
  const { columns } = AMBIENT_GRID
  const region = new Uint8Array(CELLS)
  const open = [from]
  left[from] = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    region[at] = 1
    const column = at % columns
    const beside = [
      at - columns,
      at + columns,
      ...(column > 0 ? [at - 1] : []),
      ...(column < columns - 1 ? [at + 1] : []),
    ]
    for (const next of beside) {
      if (left[next] !== 1) continue
      left[next] = 0
      open.push(next)
    }
  }
  return region
}

/** Each row's runs of cells as boxes in shares of the frame, for drawing. */
export function ambientBoxesOf(cells: Uint8Array): Box[] {
  const { columns, rows } = AMBIENT_GRID
  const boxes: Box[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!cells[row * columns + column]) continue
      const from = column
      while (column + 1 < columns && cells[row * columns + column + 1]) column++
      boxes.push({ x: from / columns, y: row / rows, width: (column + 1 - from) / columns, height: 1 / rows })
    }
  }
  return boxes
}
