/** Signing in, staying signed in, and being refused. */
import { expect, PASSWORD, signIn, test } from './test.ts'

test.describe('a refused sign-in', () => {
  test.use({ allowedErrors: [/401/] })

  test('AUTH-05 says Invalid Credentials in place and keeps what was typed', async ({ page }) => {
    await page.goto('/auth/login')
    await page.getByLabel('Username').fill('nurse@sakura.example')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid Credentials')
    await expect(page.getByLabel('Username')).toHaveValue('nurse@sakura.example')
  })
})

test('AUTH-03 both fields are required', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('AUTH-10 AUTH-11 an attempted address is reached after sign-in, query included', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list?view=list&severities=%5B%22critical%22%5D')
  await expect(page).toHaveURL(/\/app\/alerts\/list\?.*view=list/)
  await expect(page.getByRole('table', { name: 'Alerts' })).toBeVisible()
})

test('AUTH-06 the remembered password is encrypted and restored', async ({ page }) => {
  await signIn(page, 'nurse')
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('login-data')!) as Record<string, unknown>)
  expect(stored).toMatchObject({ email: 'nurse@sakura.example', remember: true, encrypted: true })
  expect(JSON.stringify(stored)).not.toContain(PASSWORD)
  expect(JSON.stringify(stored)).not.toContain(btoa(PASSWORD))
  await page.evaluate(() => localStorage.removeItem('session'))
  await page.goto('/auth/login')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
})

test('AUTH-07 AUTH-12 a reload keeps the session, logout ends it', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
})

test('GEN-02 GEN-03 lng chooses the language, then the user’s own holds after sign-in', async ({ page }) => {
  await page.goto('/auth/login?lng=ja')
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible()
  await page.goto('/auth/login?lng=xx')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test.describe('an unknown address', () => {
  test.use({ allowedErrors: [/404/] })

  test('GEN-13 leads to the page that says so, with a way home', async ({ page }) => {
    await signIn(page, 'nurse', '/app/dashboard')
    await page.goto('/no/such/page')
    await expect(page.getByText('This page does not exist')).toBeVisible()
  })
})

test('NAV-01 NAV-02 the menu has only what exists and what the role may see', async ({ page }) => {
  await signIn(page, 'annotator', '/app/alerts/list')
  await expect(page.getByRole('link', { name: /Alerts/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cameras' })).toHaveCount(0)
})
