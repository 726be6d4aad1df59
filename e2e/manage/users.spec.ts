/** Users: invited, changed, disabled while they are signed in elsewhere, deleted; and one's own devices. */
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

test('USER-01 USER-02 USER-04 a user is invited, changed, found, and deleted by name', async ({ page }) => {
  await signIn(page, 'admin', '/app/users/new')
  await page.getByLabel('First Name').fill('Hana')
  await page.getByLabel('First Name').fill('')
  await page.getByLabel('Last Name').fill('Mizuno')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('First Name is required')).toBeVisible()
  await expect(page.getByText('Role is required')).toBeVisible()

  await page.getByLabel('First Name').fill('Hana')
  await page.getByLabel('Email').fill('hana.mizuno@sakura.example')
  await page.getByLabel('Role').click()
  // USER-03: a site's administrator gives no higher role.
  await expect(page.getByRole('option', { name: 'Organization Admin' })).toHaveCount(0)
  await page.getByRole('option', { name: 'User', exact: true }).click()
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('User added')).toBeVisible()
  await expect(page.getByText('The invitation to hana.mizuno@sakura.example is not answered yet.')).toBeVisible()

  await page.getByLabel('Mobile No').fill('090-0000-9999')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated')).toBeVisible()

  await page.goto('/app/users/list?text=0000-9999')
  await openUser(page, 'Hana Mizuno')
  await page.getByRole('button', { name: 'Delete user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Hana Mizuno?' })
  await expect(dialog.getByRole('button', { name: 'Delete user' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('Hana Mizuno')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/users\/list/)
})

test('AUTH-18 one’s own other device is signed out from the profile', async ({ page, browser }) => {
  const other = await openAs(browser, 'nurse@sakura.example')
  await signIn(page, 'nurse')
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await other.close()
})

test('GEN-11 a table has ten rows, or as many as one chose, and keeps the choice', async ({ page }) => {
  await signIn(page, 'admin', '/app/audit')
  const rows = page.getByRole('rowgroup').last().getByRole('row')
  const size = page.getByRole('combobox', { name: 'Rows per page' })
  await expect(size).toHaveValue('10')
  await expect(size.getByRole('option')).toHaveText(['5', '10', '25', '50', '100'])
  await size.selectOption('5')
  await expect(rows).toHaveCount(5)
  await page.goto('/app/users/list')
  await expect(size).toHaveValue('5')
  await expect(rows).toHaveCount(5)
  await page.reload()
  await expect(size).toHaveValue('5')
})
