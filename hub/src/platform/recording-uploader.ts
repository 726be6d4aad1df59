/** Brings recordings to the service in the order in which they happened, behind alerts and clips, at a bounded rate. */
import { rmSync } from 'node:fs'
import { HUB_BATCH_MAX } from '@mimamori/contract/hub.ts'
import { BackOff } from './back-off.ts'
import { type Clock, wait } from './clock.ts'
import { Doorbell } from './doorbell.ts'
import { type Log, wordsOf } from './log.ts'
import type { RecordingItem, RecordingStore } from './recording-store.ts'
import { CargoFault, isFinal, type ServiceClient } from './service-client.ts'
import type { Spool } from './spool.ts'

export type RecordingUploaderOptions = {
  store: RecordingStore
  spool: Pick<Spool, 'waiting' | 'nextClip'>
  client: Pick<ServiceClient, 'put' | 'call'>
  clock: Clock
  log: Log
  random?: () => number
}

/** Refusals that no later attempt can change. */
const FINAL = ['invalid-request', 'too-large', 'forbidden', 'not-found', 'conflict', 'recording-disabled'] as const
/** More is not sent in a second, so that the site's line stays usable while hours are caught up. */
const BYTES_PER_SECOND_MAX = 16 * 1024 * 1024
/** While alerts or clips wait, they are looked for again after this time. */
const YIELD_MS = 1_000

export class RecordingUploader {
  readonly #options: RecordingUploaderOptions
  readonly #backOff: BackOff
  readonly #bell = new Doorbell()
  readonly #end = new AbortController()
  #pause = new AbortController()
  #running: Promise<void> | null = null

  constructor(options: RecordingUploaderOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.random)
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Something was recorded. */
  nudge(): void {
    this.#bell.ring()
  }

  /** The service can be reached again. */
  resume(): void {
    this.#backOff.reset()
    this.#pause.abort()
    this.#bell.ring()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const fault = await this.#turn().catch((fault) => fault)
      if (!fault) this.#backOff.reset()
      else await this.#rest(this.#backOff.nextMs(fault))
    }
  }

  async #turn(): Promise<unknown> {
    const { store, spool, clock } = this.#options
    if (spool.waiting >= HUB_BATCH_MAX || spool.nextClip()) {
      await wait(clock, YIELD_MS, this.#end.signal)
      return null
    }
    const item = store.next()
    if (item) return this.#upload(item)
    await this.#bell.wait(this.#end.signal)
    return null
  }

  /** Waits; `resume` and `stop` end it early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    await wait(this.#options.clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }

  /** Null when it is settled, else why it has to be tried again. */
  async #upload(item: RecordingItem): Promise<unknown> {
    const { store, log, clock } = this.#options
    const startedAtMs = clock.now()
    try {
      await this.#send(item)
    } catch (fault) {
      if (this.#end.signal.aborted) return null
      if (!isFinal(fault, FINAL) && !(fault instanceof CargoFault)) return fault
      log('warn', 'A piece of a recording is lost', {
        kind: item.kind,
        cameraId: item.cameraId,
        reason: wordsOf(fault),
      })
    }
    // The header stays beside its pieces until the last of them is gone: after a restart it is sent again with them.
    if (item.kind === 'segment' || item.kind === 'still') rmSync(item.path, { force: true })
    store.drop(item)
    if (item.kind === 'segment') {
      const dueMs = (item.byteLength / BYTES_PER_SECOND_MAX) * 1_000 - (clock.now() - startedAtMs)
      if (dueMs > 1) await wait(clock, dueMs, this.#end.signal)
    }
    return null
  }

  async #send(item: RecordingItem): Promise<void> {
    const { client } = this.#options
    const { signal } = this.#end
    const { id, cameraId } = item
    const params = { id }
    if (item.kind === 'gap') {
      const { cause, startedAtMs, endedAtMs } = item
      const endedAt = endedAtMs === null ? null : iso(endedAtMs)
      const body = { cameraId, cause, startedAt: iso(startedAtMs), endedAt }
      await client.call('recording.putGap', { params, body }, signal)
    } else if (item.kind === 'init') {
      const { codec, width, height } = item
      await client.put('recording.putInit', { params, query: { cameraId, codec, width, height } }, item, signal)
    } else if (item.kind === 'still') {
      const query = { cameraId, takenAt: iso(item.takenAtMs) }
      await client.put('recording.putStill', { params, query }, item, signal)
    } else {
      const { stretchId: initId, durationMs } = item
      const query = { cameraId, initId, startedAt: iso(item.startedAtMs), durationMs }
      await client.put('recording.putSegment', { params, query }, item, signal)
    }
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
