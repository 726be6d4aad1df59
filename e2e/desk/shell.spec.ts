/** The frame around every page, by keys, and what it says when the session ends elsewhere. */
import { expect, PASSWORD, signIn, test } from '../stack/test.ts'

test('the shell is used by keys alone: skip link, account menu, list of shortcuts', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('button', { name: 'Account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('NAV-03 NAV-04 a unit that is chosen by keys narrows the page until all are shown again', async ({ page }) => {
  await signIn(page, 'admin', '/app/alerts/list')
  await page.getByRole('button', { name: /All units/ }).focus()
  await page.keyboard.press('Enter')
  const units = page.getByRole('dialog', { name: 'Units' })
  await expect(units.getByRole('searchbox', { name: 'Search units' })).toBeFocused()
  const first = units.getByRole('checkbox').first()
  await first.focus()
  await page.keyboard.press('Space')
  await expect(first).toBeChecked()
  await units.getByRole('button', { name: 'Show all units' }).press('Enter')
  await expect(first).not.toBeChecked()
  // The button has nothing left to do: the list has the focus again.
  await expect(units).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(units).toHaveCount(0)
  await expect(page.getByRole('button', { name: /All units/ })).toBeFocused()
})

test.describe('a session that ends elsewhere', () => {
  // Demo rows have no files here, and calls that were under way are refused.
  test.use({ allowedErrors: [/status of 40[14]/] })

  test('AUTH-12 is said at the sign-in, which leads back to the page', async ({ page }) => {
    await signIn(page, 'nurse', '/app/cameras/list')
    await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('session')!) as { token: string }
      await fetch('/api/logout', { method: 'POST', headers: { 'X-AuthToken': token } })
    })
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('Your session has ended. Sign in to continue where you were.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/app\/cameras\/list/)
  })
})
