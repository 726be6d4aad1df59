/** The line of the event stream: when it counts as dead, when it is opened anew, and that nothing of it stays open. */
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { type SessionUser, setLeaving, signIn, signOut } from '../session/session.ts'
import { startStream, useConnection } from './stream.ts'
import { openTestPage, serveStreams } from './testing-page.ts'

const OPENING = 'retry: 1000\n: open\n\n'
const BEAT = ': still here\n\n'
const EVENT = { type: 'camera-changed', cameraId: 'c1', unitId: null }

let stop = () => {}
const on = { onEvent: vi.fn(), onReconnect: vi.fn() }
const start = () => {
  stop = startStream(on)
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const stateNow = () => renderToString(createElement(() => useConnection().state))
const lostAtNow = () => Number(renderToString(createElement(() => useConnection().lostAt?.getTime() ?? 0)))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  for (const each of Object.values(on)) each.mockClear()
})
afterEach(async () => {
  stop()
  await passes(10)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the line of the event stream', () => {
  test('events arrive in a browser that cannot iterate a stream', async () => {
    const iterate = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator)!
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
    openTestPage()
    const streams = serveStreams()
    start()
    await passes(1)
    streams[0]!.write(OPENING)
    streams[0]!.write(`data: ${JSON.stringify(EVENT)}\n\n`)
    await passes(1)
    Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, iterate)
    expect(on.onEvent).toHaveBeenCalledExactlyOnceWith(EVENT)
    expect(stateNow()).toBe('open')
    expect(streams).toHaveLength(1)
  })

  test('a character that is cut between two parts arrives whole', async () => {
    openTestPage()
    let part!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (begun) => {
        part = begun
      },
    })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
    start()
    await passes(1)
    const bytes = new TextEncoder().encode('data: {"name":"見守り"}\n\n')
    for (const byte of bytes) part.enqueue(Uint8Array.of(byte))
    await passes(1)
    expect(on.onEvent).toHaveBeenCalledExactlyOnceWith({ name: '見守り' })
  })

  test('each stream that is left is closed, also after an event that cannot be read', async () => {
    openTestPage()
    const streams = serveStreams()
    start()
    for (const last of [OPENING, 'data: {no JSON}\n\n', BEAT]) {
      await passes(10_000)
      streams.at(-1)!.write(last)
      await passes(13_000)
    }
    expect(streams.length).toBeGreaterThan(3)
    expect(streams.slice(0, -1).map((stream) => stream.isClosed())).not.toContain(false)
    stop()
    await passes(1)
    expect(streams.at(-1)!.isClosed()).toBe(true)
  })

  test('pauses grow while each stream ends after its first line', async () => {
    openTestPage()
    const streams = serveStreams()
    const askedAtMs: number[] = []
    start()
    for (let round = 0; round < 6; round++) {
      await passes(1)
      askedAtMs.push(Date.now())
      streams.at(-1)!.write(OPENING)
      await passes(1)
      const known = streams.length
      streams.at(-1)!.end()
      while (streams.length === known) await passes(50)
    }
    const pauses = askedAtMs.slice(1).map((at, i) => at - askedAtMs[i]!)
    for (const [i, ms] of [500, 1000, 2000, 2000, 3000].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(ms)
  })

  test('a stream that was held is opened again after the shortest pause', async () => {
    openTestPage()
    const streams = serveStreams()
    start()
    for (let round = 1; round <= 4; round++) {
      await passes(1)
      streams.at(-1)!.write(OPENING)
      await passes(5_000)
      streams.at(-1)!.write(BEAT)
      await passes(1)
      streams.at(-1)!.end()
      await passes(510)
      expect(streams).toHaveLength(round + 1)
    }
  })

  test('a line that dies without a word is lost within 12 s, since it was heard last', async () => {
    openTestPage()
    const streams = serveStreams()
    start()
    await passes(1)
    streams[0]!.write(OPENING)
    await passes(5_000)
    streams[0]!.write(BEAT)
    await passes(1)
    const heardAtMs = Date.now()
    await passes(11_900)
    expect(stateNow()).toBe('open')
    await passes(200)
    expect(stateNow()).toBe('lost')
    expect(Math.abs(lostAtNow() - heardAtMs)).toBeLessThan(100)
  })

  test('an attempt that gets no answer is left after 5 s, and made again', async () => {
    openTestPage()
    const streams = serveStreams(() => 'hang')
    start()
    await passes(4_900)
    expect(streams).toHaveLength(1)
    await passes(700)
    expect(streams).toHaveLength(2)
    expect(streams[0]!.isClosed()).toBe(true)
  })

  test.each(['resume', 'visibilitychange', 'online', 'pageshow'])(
    '%s opens a new stream at once and has everything fetched, on a line that died unnoticed',
    async (name) => {
      const page = openTestPage()
      const streams = serveStreams()
      start()
      await passes(1)
      streams[0]!.write(OPENING)
      await passes(3_000)
      page.happen(name)
      await passes(1)
      expect(streams).toHaveLength(2)
      expect(streams[0]!.isClosed()).toBe(true)
      expect(stateNow()).toBe('open')
      streams[1]!.write(OPENING)
      await passes(1)
      expect(on.onReconnect).toHaveBeenCalledTimes(1)
    },
  )

  test('waking up ends the pause before another attempt', async () => {
    const page = openTestPage()
    const streams = serveStreams(() => 'hang')
    start()
    await passes(50_000)
    const known = streams.length
    page.happen('online')
    await passes(1)
    expect(streams).toHaveLength(known + 1)
  })

  test('a page that wakes up on a dead line says so after 2 s', async () => {
    const page = openTestPage()
    let isDead = false
    const streams = serveStreams(() => (isDead ? 'hang' : 'open'))
    start()
    await passes(1)
    streams[0]!.write(OPENING)
    await passes(1)
    isDead = true
    page.happen('resume')
    await passes(2_100)
    expect(stateNow()).toBe('lost')
  })

  test('a page that was left has no stream until it is shown again', async () => {
    const page = openTestPage()
    const streams = serveStreams()
    start()
    await passes(1)
    streams[0]!.write(OPENING)
    await passes(1)
    page.happen('pagehide')
    await passes(60_000)
    expect(streams).toHaveLength(1)
    expect(streams[0]!.isClosed()).toBe(true)
    page.happen('pageshow')
    await passes(1)
    expect(streams).toHaveLength(2)
    streams[1]!.write(OPENING)
    await passes(1)
    expect(on.onReconnect).toHaveBeenCalledTimes(1)
    stop()
    page.happen('pageshow')
    await passes(60_000)
    expect(streams).toHaveLength(2)
  })

  test('AUTH-12 while the person signs out no stream is open, and where they stay it is opened again', async () => {
    vi.stubGlobal('localStorage', memoryStorage())
    openTestPage()
    const streams = serveStreams()
    signIn({ id: 'u1', token: 'a.b.c' } as SessionUser)
    start()
    await passes(1)
    setLeaving(true)
    await passes(30_000)
    expect([streams.length, streams[0]!.isClosed()]).toEqual([1, true])
    setLeaving(false)
    await passes(1)
    expect(streams.length).toBe(2)
    setLeaving(true)
    signOut('left')
    setLeaving(false)
    await passes(30_000)
    expect([streams.length, streams[1]!.isClosed()]).toEqual([2, true])
  })
})
