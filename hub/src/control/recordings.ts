/** Passes recordings from the media workers to the service, and limits their disk space. APP-01 (A007), HUB-04. */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { type RecordingRule, UPLOAD_ALL } from '@mimamori/contract/footage/recording-on-hub.ts'
import type { SegmentOrder, SegmentRead } from '@mimamori/contract/footage/segment-message.ts'
import { isWorkerLost } from '#pipeline/worker/report.ts'
import type {
  CameraStatus,
  FrameMessage,
  PauseMessage,
  RecordingMessage,
  RunMessage,
  SegmentMessage,
} from '#pipeline/worker-message.ts'
import { type Cancel, isWithin, uuidV7 } from '#platform/clock.ts'
import { wordsOf } from '#platform/log.ts'
import { afterDamage, type StoreWatch } from '#platform/store-file.ts'
import { readRecordingFolder } from '#uplink/recording/recording-folder.ts'
import { RecordingKeeper } from '#uplink/recording/recording-keeper.ts'
import type { Disk } from '#uplink/recording/recording-room.ts'
import { RecordingStore } from '#uplink/recording/recording-store.ts'
import { type RecordingUploadOptions, recordingUpload } from '#uplink/recording/recording-upload.ts'
import type { ServiceClient } from '#uplink/service-client.ts'
import type { RecordingItem } from '#uplink/spool/recording-item.ts'
import { SegmentSender, type SegmentSenderOptions } from '#uplink/spool/segment-sender.ts'
import { UploadLoop } from '#uplink/upload-loop.ts'
import { H264Maker } from './h264/h264-maker.ts'
import { RecordingGaps, type RecordingGapsOptions } from './recording-gaps.ts'
import { RecordingPressure } from './recording-pressure.ts'

type RecordingsOptions = Omit<RecordingUploadOptions, 'store' | 'place' | 'keeper' | 'client'> &
  Pick<RecordingGapsOptions, 'isStopped'> &
  Pick<SegmentSenderOptions, 'socket'> & {
    folder: string
    client: RecordingUploadOptions['client'] & Pick<ServiceClient, 'get'>
    /** Environment variables of child processes. */
    environment: Record<string, string | undefined>
    /** Receives damage of the index, which is then replaced. */
    watch?: StoreWatch
    /** Free and total space of the disk; replaced in tests. */
    disk?: Disk
  }

const WATCH_EVERY_MS = 10_000
const SNAPSHOT_EVERY_MS = 60_000

/** A run on disk. Its folder is deleted once it has ended and its last segment was uploaded or removed. */
type Run = { folder: string; hasEnded: boolean; init: Extract<RecordingItem, { kind: 'init' }> }

export class Recordings {
  readonly #options: RecordingsOptions
  readonly #store: RecordingStore
  readonly #keeper: RecordingKeeper
  readonly #uploader: UploadLoop<RecordingItem>
  readonly #sender: SegmentSender
  readonly #gaps: RecordingGaps
  readonly #room: RecordingPressure
  readonly #runs = new Map<string, Run>()
  /** Id of the run that is being recorded, by camera. */
  readonly #growing = new Map<string, string>()
  readonly #snapshotAtMs = new Map<string, number>()
  #bytesSinceWatch = 0
  #bytesPerSecond = 0
  #rule = UPLOAD_ALL
  #isEnding = false
  #cancelWatch: Cancel = () => {}

  /** Continues with the files of an earlier run. Throws on a disk error. */
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
      retained: this.#store.retained,
      rule: () => this.#rule,
      missingBytes: () => this.#room.missingBytes(),
      initOf: (runId) => this.#runs.get(runId)?.init,
      onPressed: (items) => this.#room.tell(items),
    })
    const place = () => this.#rule.place
    const upload = recordingUpload({ ...options, store: this.#store, keeper: this.#keeper, place })
    this.#uploader = new UploadLoop(options.clock, upload)
    const h264 = new H264Maker({
      environment: options.environment,
      pathOf: (segmentId) => this.pathOf(segmentId),
      fetch: (id, signal) => options.client.get('recording.ownPart', { params: { id } }, signal),
    })
    const makeH264 = (order: SegmentRead, signal: AbortSignal) => h264.make(order, signal)
    this.#sender = new SegmentSender({ ...options, pathOf: (segmentId) => this.pathOf(segmentId), makeH264 })
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

  /** The workers are about to stop: recordings that end from now on end because the hub stops. */
  prepareStop(): void {
    this.#isEnding = true
  }

  /** Stops the uploads; call it after the workers have stopped. Files that were not uploaded stay on disk. */
  async stop(): Promise<void> {
    this.#cancelWatch()
    this.stopReaders()
    await this.#uploader.stop()
    this.#store.close()
  }

  /** Number of items that wait for upload. */
  get waiting(): number {
    return this.#store.waiting
  }

  configure(cameras: readonly DesiredCamera[], rule: RecordingRule = UPLOAD_ALL): void {
    this.#rule = rule
    this.#attempt(() => this.#gaps.configure(cameras))
    this.#uploader.nudge()
  }

  /** A user watches or has archived a segment that is retained on this hub. */
  obey(order: SegmentOrder): void {
    if (order.type === 'segment-read') this.#sender.read(order)
    else if (order.type === 'segment-more') this.#sender.more(order.readId)
    else if (order.type === 'segment-stop') this.#sender.stop(order.readId)
    else {
      this.#keeper.wanted()
      this.#uploader.nudge()
    }
  }

  /** The connection is lost, and all viewers with it. */
  stopReaders(): void {
    this.#sender.stopAll()
  }

  /** Path of the segment's file; null: this hub does not have it. */
  pathOf(segmentId: string): string | null {
    return this.#store.pathOf(segmentId)
  }

  heard(message: RecordingMessage): void {
    this.#attempt(() => {
      if (message.type === 'run') this.#begin(message)
      else if (message.type === 'segment') this.#addSegment(message)
      else this.#pause(message.cameraId, message.cause)
    })
  }

  /** A camera's state has changed. After a lost worker, only this ends the recording. */
  statusChanged({ cameraId, state, reason }: CameraStatus): void {
    if (state !== 'online') this.#attempt(() => this.#pause(cameraId, null))
    if (state === 'offline' && !isWorkerLost(reason))
      this.#attempt(() => this.#gaps.sendsNothing(cameraId, reason?.code === 'hub-slept'))
  }

  /** Saves one snapshot a minute of a camera that is recording. */
  offerSnapshot({ cameraId, capturedAtMs, jpeg }: FrameMessage): void {
    const runId = this.#growing.get(cameraId)
    const run = this.#runs.get(runId ?? '')
    if (!runId || !run || isWithin(capturedAtMs - (this.#snapshotAtMs.get(cameraId) ?? 0), SNAPSHOT_EVERY_MS)) return
    this.#snapshotAtMs.set(cameraId, capturedAtMs)
    this.#attempt(() => {
      const id = uuidV7(this.#options.clock.now())
      const path = join(run.folder, `${id}.jpg`)
      writeFileSync(path, jpeg)
      this.#add({ kind: 'snapshot', id, cameraId, runId, path, takenAtMs: Math.round(capturedAtMs) })
    })
  }

  #takeUp(): void {
    const { inits, segments } = readRecordingFolder(this.#options.folder, {
      isKnown: (id) => this.#store.retained.has(id),
    })
    for (const file of inits) {
      const init = { kind: 'init' as const, ...file }
      this.#runs.set(init.id, { folder: dirname(init.path), hasEnded: true, init })
      if (segments.some((segment) => segment.runId === init.id)) this.#store.add(init)
    }
    for (const segment of segments) {
      this.#store.add({ kind: 'segment', ...segment, byteLength: statSync(segment.path).size })
    }
    this.#gaps.takeUp((cameraId) => {
      const own = segments.filter((segment) => segment.cameraId === cameraId)
      return Math.max(0, ...own.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs))
    }, this.#store.lostAtMs)
  }

  /** The index was replaced: queues the files on disk again, and notes ongoing gaps again. */
  #renewed(): void {
    const { segments } = readRecordingFolder(this.#options.folder, { isInUse: true })
    for (const { init } of this.#runs.values()) this.#store.add(init)
    for (const segment of segments)
      this.#store.add({ kind: 'segment', ...segment, byteLength: statSync(segment.path).size })
    this.#gaps.saveAll()
    this.#uploader.nudge()
  }

  #begin({ cameraId, runId: id, path, codec, width, height, people, startedAtMs }: RunMessage): void {
    const init = { kind: 'init' as const, id, cameraId, path, codec, width, height, people }
    this.#runs.set(id, { folder: dirname(path), hasEnded: false, init })
    this.#growing.set(cameraId, id)
    this.#snapshotAtMs.delete(cameraId)
    this.#gaps.begins(cameraId, startedAtMs)
    this.#add(init)
  }

  #addSegment({ cameraId, runId, segmentId: id, path, startedAtMs, durationMs }: SegmentMessage): void {
    const byteLength = statSync(path).size
    this.#bytesSinceWatch += byteLength
    this.#add({ kind: 'segment', id, cameraId, runId, path, startedAtMs, durationMs, byteLength })
    this.#gaps.reached(cameraId, startedAtMs + durationMs)
  }

  #pause(cameraId: string, cause: PauseMessage['cause']): void {
    const run = this.#runs.get(this.#growing.get(cameraId) ?? '')
    if (run) run.hasEnded = true
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
    for (const [id, { folder, hasEnded }] of this.#runs) {
      if (!hasEnded || this.#store.needs(id)) continue
      rmSync(folder, { recursive: true, force: true })
      this.#runs.delete(id)
    }
    this.#room.make()
    this.#keeper.watch()
    if (this.#keeper.isDue) this.#uploader.nudge()
  }

  /** A disk error stops recordings, but nothing else. */
  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#options.log('warn', 'A recording could not be stored', { reason: wordsOf(error) })
    }
  }
}
