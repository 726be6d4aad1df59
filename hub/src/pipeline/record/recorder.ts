/**
 * Records one camera: pieces of fMP4 that begin with a key frame and follow each other without losing a picture. A disk
 * that is full or slow costs recordings and nothing else: it never throws, and never makes anyone wait. APP-01 (A007).
 */
import { appendFile, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PeopleLook } from '@mimamori/contract/camera/people-look.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import { RECORDING_PIECE_BYTES_MAX, RECORDING_PIECE_MS } from '@mimamori/contract/footage/recording-intake.ts'
import { fragment, initSegment } from '#mp4/fmp4.ts'
import { TIMESCALE, type Track } from '#mp4/mp4-box.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import { initName, partName, pieceName } from '#uplink/recording/recording-folder.ts'
import { type Disk, keptFreeBytes } from '#uplink/recording/recording-room.ts'
import type { PauseMessage, RecordingMessage } from '../worker/worker-message.ts'
import type { TimedSample } from './sample-ring.ts'

/** When to record, by the wall clock of `timezone`; null: always. */
type RecordingWish = { schedule: Schedule | null; timezone: string }

/** `stretch`: its header is on disk; pieces follow, each on disk for good. After a `pause` it goes on in a new stretch. */
export type RecorderEvent = RecordingMessage | { type: 'warning'; message: string }

type RecorderOptions = {
  folder: string
  cameraId: string
  now: () => number
  disk: Disk
  emit: (event: RecorderEvent) => void
}

/** Pictures of one group that wait in memory at most: a camera whose next key frame is far has its group written in parts. */
const GROUP_MS_MAX = 10_000
const GROUP_BYTES_MAX = 4 * 1024 * 1024
/** A piece in which no key frame comes ends here, and recording begins anew with the next one. */
const PIECE_MS_MAX = 10 * 60_000
/** Groups of pictures that may wait for the disk before recording pauses. */
const WAITING_MAX = 4
/** What may still be written beyond the limit at which old recordings are removed: removing takes a moment. */
const STOP_SHARE = 0.75

/** Pictures in one format without a gap. `isBroken`: the disk refused; nothing more of it is written. */
type Stretch = { id: string; folder: string; startedAtMs: number; sequence: number; isBroken: boolean }
type Piece = {
  id: string
  stretch: Stretch
  startedAtMs: number
  startTime: number
  endTime: number
  byteLength: number
}

export class Recorder {
  readonly #options: RecorderOptions
  #track: (Track & { people: PeopleLook }) | null = null
  #isWished: (atMs: number) => boolean = () => false
  #stretch: Stretch | null = null
  #piece: Piece | null = null
  #group: TimedSample[] = []
  #groupBytes = 0
  #waiting = 0
  #work: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Null: nothing is recorded from this moment on. */
  configure(wish: RecordingWish | null): void {
    this.#isWished = wish ? gateOf(wish.schedule, wish.timezone) : () => false
    if (!wish) this.#end()
  }

  /** A new picture format: what follows is not playable with the old header. */
  begin(track: Track, people: PeopleLook): void {
    this.#end()
    this.#track = { ...track, people }
  }

  add(sample: TimedSample): void {
    if (sample.isKey) {
      this.#flush(sample.time)
      this.#decide(sample)
    }
    const isFollowing = this.#group.length > 0 || this.#piece !== null
    if (!this.#stretch || !(sample.isKey || isFollowing)) return
    this.#bound(sample)
    if (!this.#stretch) return
    this.#group.push(sample)
    this.#groupBytes += sample.data.length
  }

  /** Before a picture that is no key frame: a group that is long goes to the disk so far, a piece that is too long ends. */
  #bound(next: TimedSample): void {
    const first = this.#group[0]
    if (!first || next.isKey) return
    const isLong = next.time - first.time >= (GROUP_MS_MAX / 1000) * TIMESCALE || this.#groupBytes >= GROUP_BYTES_MAX
    if (!isLong) return
    this.#flush(next.time)
    const piece = this.#piece
    const isTooLong = !piece || piece.endTime - piece.startTime >= (PIECE_MS_MAX / 1000) * TIMESCALE
    if (!this.#isWished(next.capturedAtMs)) this.#end()
    else if (!this.#hasRoom()) this.#end('disk-full')
    else if (isTooLong) this.#end('key-frames-rare')
  }

  /** Resolves when all that was handed over is on disk, or lost. */
  async settled(): Promise<void> {
    await this.#work
  }

  /** Writes what is left and resolves when the disk is quiet. */
  async close(): Promise<void> {
    this.#end()
    await this.settled()
  }

  /** At a key frame: whether to go on, to stop, or to begin. */
  #decide({ capturedAtMs, time }: TimedSample): void {
    const isWanted = this.#isWished(capturedAtMs)
    if (this.#stretch && (!isWanted || this.#stretch.isBroken)) this.#end()
    const piece = this.#piece
    const isOver = piece && time - piece.startTime >= (RECORDING_PIECE_MS / 1000) * TIMESCALE
    if (isOver) this.#closePiece()
    if (!isWanted || !this.#track || (this.#stretch && !isOver)) return
    if (this.#hasRoom()) this.#stretch ??= this.#newStretch(this.#track, capturedAtMs)
    else this.#end('disk-full')
  }

  #hasRoom(): boolean {
    const { disk, folder } = this.#options
    const parent = join(folder, '..', '..')
    return disk.freeBytes(parent) >= keptFreeBytes(disk.totalBytes(parent), 0) * STOP_SHARE
  }

  #newStretch(track: Track & { people: PeopleLook }, startedAtMs: number): Stretch {
    const { folder, cameraId, now, emit } = this.#options
    const id = uuidV7(now())
    const stretch = { id, folder: join(folder, id), startedAtMs, sequence: 0, isBroken: false }
    const { codec, width, height, people } = track
    const path = join(stretch.folder, initName(track))
    this.#queue(stretch, async () => {
      await mkdir(stretch.folder, { recursive: true })
      await writeFile(path, initSegment(track))
      emit({ type: 'stretch', cameraId, stretchId: id, path, codec, width, height, people, startedAtMs })
    })
    return stretch
  }

  /** What was shown until `nextTime` (else as long as the last picture says) goes to the disk. */
  #flush(nextTime: number | null): void {
    const group = this.#group
    const stretch = this.#stretch
    const [first, last] = [group[0], group.at(-1)]
    this.#group = []
    this.#groupBytes = 0
    if (!first || !last || !stretch || stretch.isBroken) return
    if (this.#waiting >= WAITING_MAX) {
      this.#break(stretch, 'The disk of the hub is too slow.')
      return
    }
    if (nextTime !== null) group[group.length - 1] = { ...last, duration: Math.max(1, nextTime - last.time) }
    this.#piece ??= this.#newPiece(stretch, first)
    const piece = this.#piece
    piece.endTime = nextTime ?? last.time + last.duration
    const bytes = fragment(++stretch.sequence, group)
    piece.byteLength += bytes.length
    this.#queue(stretch, () => appendFile(join(stretch.folder, partName(piece)), bytes))
    if (piece.byteLength > RECORDING_PIECE_BYTES_MAX / 2) this.#closePiece()
  }

  #newPiece(stretch: Stretch, first: TimedSample): Piece {
    const startedAtMs = Math.round(first.capturedAtMs)
    const { time } = first
    return { id: uuidV7(this.#options.now()), stretch, startedAtMs, startTime: time, endTime: time, byteLength: 0 }
  }

  #closePiece(): void {
    const piece = this.#piece
    this.#piece = null
    if (!piece) return
    const { cameraId, emit } = this.#options
    const { id, stretch, startedAtMs, startTime, endTime } = piece
    const durationMs = Math.max(1, Math.round(((endTime - startTime) / TIMESCALE) * 1000))
    const path = join(stretch.folder, pieceName({ id, startedAtMs, durationMs }))
    this.#queue(stretch, async () => {
      const draft = join(stretch.folder, partName(piece))
      const file = await open(draft, 'r+')
      await file.sync().finally(() => file.close())
      await rename(draft, path)
      emit({ type: 'piece', cameraId, stretchId: stretch.id, pieceId: id, path, startedAtMs, durationMs })
    })
  }

  #end(cause: PauseMessage['cause'] = null): void {
    this.#flush(null)
    this.#closePiece()
    const stretch = this.#stretch
    this.#stretch = null
    if (!stretch && cause === null) return
    const { cameraId, emit } = this.#options
    const told = stretch?.isBroken ? 'disk-full' : cause
    this.#work = this.#work.then(() => emit({ type: 'pause', cameraId, cause: told }))
  }

  #queue(stretch: Stretch, job: () => Promise<void>): void {
    this.#waiting++
    const run = () => (stretch.isBroken ? undefined : job())
    this.#work = this.#work
      .then(run)
      .catch((fault: Error) => this.#break(stretch, fault.message))
      .finally(() => this.#waiting--)
  }

  #break(stretch: Stretch, reason: string): void {
    if (stretch.isBroken) return
    stretch.isBroken = true
    this.#options.emit({ type: 'warning', message: `The recording has a gap: ${reason}` })
  }
}
