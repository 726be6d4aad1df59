/** Alarm load of the demo's site, and the head of the dashboard. */
import { errorsOf, LOOKS, openAs } from '../stack/accessibility.ts'
import { expect, followSystem, signIn, test } from '../stack/test.ts'

test('LOAD-01 an administrator finds shifts, people, causes and a change, also from the keyboard', async ({ page }) => {
  await signIn(page, 'admin', '/app/analytics')
  await page.getByRole('link', { name: 'Alarm load' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Alarm load', level: 1 })).toBeVisible()
  const causes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Causes of most alarms' }) })
  await expect(causes.getByRole('listitem').first()).toContainText(/\d+ alarms/)
  await expect(causes.getByRole('link', { name: 'Open the settings' }).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'By shift' })).toBeVisible()
  await page.getByRole('radio', { name: '28 nights' }).press('Space')
  await expect(page).toHaveURL(/days=28/)
  await page.reload()
  await expect(page.getByRole('radio', { name: '28 nights' })).toBeChecked()
})

test('LOAD-01 a nurse sees the load without changes and without the names of others', async ({ page }) => {
  await signIn(page, 'nurse', '/app/load')
  await expect(page.getByText('Administrators see here which change would leave fewer of them.')).toBeVisible()
  await expect(page.getByText('Alarms that you claimed, or ended without a claim.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the settings' })).toHaveCount(0)
})

test('ROOM-01 ALARM-05 the dashboard begins with the rooms that need somebody and leads to all', async ({ page }) => {
  await signIn(page, 'nurse', '/app/dashboard')
  const strip = page.getByRole('region', { name: 'Rooms now' })
  await expect(strip.getByText(/calm\./)).toBeVisible()
  const below = page.getByRole('heading', { level: 2 })
  await expect(below.first()).toHaveText('Rooms now')
  await strip.getByRole('link', { name: 'See all rooms' }).click()
  await expect(page.getByRole('heading', { name: 'Rooms now', level: 1 })).toBeVisible()
})

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
  return [main.scrollHeight, own.reduce((sum, { value }) => sum + value, 0)]
}

for (const look of LOOKS) {
  test(`LOAD-01 alarm load and dashboard are sound ${look.title}`, async ({ page }) => {
    await signIn(page, 'admin')
    await page.setViewportSize({ width: look.widthPx, height: 900 })
    await followSystem(page, look.scheme)
    const errors: string[] = []
    for (const path of ['/app/load', '/app/dashboard']) {
      await openAs(page, path, look)
      errors.push(...(await errorsOf(page, path)))
    }
    expect(errors).toEqual([])
  })
}
