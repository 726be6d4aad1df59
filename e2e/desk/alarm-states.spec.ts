/** The pages about alarms, rooms and residents where there is nothing, where the service fails, and without a network. */
import type { Page } from '@playwright/test'
import { errorsOf } from '../stack/accessibility.ts'
import { expect, followSystem, signIn, test } from '../stack/test.ts'

test.use({ allowedErrors: [/status of 500|ERR_|Failed to load resource|WebSocket/] })

const PAGES = [
  ...['rooms', 'alerts/list', 'handover', 'handover/records', 'residents', 'accidents', 'load', 'coverage'],
  'dashboard',
].map((page) => `/app/${page}`)

/** Each page as an administrator on a phone in the dark reaches it, by the console's own links: no new document is asked for. */
async function errorsOnAll(page: Page, isShown: (path: string) => Promise<void>): Promise<string[]> {
  const errors: string[] = []
  for (const path of PAGES) {
    const before = await page.title()
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    // Until then the heading of the page before stands there, and nothing of this one is asked for.
    await expect.poll(() => page.title(), path).not.toBe(before)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await isShown(path)
    errors.push(...(await errorsOf(page, path)))
  }
  return errors
}

test('GEN-01 pages about alarms are accessible while the service fails at them', async ({ page }) => {
  await followSystem(page, 'dark')
  await signIn(page, 'admin', '/app/profile')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/api/**', (route) => {
    const isShell = /\/api\/(session|profile|device|stream|notification|user)/.test(route.request().url())
    return isShell ? route.fallback() : route.fulfill({ status: 500, json: { key: 'internal', message: 'No' } })
  })
  const errors = await errorsOnAll(page, async (path) => {
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' }).first(), path).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('GEN-01 pages about alarms are accessible without a network, and keep what they had', async ({
  page,
  context,
}) => {
  await followSystem(page, 'light')
  await signIn(page, 'admin', '/app/profile')
  await page.setViewportSize({ width: 390, height: 844 })
  await errorsOnAll(page, async () => {
    await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0)
  })
  await context.setOffline(true)
  await expect(page.getByText(/connection is lost|No connection/i).first()).toBeVisible({ timeout: 30_000 })
  const errors = await errorsOnAll(page, async () => {
    await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0)
  })
  expect(errors).toEqual([])
  await context.setOffline(false)
})

test('GEN-01 pages about alarms are accessible where nothing has happened yet', async ({ page }) => {
  await followSystem(page, 'dark')
  await signIn(page, 'admin', '/app/profile')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route(
    '**/api/{room,alert/search*,alarm/open,resident/search*,accident/search*,handover/search*}',
    (route) => route.fulfill({ json: EMPTY }),
  )
  const errors = await errorsOnAll(page, async () => {
    await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0)
  })
  expect(errors).toEqual([])
})

/** What every list answers that has nothing. */
const EMPTY = { records: [], totalCount: 0, currentPage: 0, unclaimedCount: 0, now: '2026-11-26T12:00:00.000Z' }
