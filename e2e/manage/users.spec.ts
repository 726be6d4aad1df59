/** Users: invited, changed, disabled while signed in elsewhere, deleted; and a user's own devices. */
import type { Browser, Page } from '@playwright/test'
import { expect, PASSWORD, signIn, signInAs, test } from '../stack/test.ts'

/** Another window, of somebody whom the test may sign out. */
async function openAs(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, email, PASSWORD)
  return page
}

async function openUser(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
}

test('USER-01 AUTH-08 a user whom an administrator disables is signed out in the other window', async ({
  page,
  browser,
}) => {
  const other = await openAs(browser, 'aya.yoshida@sakura.example')
  await signIn(page, 'admin', '/app/users/list')
  await openUser(page, 'Aya Yoshida')
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable Aya Yoshida?' })
  await dialog.getByRole('button', { name: 'Disable' }).click()

  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByText('1 user disabled')).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('1 user enabled')).toBeVisible()
  await other.close()
})
