/**
 * Recordings on disk until the service has them: `<folder>/<camera>/<run>/`, with
 * `init_<codec>_<width>x<height>_<people>.mp4` and the segments `<id>_<start>_<duration>.m4s`, times in ms. The names contain
 * all metadata, so that nothing is lost if a process ends between a file and its row. A growing segment ends in `.part`.
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
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import { FRAGMENT_TIMESCALE, type Fragment, readFragments, ticksOf } from '@mimamori/contract/footage/fragment.ts'

/** The header of a run; `id` is the run's. */
type InitFile = {
  id: string
  cameraId: string
  path: string
  codec: string
  width: number
  height: number
  people: PeopleLook
}
type SegmentFile = {
  id: string
  cameraId: string
  runId: string
  path: string
  startedAtMs: number
  durationMs: number
}

const INIT = /^init_([A-Za-z0-9.]+)_(\d+)x(\d+)_([a-z]+)\.mp4$/
const SEGMENT = /^([0-9a-f-]{36})_(\d+)_(\d+)\.m4s$/
const UUID_LENGTH = 36
const PART = /^([0-9a-f-]{36})_(\d+)\.part$/

/** The name of a run's header. */
export function initName({ codec, width, height, people }: Omit<InitFile, 'id' | 'cameraId' | 'path'>): string {
  return `init_${codec}_${width}x${height}_${people}.mp4`
}

/** The name of a finished segment. */
export function segmentName({
  id,
  startedAtMs,
  durationMs,
}: Pick<SegmentFile, 'id' | 'startedAtMs' | 'durationMs'>): string {
  return `${id}_${startedAtMs}_${durationMs}.m4s`
}

/** The name of a growing segment. */
export function partName({ id, startedAtMs }: Pick<SegmentFile, 'id' | 'startedAtMs'>): string {
  return `${id}_${startedAtMs}.part`
}

/** `isKnown`: segments to leave out. `isInUse`: a worker writes there, so nothing is removed or repaired. */
type FolderReading = { isKnown?: (segmentId: string) => boolean; isInUse?: boolean }

/**
 * All runs and their segments, the oldest first. An incomplete segment of an ended process is truncated after its last whole
 * frames and included, but not in a folder that is in use.
 */
export function readRecordingFolder(
  folder: string,
  { isKnown = () => false, isInUse = false }: FolderReading = {},
): { inits: InitFile[]; segments: SegmentFile[] } {
  const inits: InitFile[] = []
  const segments: SegmentFile[] = []
  for (const cameraId of namesIn(folder)) {
    for (const runId of namesIn(join(folder, cameraId))) {
      const inside = join(folder, cameraId, runId)
      const files = namesIn(inside)
      const init = files.map((name) => INIT.exec(name)).find((match) => match !== null)
      if (!init) {
        if (!isInUse) rmSync(inside, { recursive: true, force: true })
        continue
      }
      inits.push({ id: runId, cameraId, path: join(inside, init[0]), ...formatIn(init) })
      for (const file of files) {
        if (isKnown(file.slice(0, UUID_LENGTH)) || (isInUse && PART.test(file))) continue
        segments.push(...segmentIn(inside, file, { cameraId, runId }))
      }
    }
  }
  return { inits, segments: segments.sort((a, b) => a.startedAtMs - b.startedAtMs) }
}

/** The name of the header in a run's folder; throws a RangeError if there is none. */
export function findInit(folder: string): string {
  const name = namesIn(folder).find((one) => INIT.test(one))
  if (!name) throw new RangeError('the run has no header')
  return name
}

function formatIn(init: RegExpExecArray): Pick<InitFile, 'codec' | 'width' | 'height' | 'people'> {
  const [, codec, width, height, people] = init
  return { codec: codec!, width: Number(width), height: Number(height), people: people as PeopleLook }
}

function segmentIn(inside: string, name: string, of: Pick<SegmentFile, 'cameraId' | 'runId'>): SegmentFile[] {
  const whole = SEGMENT.exec(name)
  if (whole) {
    const [, id, startedAt, duration] = whole as unknown as [string, string, string, string]
    return [{ ...of, id, path: join(inside, name), startedAtMs: Number(startedAt), durationMs: Number(duration) }]
  }
  const part = PART.exec(name)
  if (!part) return []
  const [, id, startedAt] = part as unknown as [string, string, string]
  return salvage(join(inside, name), { ...of, id, startedAtMs: Number(startedAt) }, inside)
}

/** The playable part of an incomplete segment. */
function salvage(path: string, of: Omit<SegmentFile, 'path' | 'durationMs'>, inside: string): SegmentFile[] {
  const fragments = fragmentsIn(path)
  const end = fragments.at(-1)
  if (!end) {
    rmSync(path, { force: true })
    return []
  }
  const durationMs = Math.max(1, Math.round((ticksOf(fragments) / FRAGMENT_TIMESCALE) * 1000))
  const segment = { ...of, durationMs, path: join(inside, segmentName({ ...of, durationMs })) }
  truncateSync(path, end.endOffset)
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(path, segment.path)
  return [segment]
}

function fragmentsIn(path: string): Fragment[] {
  try {
    return readFragments(readFileSync(path))
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('index.sqlite'))
        .sort()
    : []
}
