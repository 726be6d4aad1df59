/** A console without a screen: reads the event stream, reopens it when it ends, and then fetches what it missed. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { type CallError, createClient, errorOf } from '@mimamori/contract/client.ts'
import { byEvents } from '../part/load/event-listeners.ts'

/** The real console's pauses (console/src/lib/service/stream.ts) before another attempt. */
const PAUSES_MS = [500, 1_000, 2_000, 2_000, 3_000, 3_000, 5_000, 10_000]
const SILENCE_MS = 12_000
const FETCH_AGAIN_MS = 500
const CALL_TIMEOUT_MS = 10_000
const PAGE = 100
/** Default for how much earlier an alert may have happened that was delivered while the stream was down. */
export const REACH_BACK_MS = 30_000

type Seen = { atMs: number; by: 'event' | 'rows' }
export type ConsoleOptions = {
  /** Address of the service or its balancer, without `/api`. */
  url: string
  token: string
  /** Resolves alarms that it sees, as false ones, so that none stays open. */
  isAnswering?: boolean
  /** How much earlier than the end of its stream an alert may be that is new to it. */
  reachBackMs?: number
  onSeen?: (alertId: string, seen: Seen) => void
}

export type ConsoleReader = {
  /** By alert, how and when it was first seen (ms since the epoch). */
  readonly seen: ReadonlyMap<string, Seen>
  readonly isOpen: boolean
  /** How long each ended stream took to reopen. */
  readonly awayMs: readonly number[]
  readonly bytes: number
  readonly events: number
  stop(): Promise<void>
}

/** Starts at once and continues until it is stopped, also while the service is down. */
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
  /** Start of the next fetch, requested while one runs. */
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
    for (let errors = 0; !this.#end.signal.aborted; ) {
      const askedMs = await this.#read(() => {
        errors = 0
      }).catch((error) => (error?.retryAfterSeconds ?? 0) * 1_000)
      if (this.isOpen) this.#lostAtMs = Date.now()
      this.isOpen = false
      const pauseMs = PAUSES_MS[Math.min(errors++, PAUSES_MS.length - 1)]! * (0.5 + Math.random())
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
      if (!answer.ok) throw await errorOf(answer)
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
    // An alarm is new or was answered: the real console's bar fetches the open alarms.
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

  /** Fetches open alarms, in parallel to pages; one fetch at a time, and again if requested meanwhile. */
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

  /** Fetches what happened since then; one fetch at a time, and again if requested meanwhile. */
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

  /** Retries each page until it arrives: restarting from the first page would never end with many alerts and few calls. */
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

  /** Retries until the service responds, and returns that; null if it rejected the request, or the console was stopped. */
  async #insist<T>(work: () => Promise<T>): Promise<T | null> {
    while (!this.#end.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        const { status, retryAfterSeconds } = error as Partial<CallError>
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
