/** What is wrong with a page as it stands: what axe calls serious, and what is wider than the window. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Each fault with where it is, `rule: targets`. What still fades or slides is let come to rest first. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await settle(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** `12px too wide`, or nothing. */
export async function widthFaults(page: Page): Promise<string[]> {
  const overflowPx = await page.evaluate(async () => {
    // Two frames: what follows the width by script has been drawn too.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
  return overflowPx > 0 ? [`${overflowPx}px too wide`] : []
}

/** Half of a toast's opacity is half of its contrast. What turns for ever is not waited for. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .every(({ playState }) => playState === 'finished' || playState === 'idle' || playState === 'paused'),
  )
}
