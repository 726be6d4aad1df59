/** Brings events to the service: in order, each until the service stored it, the next one the moment it is raised. */
import { CallFailure } from '@mimamori/contract/client.ts'
import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import { askedMs, BackOff } from '#platform/back-off.ts'
import { type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import { isFinal, type ServiceClient } from './service-client.ts'
import type { Parcel, Spool } from './spool/spool.ts'

type DelivererOptions = {
  spool: Spool
  client: Pick<ServiceClient, 'call'>
  clock: Clock
  log: Log
  random?: () => number
  /** The service stored everything up to here. */
  onDelivered?: (parcel: Parcel, cursor: number) => void
}

/** Alerts that come in quick succession share requests: the service allows a hub 50 a second for everything. */
const REQUEST_EVERY_MS = 40

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #backOff: BackOff
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  /** Aborted to end a pause early. */
  #pause = new AbortController()
  #running: Promise<void> | null = null
  #batchSize = HUB_BATCH_MAX
  #mustAsk = true
  #nextRequestAtMs = 0
  /** Until then the service asked to be left alone. */
  #quietUntilMs = 0

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.random)
  }

  start(): void {
    const unsubscribe = this.#options.spool.subscribe(() => this.#wake.signal())
    this.#running ??= this.#run().finally(unsubscribe)
  }

  /** The service can be reached again: a pause ends, and its cursor is asked, for it may have gone back. */
  resume(): void {
    this.#mustAsk = true
    this.#backOff.reset()
    if (this.#options.clock.now() >= this.#quietUntilMs) this.#pause.abort()
    this.#wake.signal()
  }

  /** Ends at once; what is on its way counts as not delivered and is sent again at the next start. */
  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const error = await this.#turn().catch((error) => error)
      if (!error || this.#end.signal.aborted) continue
      const { clock, log } = this.#options
      this.#quietUntilMs = clock.now() + askedMs(error)
      if (!(error instanceof CallFailure)) log('error', 'Events could not be delivered', { reason: wordsOf(error) })
      await this.#rest(this.#backOff.nextMs(error))
    }
  }

  /** Sends what waits, or waits for something to send. Null, or why it has to be tried again. */
  async #turn(): Promise<unknown> {
    const { spool, clock } = this.#options
    const tooEarlyMs = Math.min(REQUEST_EVERY_MS, this.#nextRequestAtMs - clock.now())
    if (tooEarlyMs > 0 && spool.waiting < HUB_BATCH_MAX) await wait(clock, tooEarlyMs, this.#end.signal)
    const parcel = spool.nextBatch(this.#batchSize) ?? (this.#mustAsk ? spool.emptyBatch() : null)
    if (parcel) return this.#deliver(parcel)
    this.#mustAsk = false
    await this.#wake.wait(this.#end.signal)
    return null
  }

  /** Waits; `resume` and `stop` end it early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    await wait(this.#options.clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }

  /** Null when it went on, else why it has to be tried again. */
  async #deliver(parcel: Parcel): Promise<unknown> {
    const { client, spool, clock } = this.#options
    const { epoch, fromSequence, events } = parcel
    this.#nextRequestAtMs = clock.now() + REQUEST_EVERY_MS
    try {
      const { cursor } = await client.call('hub.events', { body: { epoch, fromSequence, events } }, this.#end.signal)
      if (!Number.isInteger(cursor) || cursor < 0) throw new Error(`The service answered the cursor ${cursor}.`)
      return this.#settle(parcel, cursor)
    } catch (error) {
      if (!isFinal(error, ['invalid-request', 'too-large'])) return error
      if (events.length > 1) this.#batchSize = Math.ceil(events.length / 2)
      else if (events.length === 1) spool.refuse(parcel)
      else this.#mustAsk = false
      return null
    }
  }

  #settle(parcel: Parcel, cursor: number): unknown {
    const { spool, onDelivered } = this.#options
    const news = spool.confirm(parcel, cursor)
    this.#mustAsk = false
    if (news === 'same' && parcel.events.length > 0) return new CallFailure(0, NOT_STORED)
    this.#backOff.reset()
    this.#batchSize = Math.min(HUB_BATCH_MAX, this.#batchSize * 2)
    if (news === 'forward') onDelivered?.(parcel, cursor)
    return null
  }
}

const NOT_STORED = { key: 'unexpected', message: 'The service answered and stored nothing.' }
