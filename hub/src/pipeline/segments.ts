/**
 * Keeps the last minutes of a camera on disk, in pieces that begin with a key frame. A disk that is full or slow costs
 * pieces of the recording and nothing else: it never throws, and never makes anyone wait.
 */
import { appendFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fragment, initSegment } from '#media/fmp4.ts'
import type { Track } from '#media/mp4-box.ts'
import type { TimedSample } from './sample-ring.ts'

export type SegmentLimits = {
  /** A piece is closed at the first key frame after this. */
  segmentMs: number
  keepMs: number
  keepBytes: number
}

export const SEGMENT_LIMITS: SegmentLimits = { segmentMs: 6000, keepMs: 10 * 60_000, keepBytes: 512 * 1024 * 1024 }

/** Groups of pictures that may wait for the disk before new ones are left out. */
const WAITING_MAX = 4

type Piece = { path: string; startedAtMs: number; byteLength: number }

/**
 * Below `folder`: one folder for each picture format in force, named by its start (ms since the epoch), with
 * `init.mp4` and the pieces `<start>.m4s`. `onFault` hears of the first failure of a row of them.
 */
export class SegmentWriter {
  #folder: string
  #limits: SegmentLimits
  #onFault: (error: Error) => void
  #trackFolder: string | null = null
  #group: TimedSample[] = []
  #current: Piece | null = null
  #pieces: Piece[] = []
  #sequence = 0
  #waiting = 0
  #work: Promise<void>
  #isFailing = false
  /** Groups of pictures that were not written. */
  lostGroups = 0

  constructor(folder: string, limits: SegmentLimits, onFault: (error: Error) => void) {
    this.#folder = folder
    this.#limits = limits
    this.#onFault = onFault
    this.#work = this.#guard(async () => {
      this.#pieces = await piecesIn(folder)
    })
  }

  /** A new picture format: what follows is not playable with the old `init.mp4`. */
  begin(track: Track, atMs: number): void {
    this.#flush()
    this.#current = null
    const folder = join(this.#folder, String(Math.round(atMs)))
    this.#trackFolder = folder
    this.#queue(async () => {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'init.mp4'), initSegment(track))
    })
  }

  add(sample: TimedSample): void {
    if (sample.isKey) this.#flush()
    if (sample.isKey || this.#group.length > 0) this.#group.push(sample)
  }

  /** Resolves when all that was handed over is on disk, or lost. */
  async settled(): Promise<void> {
    await this.#work
  }

  /** Writes what is left and resolves when the disk is quiet. */
  async close(): Promise<void> {
    this.#flush()
    await this.settled()
  }

  #flush(): void {
    const group = this.#group
    const first = group[0]
    this.#group = []
    if (!first || !this.#trackFolder) return
    const startedAtMs = Math.round(first.capturedAtMs)
    let piece = this.#current
    if (!piece || startedAtMs - piece.startedAtMs >= this.#limits.segmentMs) {
      piece = { path: join(this.#trackFolder, `${startedAtMs}.m4s`), startedAtMs, byteLength: 0 }
      this.#current = piece
    }
    if (this.#waiting >= WAITING_MAX) {
      this.lostGroups++
      return
    }
    const target = piece
    this.#queue(async () => {
      const bytes = fragment(++this.#sequence, group)
      await appendFile(target.path, bytes)
      if (target.byteLength === 0) this.#pieces.push(target)
      target.byteLength += bytes.length
      await this.#prune(startedAtMs)
    })
  }

  async #prune(nowMs: number): Promise<void> {
    let total = this.#pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    for (let oldest = this.#pieces[0]; oldest; oldest = this.#pieces[0]) {
      // The piece that is being written stays, whatever its size.
      if (this.#pieces.length === 1) return
      const isOld = nowMs - oldest.startedAtMs > this.#limits.keepMs
      if (!isOld && total <= this.#limits.keepBytes) return
      await rm(oldest.path, { force: true })
      this.#pieces.shift()
      total -= oldest.byteLength
      const folder = join(oldest.path, '..')
      const isLast = !this.#pieces.some((piece) => piece.path.startsWith(folder)) && folder !== this.#trackFolder
      if (isLast) await rm(folder, { recursive: true, force: true })
    }
  }

  #queue(job: () => Promise<void>): void {
    this.#waiting++
    this.#work = this.#work.then(() => this.#guard(job)).finally(() => this.#waiting--)
  }

  async #guard(job: () => Promise<void>): Promise<void> {
    try {
      await job()
      this.#isFailing = false
    } catch (error) {
      this.lostGroups++
      if (!this.#isFailing) this.#onFault(error instanceof Error ? error : new Error(String(error)))
      this.#isFailing = true
      // A full disk may have cut the piece in the middle of a picture: go on in a new one.
      this.#current = null
    }
  }
}

/** What an earlier run left, oldest first, so that it is pruned too. */
async function piecesIn(folder: string): Promise<Piece[]> {
  await mkdir(folder, { recursive: true })
  const pieces: Piece[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.m4s')) continue
    const path = join(folder, name)
    const startedAtMs = Number(name.split(/[\\/]/).at(-1)?.replace('.m4s', ''))
    if (Number.isFinite(startedAtMs)) pieces.push({ path, startedAtMs, byteLength: (await stat(path)).size })
  }
  return pieces.sort((a, b) => a.startedAtMs - b.startedAtMs)
}
