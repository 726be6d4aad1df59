/** Six connections for all requests: a press gets one of them, whatever the others wait for. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { call } from './api.ts'
import { goFirst } from './give-way.ts'
import { startStream } from './stream.ts'
import { openTestPage } from './testing-page.ts'

const SIX = 6
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const press = () => goFirst(call('alarm.answer', { params: { id: 'a1' }, body: {} as never }))

let stop = () => {}
let hanging = 0
let answered: string[] = []
/** A browser with six connections, and a service that answers nothing but presses and what `isQuick` names. */
function browse(isQuick: (path: string) => boolean) {
  const queue: (() => void)[] = []
  let free = SIX
  const leave = () => {
    free++
    queue.shift()?.()
  }
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal?: AbortSignal }) => {
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    aborted.catch(() => undefined)
    hanging++
    try {
      if (free === 0) await Promise.race([new Promise<void>((resolve) => queue.push(resolve)), aborted])
      free--
      try {
        if (isQuick(url)) answered.push(url)
        else await aborted
        return Response.json({})
      } finally {
        leave()
      }
    } finally {
      hanging--
    }
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', memoryStorage())
  openTestPage()
  hanging = 0
  answered = []
})
afterEach(async () => {
  stop()
  await passes(20_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a press on an alarm', () => {
  test('ALARM-02 is answered although six requests hang, and they are asked again afterwards', async () => {
    let isSlow = true
    browse((url) => url.includes('/alarm/') || !isSlow)
    const asked = Array.from({ length: SIX }, (_, at) => call('alert.get', { params: { id: `${at}` } }))
    await passes(10)
    expect(hanging).toBe(SIX)
    isSlow = false
    const pressed = press()
    await passes(1_010)
    await pressed
    await Promise.all(asked)
    expect(answered[0]).toContain('/alarm/')
    expect(answered).toHaveLength(SIX + 1)
  })

  test('ALARM-02 is answered although the event stream and answers that cannot be repeated hang', async () => {
    browse((url) => url.includes('/alarm/'))
    stop = startStream({ onEvent: () => {}, onReconnect: () => {} })
    const ends = Array.from({ length: SIX - 1 }, () => new AbortController())
    for (const { signal } of ends) call('unit.create', { body: {} as never }, signal).catch(() => undefined)
    await passes(10)
    expect(hanging).toBe(SIX)
    const pressed = press()
    await passes(1_010)
    await pressed
    expect(answered).toHaveLength(1)
    await passes(10)
    expect(hanging).toBe(SIX)
    for (const end of ends) end.abort()
  })

  test('that is answered soon ends nothing', async () => {
    browse((url) => url.includes('/alarm/'))
    const end = new AbortController()
    const asked = call('alert.get', { params: { id: '1' } }, end.signal).catch(() => 'ended')
    await passes(10)
    const pressed = press()
    await passes(10)
    await pressed
    await passes(5_000)
    expect(hanging).toBe(1)
    end.abort()
    expect(await asked).toBe('ended')
  })
})
