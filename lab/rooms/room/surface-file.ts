/** How depth and facing of a room's surfaces are stored in a file: as steps that are nearly all zero on a flat wall, packed. */
import { deflateSync, inflateSync } from 'node:zlib'

/** Per point: distance along the view in metres, and the surface's normal, -127..127. */
export type Surfaces = { depth: Float32Array; normal: Int8Array }

/** One over the distance is straight along a row of a flat surface; it is stored in steps of 1/20000 per metre. */
const STEPS = 20_000

export function packSurfaces({ depth, normal }: Surfaces, width: number): Buffer {
  const points = depth.length
  const bends = new Int16Array(points)
  const level = (i: number) => Math.round(STEPS / Math.max(depth[i]!, 0.35))
  for (let i = 0; i < points; i++) bends[i] = level(i) - guess(i, width, level)
  return deflateSync(Buffer.concat([Buffer.from(bends.buffer), Buffer.from(normal.buffer)]), { level: 9 })
}

/** The reverse of `packSurfaces`. Throws when the file is not of this size. */
export function unpackSurfaces(file: Buffer, width: number, height: number): Surfaces {
  const points = width * height
  const raw = inflateSync(file)
  if (raw.length !== points * 5)
    throw new Error(`A surface file of ${raw.length} bytes does not fit ${width}x${height}`)
  const levels = new Int32Array(points)
  const level = (i: number) => levels[i]!
  for (let i = 0; i < points; i++) levels[i] = ((raw.readInt16LE(i * 2) + guess(i, width, level)) << 16) >> 16
  const normal = new Int8Array(raw.buffer.slice(raw.byteOffset + points * 2, raw.byteOffset + points * 5))
  return { depth: Float32Array.from(levels, (value) => STEPS / Math.max(1, value & 0xffff)), normal }
}

/** What a level should be if the surface goes on as it did to the left. */
function guess(i: number, width: number, level: (i: number) => number): number {
  const x = i % width
  if (x === 0) return 0
  return x === 1 ? level(i - 1) : 2 * level(i - 1) - level(i - 2)
}
