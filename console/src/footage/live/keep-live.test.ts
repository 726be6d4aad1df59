/** That one image never holds more than one connection, and none while its page is left. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestPage } from '#lib/service/testing-page.ts'
import { keepLive } from './keep-live.ts'
import type { Screen } from './live-source.ts'

const sockets: FakeSocket[] = []
class FakeSocket {
  isOpen = true
  onclose: () => void = () => undefined
  constructor() {
    sockets.push(this)
  }
  close(): void {
    this.isOpen = false
  }
}
const openSockets = () => sockets.filter(({ isOpen }) => isOpen).length
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let stop = () => {}
/** Begins to watch; the service takes that long for each ticket, the last one for all that follow. */
function watch(...ticketsAfterMs: number[]) {
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    const afterMs = ticketsAfterMs.length > 1 ? ticketsAfterMs.shift() : ticketsAfterMs[0]
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, afterMs)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    return Response.json({ ticket: 'one', endsAfterSeconds: null, people: 'clear' })
  })
  stop = keepLive(
    { cameraId: 'c1', viewingId: 'v1', continues: false, small: false },
    { video: new EventTarget(), canvas: {} } as unknown as Screen,
    {
      onState: () => undefined,
      onImage: () => undefined,
      onEndsAt: () => undefined,
      onPlayedAs: () => undefined,
      onPeople: () => undefined,
    },
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('MediaSource', undefined)
  vi.stubGlobal('ManagedMediaSource', undefined)
  vi.stubGlobal('location', { protocol: 'http:', host: 'mimamori.test' })
})
afterEach(() => {
  stop()
  sockets.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('LIVE-02 the live view of one camera', () => {
  test('ends with its page, and comes back with it', async () => {
    const page = openTestPage()
    watch(0)
    await passes(1)
    expect(openSockets()).toBe(1)
    page.happen('pagehide')
    expect(openSockets()).toBe(0)
    await passes(60_000)
    expect(sockets).toHaveLength(1)
    page.happen('pageshow')
    await passes(1)
    expect(openSockets()).toBe(1)
  })

  test('opens nothing when its page is left before the ticket came', async () => {
    const page = openTestPage()
    watch(300)
    await passes(100)
    page.happen('pagehide')
    await passes(60_000)
    expect(sockets).toHaveLength(0)
  })

  test('holds one connection however often its page wakes up', async () => {
    const page = openTestPage()
    watch(300)
    await passes(400)
    for (const name of ['resume', 'visibilitychange', 'online', 'online']) {
      page.happen(name)
      await passes(100)
    }
    await passes(1_000)
    expect(openSockets()).toBe(1)
  })

  test('asks again when a ticket does not come', async () => {
    openTestPage()
    watch(60_000, 0)
    await passes(9_900)
    expect(openSockets()).toBe(0)
    await passes(500)
    expect(openSockets()).toBe(1)
  })
})
