/** The frames of a sequence as input of the hub's analysis: drawn, or read from an earlier run's cache. */
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { generatorFrom, hashOf } from '#rooms/base/chance.ts'
import { openLayout } from './layout.ts'
import { nameOf, type Sequence } from './sequence.ts'

export const SIZE = { width: 320, height: 180 } as const
export const FRAME_MS = 200

/** Folders: of traced rooms, and of drawn frames (57.6 kB each; none: they are drawn anew, as a change of drawing asks). */
export type Retained = { rooms: string; images?: string | undefined }

/** Five frames a second, gray; each is overwritten by the next. */
export async function* imagesOf(sequence: Sequence, retained: Retained): AsyncGenerator<Uint8Array> {
  if (retained.images === undefined) return yield* drawn(sequence, retained.rooms)
  mkdirSync(retained.images, { recursive: true })
  const path = join(retained.images, nameOf(sequence).replaceAll(/\W+/g, '-'))
  if (!existsSync(path)) {
    const file = openSync(`${path}.part`, 'w')
    for await (const image of drawn(sequence, retained.rooms)) writeSync(file, image)
    closeSync(file)
    renameSync(`${path}.part`, path)
  }
  const image = new Uint8Array(SIZE.width * SIZE.height)
  const file = openSync(path, 'r')
  try {
    while (readSync(file, image) === image.length) yield image
  } finally {
    closeSync(file)
  }
}

async function* drawn(sequence: Sequence, rooms: string): AsyncGenerator<Uint8Array> {
  const { layout, seed, condition, pace, fromMs, untilMs } = sequence
  const scene = await openLayout(layout, seed, rooms, pace)
  const alter = alteration(condition, generatorFrom(hashOf(layout.name, seed, condition)))
  const gray = new Uint8Array(SIZE.width * SIZE.height)
  for (let atMs = fromMs; atMs < untilMs; atMs += FRAME_MS) {
    squeeze(scene.drawFrame(atMs).planes, scene, gray)
    alter(gray)
    yield gray
  }
}

/** The mean of the drawn points that one of the analysed frame covers, as the hub's scaler makes it. */
function squeeze(points: Uint8Array, from: { width: number; height: number }, gray: Uint8Array): void {
  const across = from.width / SIZE.width
  const down = from.height / SIZE.height
  if (Number.isInteger(across) && Number.isInteger(down)) {
    squeezeWhole(points, across, down, gray)
    return
  }
  for (let y = 0; y < SIZE.height; y++) {
    const [top, bottom] = [y * down, (y + 1) * down]
    for (let x = 0; x < SIZE.width; x++) {
      let sum = 0
      for (let row = Math.floor(top); row < bottom; row++) {
        const share = Math.min(row + 1, bottom) - Math.max(row, top)
        for (let k = 0; k < across; k++) sum += share * points[row * from.width + x * across + k]!
      }
      gray[y * SIZE.width + x] = sum / (across * down)
    }
  }
}

/** The same where no point is shared by two: several times as fast. */
function squeezeWhole(points: Uint8Array, across: number, down: number, gray: Uint8Array): void {
  const stride = SIZE.width * across
  for (let y = 0, i = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, i++) {
      let sum = 0
      for (let row = 0, at = y * down * stride + x * across; row < down; row++, at += stride) {
        for (let k = 0; k < across; k++) sum += points[at + k]!
      }
      gray[i] = sum / (across * down)
    }
  }
}

function alteration(condition: Sequence['condition'], chance: () => number): (gray: Uint8Array) => void {
  switch (condition) {
    case 'mirrored':
      return (gray) => {
        for (let row = 0; row < gray.length; row += SIZE.width) gray.subarray(row, row + SIZE.width).reverse()
      }
    case 'dim':
      return (gray) => {
        for (let i = 0; i < gray.length; i++) gray[i] = 8 + gray[i]! * 0.5
      }
    case 'noisy':
      return (gray) => {
        for (let i = 0; i < gray.length; i++) {
          gray[i] = Math.max(0, Math.min(255, gray[i]! + (chance() + chance() + chance() - 1.5) * 8))
        }
      }
    default:
      return () => {}
  }
}
