/** A console without a screen: reads the stream of events, opens it again when it ends, and then fetches what it missed. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { type CallFailure, createClient, failureOf } from '@mimamori/contract/client.ts'
import { byEvents } from '../part/load/event-listeners.ts'

/** As the real one (console/src/lib/service/stream.ts): pauses before another attempt. */
const PAUSES_MS = [500, 1_000, 2_000, 2_000, 3_000, 3_000, 5_000, 10_000]
const SILENCE_MS = 35_000
const FETCH_AGAIN_MS = 500
const CALL_TIMEOUT_MS = 10_000
const PAGE = 100
/** An alert that a hub delivered while the stream was away may have happened so much earlier, unless it is said. */
export const REACH_BACK_MS = 30_000

type Seen = { atMs: number; by: 'event' | 'rows' }
export type ConsoleOptions = {
  /** Of the service or the balancer before it, without `/api`. */
  url: string
  token: string
  /** Answers alarms that it sees: as false ones, so that none stays open. */
  isAnswering?: boolean
  /** How much older than the end of its stream are alerts that may be new to it. */
  reachBackMs?: number
  onSeen?: (alertId: string, seen: Seen) => void
}

export type ConsoleReader = {
  /** By alert, how and when it was seen first (ms since the epoch). */
  readonly seen: ReadonlyMap<string, Seen>
  readonly isOpen: boolean
  /** Streams that ended, and how long each took to be open again. */
  readonly awayMs: readonly number[]
  readonly bytes: number
  readonly events: number
  stop(): Promise<void>
}

/** Starts at once and goes on until it is stopped, however often the service is away. */
export function openConsole(options: ConsoleOptions): ConsoleReader {
  return new Reader(options)
}

class Reader implements ConsoleReader {
  readonly seen = new Map<string, Seen>()
  readonly awayMs: number[] = []
  isOpen = false
  bytes = 0
  events = 0
  readonly #options: ConsoleOptions
  readonly #call: ReturnType<typeof createClient>
  readonly #split = byEvents('/api/stream').split
  readonly #end = new AbortController()
  readonly #running: Promise<unknown>
  readonly #answers = new Set<Promise<void>>()
  #fetching: Promise<void> | null = null
  /** Since when was asked for while a fetch runs. */
  #nextSinceMs: number | null = null
  #fetchingOpen: Promise<void> | null = null
  #isOpenAskedAgain = false
  #lostAtMs = Date.now()

  constructor(options: ConsoleOptions) {
    this.#options = options
    this.#call = createClient({ base: `${options.url}/api`, token: () => options.token })
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.allSettled([this.#running, this.#fetching, this.#fetchingOpen, ...this.#answers])
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#end.signal.aborted; ) {
      const askedMs = await this.#read(() => {
        failures = 0
      }).catch((error) => (error?.retryAfterSeconds ?? 0) * 1_000)
      if (this.isOpen) this.#lostAtMs = Date.now()
      this.isOpen = false
      const pauseMs = PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]! * (0.5 + Math.random())
      await this.#rest(Math.max(pauseMs, Number(askedMs) || 0))
    }
  }

  async #read(onOpen: () => void): Promise<number> {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const answer = await fetch(`${this.#options.url}/api/stream`, {
        headers: { 'x-authtoken': this.#options.token, accept: 'text/event-stream' },
        signal: AbortSignal.any([silence.signal, this.#end.signal]),
      })
      if (!answer.ok) throw await failureOf(answer)
      onOpen()
      this.#opened()
      let rest = ''
      for await (const chunk of answer.body!) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), SILENCE_MS)
        this.bytes += chunk.length
        const { events, rest: left } = this.#split(rest + Buffer.from(chunk).toString('utf8'))
        rest = left
        for (const event of events) this.#take(JSON.parse(event) as LiveEvent)
      }
      return 0
    } finally {
      clearTimeout(timer)
    }
  }

  #opened(): void {
    this.awayMs.push(Date.now() - this.#lostAtMs)
    this.isOpen = true
    this.#fetchOpen()
    this.#fetchMissed(this.#lostAtMs - (this.#options.reachBackMs ?? REACH_BACK_MS))
  }

  #take(event: LiveEvent): void {
    this.events++
    if (event.type === 'alert-raised') this.#see(event.alertId, 'event', event.activity === 'A005')
    // Says that an alarm is new or was answered: the bar of the real one fetches what is open.
    else if (event.type === 'alarm-changed' && event.alertIds.some((id) => !this.seen.has(id))) this.#fetchOpen()
  }

  #see(alertId: string, by: Seen['by'], isAlarm: boolean): void {
    if (this.seen.has(alertId)) return
    const seen = { atMs: Date.now(), by }
    this.seen.set(alertId, seen)
    this.#options.onSeen?.(alertId, seen)
    if (!isAlarm || !this.#options.isAnswering) return
    const answering = this.#answer(alertId).finally(() => this.#answers.delete(answering))
    this.#answers.add(answering)
  }

  /** What is open, beside pages that are being read; one at a time, and again when it was asked for meanwhile. */
  #fetchOpen(): void {
    if (this.#fetchingOpen) {
      this.#isOpenAskedAgain = true
      return
    }
    this.#fetchingOpen = this.#insist(() => this.#call('alarm.open', {}, this.#patience())).then((open) => {
      for (const { alertId } of open?.records ?? []) this.#see(alertId, 'rows', true)
      this.#fetchingOpen = null
      if (!this.#isOpenAskedAgain) return
      this.#isOpenAskedAgain = false
      this.#fetchOpen()
    })
  }

  /** What happened since then; one at a time, and again when it was asked for meanwhile. */
  #fetchMissed(sinceMs: number): void {
    if (this.#fetching) {
      this.#nextSinceMs = Math.min(this.#nextSinceMs ?? sinceMs, sinceMs)
      return
    }
    this.#fetching = this.#fetchRows(sinceMs).finally(() => {
      this.#fetching = null
      const next = this.#nextSinceMs
      this.#nextSinceMs = null
      if (next !== null) this.#fetchMissed(next)
    })
  }

  /** Each page until it came: all of them anew would never end where many alerts wait for few calls. */
  async #fetchRows(sinceMs: number): Promise<void> {
    const from = new Date(sinceMs).toISOString()
    for (let pageNumber = 0; ; pageNumber++) {
      const query = { pageNumber, pageSize: PAGE }
      const page = await this.#insist(() => this.#call('alert.search', { query, body: { from } }, this.#patience()))
      for (const { id, alarm } of page?.records ?? [])
        this.#see(id, 'rows', alarm !== null && alarm.state !== 'resolved')
      if (!page || page.records.length < PAGE) return
    }
  }

  async #answer(alertId: string): Promise<void> {
    const body = { action: 'resolve', outcome: 'false-alarm', requestId: randomUUID() } as const
    await this.#insist(() => this.#call('alarm.answer', { params: { id: alertId }, body }, this.#patience()))
  }

  /** Tries until the service answered, and answers that; null when it refused in words, or the console was stopped. */
  async #insist<T>(work: () => Promise<T>): Promise<T | null> {
    while (!this.#end.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        const { status, retryAfterSeconds } = error as Partial<CallFailure>
        if ([403, 404, 409].includes(status ?? 0)) return null
        await this.#rest(Math.max(FETCH_AGAIN_MS, (retryAfterSeconds ?? 0) * 1_000))
      }
    }
    return null
  }

  #patience(): AbortSignal {
    return AbortSignal.any([this.#end.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)])
  }

  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#end.signal }).catch(() => {})
  }
}
