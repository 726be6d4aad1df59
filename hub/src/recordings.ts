/** Recordings on their way from the media workers to the service, and room for them on the disk. APP-01 (A007), HUB-04. */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import type {
  CameraStatus,
  FrameMessage,
  PieceMessage,
  RecordingMessage,
  StretchMessage,
} from '#pipeline/worker-message.ts'
import type { Cancel } from '#platform/clock.ts'
import { wordsOf } from '#platform/log.ts'
import { readRecordingFolder } from '#platform/recording-folder.ts'
import { type Disk, keptFreeBytes } from '#platform/recording-room.ts'
import { type RecordingItem, RecordingStore, type SegmentItem } from '#platform/recording-store.ts'
import { RecordingUploader, type RecordingUploaderOptions } from '#platform/recording-uploader.ts'
import { DISK } from '#platform/spool-room.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import { GAP_LEAST_MS, RecordingGaps, type RecordingGapsOptions } from './recording-gaps.ts'

export type RecordingsOptions = Omit<RecordingUploaderOptions, 'store'> &
  Pick<RecordingGapsOptions, 'isStopped'> & {
    folder: string
    /** For tests: what is free on the disk. */
    disk?: Disk
  }

const WATCH_EVERY_MS = 10_000
const STILL_EVERY_MS = 60_000
/** Pieces looked at in one round of making room. */
const ROUND = 50

/** A stretch on disk; its folder goes when it has ended and its last piece is uploaded. */
type Stretch = { folder: string; hasEnded: boolean }

export class Recordings {
  readonly #options: RecordingsOptions
  readonly #store: RecordingStore
  readonly #uploader: RecordingUploader
  readonly #gaps: RecordingGaps
  readonly #disk: Disk
  readonly #stretches = new Map<string, Stretch>()
  /** The stretch that grows, by camera. */
  readonly #growing = new Map<string, string>()
  readonly #stillAtMs = new Map<string, number>()
  #bytesSinceWatch = 0
  #bytesPerSecond = 0
  #isEnding = false
  #cancelWatch: Cancel = () => {}

  /** Takes up what an earlier run left. Throws when the disk refuses. */
  constructor(options: RecordingsOptions) {
    this.#options = options
    this.#disk = options.disk ?? DISK
    this.#store = new RecordingStore(options.folder)
    this.#uploader = new RecordingUploader({ ...options, store: this.#store })
    this.#gaps = new RecordingGaps({ ...options, store: this.#store, add: (item) => this.#add(item) })
    this.#takeUp()
  }

  start(): void {
    this.#uploader.start()
    this.#watchLater()
  }

  /** The service can be reached again. */
  resume(): void {
    this.#uploader.resume()
  }

  /** The workers are about to be ended: what they stop recording from now on, they stop because the hub does. */
  prepareStop(): void {
    this.#isEnding = true
  }

  /** Ends the uploads; to be called behind the workers' end. What was not uploaded stays. */
  async stop(): Promise<void> {
    this.#cancelWatch()
    await this.#uploader.stop()
    this.#store.close()
  }

  /** How much waits for the service. */
  get waiting(): number {
    return this.#store.waiting
  }

  configure(cameras: readonly DesiredCamera[]): void {
    this.#attempt(() => this.#gaps.configure(cameras))
  }

  heard(message: RecordingMessage): void {
    this.#attempt(() => {
      if (message.type === 'stretch') this.#begin(message)
      else if (message.type === 'piece') this.#addPiece(message)
      else this.#pause(message.cameraId, message.cause)
    })
  }

  /** A camera's state changed: when its worker was lost, nobody else says that its recording has ended. */
  statusChanged(status: CameraStatus): void {
    this.#gaps.heard(status)
    if (status.state !== 'online') this.#attempt(() => this.#pause(status.cameraId, null))
  }

  /** Keeps one still a minute of what is being recorded. */
  offerStill({ cameraId, capturedAtMs, jpeg }: FrameMessage): void {
    const stretchId = this.#growing.get(cameraId)
    const stretch = this.#stretches.get(stretchId ?? '')
    if (!stretchId || !stretch || capturedAtMs - (this.#stillAtMs.get(cameraId) ?? 0) < STILL_EVERY_MS) return
    this.#stillAtMs.set(cameraId, capturedAtMs)
    this.#attempt(() => {
      const id = uuidV7(this.#options.clock.now())
      const path = join(stretch.folder, `${id}.jpg`)
      writeFileSync(path, jpeg)
      this.#add({ kind: 'still', id, cameraId, stretchId, path, takenAtMs: Math.round(capturedAtMs) })
    })
  }

  #takeUp(): void {
    const { inits, pieces } = readRecordingFolder(this.#options.folder)
    for (const init of inits) {
      this.#stretches.set(init.id, { folder: dirname(init.path), hasEnded: true })
      if (pieces.some((piece) => piece.stretchId === init.id)) this.#store.add({ kind: 'init', ...init })
    }
    for (const piece of pieces) {
      this.#store.add({ kind: 'segment', ...piece, byteLength: statSync(piece.path).size })
    }
    this.#gaps.takeUp((cameraId) => {
      const own = pieces.filter((piece) => piece.cameraId === cameraId)
      return Math.max(0, ...own.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs))
    })
  }

  #begin({ cameraId, stretchId: id, path, codec, width, height, startedAtMs }: StretchMessage): void {
    this.#stretches.set(id, { folder: dirname(path), hasEnded: false })
    this.#growing.set(cameraId, id)
    this.#stillAtMs.delete(cameraId)
    this.#gaps.begins(cameraId, startedAtMs)
    this.#add({ kind: 'init', id, cameraId, path, codec, width, height })
  }

  #addPiece({ cameraId, stretchId, pieceId: id, path, startedAtMs, durationMs }: PieceMessage): void {
    const byteLength = statSync(path).size
    this.#bytesSinceWatch += byteLength
    this.#add({ kind: 'segment', id, cameraId, stretchId, path, startedAtMs, durationMs, byteLength })
    this.#gaps.reached(cameraId, startedAtMs + durationMs)
  }

  #pause(cameraId: string, cause: 'disk-full' | null): void {
    const stretch = this.#stretches.get(this.#growing.get(cameraId) ?? '')
    if (stretch) stretch.hasEnded = true
    this.#growing.delete(cameraId)
    if (!this.#isEnding) this.#gaps.pauses(cameraId, cause)
  }

  #add(item: RecordingItem): void {
    this.#store.add(item)
    this.#uploader.nudge()
  }

  #watchLater(): void {
    this.#cancelWatch = this.#options.clock.after(WATCH_EVERY_MS, () => {
      this.#attempt(() => this.#watch())
      this.#watchLater()
    })
  }

  #watch(): void {
    this.#bytesPerSecond = Math.max(this.#bytesPerSecond / 2, (this.#bytesSinceWatch / WATCH_EVERY_MS) * 1000)
    this.#bytesSinceWatch = 0
    this.#gaps.watch()
    for (const [id, { folder, hasEnded }] of this.#stretches) {
      if (!hasEnded || this.#store.waitsFor(id)) continue
      rmSync(folder, { recursive: true, force: true })
      this.#stretches.delete(id)
    }
    this.#makeRoom()
  }

  /** The oldest pieces go first. What people archived is not among them: the service has it. */
  #makeRoom(): void {
    const { folder, log, clock } = this.#options
    const limitBytes = keptFreeBytes(this.#disk.totalBytes(folder), this.#bytesPerSecond)
    let missingBytes = limitBytes - this.#disk.freeBytes(folder)
    const removed: SegmentItem[] = []
    for (let oldest = this.#oldest(missingBytes); oldest.length > 0; oldest = this.#oldest(missingBytes)) {
      for (const item of oldest) {
        if (missingBytes <= 0) break
        rmSync(item.path, { force: true })
        this.#store.drop(item)
        missingBytes -= item.byteLength
        removed.push(item)
      }
    }
    if (removed.length === 0) return
    log('warn', 'The disk is full: the oldest recordings went', { pieces: removed.length })
    for (const gap of spansOf(removed)) this.#add({ kind: 'gap', id: uuidV7(clock.now()), ...gap, cause: 'disk-full' })
  }

  #oldest(missingBytes: number): SegmentItem[] {
    return missingBytes > 0 ? this.#store.oldestSegments(ROUND) : []
  }

  /** A disk that refuses costs recordings and nothing else. */
  #attempt(work: () => void): void {
    try {
      work()
    } catch (fault) {
      this.#options.log('warn', 'A recording could not be kept', { reason: wordsOf(fault) })
    }
  }
}

type Span = { cameraId: string; startedAtMs: number; endedAtMs: number }

/** What the pieces covered, by camera; pieces that follow each other are one. */
function spansOf(items: readonly SegmentItem[]): Span[] {
  const spans: Span[] = []
  for (const { cameraId, startedAtMs, durationMs } of items) {
    const endedAtMs = startedAtMs + durationMs
    const span = spans.findLast((one) => one.cameraId === cameraId)
    if (span && startedAtMs - span.endedAtMs < GAP_LEAST_MS) span.endedAtMs = endedAtMs
    else spans.push({ cameraId, startedAtMs, endedAtMs })
  }
  return spans
}
