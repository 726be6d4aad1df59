/** Connections that died without a word: a browser's pool of six, some of them dead, and a service that answers. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { startStream } from './stream.ts'
import { openTestPage } from './testing-page.ts'

const SIX = 6
const ANSWER_MS = 2
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Connection = { isDead: boolean }

/** A browser reuses an idle connection, closes those of aborted requests, and has six at most. */
class Browser {
  readonly idle: Connection[] = []
  answerMs = ANSWER_MS
  readonly #open = new Set<Connection>()
  readonly #waiting: (() => void)[] = []

  readonly fetch = async (url: string, { signal, method }: RequestInit): Promise<Response> => {
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    aborted.catch(() => undefined)
    const connection = await this.#take(aborted)
    const close = () => {
      this.#open.delete(connection)
      this.#waiting.shift()?.()
    }
    try {
      const answer = new Promise((resolve) => setTimeout(resolve, this.answerMs))
      await Promise.race([connection.isDead ? aborted : answer, aborted])
    } catch (error) {
      close()
      throw error
    }
    if (url.endsWith('/stream')) return new Response(streamUntil(signal!, close))
    this.idle.push(connection)
    this.#waiting.shift()?.()
    return method === 'HEAD' ? new Response() : Response.json({})
  }

  /** Nothing passes on the present connections, and nobody is notified. */
  die(): void {
    for (const connection of this.#open) connection.isDead = true
  }

  async #take(aborted: Promise<never>): Promise<Connection> {
    while (this.idle.length === 0 && this.#open.size >= SIX) {
      await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), aborted])
    }
    const connection = this.idle.pop() ?? { isDead: false }
    this.#open.add(connection)
    return connection
  }
}

function streamUntil(signal: AbortSignal, close: () => void): ReadableStream {
  return new ReadableStream({
    start: (part) => {
      part.enqueue(new TextEncoder().encode(': open\n\n'))
      signal.addEventListener('abort', () => {
        close()
        part.error(signal.reason)
      })
    },
  })
}

/** Five connections beside the stream carry a response each, and are idle afterwards. */
async function askFive(): Promise<void> {
  const asked = Array.from({ length: SIX - 1 }, (_, at) => call('alert.get', { params: { id: `${at}` } }))
  await passes(10)
  await Promise.all(asked)
}

let stop = () => {}
let browser: Browser
const onReconnect = vi.fn()
const start = () => {
  stop = startStream({ onEvent: () => {}, onReconnect })
}
beforeEach(() => {
  vi.useFakeTimers()
  onReconnect.mockClear()
  browser = new Browser()
  vi.stubGlobal('fetch', browser.fetch)
})
afterEach(async () => {
  stop()
  await passes(20_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each(['resume', 'visibilitychange', 'online'])(
  'ALARM-03 after %s the page is up to date within 3 s, although all its connections are dead',
  async (name) => {
    const page = openTestPage()
    start()
    await passes(10)
    await askFive()
    expect(browser.idle).toHaveLength(SIX - 1)
    browser.die()
    const read = call('alert.get', { params: { id: 'read' } })
    page.happen(name)
    await passes(3_000)
    expect(onReconnect).toHaveBeenCalledTimes(1)
    expect(await read).toEqual({})
  },
)

test('ALARM-03 after connections died unnoticed, the page is up to date within 3 s of the silence', async () => {
  openTestPage()
  start()
  await passes(10)
  await askFive()
  browser.die()
  await passes(12_000)
  expect(onReconnect).not.toHaveBeenCalled()
  await passes(3_000)
  expect(onReconnect).toHaveBeenCalledTimes(1)
})

test('a change on a connection that died ends as soon as the page knows, and can be repeated', async () => {
  openTestPage()
  start()
  await passes(10)
  await askFive()
  browser.die()
  const saved = call('alert.remove', { params: { id: '1' } }).catch((error) => error.key)
  await passes(15_000)
  expect(await saved).toBe('offline')
  const again = call('alert.remove', { params: { id: '1' } })
  await passes(10)
  expect(await again).toEqual({})
})

test('a slow change is not ended by a page that wakes up on living connections', async () => {
  const page = openTestPage()
  start()
  await passes(10)
  await askFive()
  browser.answerMs = 25_000
  const saved = call('alert.remove', { params: { id: '1' } })
  await passes(1)
  browser.answerMs = ANSWER_MS
  page.happen('visibilitychange')
  await passes(30_000)
  expect(await saved).toEqual({})
})

test('a page that wakes up on living connections keeps them', async () => {
  const page = openTestPage()
  start()
  await passes(10)
  await askFive()
  page.happen('visibilitychange')
  await passes(50)
  expect(onReconnect).toHaveBeenCalledTimes(1)
  expect(browser.idle).toHaveLength(SIX - 1)
})
