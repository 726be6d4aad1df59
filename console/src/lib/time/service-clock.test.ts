import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceAheadMs, forgetServiceTime, hearServiceTime, serviceNowMs } from './service-clock.ts'

const SERVICE_MS = Date.UTC(2026, 10, 20, 1)
const STEPS_MS = [60_000, 3_600_000, 86_400_000].flatMap((ms) => [ms, -ms])

beforeEach(() => {
  vi.useFakeTimers({ now: SERVICE_MS, toFake: ['Date', 'performance'] })
})
afterEach(() => {
  forgetServiceTime()
  vi.useRealTimers()
})

test.each(STEPS_MS)('HAND-03 a device whose clock is off by %i ms goes by the service', (ms) => {
  vi.setSystemTime(SERVICE_MS + ms)
  expect(serviceNowMs()).toBe(SERVICE_MS + ms)
  hearServiceTime(new Date(SERVICE_MS).toUTCString())
  expect(Math.abs(serviceNowMs() - SERVICE_MS)).toBeLessThanOrEqual(500)
  expect(deviceAheadMs.get() !== 0).toBe(Math.abs(ms) > 60_000)
  vi.setSystemTime(SERVICE_MS)
  hearServiceTime(new Date(SERVICE_MS).toUTCString())
  expect(deviceAheadMs.get()).toBe(0)
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

test('no page takes its now from the device', () => {
  const root = new URL('../../', import.meta.url)
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/test|gallery|story/.test(file))
  expect(files.filter((file) => readFileSync(new URL(file, root), 'utf8').includes('new Date()'))).toEqual([])
})
