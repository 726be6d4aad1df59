/**
 * The last hour of people in each frame of one camera, for each watched bed. In memory; all but the newest two minutes are
 * packed: 0.3 MB for an hour of an empty room, 4 MB where somebody moves all the time, and 68 MB for seven cameras unpacked.
 */
import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { PeopleFrame } from '#detectors/people-frame.ts'

const KEEP_MS = 3_600_000
/** Packed at once. */
const CHUNK_FRAMES = 600
/** Five frames a second for an hour, and what clocks that jump may add. */
const CHUNKS_MAX = 33

type Chunk = { endMs: number; bytes: Buffer }
type Log = { chunks: Chunk[]; newest: PeopleFrame[] }

export class PeopleLog {
  readonly #logs = new Map<string, Log>()

  add(view: string, frame: PeopleFrame): void {
    const log = this.#logs.get(view) ?? { chunks: [], newest: [] }
    this.#logs.set(view, log)
    const { chunks, newest } = log
    newest.push(frame)
    // The newest frame is read again and again: it stays as it is.
    if (newest.length > CHUNK_FRAMES) chunks.push(packFrames(newest.splice(0, CHUNK_FRAMES)))
    const isOld = (chunks[0]?.endMs ?? Number.POSITIVE_INFINITY) < frame.atMs - KEEP_MS
    if (isOld || chunks.length > CHUNKS_MAX) chunks.shift()
  }

  /** Views that are not watched any more are forgotten: other outlines make them worthless. */
  keepOnly(views: ReadonlySet<string>): void {
    for (const view of this.#logs.keys()) if (!views.has(view)) this.#logs.delete(view)
  }

  /** In order of arrival, at least those from `fromMs` on; the newest is always among them. */
  framesOf(view: string, fromMs = Number.NEGATIVE_INFINITY): PeopleFrame[] {
    const { chunks, newest } = this.#logs.get(view) ?? { chunks: [], newest: [] }
    return [...chunks.filter(({ endMs }) => endMs >= fromMs).flatMap(unpacked), ...newest]
  }
}

/** Frames that are seldom read again; `endMs`: when the last of them was taken. */
export function packFrames(frames: readonly PeopleFrame[]): Chunk {
  const endMs = Math.max(...frames.map(({ atMs }) => atMs))
  return { endMs, bytes: deflateRawSync(serialize(frames), { level: 1 }) }
}

const unpacked = ({ bytes }: Chunk): PeopleFrame[] => deserialize(inflateRawSync(bytes))
