/** The live event stream: read with fetch (the token travels in a header), reopened with back-off when it breaks. */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { createStore } from '../store.ts'
import { ApiError, send } from './api.ts'

/** `lostAt` is set while data on the page may be old. */
type Connection = { state: 'connecting' | 'open' | 'lost'; lostAt: Date | null }
type Handlers = {
  onEvent: (event: LiveEvent) => void
  /** Events may have been missed: everything shown should be asked for again. */
  onReconnect: () => void
}

/** The service sends a comment every 15 s; twice that without a byte means that the line is dead. */
const SILENCE_MS = 35_000
/** Most outages last seconds, and a fall may be what is missed meanwhile: pauses grow late. */
const BACKOFF_MS = [500, 1000, 2000, 2000, 3000, 3000, 5000, 10_000]
/** What a page fetched longer than this before the first opening may be old: nobody said meanwhile what changed. */
const FIRST_OPENING_MS = 2_000

const connection = createStore<Connection>(() => ({ state: 'connecting', lostAt: null }))
const eventListeners = new Set<(event: LiveEvent) => void>()
const reconnectListeners = new Set<() => void>()
/** What came before the first listener `withEarlier` stood; null since then. */
let earlier: LiveEvent[] | null = []

export const useConnection = connection.use

/**
 * For one page's own reaction to an event, besides the cache refresh that the shell does. `withEarlier`: for the one
 * that is loaded while events come already, and must miss none.
 */
export function onLiveEvent(listener: (event: LiveEvent) => void, { withEarlier = false } = {}): () => void {
  eventListeners.add(listener)
  const missed = withEarlier ? earlier : null
  if (withEarlier) earlier = null
  for (const event of missed ?? []) listener(event)
  return () => eventListeners.delete(listener)
}

/** For a page that counts events: some may have been missed while the line was down. */
export function onReconnected(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => reconnectListeners.delete(listener)
}

/** Runs until the answered function is called. */
export function startStream(handlers: Handlers): () => void {
  const ending = new AbortController()
  // Nothing of somebody who was signed in before.
  if (earlier) earlier = []
  void keepOpen(handlers, ending.signal)
  return () => ending.abort()
}

async function keepOpen(handlers: Handlers, signal: AbortSignal): Promise<void> {
  let failures = 0
  let wasOpen = false
  const beganMs = performance.now()
  while (!signal.aborted) {
    const askedMs = await readOnce(signal, {
      opened: () => {
        if (wasOpen || performance.now() - beganMs > FIRST_OPENING_MS) {
          handlers.onReconnect()
          for (const listener of reconnectListeners) listener()
        }
        failures = 0
        wasOpen = true
        connection.set({ state: 'open', lostAt: null })
      },
      event: (event) => {
        handlers.onEvent(event)
        earlier?.push(event)
        for (const listener of eventListeners) listener(event)
      },
    }).then(() => 0, askedPauseMs)
    if (signal.aborted) return
    connection.set({ state: 'lost', lostAt: connection.get().lostAt ?? new Date() })
    // Consoles of an instance that ends must not come to the next one in the same moment.
    const spread = 0.5 + Math.random()
    await pause(Math.max(askedMs, BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)]! * spread), signal)
  }
}

/** How long the service asked to wait with its refusal. */
function askedPauseMs(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
}

async function readOnce(signal: AbortSignal, on: { opened: () => void; event: (event: LiveEvent) => void }) {
  const silence = new AbortController()
  const end = () => silence.abort()
  // The browser knows at once that the network went; the open answer would hang until the silence is noticed.
  addEventListener('offline', end, { once: true })
  let timer = setTimeout(end, SILENCE_MS)
  try {
    const answer = await send('stream.open', {}, AbortSignal.any([signal, silence.signal]))
    on.opened()
    let rest = ''
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
      const { events, left } = takeEvents(rest + text)
      rest = left
      for (const event of events) on.event(event)
    }
  } finally {
    clearTimeout(timer)
    removeEventListener('offline', end)
  }
}

/** Whole events at the front of `text`; comments are dropped, what is not complete yet is handed back. */
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

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { once: true })
    // Waiting out the back-off would be silly when the network has just come back.
    addEventListener('online', done)
  })
}
