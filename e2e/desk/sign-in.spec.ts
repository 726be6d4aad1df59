import { seriousErrors } from '../stack/accessibility.ts'
import { expect, gotoIn, signIn, test } from '../stack/test.ts'

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

test('GEN-05 NAV-03 the manual opens in a new tab, in the current language', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'User manual' }).click()
  const manual = await opened
  await expect(manual.getByRole('heading', { level: 1, name: 'Mimamori user manual' })).toBeVisible()
  await manual.getByRole('link', { name: 'When an alert comes' }).click()
  await expect(manual.getByRole('heading', { name: 'When an alert comes' })).toBeInViewport()
  expect(await seriousErrors(manual)).toEqual([])

  await gotoIn(page, 'ja', '/app/alerts/list')
  const openedAgain = page.waitForEvent('popup')
  await page.getByRole('link', { name: '操作マニュアル' }).click()
  await expect((await openedAgain).getByRole('heading', { level: 1 })).toHaveText('Mimamori 操作マニュアル')
})
