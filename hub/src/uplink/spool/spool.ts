/** Events for the service, stored on disk until they are delivered; in memory while the disk rejects writes. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { withSafeParams } from '#platform/camera-error.ts'
import type { Clock } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { afterDamage, type StoreWatch } from '#platform/store-file.ts'
import { type Clip, type ClipFiles, type ClipKey, pathsOf } from './clip-table.ts'
import { type Batch, type CursorNews, EventStore, isInUse } from './event-store.ts'
import { diskFreeBytes, makeRoom } from './spool-room.ts'

/** Time that confirmed events are retained, for a service restored from a backup that lost them. */
export const KEEP_CONFIRMED_MS = 72 * 60 * 60_000
/** Maximum size of a request, with thumbnails. At least one event is always sent. */
const BATCH_BYTES = 700_000
/** Number of alerts in memory that retain their thumbnails while the disk rejects writes. */
const MEMORY_THUMBNAILS = 200
const HUB_RESTARTED: ClipError = { code: 'hub-restarted', params: {} }

export type SpoolOptions = {
  dir: string
  clock: Clock
  log: Log
  /** Size of events and clips; beyond it, deletes the oldest confirmed events, then clips, then thumbnails; never an alert. */
  maxBytes?: number
  /** Space to keep free for other programs on this disk. */
  keepFreeBytes?: number
  /** Receives damage of the file, which is then replaced; undefined: damage counts as a disk error. */
  watch?: StoreWatch
  /** How files are opened, and the free space; replaced in tests. */
  openStore?: (path: string) => EventStore
  freeBytes?: (dir: string) => number
  /** The disk rejects writes (a sentence), or accepts events again (null). */
  onProblem?: (problem: string | null) => void
}

/** A batch and its store, to be returned with the service's answer. */
export type Parcel = Batch & { store: EventStore }

/** Opening failed because another hub runs on this folder. */
export class SpoolInUse extends Error {}

export class Spool {
  readonly clipDir: string
  readonly #options: Required<Omit<SpoolOptions, 'watch'>>
  readonly #path: string
  #disk: EventStore | null = null
  #memory: EventStore | null = null
  #problem: string | null = null
  readonly #listeners = new Set<(event: HubEvent | null) => void>()
  /** Finished clips whose rows could not be deleted yet because of disk errors. */
  readonly #sentClips = new Set<string>()

  /** Throws SpoolInUse. A full or read-only disk is not an error: the spool then starts in memory. */
  constructor(options: SpoolOptions) {
    this.#options = {
      maxBytes: 10 * 1024 ** 3,
      keepFreeBytes: 256 * 1024 ** 2,
      openStore: (path) => afterDamage(() => new EventStore(path, options.watch)),
      freeBytes: diskFreeBytes,
      onProblem: () => {},
      ...options,
    }
    this.clipDir = join(options.dir, 'clips')
    this.#path = join(options.dir, 'spool.sqlite')
    this.#openDisk()
    if (this.#disk) this.#settleAfterRestart(this.#disk)
  }

  /** Why events are only in memory; null while the disk accepts them. */
  get problem(): string | null {
    return this.#problem
  }

  /** Events that the service has not confirmed. */
  get waiting(): number {
    return (this.#disk?.waiting ?? 0) + (this.#memory?.waiting ?? 0)
  }

  /** In order: events that the service has not confirmed, or only since `sinceMs`. */
  unanswered(sinceMs: number): HubEvent[] {
    return [this.#disk, this.#memory].flatMap((store) => store?.unanswered(sinceMs) ?? [])
  }

  /** `listener` is called after each new event and each new clip (null); returns a function to unsubscribe. */
  subscribe(listener: (event: HubEvent | null) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stores the event: durably on disk before it returns, or in memory while the disk rejects writes. Never throws. */
  append(event: HubEvent): { isDurable: boolean } {
    const also = (store: EventStore) => () => {
      if (event.type === 'path-proof' || event.type === 'input-raised') return
      const { alertId } = event
      if (event.type !== 'alert-raised') store.clips.drop({ alertId, isBlurred: event.isBlurred ?? false })
      else {
        if (event.hasClip) store.clips.expect({ alertId, isBlurred: false }, event.cameraId)
        if (event.hasBlurredClip) store.clips.expect({ alertId, isBlurred: true }, event.cameraId)
      }
    }
    this.#returnToDisk()
    // While older events are in memory, a newer one must not overtake them.
    const isDurable = !this.#memory && this.#onDisk((disk) => disk.append(event, also(disk)))
    if (isDurable) this.#report(null)
    else {
      const memory = this.#openMemory()
      memory.append(event, also(memory))
      const tooMany = memory.waiting - MEMORY_THUMBNAILS
      if (tooMany > 0) memory.dropThumbnails(1)
    }
    this.#tell(event)
    if (event.type === 'alert-raised') this.#options.log('info', 'An alert was raised', { alertId: event.alertId })
    return { isDurable }
  }

  /** A clip's file is complete; the spool owns it from now on. */
  putClip(clip: Clip): void {
    if (this.#memory?.clips.has(clip)) this.#memory.clips.put(clip)
    else if (!this.#onDisk((disk) => disk.clips.put(clip))) this.#openMemory().clips.put(clip)
    this.#tell(null)
  }

  /** The clip that waits longest for its upload. */
  nextClip(): Clip | null {
    const clips = [...(this.#disk?.clips.ready() ?? []), ...(this.#memory?.clips.ready() ?? [])]
    return clips.find((clip) => !this.#sentClips.has(nameOf(clip))) ?? null
  }

  /** The service has the clip: queues its event and deletes its files. `hasOriginal` false: without its original. */
  clipUploaded(clip: Clip, hasOriginal = true): void {
    const { alertId, isBlurred, mediaId, durationMs, alertAtMs } = clip
    const original = hasOriginal && clip.original && { mediaId: clip.original.mediaId, codec: clip.original.codec }
    const ready = { type: 'clip-ready', alertId, mediaId, durationMs, alertAtMs, isBlurred } as const
    this.append(original ? { ...ready, original } : ready)
    this.#forgetClip(clip)
  }

  /** The clip failed: reports the reason and deletes the file. */
  clipLost(clip: ClipFiles, error: ClipError): void {
    const { alertId, isBlurred } = clip
    this.append({ type: 'clip-failed', alertId, error: withSafeParams(error), isBlurred })
    this.#forgetClip(clip)
  }

  /** The next events in order; null when all are confirmed. */
  nextBatch(maxEvents: number): Parcel | null {
    for (const store of [this.#disk, this.#memory]) {
      const batch = store?.batch(maxEvents, BATCH_BYTES)
      if (store && batch) return { ...batch, store }
    }
    return null
  }

  /** An empty batch, to ask for the service's cursor. */
  emptyBatch(): Parcel | null {
    const store = this.#disk
    return store && { epoch: store.epoch, fromSequence: store.confirmed + 1, events: [], store }
  }

  /** The service's answer to a parcel. */
  confirm({ store, epoch }: Parcel, cursor: number): CursorNews {
    if (!this.#isCurrent(store) || store.epoch !== epoch) return 'forward'
    const news = store.confirm(cursor, this.#options.clock.now())
    if (news === 'back' || news === 'ahead') {
      this.#options.log('warn', 'The service knows other events than this hub thought', { news, cursor })
    }
    this.#returnToDisk()
    return news
  }

  /** The service rejects this event for good: removes its thumbnails first, then the event. */
  refuse({ store, fromSequence, events }: Parcel): void {
    if (!this.#isCurrent(store)) return
    const event = events[0]
    if (event?.type === 'alert-raised' && event.thumbnail !== null) {
      store.replace(fromSequence, { ...event, thumbnail: null, blurredThumbnail: null })
      return
    }
    this.#options.log('error', 'The service refuses an event for good; it is left out', {
      type: event?.type ?? null,
      alertId: event && 'alertId' in event ? event.alertId : null,
    })
    store.setAside(fromSequence)
  }

  /** Called regularly: deletes old events, frees space, retries the disk. */
  tidy(): void {
    const { clock } = this.#options
    this.#onDisk((disk) => disk.forgetConfirmed(clock.now() - KEEP_CONFIRMED_MS))
    this.#makeRoom(false)
    if (!this.#disk) this.#openDisk()
    this.#returnToDisk()
  }

  close(): void {
    this.#disk?.close()
    this.#memory?.close()
    this.#disk = null
    this.#memory = null
  }

  /** False for a store in memory whose events were moved to the disk during a request. */
  #isCurrent(store: EventStore): boolean {
    return store === this.#disk || store === this.#memory
  }

  #tell(event: HubEvent | null): void {
    for (const listener of this.#listeners) listener(event)
  }

  #openDisk(): void {
    const { dir, openStore } = this.#options
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      mkdirSync(this.clipDir, { recursive: true, mode: 0o700 })
      this.#disk = openStore(this.#path)
      this.#report(null)
    } catch (error) {
      if (isInUse(error)) throw new SpoolInUse(`Another hub is already running on ${dir}.`)
      this.#report(error)
    }
  }

  /** Clips that a stopped hub was still making have failed; files without a row are leftovers. */
  #settleAfterRestart(disk: EventStore): void {
    for (const clip of disk.clips.expected()) this.clipLost(clip, HUB_RESTARTED)
    const retained = new Set(disk.clips.ready().flatMap(pathsOf))
    for (const name of readdirSync(this.clipDir)) {
      const path = join(this.clipDir, name)
      if (!retained.has(path)) rmSync(path, { recursive: true, force: true })
    }
  }

  /** True if the disk accepted the work; after an error it frees space and tries once more. */
  #onDisk(work: (disk: EventStore) => void): boolean {
    const disk = this.#disk
    if (!disk) return false
    for (const isLast of [false, true]) {
      try {
        work(disk)
        return true
      } catch (error) {
        if (isLast) this.#report(error)
        else this.#makeRoom(true)
      }
    }
    return false
  }

  #openMemory(): EventStore {
    this.#memory ??= new EventStore(':memory:')
    return this.#memory
  }

  /** Moves events from memory to the disk, in order. An event that was sent twice is stored once. */
  #returnToDisk(): void {
    const memory = this.#memory
    const disk = this.#disk
    if (!memory || !disk) return
    try {
      for (let batch = memory.batch(1, 1); batch; batch = memory.batch(1, 1)) {
        disk.append(batch.events[0]!)
        memory.confirm(batch.fromSequence, 0)
      }
      for (const clip of memory.clips.ready()) disk.clips.put(clip)
      for (const clip of memory.clips.expected()) disk.clips.expect(clip, clip.cameraId)
    } catch (error) {
      this.#report(error)
      return
    }
    memory.close()
    this.#memory = null
  }

  #forgetClip(clip: ClipFiles): void {
    this.#memory?.clips.drop(clip)
    if (!this.#onDisk((disk) => disk.clips.drop(clip))) this.#sentClips.add(nameOf(clip))
    for (const path of pathsOf(clip)) rmSync(path, { force: true })
  }

  #makeRoom(isRefused: boolean): void {
    const { maxBytes, keepFreeBytes, freeBytes, dir, clock, log } = this.#options
    const room = { maxBytes, keepFreeBytes, freeBytes: () => freeBytes(dir) }
    if (this.#disk) makeRoom(this.#disk, room, clock.now(), log, isRefused)
  }

  #report(error: unknown): void {
    const problem = error ? `Events are stored in memory alone, because the disk refuses: ${wordsOf(error)}` : null
    if ((problem === null) === (this.#problem === null)) return
    this.#problem = problem
    this.#options.log(problem ? 'error' : 'info', problem ?? 'Events are stored on disk again')
    this.#options.onProblem(problem)
  }
}

function nameOf({ alertId, isBlurred }: ClipKey): string {
  return `${alertId} ${isBlurred}`
}
