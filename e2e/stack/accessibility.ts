/** Errors of a page as it is: serious violations by axe, and content wider than the window. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { gotoIn } from './test.ts'

/** The variants in which a page is checked. */
export type Look = { scheme: 'light' | 'dark'; language: 'en' | 'ja'; widthPx: number; title: string }

export const LOOKS: readonly Look[] = [
  { scheme: 'light', language: 'en', widthPx: 1440, title: 'in English on a desk' },
  { scheme: 'dark', language: 'ja', widthPx: 390, title: 'in Japanese, dark, on a phone' },
]

/**
 * Each error with its place, `rule: targets`. Waits for animations first. A toast that appears during the check does not belong
 * to the page, so errors are checked a second time.
 */
export async function seriousErrors(page: Page): Promise<string[]> {
  const found = await errorsNow(page)
  if (found.length === 0) return []
  const again = await errorsNow(page)
  return found.filter((error) => again.includes(error))
}

async function errorsNow(page: Page): Promise<string[]> {
  await settle(page)
  // In the page itself and without passes in the result: a quarter of the time. The console has no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** `12px too wide`, or empty. */
export async function widthErrors(page: Page): Promise<string[]> {
  const overflowPx = await page.evaluate(async () => {
    // Two frames, so that scripts that follow the width have rendered.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
  return overflowPx > 0 ? [`${overflowPx}px too wide`] : []
}

/**
 * During a transition, half of a toast's opacity is half of its contrast; the same applies to buttons that a list enables.
 * Does not wait for endless animations.
 */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]') &&
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .every(({ playState }) => playState === 'finished' || playState === 'idle' || playState === 'paused'),
  )
}

/** Opens an address and waits until its page has loaded completely. */
export async function openAs(page: Page, path: string, { language }: Look): Promise<void> {
  await gotoIn(page, language, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** The address of the first record of the visible list. */
export async function firstRecord(page: Page): Promise<string> {
  const link = page.locator('main').locator('li, tr').getByRole('link').first()
  await expect(link).toBeVisible()
  return (await link.getAttribute('href'))!
}

/** All errors of the page, with the page's name. */
export async function errorsOf(page: Page, name: string): Promise<string[]> {
  return [...(await widthErrors(page)), ...(await seriousErrors(page))].map((error) => `${name}: ${error}`)
}
