import { type ToastT, toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastCrowd, TOASTS_MAX } from './toast-crowd.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // What the place on the page does when a toast is taken away needs a browser.
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => {})
})
afterEach(() => {
  for (const { id } of toast.getToasts()) toast.dismiss(id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const shown = () => (toast.getToasts() as ToastT[]).map(({ id }) => id)
const news = (id: string, isUrgent = false) => ({ id, closeButton: isUrgent })

test('GEN-07 five hundred alerts in ten seconds show at most five toasts, the newest among them', () => {
  const crowd = createToastCrowd(toast)
  let most = 0
  for (let number = 1; number <= 500; number++) {
    crowd.news(`Fall ${number}`, news(`raised:${number}`, true))
    most = Math.max(most, shown().length)
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(1_000)
  expect(most).toBeLessThanOrEqual(TOASTS_MAX)
  expect(shown()).toEqual([496, 497, 498, 499, 500].map((number) => `raised:${number}`))
})

test('NAV-10 the first is announced at once, and a repeat is not', () => {
  const crowd = createToastCrowd(toast)
  crowd.news('Fall', news('raised:1', true))
  expect(shown()).toEqual(['raised:1'])
  crowd.news('Fall', news('raised:1', true))
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual(['raised:1'])
})

test('an answer to a person’s action stays while news come, and an alarm before other news', () => {
  const crowd = createToastCrowd(toast)
  crowd.success('Archived', { id: 'Archived' })
  crowd.news('Fall', news('raised:fall', true))
  for (let number = 1; number <= 20; number++) crowd.news(`Bed exit ${number}`, news(`raised:${number}`))
  vi.advanceTimersByTime(1_000)
  expect(shown().slice(0, 2)).toEqual(['Archived', 'raised:fall'])
  expect(shown()).toHaveLength(TOASTS_MAX)
  for (let number = 1; number <= TOASTS_MAX; number++) crowd.error(`Error ${number}`, { id: `Error ${number}` })
  crowd.news('Bed exit', news('raised:late'))
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual([1, 2, 3, 4, 5].map((number) => `Error ${number}`))
})
