import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { startStream, takeEvents } from './stream.ts'
import { openTestPage } from './testing-page.ts'

const event = { type: 'camera-changed', cameraId: 'c1', unitId: null }

test('events are taken whole, comments dropped, the rest handed back', () => {
  const text = `: beat\n\ndata: ${JSON.stringify(event)}\n\ndata: {"type":"fra`
  expect(takeEvents(text)).toEqual({ events: [event], left: 'data: {"type":"fra' })
})

test('an event cut anywhere arrives once', () => {
  const text = `event: x\r\ndata: ${JSON.stringify(event)}\r\n\r\n`
  for (let cut = 0; cut <= text.length; cut++) {
    const first = takeEvents(text.slice(0, cut))
    const second = takeEvents(first.left + text.slice(cut))
    expect([...first.events, ...second.events]).toEqual([event])
  }
})

test.each([
  [100, 0],
  [3_000, 1],
])('a first opening that took %i ms has what is shown fetched anew %i times', async (tookMs, times) => {
  const answer = Promise.withResolvers<Response>()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => answer.promise)
  openTestPage()
  const onReconnect = vi.fn()
  const stop = startStream({ onEvent: () => {}, onReconnect })
  vi.advanceTimersByTime(tookMs)
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(': open\n\n')) })
  answer.resolve(new Response(body))
  await vi.advanceTimersByTimeAsync(10)
  expect(onReconnect).toHaveBeenCalledTimes(times)
  stop()
  await vi.advanceTimersByTimeAsync(10)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('in the first fifteen seconds of an outage no pause before another try is longer than 4.5 s', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  openTestPage()
  const tries: number[] = []
  const begunMs = Date.now()
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (method !== 'HEAD') tries.push(Date.now() - begunMs)
    return Promise.reject(new TypeError('no way'))
  })
  const stop = startStream({ onEvent: () => {}, onReconnect: () => {} })
  await vi.advanceTimersByTimeAsync(20_000)
  stop()
  const pauses = tries.flatMap((at, i) => (at < 15_000 ? [(tries[i + 1] ?? Number.POSITIVE_INFINITY) - at] : []))
  expect(pauses.length).toBeGreaterThan(3)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(4_500)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Blocks as a service or a proxy on the way may write them, around values of any text. */
const block = fc.oneof(
  fc.string().map((text) => [`data: ${JSON.stringify({ text })}`]),
  fc.string().map((text) => [`event: alert`, `id: 7`, `data:${JSON.stringify({ text })}`]),
  fc.string().map((text) => [`data: {"text":`, `data: ${JSON.stringify(text)}}`]),
  fc.constantFrom([': beat'], ['retry: 1000'], ['event: nothing'], []),
)
const stream = fc
  .tuple(fc.array(block), fc.constantFrom('\n', '\r\n'))
  .map(([blocks, end]) => blocks.map((lines) => lines.map((line) => line + end).join('') + end).join(''))

test('any stream cut anywhere gives the events that eventsource-parser gives', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat({ max: 40 }), { maxLength: 20 }), (text, cuts) => {
      const expected: unknown[] = []
      createParser({ onEvent: ({ data }) => expected.push(JSON.parse(data)) }).feed(text)
      const found: unknown[] = []
      let rest = ''
      let at = 0
      for (const length of [...cuts, text.length]) {
        const { events, left } = takeEvents(rest + text.slice(at, at + length))
        found.push(...events)
        rest = left
        at += length
      }
      expect(found).toEqual(expected)
    }),
  )
})
