/** Counts the pixels of a mask in each cell of the ambient grid. */
import { AMBIENT_GRID } from '@mimamori/contract/camera/ambient/ambient-cells.ts'

const { columns: COLUMNS, rows: ROWS } = AMBIENT_GRID

export class CellCounter {
  /** Pixels of a cell. */
  readonly pixels: number
  readonly #cellOf: Uint16Array
  readonly #counts = new Uint16Array(COLUMNS * ROWS)

  /** `size`: of the masks, in pixels; a cell is at least one of them. */
  constructor({ width, height }: { width: number; height: number }) {
    this.pixels = (width * height) / (COLUMNS * ROWS)
    this.#cellOf = Uint16Array.from({ length: width * height }, (_, at) => {
      const column = Math.floor(((at % width) * COLUMNS) / width)
      return Math.floor((Math.floor(at / width) * ROWS) / height) * COLUMNS + column
    })
  }

  /** By cell; valid until the next call. `mask`: one byte per pixel, 0 or 1. */
  count(mask: Uint8Array): Uint16Array {
    this.#counts.fill(0)
    for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) this.#counts[this.#cellOf[at]!]!++
    return this.#counts
  }

  /** A mask of one byte per pixel, 1 in those cells. */
  maskOf(cells: Uint8Array): Uint8Array {
    return Uint8Array.from(this.#cellOf, (cell) => cells[cell]!)
  }
}
