/** The service dies under a working nurse: the console says so, comes back by itself, and nothing is lost or doubled. */
import { execFileSync } from 'node:child_process'
import { expect, signIn, test } from './test.ts'

test.use({
  allowedErrors: [
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket|503|Failed to load resource/,
  ],
})

test('HUB-04 after kill -9 of the service the list goes on, with each alert once', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  const newest = page
    .getByRole('listitem')
    .getByRole('link', { name: /Motion/ })
    .first()
  await expect(newest).toBeVisible()
  killService()
  await expect(page.getByText(/connection is lost|Connection lost/)).toBeVisible()
  await expect(page.getByText(/connection is lost|Connection lost/)).toBeHidden({ timeout: 40_000 })

  const before = await newest.getAttribute('href')
  await expect.poll(() => newest.getAttribute('href'), { timeout: 150_000 }).not.toBe(before)
  const links = await page
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(links.length)
})

/** The launcher of this test run brings it back. */
function killService(): void {
  const pids = execFileSync('pgrep', ['-f', 'service/src/main.ts'], { encoding: 'utf8' }).trim().split('\n')
  for (const pid of pids) {
    const environment = execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' })
    if (environment.includes(process.env.MIMAMORI_E2E_DATA!)) process.kill(Number(pid), 'SIGKILL')
  }
}
