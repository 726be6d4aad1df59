import { expect, signIn, test } from '../stack/test.ts'

const SLOW_MS = 1_500
const CARERS = 5

for (const widthPx of [1440, 390]) {
  test(`at ${widthPx} px alarm load and a resident have their place before their data come`, async ({ page }) => {
    await signIn(page, 'admin', '/app/residents')
    await page.setViewportSize({ width: widthPx, height: 900 })
    const resident = await page.getByRole('link', { name: '山田 花子 様' }).getAttribute('href')
    await page.route(/\/api\/(resident|cameraApp|camera\/)/, async (route) => {
      await new Promise((answer) => setTimeout(answer, SLOW_MS))
      await route.continue().catch(() => undefined)
    })
    // People are as many rows as earlier tests left alarms; the place is that of five.
    await page.route(/\/api\/load/, async (route) => {
      const answer = await route.fetch().catch(() => null)
      if (!answer) return
      const load = (await answer.json()) as { carers: unknown[] }
      await new Promise((waited) => setTimeout(waited, SLOW_MS))
      const json = { ...load, carers: load.carers.slice(0, CARERS) }
      await route.fulfill({ response: answer, json }).catch(() => undefined)
    })
    for (const [path, last] of [
      ['/app/load', 'By person'],
      [resident!, 'Consents'],
    ] as const) {
      await page.goto(path)
      const main = page.getByRole('main')
      // The page's own place, not the one of a page that is still loading.
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main.locator('.MuiSkeleton-root').last()).toBeVisible()
      const [before] = await page.evaluate(jumps)
      await expect(main.getByRole('heading', { name: last })).toBeVisible()
      await expect(main.locator('.MuiSkeleton-root')).toHaveCount(0)
      const [after, shift] = await page.evaluate(jumps)
      expect(Math.abs(after! / before! - 1), path).toBeLessThan(0.1)
      expect(shift, path).toBeLessThan(0.05)
    }
  })
}

/** The height of the page's own part, and how much it moved under the reader's eyes so far (Chromium's own measure). */
async function jumps(): Promise<number[]> {
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  const entries = await new Promise<Shift[]>((found) => {
    new PerformanceObserver((list) => found(list.getEntries() as Shift[])).observe({
      type: 'layout-shift',
      buffered: true,
    })
    setTimeout(() => found([]), 300)
  })
  const main = document.querySelector('main')!
  // Not what the bar of alarms above it does.
  const own = entries.filter(({ sources }) => sources.some(({ node }) => node !== main && main.contains(node)))
  // The sheet of alarms on a phone reserves its height below the page.
  const heightPx = main.scrollHeight - Number.parseFloat(getComputedStyle(main).paddingBottom)
  return [heightPx, own.reduce((sum, { value }) => sum + value, 0)]
}
