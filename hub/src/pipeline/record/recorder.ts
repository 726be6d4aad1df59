/**
 * Records one camera: segments of fMP4 that begin with a key frame and follow each other without losing a picture. A disk
 * that is full or slow costs recordings and nothing else: it never throws, and never makes anyone wait. APP-01 (A007).
 */
import { appendFile, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PeopleLook } from '@mimamori/contract/camera/people-look.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import { RECORDING_SEGMENT_BYTES_MAX, RECORDING_SEGMENT_MS } from '@mimamori/contract/footage/recording-intake.ts'
import { fragment, initSegment } from '#mp4/fmp4.ts'
import { TIMESCALE, type Track } from '#mp4/mp4-box.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import { initName, partName, segmentName } from '#uplink/recording/recording-folder.ts'
import { type Disk, retainedFreeBytes } from '#uplink/recording/recording-room.ts'
import type { PauseMessage, RecordingMessage } from '../worker/worker-message.ts'
import type { TimedSample } from './sample-ring.ts'

/** When to record, by the wall clock of `timezone`; null: always. */
type RecordingRequest = { schedule: Schedule | null; timezone: string }

/** `run`: its header is on disk; segments follow, each on disk for good. After a `pause` it goes on in a new run. */
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
/** A segment in which no key frame comes ends here, and recording begins anew with the next one. */
const SEGMENT_MS_MAX = 10 * 60_000
/** Groups of pictures that may wait for the disk before recording pauses. */
const WAITING_MAX = 4
/** What may still be written beyond the limit at which old recordings are removed: removing takes a moment. */
const STOP_SHARE = 0.75

/** Pictures in one format without a gap. `isBroken`: the disk refused; nothing more of it is written. */
type Run = { id: string; folder: string; startedAtMs: number; sequence: number; isBroken: boolean }
type Segment = {
  id: string
  run: Run
  startedAtMs: number
  startTime: number
  endTime: number
  byteLength: number
}

export class Recorder {
  readonly #options: RecorderOptions
  #track: (Track & { people: PeopleLook }) | null = null
  #isRequested: (atMs: number) => boolean = () => false
  #run: Run | null = null
  #segment: Segment | null = null
  #group: TimedSample[] = []
  #groupBytes = 0
  #waiting = 0
  #work: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Null: nothing is recorded from this moment on. */
  configure(request: RecordingRequest | null): void {
    this.#isRequested = request ? gateOf(request.schedule, request.timezone) : () => false
    if (!request) this.#end()
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
    const isFollowing = this.#group.length > 0 || this.#segment !== null
    if (!this.#run || !(sample.isKey || isFollowing)) return
    this.#bound(sample)
    if (!this.#run) return
    this.#group.push(sample)
    this.#groupBytes += sample.data.length
  }

  /** Before a picture that is no key frame: a group that is long goes to the disk so far, a segment that is too long ends. */
  #bound(next: TimedSample): void {
    const first = this.#group[0]
    if (!first || next.isKey) return
    const isLong = next.time - first.time >= (GROUP_MS_MAX / 1000) * TIMESCALE || this.#groupBytes >= GROUP_BYTES_MAX
    if (!isLong) return
    this.#flush(next.time)
    const segment = this.#segment
    const isTooLong = !segment || segment.endTime - segment.startTime >= (SEGMENT_MS_MAX / 1000) * TIMESCALE
    if (!this.#isRequested(next.capturedAtMs)) this.#end()
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
    const isWanted = this.#isRequested(capturedAtMs)
    if (this.#run && (!isWanted || this.#run.isBroken)) this.#end()
    const segment = this.#segment
    const isOver = segment && time - segment.startTime >= (RECORDING_SEGMENT_MS / 1000) * TIMESCALE
    if (isOver) this.#closeSegment()
    if (!isWanted || !this.#track || (this.#run && !isOver)) return
    if (this.#hasRoom()) this.#run ??= this.#newRun(this.#track, capturedAtMs)
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
    const run = { id, folder: join(folder, id), startedAtMs, sequence: 0, isBroken: false }
    const { codec, width, height, people } = track
    const path = join(run.folder, initName(track))
    this.#queue(run, async () => {
      await mkdir(run.folder, { recursive: true })
      await writeFile(path, initSegment(track))
      emit({ type: 'run', cameraId, runId: id, path, codec, width, height, people, startedAtMs })
    })
    return run
  }

  /** What was shown until `nextTime` (else as long as the last picture says) goes to the disk. */
  #flush(nextTime: number | null): void {
    const group = this.#group
    const run = this.#run
    const [first, last] = [group[0], group.at(-1)]
    this.#group = []
    this.#groupBytes = 0
    if (!first || !last || !run || run.isBroken) return
    if (this.#waiting >= WAITING_MAX) {
      this.#break(run, 'The disk of the hub is too slow.')
      return
    }
    if (nextTime !== null) group[group.length - 1] = { ...last, duration: Math.max(1, nextTime - last.time) }
    this.#segment ??= this.#newSegment(run, first)
    const segment = this.#segment
    segment.endTime = nextTime ?? last.time + last.duration
    const bytes = fragment(++run.sequence, group)
    segment.byteLength += bytes.length
    this.#queue(run, () => appendFile(join(run.folder, partName(segment)), bytes))
    if (segment.byteLength > RECORDING_SEGMENT_BYTES_MAX / 2) this.#closeSegment()
  }

  #newSegment(run: Run, first: TimedSample): Segment {
    const startedAtMs = Math.round(first.capturedAtMs)
    const { time } = first
    return { id: uuidV7(this.#options.now()), run, startedAtMs, startTime: time, endTime: time, byteLength: 0 }
  }

  #closeSegment(): void {
    const segment = this.#segment
    this.#segment = null
    if (!segment) return
    const { cameraId, emit } = this.#options
    const { id, run, startedAtMs, startTime, endTime } = segment
    const durationMs = Math.max(1, Math.round(((endTime - startTime) / TIMESCALE) * 1000))
    const path = join(run.folder, segmentName({ id, startedAtMs, durationMs }))
    this.#queue(run, async () => {
      const draft = join(run.folder, partName(segment))
      const file = await open(draft, 'r+')
      await file.sync().finally(() => file.close())
      await rename(draft, path)
      emit({ type: 'segment', cameraId, runId: run.id, segmentId: id, path, startedAtMs, durationMs })
    })
  }

  #end(cause: PauseMessage['cause'] = null): void {
    this.#flush(null)
    this.#closeSegment()
    const run = this.#run
    this.#run = null
    if (!run && cause === null) return
    const { cameraId, emit } = this.#options
    const reported = run?.isBroken ? 'disk-full' : cause
    this.#work = this.#work.then(() => emit({ type: 'pause', cameraId, cause: reported }))
  }

  #queue(run: Run, job: () => Promise<void>): void {
    this.#waiting++
    const guarded = () => (run.isBroken ? undefined : job())
    this.#work = this.#work
      .then(guarded)
      .catch((error: Error) => this.#break(run, error.message))
      .finally(() => this.#waiting--)
  }

  #break(run: Run, reason: string): void {
    if (run.isBroken) return
    run.isBroken = true
    this.#options.emit({ type: 'warning', message: `The recording has a gap: ${reason}` })
  }
}
