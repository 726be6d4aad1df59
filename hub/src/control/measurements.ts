/** The feature log on its way from the media workers to the service: on disk at once, packed every five minutes and at alerts. METRIC-02, HUB-04. */
import { isRaisedIn, type SecondsMessage } from '#pipeline/analysis/second-log.ts'
import { type Cancel, type Clock, uuidV7 } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { afterDamage, type StoreWatch } from '#platform/store-file.ts'
import type { ServiceClient } from '#uplink/service-client.ts'
import { MeasurementStore, type StoredBlock } from '#uplink/spool/measurement-store.ts'
import { UploadLoop, type UploadWork } from '#uplink/upload-loop.ts'

type MeasurementsOptions = {
  /** Where the SQLite file is, or is made. */
  path: string
  client: Pick<ServiceClient, 'put'>
  clock: Clock
  log: Log
  /** Hears of a damaged file, which then gives way to a new one. */
  watch?: StoreWatch
}

const BLOCK_SECONDS = 300
/** Time without new seconds after which a camera's block is closed. */
const QUIET_MS = 60_000
/** A camera of many alerts is packed this often at most. */
const HURRY_EVERY_MS = 30_000
/** Blocks that wait at most; thirty cameras fill them in a week. */
const BLOCKS_MAX = 60_000
/** From one upload to the next: alerts share the hub's budget of calls. */
const UPLOAD_EVERY_MS = 100

/** The block that a camera's seconds go into. */
type Open = { window: number; heardAtMs: number; isAlerted: boolean }

export class Measurements {
  readonly #options: MeasurementsOptions
  readonly #store: MeasurementStore
  readonly #loop: UploadLoop<StoredBlock>
  readonly #open = new Map<string, Open>()
  /** When a camera's block was packed for an alert. */
  readonly #hurriedAtMs = new Map<string, number>()
  #cancelWatch: Cancel = () => {}

  /** Takes up what an earlier run left. Throws when the disk refuses. */
  constructor(options: MeasurementsOptions) {
    this.#options = options
    this.#store = new MeasurementStore(options.path, options.watch)
    this.#loop = new UploadLoop(options.clock, blockUpload(options, this.#store))
    for (const cameraId of afterDamage(() => this.#store.openCameras())) afterDamage(() => this.#seal(cameraId))
  }

  start(): void {
    this.#loop.start()
    this.#watchLater()
  }

  /** The service can be reached again. */
  resume(): void {
    this.#loop.resume()
  }

  /** To be called behind the workers' end. What was not uploaded stays. */
  async stop(): Promise<void> {
    this.#cancelWatch()
    for (const cameraId of this.#open.keys()) this.#attempt(() => this.#seal(cameraId))
    await this.#loop.stop()
    this.#store.close()
  }

  /** How many blocks wait for the service. */
  get waiting(): number {
    return this.#store.waiting
  }

  heard({ cameraId, apps, rows }: SecondsMessage): void {
    this.#attempt(() => {
      const window = Math.floor(rows[0]!.second / BLOCK_SECONDS)
      const open = this.#open.get(cameraId)
      if (open && open.window !== window) this.#seal(cameraId)
      const heardAtMs = this.#options.clock.monotonicMs()
      const isAlerted = rows.some(isRaisedIn) || (open?.window === window && open.isAlerted)
      this.#open.set(cameraId, { window, heardAtMs, isAlerted })
      this.#store.addSeconds(cameraId, { apps, rows })
      if (isAlerted) this.#hurry(cameraId, heardAtMs)
    })
  }

  /** The page Why opens with the last seconds of an alert. */
  #hurry(cameraId: string, nowMs: number): void {
    if (nowMs - (this.#hurriedAtMs.get(cameraId) ?? Number.NEGATIVE_INFINITY) < HURRY_EVERY_MS) return
    this.#hurriedAtMs.set(cameraId, nowMs)
    this.#seal(cameraId)
  }

  #seal(cameraId: string): void {
    this.#open.delete(cameraId)
    this.#store.seal(cameraId, () => uuidV7(this.#options.clock.now()))
    this.#loop.nudge()
  }

  #watchLater(): void {
    this.#cancelWatch = this.#options.clock.after(QUIET_MS, () => {
      this.#attempt(() => this.#watch())
      this.#watchLater()
    })
  }

  #watch(): void {
    const quietSinceMs = this.#options.clock.monotonicMs() - QUIET_MS
    for (const [cameraId, { heardAtMs }] of this.#open) if (heardAtMs <= quietSinceMs) this.#seal(cameraId)
    const lost = this.#store.keepNewest(BLOCKS_MAX)
    if (lost > 0) this.#options.log('warn', 'Too much of the feature log waits: the oldest went', { blocks: lost })
  }

  /** A disk that refuses costs measurements and nothing else. */
  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#options.log('warn', 'A part of the feature log could not be stored', { reason: wordsOf(error) })
    }
  }
}

function blockUpload({ client, log }: MeasurementsOptions, store: MeasurementStore): UploadWork<StoredBlock> {
  return {
    next: () => store.next(),
    upload: async ({ id, cameraId, body }, signal) => {
      await client.put('measurement.putBlock', { params: { id }, query: { cameraId } }, { bytes: body }, signal)
      store.drop(id)
    },
    lose: ({ id, cameraId }, error) => {
      log('warn', 'A block of the feature log is lost', { cameraId, reason: wordsOf(error) })
      store.drop(id)
    },
    everyMs: () => UPLOAD_EVERY_MS,
  }
}
