/** Uploads clip files one at a time, and reports a clip as ready only afterwards. */
import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import { BackOff } from '#platform/back-off.ts'
import { type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import { CargoError, isFinal, type ServiceClient } from '../service-client.ts'
import type { Clip } from './clip-table.ts'
import type { Spool } from './spool.ts'

type UploaderOptions = {
  spool: Spool
  client: Pick<ServiceClient, 'put'>
  clock: Clock
  log: Log
  random?: () => number
}

/** Errors of a clip that no further attempt can change. */
const FINAL = ['invalid-request', 'too-large', 'forbidden', 'not-found', 'conflict'] as const

export class Uploader {
  readonly #options: UploaderOptions
  readonly #backOff: BackOff
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  #pause = new AbortController()
  #running: Promise<void> | null = null

  constructor(options: UploaderOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.random)
  }

  start(): void {
    const unsubscribe = this.#options.spool.subscribe(() => this.#wake.signal())
    this.#running ??= this.#run().finally(unsubscribe)
  }

  /** The service can be reached again, or events were delivered. */
  resume(): void {
    this.#backOff.reset()
    this.#pause.abort()
    this.#wake.signal()
  }

  /** Something was delivered, so a clip's upload may be possible. */
  nudge(): void {
    this.#wake.signal()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const error = await this.#turn().catch((error) => error)
      if (!error) this.#backOff.reset()
      else await this.#rest(this.#backOff.nextMs(error))
    }
  }

  async #turn(): Promise<unknown> {
    const { spool } = this.#options
    // After an outage send alerts first: they are small and urgent.
    const clip = spool.waiting < HUB_BATCH_MAX ? spool.nextClip() : null
    if (clip) return this.#upload(clip)
    await this.#wake.wait(this.#end.signal)
    return null
  }

  /** Waits; `resume` and `stop` end the pause early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    await wait(this.#options.clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }

  /** Null: the clip is uploaded or given up; else why it must be retried. */
  async #upload(clip: Clip): Promise<unknown> {
    const { client, spool, log } = this.#options
    const put = ({ mediaId: id, path, byteLength }: Pick<Clip, 'mediaId' | 'path' | 'byteLength'>) => {
      const request = { params: { id }, query: { cameraId: clip.cameraId, contentType: 'video/mp4' as const } }
      return client.put('hub.putMedia', request, { path, byteLength }, this.#end.signal)
    }
    try {
      await put(clip)
    } catch (error) {
      if (this.#end.signal.aborted) return null
      if (!mayGiveUp(error)) return error
      log('warn', 'A clip is lost', { alertId: clip.alertId, reason: wordsOf(error) })
      const isGone = error instanceof CargoError
      const detail = wordsOf(error)
      spool.clipLost(clip, isGone ? { code: 'file-gone', params: {} } : { code: 'not-uploaded', params: { detail } })
      return null
    }
    try {
      if (clip.original) await put(clip.original)
      spool.clipUploaded(clip)
    } catch (error) {
      if (this.#end.signal.aborted) return null
      if (!mayGiveUp(error)) return error
      log('warn', 'What the camera sent of a clip is lost', { alertId: clip.alertId, reason: wordsOf(error) })
      spool.clipUploaded(clip, false)
    }
    return null
  }
}

/** No later attempt can change it. */
function mayGiveUp(error: unknown): boolean {
  return isFinal(error, FINAL) || error instanceof CargoError
}
