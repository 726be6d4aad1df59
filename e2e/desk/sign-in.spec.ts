import { expect, signIn, test } from '../stack/test.ts'

/** The service ends the stream with the session, and rejects further requests: the browser logs that. */
const REFUSED = /401 \(Unauthorized\).*\/api\/stream$|404 \(Not Found\).*\/api\/media\//

test.describe('a session that ends', () => {
  test.use({ allowedErrors: [REFUSED] })

  test('AUTH-07 AUTH-12 a reload keeps the session, logout ends it', async ({ page }) => {
    await signIn(page, 'nurse', '/app/alerts/list')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
    await page.getByRole('button', { name: /Account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
  })
})
