import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('ALERT-10 a burst’s first call runs at once, the others together after the pause', () => {
  const workedAtMs: number[] = []
  const startedAt = Date.now()
  const { call } = paced(() => workedAtMs.push(Date.now() - startedAt), 500)
  for (let at = 0; at < 1200; at += 20) {
    call()
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(10_000)
  expect(workedAtMs).toEqual([0, 500, 1000, 1500])
  call()
  expect(workedAtMs).toHaveLength(5)
})

test('ALARM-02 a second call may run at once, too, and a long burst costs no more for it', () => {
  const workedAtMs: number[] = []
  const startedAt = Date.now()
  const { call } = paced(() => workedAtMs.push(Date.now() - startedAt), 500, 2)
  for (let at = 0; at < 1200; at += 20) {
    call()
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(10_000)
  expect(workedAtMs).toEqual([0, 20, 500, 1000, 1500])
})

test('a waiting call is dropped with its caller', () => {
  const worked: string[] = []
  const { call, stop } = paced(() => worked.push('work'), 500)
  call()
  call()
  stop()
  vi.advanceTimersByTime(10_000)
  expect(worked).toEqual(['work'])
})
