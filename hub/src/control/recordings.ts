/** Recordings on their way from the media workers to the service, and room for them on the disk. APP-01 (A007), HUB-04. */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { PieceOrder } from '@mimamori/contract/footage/piece-message.ts'
import { type RecordingRule, UPLOAD_ALL } from '@mimamori/contract/footage/recording-on-hub.ts'
import type {
  CameraStatus,
  FrameMessage,
  PauseMessage,
  PieceMessage,
  RecordingMessage,
  StretchMessage,
} from '#pipeline/worker/worker-message.ts'
import type { Cancel } from '#platform/clock.ts'
import { wordsOf } from '#platform/log.ts'
import { afterDamage, type StoreWatch } from '#platform/store-file.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import { readRecordingFolder } from '#uplink/recording/recording-folder.ts'
import type { RecordingItem } from '#uplink/recording/recording-item.ts'
import { RecordingKeeper } from '#uplink/recording/recording-keeper.ts'
import type { Disk } from '#uplink/recording/recording-room.ts'
import { RecordingStore } from '#uplink/recording/recording-store.ts'
import { RecordingUploader, type RecordingUploaderOptions } from '#uplink/recording/recording-uploader.ts'
import { PieceSender, type PieceSenderOptions } from '#uplink/spool/piece-sender.ts'
import { RecordingGaps, type RecordingGapsOptions } from './recording-gaps.ts'
import { RecordingPressure } from './recording-pressure.ts'

type RecordingsOptions = Omit<RecordingUploaderOptions, 'store' | 'place' | 'keeper'> &
  Pick<RecordingGapsOptions, 'isStopped'> &
  Pick<PieceSenderOptions, 'socket'> & {
    folder: string
    /** Hears of a damaged index, which then gives way to a new one. */
    watch?: StoreWatch
    /** For tests: what is free on the disk. */
    disk?: Disk
  }

const WATCH_EVERY_MS = 10_000
const STILL_EVERY_MS = 60_000

/** A stretch on disk; its folder goes when it has ended and its last piece is uploaded or removed. */
type Stretch = { folder: string; hasEnded: boolean; init: Extract<RecordingItem, { kind: 'init' }> }

export class Recordings {
  readonly #options: RecordingsOptions
  readonly #store: RecordingStore
  readonly #keeper: RecordingKeeper
  readonly #uploader: RecordingUploader
  readonly #sender: PieceSender
  readonly #gaps: RecordingGaps
  readonly #room: RecordingPressure
  readonly #stretches = new Map<string, Stretch>()
  /** The stretch that grows, by camera. */
  readonly #growing = new Map<string, string>()
  readonly #stillAtMs = new Map<string, number>()
  #bytesSinceWatch = 0
  #bytesPerSecond = 0
  #rule = UPLOAD_ALL
  #isEnding = false
  #cancelWatch: Cancel = () => {}

  /** Takes up what an earlier run left. Throws when the disk refuses. */
  constructor(options: RecordingsOptions) {
    this.#options = options
    const { folder, watch } = options
    this.#store = new RecordingStore(folder, watch, () => this.#renewed())
    this.#room = new RecordingPressure({
      ...options,
      store: this.#store,
      bytesPerSecond: () => this.#bytesPerSecond,
      add: (item) => this.#add(item),
    })
    this.#keeper = new RecordingKeeper({
      ...options,
      kept: this.#store.kept,
      rule: () => this.#rule,
      missingBytes: () => this.#room.missingBytes(),
      initOf: (stretchId) => this.#stretches.get(stretchId)?.init,
      onPressed: (items) => this.#room.tell(items),
    })
    const place = () => this.#rule.place
    this.#uploader = new RecordingUploader({ ...options, store: this.#store, keeper: this.#keeper, place })
    this.#sender = new PieceSender({ ...options, pathOf: (pieceId) => this.pathOf(pieceId) })
    this.#gaps = new RecordingGaps({ ...options, store: this.#store, add: (item) => this.#add(item) })
    afterDamage(() => this.#takeUp())
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
    this.stopReaders()
    await this.#uploader.stop()
    this.#store.close()
  }

  /** How much waits for the service. */
  get waiting(): number {
    return this.#store.waiting
  }

  configure(cameras: readonly DesiredCamera[], rule: RecordingRule = UPLOAD_ALL): void {
    this.#rule = rule
    this.#attempt(() => this.#gaps.configure(cameras))
    this.#uploader.nudge()
  }

  /** Somebody watches or archived what stays on this hub. */
  obey(order: PieceOrder): void {
    if (order.type === 'piece-read') this.#sender.read(order)
    else if (order.type === 'piece-more') this.#sender.more(order.readId)
    else if (order.type === 'piece-stop') this.#sender.stop(order.readId)
    else {
      this.#keeper.wanted()
      this.#uploader.nudge()
    }
  }

  /** The line is gone, and with it all who watched. */
  stopReaders(): void {
    this.#sender.stopAll()
  }

  /** Where the piece lies; null: this hub does not have it. */
  pathOf(pieceId: string): string | null {
    return this.#store.pathOf(pieceId)
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
    const { inits, pieces } = readRecordingFolder(this.#options.folder, { isKnown: (id) => this.#store.kept.has(id) })
    for (const file of inits) {
      const init = { kind: 'init' as const, ...file }
      this.#stretches.set(init.id, { folder: dirname(init.path), hasEnded: true, init })
      if (pieces.some((piece) => piece.stretchId === init.id)) this.#store.add(init)
    }
    for (const piece of pieces) {
      this.#store.add({ kind: 'segment', ...piece, byteLength: statSync(piece.path).size })
    }
    this.#gaps.takeUp((cameraId) => {
      const own = pieces.filter((piece) => piece.cameraId === cameraId)
      return Math.max(0, ...own.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs))
    }, this.#store.lostAtMs)
  }

  /** The index is a new one: what lies on the disk waits again, and gaps that last are noted again. */
  #renewed(): void {
    const { pieces } = readRecordingFolder(this.#options.folder, { isInUse: true })
    for (const { init } of this.#stretches.values()) this.#store.add(init)
    for (const piece of pieces) this.#store.add({ kind: 'segment', ...piece, byteLength: statSync(piece.path).size })
    this.#gaps.saveAll()
    this.#uploader.nudge()
  }

  #begin({ cameraId, stretchId: id, path, codec, width, height, people, startedAtMs }: StretchMessage): void {
    const init = { kind: 'init' as const, id, cameraId, path, codec, width, height, people }
    this.#stretches.set(id, { folder: dirname(path), hasEnded: false, init })
    this.#growing.set(cameraId, id)
    this.#stillAtMs.delete(cameraId)
    this.#gaps.begins(cameraId, startedAtMs)
    this.#add(init)
  }

  #addPiece({ cameraId, stretchId, pieceId: id, path, startedAtMs, durationMs }: PieceMessage): void {
    const byteLength = statSync(path).size
    this.#bytesSinceWatch += byteLength
    this.#add({ kind: 'segment', id, cameraId, stretchId, path, startedAtMs, durationMs, byteLength })
    this.#gaps.reached(cameraId, startedAtMs + durationMs)
  }

  #pause(cameraId: string, cause: PauseMessage['cause']): void {
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
      if (!hasEnded || this.#store.needs(id)) continue
      rmSync(folder, { recursive: true, force: true })
      this.#stretches.delete(id)
    }
    this.#room.make()
    this.#keeper.watch()
    if (this.#keeper.isDue) this.#uploader.nudge()
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
