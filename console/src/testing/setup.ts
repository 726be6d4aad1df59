/** Before and after each test of a part: a fresh browser, and a check for unseen errors. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { type Locator, locators, page } from 'vitest/browser'
import { report, stopService } from './service.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For elements without role and text. */
    getByCss(selector: string): Locator
  }
}
locators.extend({ getByCss: (selector: string) => `css=${selector}` })

/** React's messages in tests, and the browser's about images that no test has. */
const IGNORED = /act\(|Failed to load resource/
const realError = console.error

/** As `viewport` of the configuration. */
const WINDOW = [1440, 900] as const

addEventListener('error', ({ message }) => report(message))
beforeEach(() => {
  console.error = (...words: unknown[]) => {
    const text = words.map(String).join(' ')
    if (!IGNORED.test(text)) report(text)
  }
})
afterEach(async () => {
  const { closeConsole } = await import('./open.tsx')
  await closeConsole()
  if (innerWidth !== WINDOW[0]) await page.viewport(...WINDOW)
  console.error = realError
  vi.useRealTimers()
  expect(stopService()).toEqual([])
})
