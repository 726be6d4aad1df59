/**
 * Records one camera in segments of fMP4, which begin with a key frame and lose no frame in between. A full or slow disk
 * costs only recordings: the recorder never throws and never blocks its caller. APP-01 (A007).
 */
import { appendFile, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import { RECORDING_SEGMENT_BYTES_MAX, RECORDING_SEGMENT_MS } from '@mimamori/contract/footage/recording-intake.ts'
import { fragmentHead, initSegment } from '#mp4/fmp4.ts'
import { TIMESCALE, type Track } from '#mp4/mp4-box.ts'
import { uuidV7 } from '#platform/clock.ts'
import { initName, partName, segmentName } from '#uplink/recording/recording-folder.ts'
import { type Disk, retainedFreeBytes } from '#uplink/recording/recording-room.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import type { PauseMessage, RecordingMessage } from '../worker-message.ts'

/** When to record, by the wall clock of `timezone`; null: always. */
type RecordingRequest = { schedule: Schedule | null; timezone: string }

/** `run`: its header is on disk; its segments follow, each written to disk. After a `pause` a new run begins. */
export type RecorderEvent = RecordingMessage | { type: 'warning'; message: string }

type RecorderOptions = {
  folder: string
  cameraId: string
  now: () => number
  /** Converts a frame's time to wall-clock time; default: identity. */
  toWall?: (ms: number) => number
  disk: Disk
  emit: (event: RecorderEvent) => void
}

/** Maximum duration of a group in memory: if the next key frame is late, the group is written in parts. */
const GROUP_MS_MAX = 10_000
const GROUP_BYTES_MAX = 4 * 1024 * 1024
/** A segment without a key frame ends here, and recording restarts at the next one. */
const SEGMENT_MS_MAX = 10 * 60_000
/** Maximum number of bytes queued for the disk before recording pauses: half a minute at 8 Mbit/s. */
export const WAITING_BYTES_MAX = 32 * 1024 * 1024
/** Share of the free-space limit at which recording stops; above it, old recordings are being removed. */
const STOP_SHARE = 0.75

/** Frames in one format without a gap. `error`: the disk error after which no more frames are written. */
type Run = { id: string; folder: string; startedAtMs: number; sequence: number; error: PauseMessage['cause'] }
/** Frames of this time after the first one correct when that was taken: it may have waited for them on its way. */
const CORRECTED_TICKS = TIMESCALE

/** `startedAtMs`: by its first frame alone; `takenAtMs`: by those that came with it. `written`: what of it is on the disk. */
type Segment = {
  id: string
  run: Run
  startedAtMs: number
  takenAtMs: number
  startTime: number
  endTime: number
  byteLength: number
  written: { byteLength: number; endTime: number }
}

export class Recorder {
  readonly #options: RecorderOptions
  #track: (Track & { people: PeopleLook }) | null = null
  #isRequested: (atMs: number) => boolean = () => false
  #run: Run | null = null
  #segment: Segment | null = null
  #group: TimedSample[] = []
  #groupBytes = 0
  #waitingBytes = 0
  #work: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Null: stops recording from now on. */
  configure(request: RecordingRequest | null): void {
    const isOn = request ? gateOf(request.schedule, request.timezone) : () => false
    this.#isRequested = (atMs) => isOn(this.#toWall(atMs))
    if (!request) this.#end()
  }

  #toWall(ms: number): number {
    return this.#options.toWall?.(ms) ?? ms
  }

  /** A new format: the following frames cannot be played with the old header. */
  begin(track: Track, people: PeopleLook): void {
    this.#end()
    this.#track = { ...track, people }
  }

  add(sample: TimedSample): void {
    if (sample.isKey) {
      this.#flush(sample.time)
      this.#decide(sample)
    }
    const isFollowing = this.#group.length > 0 || this.#segment !== null
    if (!this.#run || !(sample.isKey || isFollowing)) return
    this.#bound(sample)
    if (!this.#run) return
    this.#group.push(sample)
    this.#groupBytes += sample.data.length
  }

  /** Before a frame that is not a key frame: writes a long group in parts, and ends a segment that is too long. */
  #bound(next: TimedSample): void {
    const first = this.#group[0]
    if (!first || next.isKey) return
    const isLong = next.time - first.time >= (GROUP_MS_MAX / 1000) * TIMESCALE || this.#groupBytes >= GROUP_BYTES_MAX
    if (!isLong) return
    this.#flush(next.time)
    if (!this.#run) return
    const segment = this.#segment
    const isTooLong = !segment || segment.endTime - segment.startTime >= (SEGMENT_MS_MAX / 1000) * TIMESCALE
    if (!this.#isRequested(next.capturedAtMs)) this.#end()
    else if (!this.#hasRoom()) this.#end('disk-full')
    else if (isTooLong) this.#end('key-frames-rare')
  }

  /** Resolves when all queued data is on disk, or lost. */
  async idle(): Promise<void> {
    await this.#work
  }

  /** Writes the remaining data; resolves when all writes are done. */
  async close(): Promise<void> {
    this.#end()
    await this.idle()
  }

  /** At a key frame: continue, stop or begin. */
  #decide({ capturedAtMs, time }: TimedSample): void {
    const isWanted = this.#isRequested(capturedAtMs)
    if (this.#run && (!isWanted || this.#run.error)) this.#end()
    const segment = this.#segment
    const isOver = segment && time - segment.startTime >= (RECORDING_SEGMENT_MS / 1000) * TIMESCALE
    if (isOver) this.#closeSegment()
    if (!isWanted || !this.#track || (this.#run && !isOver)) return
    // After a pause for a slow disk, resume only once the queue is half empty.
    if (!this.#run && this.#waitingBytes > WAITING_BYTES_MAX / 2) return
    if (this.#hasRoom()) this.#run ??= this.#newRun(this.#track, this.#toWall(capturedAtMs))
    else this.#end('disk-full')
  }

  #hasRoom(): boolean {
    const { disk, folder } = this.#options
    const parent = join(folder, '..', '..')
    return disk.freeBytes(parent) >= retainedFreeBytes(disk.totalBytes(parent), 0) * STOP_SHARE
  }

  #newRun(track: Track & { people: PeopleLook }, startedAtMs: number): Run {
    const { folder, cameraId, now, emit } = this.#options
    const id = uuidV7(now())
    const run = { id, folder: join(folder, id), startedAtMs, sequence: 0, error: null }
    const { codec, width, height, people } = track
    const path = join(run.folder, initName(track))
    this.#queue(run, 0, async () => {
      await mkdir(run.folder, { recursive: true })
      await writeFile(path, initSegment(track))
      emit({ type: 'run', cameraId, runId: id, path, codec, width, height, people, startedAtMs })
    })
    return run
  }

  /** Writes the group up to `nextTime`, or to the end of its last frame. */
  #flush(nextTime: number | null): void {
    const group = this.#group
    const run = this.#run
    const [first, last] = [group[0], group.at(-1)]
    this.#group = []
    this.#groupBytes = 0
    if (!first || !last || !run || run.error) return
    if (nextTime !== null) group[group.length - 1] = { ...last, duration: Math.max(1, nextTime - last.time) }
    const parts = [fragmentHead(run.sequence + 1, group), ...group.map(({ data }) => data)]
    const byteLength = parts.reduce((sum, part) => sum + part.length, 0)
    if (this.#waitingBytes > 0 && this.#waitingBytes + byteLength > WAITING_BYTES_MAX) {
      this.#warn('the disk of the hub is too slow')
      this.#stop('disk-slow')
      return
    }
    run.sequence++
    this.#segment ??= this.#newSegment(run, first)
    const segment = this.#segment
    segment.takenAtMs = Math.min(segment.takenAtMs, ...group.map((sample) => this.#startBy(sample, segment)))
    const endTime = nextTime ?? last.time + last.duration
    segment.endTime = endTime
    segment.byteLength += byteLength
    this.#queue(run, byteLength, async () => {
      // Join the parts only here: until then the frames share their memory with the ring.
      await appendFile(join(run.folder, partName(segment)), Buffer.concat(parts))
      segment.written = { byteLength: segment.written.byteLength + byteLength, endTime }
    })
    if (segment.byteLength > RECORDING_SEGMENT_BYTES_MAX / 2) this.#closeSegment()
  }

  #newSegment(run: Run, first: TimedSample): Segment {
    const startedAtMs = Math.round(this.#toWall(first.capturedAtMs))
    const { time } = first
    const written = { byteLength: 0, endTime: time }
    const id = uuidV7(this.#options.now())
    return { id, run, startedAtMs, takenAtMs: startedAtMs, startTime: time, endTime: time, byteLength: 0, written }
  }

  /** When the segment began, if that frame was taken when it says. */
  #startBy({ time, capturedAtMs }: TimedSample, { startTime, startedAtMs }: Segment): number {
    const ticks = time - startTime
    return ticks > CORRECTED_TICKS ? startedAtMs : Math.round(this.#toWall(capturedAtMs) - (ticks / TIMESCALE) * 1000)
  }

  #closeSegment(): void {
    const segment = this.#segment
    this.#segment = null
    if (segment) this.#then(() => this.#finish(segment))
  }

  /** Also after the disk refused: what was written before stays. */
  async #finish({
    id,
    run,
    startedAtMs: draftedAtMs,
    takenAtMs: startedAtMs,
    startTime,
    written,
  }: Segment): Promise<void> {
    if (written.byteLength === 0) return
    const { cameraId, emit } = this.#options
    const durationMs = Math.max(1, Math.round(((written.endTime - startTime) / TIMESCALE) * 1000))
    const path = join(run.folder, segmentName({ id, startedAtMs, durationMs }))
    const draft = join(run.folder, partName({ id, startedAtMs: draftedAtMs }))
    try {
      const file = await open(draft, 'r+')
      try {
        // A failed write may have left a partial fragment.
        if (run.error) await file.truncate(written.byteLength)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      this.#fail(run, error as NodeJS.ErrnoException)
      return
    }
    emit({ type: 'segment', cameraId, runId: run.id, segmentId: id, path, startedAtMs, durationMs })
  }

  #end(cause: PauseMessage['cause'] = null): void {
    this.#flush(null)
    this.#stop(cause)
  }

  /** Drops frames that are not queued for the disk yet. */
  #stop(cause: PauseMessage['cause']): void {
    this.#closeSegment()
    const run = this.#run
    this.#run = null
    if (!run && cause === null) return
    const { cameraId, emit } = this.#options
    this.#then(() => emit({ type: 'pause', cameraId, cause: run?.error ?? cause }))
  }

  #queue(run: Run, byteLength: number, job: () => Promise<void>): void {
    this.#waitingBytes += byteLength
    this.#then(async () => {
      try {
        if (!run.error) await job()
      } catch (error) {
        this.#fail(run, error as NodeJS.ErrnoException)
      } finally {
        this.#waitingBytes -= byteLength
      }
    })
  }

  /** Queues `job` after all earlier writes. `job` must not throw. */
  #then(job: () => void | Promise<void>): void {
    this.#work = this.#work.then(job)
  }

  #fail(run: Run, { code, message }: NodeJS.ErrnoException): void {
    if (run.error) return
    run.error = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'disk-failed'
    this.#warn(message)
  }

  #warn(reason: string): void {
    this.#options.emit({ type: 'warning', message: `The recording has a gap: ${reason}` })
  }
}
