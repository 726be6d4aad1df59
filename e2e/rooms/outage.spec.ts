/** The service or the connection fails during work: the console shows that, recovers, and nothing is lost or duplicated. */
import { killService } from '../stack/service-process.ts'
import { expect, signIn, test } from '../stack/test.ts'

test.use({ allowedErrors: [/Failed to load resource|ERR_|WebSocket/] })

test('HUB-04 after kill -9 of the service new alerts arrive again, each once', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  const newest = page
    .getByRole('listitem')
    // Alerts of a hub: the service itself raises one when a camera is silent.
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

test('a lost connection is shown with the time of the data until it is back', async ({ page, context }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await context.setOffline(true)
  const words = page.getByText(/The connection is lost\. The data is from/)
  await expect(words).toBeVisible({ timeout: 60_000 })
  await context.setOffline(false)
  await expect(words).toBeHidden({ timeout: 30_000 })
})
