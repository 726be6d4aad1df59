/** The live event stream: read with fetch (the token is in a header), reopened with back-off after a loss. */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { followPageLife } from '../browser/page-life.ts'
import { isLeaving, session, subscribeLeaving } from '../session/session.ts'
import { createStore } from '../store.ts'
import { serviceNow } from '../time/service-clock.ts'
import { ApiError, send } from './api.ts'
import { replaceDeadConnections } from './fresh-connections.ts'
import { endForPress, followPresses, wayIsFree } from './give-way.ts'

/** `lostAt` is set while data on the page may be stale. */
type Connection = { state: 'connecting' | 'open' | 'lost'; lostAt: Date | null }
type Handlers = {
  onEvent: (event: LiveEvent) => void
  /** Events may have been missed: refetch everything that is shown. */
  onReconnect: () => void
}

/** The service sends a comment every 5 s: if two are missing, the connection is lost. */
const SILENCE_MS = 12_000
/** Timeouts of attempts: a slow service gets more time on the last ones, and a lost connection is left soon. */
const OPENING_MS = [5000, 5000, 5000, 5000, 10_000]
/** A slower attempt is reported if the page had fresh data before. */
const SLOW_MS = 2_000
const ASKED_PAUSE_MOST_MS = 30_000
/** Most outages last seconds, and a fall may be missed meanwhile: pauses grow late. */
const BACKOFF_MS = [500, 1000, 2000, 2000, 3000, 3000, 5000, 10_000]
/** Data fetched longer than this before the first opening may be stale: changes in between were not reported. */
const FIRST_OPENING_MS = 2_000

const connection = createStore<Connection>(() => ({ state: 'connecting', lostAt: null }))
const eventListeners = new Set<(event: LiveEvent) => void>()
const reconnectListeners = new Set<() => void>()
/** Events before the first listener with `withEarlier`; null since then. */
let earlier: LiveEvent[] | null = []

export const useConnection = connection.use

/** When the data of this page was true, where it was stored before; null: it is fetched now. */
let storedAt: Date | null = null

/** For data that outlived a reload of the page. */
export function dataIsFrom(at: Date): void {
  storedAt = at
}

/** The time of the data on the page. */
export function dataTime(): Date {
  return connection.get().lostAt ?? serviceNow()
}

/**
 * For one page's own reaction to an event, besides the shell's cache refresh. `withEarlier`: for the listener
 * that is loaded while events already arrive, and must not miss any.
 */
export function onLiveEvent(listener: (event: LiveEvent) => void, { withEarlier = false } = {}): () => void {
  eventListeners.add(listener)
  const missed = withEarlier ? earlier : null
  if (withEarlier) earlier = null
  for (const event of missed ?? []) listener(event)
  return () => eventListeners.delete(listener)
}

/** For a page that counts events: some may have been missed while the connection was lost. */
export function onReconnected(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => reconnectListeners.delete(listener)
}

/** Runs until the returned function is called. */
export function startStream(handlers: Handlers): () => void {
  const ending = new AbortController()
  // Drop events of a previously signed-in user.
  if (earlier) earlier = []
  void keepOpen(handlers, ending.signal)
  return () => ending.abort()
}

async function keepOpen(handlers: Handlers, stopped: AbortSignal): Promise<void> {
  let errors = 0
  let wasOpen = false
  const beganMs = performance.now()
  let heardAt = storedAt ?? serviceNow()
  const turns = takeTurns(stopped)
  for (let turn = await turns.next(); turn; turn = await turns.next()) {
    const slow = setTimeout(() => wasOpen && lose(heardAt), SLOW_MS)
    const askedMs = await readOnce(turn, OPENING_MS[Math.min(errors, OPENING_MS.length - 1)]!, {
      opened: () => {
        clearTimeout(slow)
        if (wasOpen || performance.now() - beganMs > FIRST_OPENING_MS) {
          handlers.onReconnect()
          for (const listener of reconnectListeners) listener()
        }
        wasOpen = true
        storedAt = null
        connection.set({ state: 'open', lostAt: null })
      },
      heard: (isFirst) => {
        heardAt = serviceNow()
        // A stream that ends after its first line counts as failed, as one that never opened.
        if (!isFirst) errors = 0
      },
      event: (event) => {
        handlers.onEvent(event)
        earlier?.push(event)
        for (const listener of eventListeners) listener(event)
      },
    }).then(() => 0, askedPauseMs)
    clearTimeout(slow)
    // Ended by this page, which reopens it without a pause.
    if (turn.aborted) continue
    lose(heardAt)
    turns.failed()
    // Consoles of an instance that stops must not all reconnect at the same moment.
    const spread = 0.5 + Math.random()
    await pause(Math.max(askedMs, BACKOFF_MS[Math.min(errors++, BACKOFF_MS.length - 1)]! * spread), turn)
  }
}

/** The data on the page is as old as the last received event. */
function lose(heardAt: Date): void {
  connection.set({ state: 'lost', lostAt: connection.get().lostAt ?? heardAt })
}

/**
 * The attempts of this page, one after the other. Each has a signal that aborts it and its pause: when the page wakes up,
 * because its connection may be lost; when a press needs the connection; and when the page or the session is left. There is
 * no attempt while a press waits, or while either is left. Null once `stopped`. After `failed`, and after the page woke up, dead
 * connections are replaced first: the browser would use them for the attempt.
 */
function takeTurns(stopped: AbortSignal): { next: () => Promise<AbortSignal | null>; failed: () => void } {
  let isSuspect = false
  let turn = new AbortController()
  let isDone = () => {}
  let isLeft = false
  let goOn = () => {}
  const stopPresses = followPresses()
  const onLeft = () => {
    isLeft = true
    turn.abort()
  }
  const onBack = () => {
    isLeft = false
    isSuspect = true
    turn.abort()
    goOn()
  }
  const stopFollowing = followPageLife({ onLeft, onBack })
  const stopLeaving = subscribeLeaving(() => {
    if (isLeaving()) onLeft()
    else if (session().status === 'signed-in') onBack()
  })
  stopped.addEventListener('abort', () => {
    stopFollowing()
    stopLeaving()
    stopPresses()
    turn.abort()
    goOn()
  })
  return {
    failed: () => {
      isSuspect = true
    },
    next: async () => {
      isDone()
      await wayIsFree()
      while ((isLeft || isSuspect) && !stopped.aborted) {
        if (isLeft) await new Promise<void>((resolve) => (goOn = resolve))
        else {
          isSuspect = false
          await replaceDeadConnections()
        }
      }
      turn = new AbortController()
      isDone = endForPress(turn)
      return stopped.aborted ? null : turn.signal
    },
  }
}

/** The pause that the service requested with its error; alarms wait for no proxy's hour. */
function askedPauseMs(error: unknown): number {
  return error instanceof ApiError ? Math.min((error.retryAfterSeconds ?? 0) * 1_000, ASKED_PAUSE_MOST_MS) : 0
}

type Reading = { opened: () => void; heard: (isFirst: boolean) => void; event: (event: LiveEvent) => void }

/** Reads one stream to its end, and always closes the connection. `heard` is also called when an end was detected. */
async function readOnce(turn: AbortSignal, openingMs: number, on: Reading): Promise<void> {
  const line = new AbortController()
  const end = () => line.abort()
  turn.addEventListener('abort', end)
  // The browser reports a lost network at once; the open response would hang until the silence is detected.
  addEventListener('offline', end)
  let timer = setTimeout(end, openingMs)
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    const answer = await send('stream.open', {}, line.signal)
    // Without `for await`: Safari before version 27 cannot iterate a stream.
    reader = answer.body!.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    let isFirst = true
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
      if (isFirst) on.opened()
      const { events, left } = takeEvents(rest + decoder.decode(part.value, { stream: true }))
      rest = left
      on.heard(isFirst && events.length === 0)
      isFirst = false
      for (const event of events) on.event(event)
    }
  } finally {
    if (reader && !line.signal.aborted) on.heard(true)
    clearTimeout(timer)
    turn.removeEventListener('abort', end)
    removeEventListener('offline', end)
    reader?.cancel().catch(() => undefined)
    end()
  }
}

/** Parses complete events at the start of `text`; drops comments, and returns the incomplete rest. */
export function takeEvents(text: string): { events: LiveEvent[]; left: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
  const left = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const data = block
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n')
    return data ? [JSON.parse(data) as LiveEvent] : []
  })
  return { events, left }
}

function pause(milliseconds: number, turn: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    turn.addEventListener('abort', done, { once: true })
  })
}
