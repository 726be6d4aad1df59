/**
 * Uploads recordings in chronological order, after alerts and clips, at a limited rate; or, by the site's policy,
 * only their rows.
 */
import { rmSync } from 'node:fs'
import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import type { RecordingPlace } from '@mimamori/contract/footage/recording-on-hub.ts'
import { type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { UploadLoop } from '#platform/upload-loop.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import { CargoError, isFinal, type ServiceClient } from '../service-client.ts'
import type { RecordingItem, SegmentItem } from '../spool/recording-item.ts'
import type { Spool } from '../spool/spool.ts'
import type { RecordingKeeper } from './recording-keeper.ts'
import type { RecordingStore } from './recording-store.ts'

export type RecordingUploaderOptions = {
  store: RecordingStore
  spool: Pick<Spool, 'waiting' | 'nextClip'>
  client: Pick<ServiceClient, 'put' | 'call'>
  clock: Clock
  log: Log
  random?: () => number
  /** Where the site's policy stores recordings now. */
  place: () => RecordingPlace
  keeper: Pick<RecordingKeeper, 'isDue' | 'step'>
}

/** Errors that no further attempt can change. */
const FINAL = ['invalid-request', 'too-large', 'forbidden', 'not-found', 'conflict', 'recording-disabled'] as const
/** Maximum rate, so that the site's connection stays usable while hours of recordings are uploaded. */
const BYTES_PER_SECOND_MAX = 16 * 1024 * 1024
/** Interval of checks while alerts or clips wait. */
const YIELD_MS = 1_000

export class RecordingUploader {
  readonly #options: RecordingUploaderOptions
  readonly #loop: UploadLoop

  constructor(options: RecordingUploaderOptions) {
    this.#options = options
    this.#loop = new UploadLoop({ ...options, turn: (signal) => this.#turn(signal) })
  }

  start(): void {
    this.#loop.start()
  }

  /** Something was recorded. */
  nudge(): void {
    this.#loop.nudge()
  }

  /** The service can be reached again. */
  resume(): void {
    this.#loop.resume()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
  }

  async #turn(signal: AbortSignal): Promise<unknown> {
    const { store, spool, clock, keeper } = this.#options
    if (spool.waiting >= HUB_BATCH_MAX || spool.nextClip()) {
      await wait(clock, YIELD_MS, signal)
      return null
    }
    if (keeper.isDue) {
      await keeper.step(signal)
      return null
    }
    const item = store.next()
    return item ? this.#upload(item, signal) : this.#loop.idle()
  }

  /** Null: done, else why it must be retried. */
  async #upload(item: RecordingItem, signal: AbortSignal): Promise<unknown> {
    const { store, log, clock } = this.#options
    const beganMs = clock.monotonicMs()
    try {
      if (item.kind === 'segment' && this.#stays(item)) return await this.#keep(item, signal)
      await this.#send(item, signal)
    } catch (error) {
      if (signal.aborted) return null
      if (!isFinal(error, FINAL) && !(error instanceof CargoError)) return error
      log('warn', 'A segment of a recording is lost', {
        kind: item.kind,
        cameraId: item.cameraId,
        reason: wordsOf(error),
      })
    }
    // The header stays until the last of its segments is deleted: after a restart it is sent again with them.
    if (item.kind === 'segment' || item.kind === 'still') rmSync(item.path, { force: true })
    store.drop(item)
    if (item.kind === 'segment') {
      const dueMs = (item.byteLength / BYTES_PER_SECOND_MAX) * 1_000 - (clock.monotonicMs() - beganMs)
      if (dueMs > 1) await wait(clock, dueMs, signal)
    }
    return null
  }

  #stays(item: SegmentItem): boolean {
    return !item.mustUpload && this.#options.place() === 'hub'
  }

  /** Reports a retained segment. If the hub stops before it noted that, the segment still waits and is reported again. */
  async #keep(item: SegmentItem, signal: AbortSignal): Promise<null> {
    const { store, client, clock } = this.#options
    const { id, cameraId, runId: initId, startedAtMs, durationMs, byteLength: bytes } = item
    const body = { cameraId, initId, startedAt: iso(startedAtMs), durationMs, bytes }
    const { isStored } = await client.call('recording.putRetained', { params: { id }, body }, signal)
    if (isStored) {
      rmSync(item.path, { force: true })
      store.drop(item)
    } else if (!store.retained.take(item)) {
      store.add({ kind: 'gone', id: uuidV7(clock.now()), cameraId, ids: [id] })
    }
    return null
  }

  async #send(item: RecordingItem, signal: AbortSignal): Promise<void> {
    const { client } = this.#options
    const { id, cameraId } = item
    const params = { id }
    if (item.kind === 'gap') {
      const { cause, startedAtMs, endedAtMs } = item
      const endedAt = endedAtMs === null ? null : iso(endedAtMs)
      const body = { cameraId, cause, startedAt: iso(startedAtMs), endedAt }
      await client.call('recording.putGap', { params, body }, signal)
    } else if (item.kind === 'gone') {
      await client.call('recording.dropRetained', { body: { ids: item.ids, isGone: true } }, signal)
    } else if (item.kind === 'init') {
      const { codec, width, height, people } = item
      await client.put('recording.putInit', { params, query: { cameraId, codec, width, height, people } }, item, signal)
    } else if (item.kind === 'still') {
      const query = { cameraId, initId: item.runId, takenAt: iso(item.takenAtMs) }
      await client.put('recording.putStill', { params, query }, item, signal)
    } else {
      const { runId: initId, durationMs } = item
      const query = { cameraId, initId, startedAt: iso(item.startedAtMs), durationMs }
      await client.put('recording.putSegment', { params, query }, item, signal)
    }
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
