/** The service is down for a while, as during an upgrade: the console stays, and opens pressed links as soon as possible. */
import type { Page, Route } from '@playwright/test'
import { expect, signIn, test } from '../../stack/test.ts'

test.use({ allowedErrors: [/Failed to load resource|ERR_|WebSocket|could not be stored/] })

const OUTAGES: Record<string, (route: Route) => Promise<void>> = {
  'refuses connections': (route) => route.abort('connectionrefused'),
  'has no network': (route) => route.abort('internetdisconnected'),
  'is behind a proxy that answers 502': (route) =>
    route.fulfill({ status: 502, body: 'bad gateway', contentType: 'text/html' }),
}

/** Counts documents that the page requests. */
function countDocuments(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count++
  })
  return () => count
}

test.describe('without a cached console', () => {
  // As on an address without https.
  test.use({ serviceWorkers: 'block' })

  for (const [name, answer] of Object.entries(OUTAGES)) {
    test(`a link pressed while the service ${name} keeps the console and opens later`, async ({ page }) => {
      await signIn(page, 'nurse', '/app/alerts/list')
      await expect(page.getByRole('listitem').first()).toBeVisible()
      const documents = countDocuments(page)
      await page.route('**/*', answer)
      await page.locator('#shell-top nav a', { hasText: 'Recordings' }).click()
      await expect(page.getByRole('heading', { name: 'This page could not be loaded yet' })).toBeVisible()
      await expect(page.locator('#shell-top')).toBeVisible()
      await page.unroute('**/*')
      await expect(page.getByRole('heading', { name: 'Recordings' })).toBeVisible()
      expect(documents()).toBe(0)
    })
  }
})

test('with a cached console every page opens while the service is down, also after a reload', async ({
  page,
  context,
}) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  const isStored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('console-'))
      return names.length === 1 && (await (await caches.open(names[0]!)).match('/')) !== undefined
    })
  await expect.poll(isStored, { timeout: 60_000 }).toBe(true)
  await context.setOffline(true)
  await page.locator('#shell-top nav a', { hasText: 'Recordings' }).click()
  await expect(page.getByRole('heading', { name: 'Recordings' })).toBeVisible()
  await page.reload()
  await expect(page.locator('#shell-top')).toBeVisible()
  await expect(page.getByText(/The connection is lost/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/The connection is lost/)).toBeHidden({ timeout: 30_000 })
})
