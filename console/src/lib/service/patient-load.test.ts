import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { needsReload, patiently } from './patient-load.ts'

let isServiceBack = false
beforeEach(() => {
  vi.useFakeTimers()
  isServiceBack = false
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', async () => {
    if (!isServiceBack) throw new TypeError('away')
    return new Response('', { status: 200 })
  })
  needsReload.set(false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('code that could not be loaded is asked for again until it arrives', async () => {
  let attempts = 0
  const loading = patiently(async () => {
    attempts++
    if (attempts < 5) throw new TypeError('Failed to fetch dynamically imported module')
    return 'page'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await loading).toBe('page')
  expect(needsReload.get()).toBe(false)
})

test('a reload is offered once the service answers and the browser still refuses the code', async () => {
  let isRemembered = true
  const loading = patiently(async () => {
    if (isRemembered) throw new TypeError('remembered failure')
    return 'page'
  })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(needsReload.get()).toBe(false)
  isServiceBack = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(needsReload.get()).toBe(true)
  // Attempts that went on would outlive the timers and globals of this test.
  isRemembered = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await loading).toBe('page')
})

test('a reload is offered only while code hangs on a dead connection and the service answers', async () => {
  let arrive = (_page: string) => {}
  const loading = patiently(() => new Promise<string>((resolve) => (arrive = resolve)))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(needsReload.get()).toBe(false)
  isServiceBack = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(needsReload.get()).toBe(true)
  arrive('page')
  expect(await loading).toBe('page')
  expect(needsReload.get()).toBe(false)
})
