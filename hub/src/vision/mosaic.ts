/** Draws frames from a few large cells: they contain no detail that is finer than a cell. */

/** I420: the planes Y, U and V in this order; both sides are even, U and V have half the size. */
export type Yuv = { width: number; height: number; data: Uint8Array }

/** An empty (black) frame of that size; its sides must be even. */
export function blankYuv(width: number, height: number): Yuv {
  const data = new Uint8Array((width * height * 3) / 2)
  data.fill(BLACK, 0, width * height).fill(NO_COLOUR, width * height)
  return { width, height, data }
}

/** The frame turned clockwise by that many degrees, a multiple of 90. */
export function turnedYuv({ width, height, data }: Yuv, degrees: number): Yuv {
  if (degrees === 0) return { width, height, data }
  const out = new Uint8Array(data.length)
  const luma = width * height
  turnPlane(out, data, 0, width, height, degrees)
  for (const at of [luma, luma + luma / 4]) turnPlane(out, data, at, width / 2, height / 2, degrees)
  return degrees === 180 ? { width, height, data: out } : { width: height, height: width, data: out }
}

/** `at`: where the plane begins in both. */
function turnPlane(
  out: Uint8Array,
  data: Uint8Array,
  at: number,
  width: number,
  height: number,
  degrees: number,
): void {
  // Where the first pixel goes, and how far the next one of its row, and of its column, is from it.
  const [first, across, down] =
    degrees === 90
      ? [height - 1, height, -1]
      : degrees === 180
        ? [width * height - 1, -1, -width]
        : [(width - 1) * height, -height, 1]
  for (let y = 0, from = at; y < height; y++) {
    let to = at + first + y * down
    for (let x = 0; x < width; x++, to += across) out[to] = data[from++]!
  }
}

/** Values of Y, and of U and V, in the range of video. */
const BLACK = 16
export const NO_COLOUR = 128

/**
 * Fills `out` with the cells of `cells`. `isStrong`: per group of two by two cells, 1 where only their mean is drawn;
 * `cells` then has an even number of columns and rows.
 */
export function drawMosaic(out: Yuv, cells: Yuv, isStrong: Uint8Array): void {
  const columns = cells.width / 2
  const rows = cells.height / 2
  const luma = cells.data.subarray(0, cells.width * cells.height)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (isStrong[row * columns + column]) level(luma, row * 2 * cells.width + column * 2, cells.width)
    }
  }
  drawPlane(out.data, 0, out.width, out.height, luma, cells.width, cells.height)
  // The chroma planes already have one value for two by two cells.
  for (const plane of [0, 1]) {
    const from = cells.width * cells.height + plane * columns * rows
    const to = out.width * out.height * (1 + plane / 4)
    const colours = cells.data.subarray(from, from + columns * rows)
    drawPlane(out.data, to, out.width / 2, out.height / 2, colours, columns, rows)
  }
}

/** Replaces four cells by their mean. */
function level(luma: Uint8Array, at: number, width: number): void {
  const mean = (luma[at]! + luma[at + 1]! + luma[at + width]! + luma[at + width + 1]!) >> 2
  luma[at] = mean
  luma[at + 1] = mean
  luma[at + width] = mean
  luma[at + width + 1] = mean
}

function drawPlane(
  out: Uint8Array,
  offset: number,
  width: number,
  height: number,
  cells: Uint8Array,
  columns: number,
  rows: number,
): void {
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows)
    const bottom = Math.floor(((row + 1) * height) / rows)
    if (bottom <= top) continue
    const first = offset + top * width
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * width) / columns)
      const right = Math.floor(((column + 1) * width) / columns)
      out.fill(cells[row * columns + column]!, first + left, first + right)
    }
    for (let y = top + 1; y < bottom; y++) out.copyWithin(offset + y * width, first, first + width)
  }
}

/** Paints a flat color wherever `mask` (any size) is 1. */
export function drawFlat(out: Yuv, mask: Uint8Array, maskWidth: number, maskHeight: number, colour: FlatColour): void {
  const { width, height, data } = out
  for (let row = 0; row < maskHeight; row++) {
    const top = Math.floor((row * height) / maskHeight) & ~1
    const bottom = Math.ceil(((row + 1) * height) / maskHeight / 2) * 2
    for (let column = 0; column < maskWidth; column++) {
      if (!mask[row * maskWidth + column]) continue
      const first = column
      while (column < maskWidth && mask[row * maskWidth + column]) column++
      const left = Math.floor((first * width) / maskWidth) & ~1
      const right = Math.ceil((column * width) / maskWidth / 2) * 2
      fillBox(data, width, height, { left, right, top, bottom }, colour)
    }
  }
}

export type FlatColour = { y: number; u: number; v: number }
type EvenBox = { left: number; right: number; top: number; bottom: number }

function fillBox(data: Uint8Array, width: number, height: number, box: EvenBox, { y, u, v }: FlatColour): void {
  const right = Math.min(box.right, width)
  const bottom = Math.min(box.bottom, height)
  for (let line = box.top; line < bottom; line++) data.fill(y, line * width + box.left, line * width + right)
  const half = width / 2
  const planeU = width * height
  const planeV = planeU + planeU / 4
  for (let line = box.top / 2; line < bottom / 2; line++) {
    const from = line * half + box.left / 2
    const to = line * half + right / 2
    data.fill(u, planeU + from, planeU + to)
    data.fill(v, planeV + from, planeV + to)
  }
}

/** Dilates the mask by `margin` pixels to every side, into `out`; `row` is a buffer of as many bytes. */
export function grow(
  mask: Uint8Array,
  width: number,
  height: number,
  margin: number,
  out: Uint8Array,
  row: Uint8Array,
) {
  row.fill(0)
  out.fill(0)
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (mask[i]) row.fill(1, i - Math.min(x, margin), i + Math.min(width - x, margin + 1))
    }
  }
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - margin)
    const bottom = Math.min(height - 1, y + margin)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (!row[i]) continue
      for (let line = top; line <= bottom; line++) out[line * width + x] = 1
    }
  }
}
