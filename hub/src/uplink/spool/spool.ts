/** Events for the service, stored on disk until they are delivered; in memory alone while the disk refuses. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { Clock } from '#platform/clock.ts'
import { withSafeParams } from '#platform/facts.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { afterDamage, type StoreWatch } from '#platform/store-file.ts'
import { type Clip, type ClipFiles, type ClipKey, pathsOf } from './clip-table.ts'
import { type Batch, type CursorNews, EventStore, isInUse } from './event-store.ts'
import { diskFreeBytes, makeRoom } from './spool-room.ts'

/** Confirmed events stay this long, for a service that comes back from a backup and lost them. */
export const KEEP_CONFIRMED_MS = 72 * 60 * 60_000
/** A request stays below this, thumbnails included. At least one event is always sent. */
const BATCH_BYTES = 700_000
/** While the disk refuses, this many alerts keep their thumbnails in memory. */
const MEMORY_THUMBNAILS = 200
const HUB_RESTARTED: ClipError = { code: 'hub-restarted', params: {} }

export type SpoolOptions = {
  dir: string
  clock: Clock
  log: Log
  /** Events and clips together; the oldest confirmed ones go first, then clips, then thumbnails; never an alert. */
  maxBytes?: number
  /** What others on this disk shall find free. */
  keepFreeBytes?: number
  /** Hears of a damaged file, which then gives way to a new one; left out: damage is a disk that refuses. */
  watch?: StoreWatch
  /** For tests: how files are opened, and what is free. */
  openStore?: (path: string) => EventStore
  freeBytes?: (dir: string) => number
  /** The disk refuses (in words), or takes events again (null). */
  onProblem?: (problem: string | null) => void
}

/** A batch and the store it came from, to be handed back with the service's answer. */
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
  readonly #listeners = new Set<() => void>()
  /** Clips that are done with, while the disk refuses to forget them. */
  readonly #settledClips = new Set<string>()

  /** Throws SpoolInUse. A disk that is full or read-only is no error: the spool then starts in memory. */
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

  /** Why events are in memory alone; null while the disk takes them. */
  get problem(): string | null {
    return this.#problem
  }

  /** Events that the service has not confirmed. */
  get waiting(): number {
    return (this.#disk?.waiting ?? 0) + (this.#memory?.waiting ?? 0)
  }

  /** `listener` is called after each new event and each new clip; the answer takes it away. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the event: on disk for good before it returns, or in memory while the disk refuses. It never throws. */
  append(event: HubEvent): { isDurable: boolean } {
    const also = (store: EventStore) => () => {
      if (event.type === 'path-proof') return
      const { alertId } = event
      if (event.type !== 'alert-raised') store.clips.drop({ alertId, isBlurred: event.isBlurred ?? false })
      else {
        if (event.hasClip) store.clips.expect({ alertId, isBlurred: false }, event.cameraId)
        if (event.hasBlurredClip) store.clips.expect({ alertId, isBlurred: true }, event.cameraId)
      }
    }
    this.#returnToDisk()
    // While older events are still in memory a newer one must not pass them.
    const isDurable = !this.#memory && this.#onDisk((disk) => disk.append(event, also(disk)))
    if (isDurable) this.#report(null)
    else {
      const memory = this.#openMemory()
      memory.append(event, also(memory))
      const tooMany = memory.waiting - MEMORY_THUMBNAILS
      if (tooMany > 0) memory.dropThumbnails(1)
    }
    this.#tell()
    if (event.type === 'alert-raised') this.#options.log('info', 'An alert was raised', { alertId: event.alertId })
    return { isDurable }
  }

  /** A clip's file is complete and belongs to the spool from now on. */
  putClip(clip: Clip): void {
    if (this.#memory?.clips.has(clip)) this.#memory.clips.put(clip)
    else if (!this.#onDisk((disk) => disk.clips.put(clip))) this.#openMemory().clips.put(clip)
    this.#tell()
  }

  /** The clip that waits longest for its upload. */
  nextClip(): Clip | null {
    const clips = [...(this.#disk?.clips.ready() ?? []), ...(this.#memory?.clips.ready() ?? [])]
    return clips.find((clip) => !this.#settledClips.has(nameOf(clip))) ?? null
  }

  /** The service has the clip: its event joins the others, its files go. `hasOriginal` false: not what it was made of. */
  clipUploaded(clip: Clip, hasOriginal = true): void {
    const { alertId, isBlurred, mediaId, durationMs, alertAtMs } = clip
    const original = hasOriginal && clip.original && { mediaId: clip.original.mediaId, codec: clip.original.codec }
    const ready = { type: 'clip-ready', alertId, mediaId, durationMs, alertAtMs, isBlurred } as const
    this.append(original ? { ...ready, original } : ready)
    this.#forgetClip(clip)
  }

  /** There will be no clip: the reason is reported, the file removed. */
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

  /** Where the service's cursor should be, to be asked without sending anything. */
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

  /** The service refuses this event for good: first it loses its thumbnails, then its place. */
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

  /** To be called now and then: old events go, room is made, the disk is tried again. */
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

  /** False for a store in memory whose events went to the disk while a request was on its way. */
  #isCurrent(store: EventStore): boolean {
    return store === this.#disk || store === this.#memory
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
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

  /** Clips that a stopped hub was still making will not come; files that nobody expects are left-overs. */
  #settleAfterRestart(disk: EventStore): void {
    for (const clip of disk.clips.expected()) this.clipLost(clip, HUB_RESTARTED)
    const retained = new Set(disk.clips.ready().flatMap(pathsOf))
    for (const name of readdirSync(this.clipDir)) {
      const path = join(this.clipDir, name)
      if (!retained.has(path)) rmSync(path, { recursive: true, force: true })
    }
  }

  /** True when the disk did the work; room is made and the work tried a second time before it counts as refused. */
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

  /** Moves what is in memory to the disk, in order. An event that was on its way twice is the same event. */
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
    if (!this.#onDisk((disk) => disk.clips.drop(clip))) this.#settledClips.add(nameOf(clip))
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
