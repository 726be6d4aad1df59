/**
 * Delivers events to the service in order: each until the service has stored it, the next one as soon as it is raised. A
 * critical alert overtakes a backlog.
 */
import { CallError } from '@mimamori/contract/client.ts'
import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import { askedMs, BackOff } from '#platform/back-off.ts'
import { type Cancel, type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import { isFinal, type ServiceClient } from './service-client.ts'
import type { Batch } from './spool/event-store.ts'
import type { Parcel, Spool } from './spool/spool.ts'
import { UrgentAlerts } from './urgent-alerts.ts'

type DelivererOptions = {
  spool: Spool
  client: Pick<ServiceClient, 'call'>
  clock: Clock
  log: Log
  random?: () => number
  /** Whether the service is reachable although it does not store: pauses are short then. */
  isOnline?: () => boolean
  /** A delivery succeeded after one that failed. */
  onRecovered?: () => void
  /** The service has stored everything up to `cursor`. */
  onDelivered?: (parcel: Parcel, cursor: number) => void
}

/** Alerts in quick succession share requests: the service allows a hub 50 requests a second in total. */
const REQUEST_EVERY_MS = 40
/** Pause between two attempts for critical alerts. */
const URGENT_EVERY_MS = 1_000
/** Maximum pause that a critical alert respects if the service requested one (Retry-After). */
const URGENT_QUIET_MS = 5_000
/** Maximum pause while the socket is open: the database behind it may return at any moment. */
const ONLINE_PAUSE_MS = 5_000
/**
 * Timeout of an attempt, by the number of failed ones before it. A silently lost connection is left soon; a slow one gets enough
 * time at intervals.
 */
const PATIENCE_MS = [5_000, 5_000, 5_000, 15_000]
/** An attempt that began this long before the connection was restored may hang on a dead connection. */
const STALE_MS = 1_000

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #backOff: BackOff
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  /** Aborted to end a pause early. */
  #pause = new AbortController()
  /** Aborted to cancel the current attempt. */
  #attempt = new AbortController()
  #running: Promise<void> | null = null
  #batchSize = HUB_BATCH_MAX
  #mustAsk = true
  readonly #urgent = new UrgentAlerts()
  #cancelUrgent: Cancel = () => {}
  #hasFailed = false
  #failures = 0
  /** A critical alert is not stored by the service yet. */
  #isUrgentWaiting = false
  /** A critical alert arrived after the last attempt began. */
  #isHurried = false
  #lastTryAtMs = Number.NEGATIVE_INFINITY
  #nextRequestAtMs = Number.NEGATIVE_INFINITY
  /** The service requested a pause until then. */
  #quietUntilMs = Number.NEGATIVE_INFINITY
  /** The pause that its last error requested, ms; 0 after a success. */
  #askedMs = 0

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.random)
  }

  start(): void {
    const unsubscribe = this.#options.spool.subscribe((event) => {
      if (this.#urgent.add(event)) {
        this.#isUrgentWaiting = true
        this.#hurry()
      }
      this.#wake.signal()
    })
    this.#running ??= this.#run().finally(unsubscribe)
  }

  /** The service can be reached again: ends a pause, repeats an older attempt, and asks for the cursor, which may be lower. */
  resume(): void {
    this.#mustAsk = true
    this.#backOff.reset()
    if (this.#options.clock.monotonicMs() - this.#lastTryAtMs > STALE_MS) this.#attempt.abort()
    if (this.#options.clock.monotonicMs() >= this.#quietUntilMs) this.#pause.abort()
    this.#wake.signal()
  }

  /** The service stores again: ends a pause, unless the service requested it. */
  retry(): void {
    if (this.#options.clock.monotonicMs() >= this.#quietUntilMs) this.#pause.abort()
  }

  /** Ends at once; a pending request counts as not delivered and is sent again after the next start. */
  async stop(): Promise<void> {
    this.#end.abort()
    this.#cancelUrgent()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const error = await this.#turn().catch((error) => error)
      if (!error || this.#end.signal.aborted) continue
      const { clock, log } = this.#options
      this.#hasFailed = true
      this.#failures++
      this.#askedMs = askedMs(error)
      this.#quietUntilMs = clock.monotonicMs() + this.#askedMs
      if (!(error instanceof CallError) && !this.#attempt.signal.aborted) {
        log('error', 'Events could not be delivered', { reason: wordsOf(error) })
      }
      const isShort = this.#isUrgentWaiting || this.#options.isOnline?.()
      await this.#rest(this.#backOff.nextMs(error, isShort ? ONLINE_PAUSE_MS : undefined))
    }
  }

  /** Sends what waits, or waits for an event. Null, or why it must be retried. */
  async #turn(): Promise<unknown> {
    const { spool, clock } = this.#options
    const tooEarlyMs = Math.min(REQUEST_EVERY_MS, this.#nextRequestAtMs - clock.monotonicMs())
    if (tooEarlyMs > 0 && spool.waiting < HUB_BATCH_MAX) await wait(clock, tooEarlyMs, this.#end.signal)
    if (spool.waiting <= this.#batchSize) this.#urgent.clear()
    const urgent = this.#urgent.next()
    if (urgent) return this.#deliverUrgent(urgent)
    const parcel = spool.nextBatch(this.#batchSize) ?? (this.#mustAsk ? spool.emptyBatch() : null)
    if (parcel) return this.#deliver(parcel)
    this.#mustAsk = false
    await this.#wake.wait(this.#end.signal)
    return null
  }

  /**
   * Ends a pause for a critical alert: a second after the last attempt, or when the service's pause is over, but at most five
   * seconds after the last attempt.
   */
  #hurry(): void {
    this.#isHurried = true
    this.#cancelUrgent()
    const { clock } = this.#options
    const sinceMs = clock.monotonicMs() - this.#lastTryAtMs
    const leastMs = Math.max(URGENT_EVERY_MS, Math.min(URGENT_QUIET_MS, this.#askedMs))
    const waitMs = leastMs - sinceMs
    if (waitMs <= 0) this.#pause.abort()
    else this.#cancelUrgent = clock.after(waitMs, () => this.#pause.abort())
  }

  #begin(): void {
    this.#lastTryAtMs = this.#options.clock.monotonicMs()
    this.#isHurried = false
  }

  #recover(): void {
    this.#askedMs = 0
    this.#backOff.reset()
    if (this.#hasFailed) this.#options.onRecovered?.()
    this.#hasFailed = false
    this.#failures = 0
  }

  #patience(): AbortSignal {
    const ms = PATIENCE_MS[this.#failures % PATIENCE_MS.length]!
    this.#attempt = new AbortController()
    return AbortSignal.any([this.#end.signal, this.#attempt.signal, AbortSignal.timeout(ms)])
  }

  /** Null on progress, else why it must be retried. */
  async #deliverUrgent({ epoch, fromSequence, events }: Batch): Promise<unknown> {
    const { client, clock } = this.#options
    this.#nextRequestAtMs = clock.monotonicMs() + REQUEST_EVERY_MS
    this.#begin()
    try {
      const { cursor } = await client.call('hub.events', { body: { epoch, fromSequence, events } }, this.#patience())
      this.#urgent.confirm(cursor)
      this.#recover()
      return null
    } catch (error) {
      if (!isFinal(error, ['invalid-request', 'too-large'])) return error
      this.#urgent.drop()
      return null
    }
  }

  /** Waits; `resume`, `retry`, a critical alert and `stop` end the pause early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    // It arrived during the attempt that failed.
    if (this.#isHurried) this.#hurry()
    await wait(this.#options.clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }

  /** Null on progress, else why it must be retried. */
  async #deliver(parcel: Parcel): Promise<unknown> {
    const { client, spool, clock } = this.#options
    const { epoch, fromSequence, events } = parcel
    this.#begin()
    this.#nextRequestAtMs = clock.monotonicMs() + REQUEST_EVERY_MS
    try {
      const { cursor } = await client.call('hub.events', { body: { epoch, fromSequence, events } }, this.#patience())
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
    if (news === 'same' && parcel.events.length > 0) return new CallError(0, NOT_STORED)
    this.#recover()
    if (spool.waiting === 0) this.#isUrgentWaiting = false
    this.#batchSize = Math.min(HUB_BATCH_MAX, this.#batchSize * 2)
    if (news === 'forward') onDelivered?.(parcel, cursor)
    return null
  }
}

const NOT_STORED = { key: 'unexpected', message: 'The service answered and stored nothing.' }
