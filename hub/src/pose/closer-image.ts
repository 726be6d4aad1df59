/** The pose model's input for a closer look: a square crop, black beyond the frame's edges, turned. Pure. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import type { RgbImage, Size } from '#model/letterbox.ts'
import type { Turn } from './closer-look.ts'

/** In pixels: the square's part inside of the frame, and its place in the model's input. */
type Cut = { crop: Area; paste: Area }
type Area = { x: number; y: number; width: number; height: number }

/** Null: the square lies outside of the frame. `side`: of the model's input. */
export function cutOf({ width, height }: Size, place: Box, side: number): Cut | null {
  const [x, farX] = within(place.x, place.width, width)
  const [y, farY] = within(place.y, place.height, height)
  if (farX - x < 2 || farY - y < 2) return null
  const at = (pixel: number, from: number, length: number) => Math.round(((pixel - from) / length) * side)
  const [left, right] = [x, farX].map((one) => at(one, place.x * width, place.width * width)) as [number, number]
  const [top, bottom] = [y, farY].map((one) => at(one, place.y * height, place.height * height)) as [number, number]
  const paste = areaIn({ left, right, top, bottom }, side)
  return paste && { crop: { x, y, width: farX - x, height: farY - y }, paste }
}

/** Even numbers, as colours are stored for two by two pixels. */
function within(share: number, shares: number, length: number): [number, number] {
  const even = (at: number) => 2 * Math.round(at / 2)
  return [Math.max(0, even(share * length)), Math.min(2 * Math.floor(length / 2), even((share + shares) * length))]
}

function areaIn({ left, right, top, bottom }: Record<'left' | 'right' | 'top' | 'bottom', number>, side: number) {
  const [x, y] = [Math.max(0, left), Math.max(0, top)]
  const [width, height] = [Math.min(side, right) - x, Math.min(side, bottom) - y]
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** `part`: of the size of `paste`. */
export function squareWith(part: Uint8Array, paste: Area, { side, turn }: { side: number; turn: Turn }): RgbImage {
  const data = new Uint8Array(side * side * 3)
  for (let row = 0; row < paste.height; row++) {
    for (let column = 0; column < paste.width; column++) {
      const to = 3 * placeOf(paste.x + column, paste.y + row, { side, turn })
      const from = 3 * (row * paste.width + column)
      data[to] = part[from]!
      data[to + 1] = part[from + 1]!
      data[to + 2] = part[from + 2]!
    }
  }
  return { width: side, height: side, data }
}

/** Where a pixel of the square lies when it is turned. */
function placeOf(x: number, y: number, { side, turn }: { side: number; turn: Turn }): number {
  if (turn === 90) return x * side + side - 1 - y
  return turn === 270 ? (side - 1 - x) * side + y : y * side + x
}
