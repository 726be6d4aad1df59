import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetServiceTime, hearServiceTime, serviceNowMs } from './service-clock.ts'

const SERVICE_MS = Date.UTC(2026, 10, 20, 1)
const STEPS_MS = [60_000, 3_600_000, 86_400_000].flatMap((ms) => [ms, -ms])

beforeEach(() => {
  vi.useFakeTimers({ now: SERVICE_MS, toFake: ['Date', 'performance'] })
})
afterEach(() => {
  forgetServiceTime()
  vi.useRealTimers()
})

test.each(STEPS_MS)('a device whose clock is off by %i ms goes by the service', (ms) => {
  vi.setSystemTime(SERVICE_MS + ms)
  expect(serviceNowMs()).toBe(SERVICE_MS + ms)
  hearServiceTime(new Date(SERVICE_MS).toUTCString())
  expect(Math.abs(serviceNowMs() - SERVICE_MS)).toBeLessThanOrEqual(500)
})

test.each(STEPS_MS)('a device that is set by %i ms afterwards moves nothing', (ms) => {
  hearServiceTime(new Date(SERVICE_MS).toUTCString())
  vi.advanceTimersByTime(10_000)
  vi.setSystemTime(SERVICE_MS + ms)
  expect(serviceNowMs()).toBe(SERVICE_MS + 10_000)
})

test('whole seconds of a header move the time of a device that is right by nothing', () => {
  vi.setSystemTime(SERVICE_MS + 999)
  hearServiceTime(new Date(SERVICE_MS).toUTCString())
  hearServiceTime(null)
  hearServiceTime('soon')
  expect(serviceNowMs()).toBe(SERVICE_MS + 999)
})
