/** The browsers that Playwright does not drive, and shared helpers of their tests. */
import { HAS_FIREFOX, openFirefox } from './firefox.ts'
import type { ForeignPage } from './foreign-page.ts'
import { expect, PASSWORD } from './test.ts'
import { HAS_WEBKIT, openWebKit } from './webkit.ts'

/** WebKit is the engine of every browser on iPhones and iPads. */
export const OTHER_BROWSERS = {
  WebKit: { isHere: HAS_WEBKIT, open: openWebKit, packages: 'webkit2gtk-driver xvfb' },
  Firefox: { isHere: HAS_FIREFOX, open: openFirefox, packages: 'firefox-esr' },
}
/** Where its video stands; -1 without one that can be shown. */
export function secondsOf(page: ForeignPage): Promise<number> {
  return page.run(() => {
    const video = document.querySelector('video')
    return video && video.readyState >= 2 && !video.seeking ? video.currentTime : -1
  })
}

export async function signInAsNurse(page: ForeignPage): Promise<void> {
  await page.goto('/')
  await page.type('input[autocomplete~="username"]', 'nurse@sakura.example')
  await page.type('input[type="password"]', PASSWORD)
  await page.click('button[type="submit"]')
  await expect.poll(() => page.textOf('h1'), { timeout: 30_000 }).toContain('Yuki')
}
