/**
 * Where recordings lie until the service has them: `<folder>/<camera>/<stretch>/`, with `init_<codec>_<width>x<height>.mp4`
 * and the pieces `<id>_<start>_<duration>.m4s`, times in ms. The names say all there is to know, so that nothing is lost
 * when a process ends between a file and the line about it. A piece that is being written ends in `.part`.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { FRAGMENT_TIMESCALE, type Fragment, readFragments, ticksOf } from '@mimamori/contract/fragment.ts'

/** The header of a stretch; `id` is the stretch's. */
export type InitFile = { id: string; cameraId: string; path: string; codec: string; width: number; height: number }
export type PieceFile = {
  id: string
  cameraId: string
  stretchId: string
  path: string
  startedAtMs: number
  durationMs: number
}

const INIT = /^init_([A-Za-z0-9.]+)_(\d+)x(\d+)\.mp4$/
const PIECE = /^([0-9a-f-]{36})_(\d+)_(\d+)\.m4s$/
const PART = /^([0-9a-f-]{36})_(\d+)\.part$/

/** The name of a stretch's header. */
export function initName({ codec, width, height }: Pick<InitFile, 'codec' | 'width' | 'height'>): string {
  return `init_${codec}_${width}x${height}.mp4`
}

/** The name of a finished piece. */
export function pieceName({
  id,
  startedAtMs,
  durationMs,
}: Pick<PieceFile, 'id' | 'startedAtMs' | 'durationMs'>): string {
  return `${id}_${startedAtMs}_${durationMs}.m4s`
}

/** The name of a piece while it grows. */
export function partName({ id, startedAtMs }: Pick<PieceFile, 'id' | 'startedAtMs'>): string {
  return `${id}_${startedAtMs}.part`
}

/**
 * All stretches and their pieces, the oldest first. A piece that was being written when its process ended is cut behind
 * its last whole pictures and counts too. To be called while nobody writes there.
 */
export function readRecordingFolder(folder: string): { inits: InitFile[]; pieces: PieceFile[] } {
  const inits: InitFile[] = []
  const pieces: PieceFile[] = []
  for (const cameraId of namesIn(folder)) {
    for (const stretchId of namesIn(join(folder, cameraId))) {
      const inside = join(folder, cameraId, stretchId)
      const files = namesIn(inside)
      const init = files.map((name) => INIT.exec(name)).find((match) => match !== null)
      if (!init) {
        rmSync(inside, { recursive: true, force: true })
        continue
      }
      const [name, codec, width, height] = init as unknown as [string, string, string, string]
      const path = join(inside, name)
      inits.push({ id: stretchId, cameraId, path, codec, width: Number(width), height: Number(height) })
      pieces.push(...files.flatMap((file) => pieceIn(inside, file, { cameraId, stretchId })))
    }
  }
  return { inits, pieces: pieces.sort((a, b) => a.startedAtMs - b.startedAtMs) }
}

function pieceIn(inside: string, name: string, of: Pick<PieceFile, 'cameraId' | 'stretchId'>): PieceFile[] {
  const whole = PIECE.exec(name)
  if (whole) {
    const [, id, startedAt, duration] = whole as unknown as [string, string, string, string]
    return [{ ...of, id, path: join(inside, name), startedAtMs: Number(startedAt), durationMs: Number(duration) }]
  }
  const part = PART.exec(name)
  if (!part) return []
  const [, id, startedAt] = part as unknown as [string, string, string]
  return salvage(join(inside, name), { ...of, id, startedAtMs: Number(startedAt) }, inside)
}

/** Of a torn piece what can be played. */
function salvage(path: string, of: Omit<PieceFile, 'path' | 'durationMs'>, inside: string): PieceFile[] {
  const fragments = fragmentsIn(path)
  const end = fragments.at(-1)
  if (!end) {
    rmSync(path, { force: true })
    return []
  }
  const durationMs = Math.max(1, Math.round((ticksOf(fragments) / FRAGMENT_TIMESCALE) * 1000))
  const piece = { ...of, durationMs, path: join(inside, pieceName({ ...of, durationMs })) }
  truncateSync(path, end.endOffset)
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(path, piece.path)
  return [piece]
}

function fragmentsIn(path: string): Fragment[] {
  try {
    return readFragments(readFileSync(path))
  } catch (fault) {
    if (fault instanceof RangeError) return []
    throw fault
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('index.sqlite'))
        .sort()
    : []
}
