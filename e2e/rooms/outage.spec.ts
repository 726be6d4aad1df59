/** The service or the line dies under a working nurse: the console says so, comes back, and nothing is lost or doubled. */
import { killService } from '../stack/service-process.ts'
import { expect, signIn, test } from '../stack/test.ts'

test.use({ allowedErrors: [/Failed to load resource|ERR_|WebSocket/] })

test('HUB-04 after kill -9 of the service new alerts come again, each once', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  const newest = page
    .getByRole('listitem')
    // Of a hub: the service itself raises an alert when a camera is silent.
    .getByRole('link', { name: /^(Motion|Person|Wake-up|Bed exit|Fall),/ })
    .first()
  await expect(newest).toBeVisible()
  const killed = killService()
  expect(killed).toBe(1)

  const before = await newest.getAttribute('href')
  await expect.poll(() => newest.getAttribute('href'), { timeout: 150_000 }).not.toBe(before)
  const links = await page
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(links.length)
})

test('a lost line is said with the time of the data, and forgotten when it is back', async ({ page, context }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await context.setOffline(true)
  const words = page.getByText(/The connection is lost\. The data is from/)
  await expect(words).toBeVisible({ timeout: 60_000 })
  await context.setOffline(false)
  await expect(words).toBeHidden({ timeout: 30_000 })
})
