/** From an invitation to a signed-in colleague, and from a forgotten password to a new one, with real e-mails. */
import type { Browser, Page } from '@playwright/test'
import { expect, linkIn, openEmail, signIn, signInAs, test } from '../stack/test.ts'

const FIRST = 'sakura-no-hana-7'
const SECOND = 'ume-no-hana-2026'

test('AUTH-14 AUTH-15 an invited nurse registers, forgets the password and sets a new one', async ({
  page,
  browser,
}) => {
  const email = `hanako-${crypto.randomUUID().slice(0, 8)}@sakura.example`
  await inviteAsAdministrator(page, email)

  const operator = await person(browser)
  await signIn(operator, 'super', '/app/mail/list')
  const link = await linkIn(await openEmail(operator, email, /invitation|招待/))

  const nurse = await person(browser)
  await nurse.goto(link)
  await register(nurse)
  await expect(nurse.getByRole('button', { name: /Account|アカウント/ })).toBeVisible()

  const again = await person(browser)
  await again.goto(link)
  await expect(again.getByRole('heading', { name: 'Registration is by invitation' })).toBeVisible()

  await again.goto('/auth/login')
  await again.getByRole('link', { name: 'Forgot your password?' }).click()
  await again.getByLabel('E-mail').fill(email)
  await again.getByRole('button', { name: 'Send the code' }).click()
  await expect(again.getByText(`If there is an account for ${email}, a code is on its way.`)).toBeVisible()
  const mail = await openEmail(operator, email, /code|コード/)
  const [code] = /^\s{4}(\d{6})$/m.exec((await mail.getByText(/Enter this code/).textContent())!)!.slice(1)
  await verify(again, code!)

  await signInAs(again, email, SECOND)

  // Sessions from before the new password are over.
  await nurse.reload()
  await expect(nurse.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('AUTH-14 the register page shows that an invitation is required', async ({ page }) => {
  await page.goto('/auth/register')
  await expect(page.getByRole('heading', { name: 'Registration is by invitation' })).toBeVisible()
  await page.goto('/auth/register?lng=ja')
  await expect(page.getByRole('heading', { name: '登録には招待が必要です' })).toBeVisible()
})

/** A separate browser. */
async function person(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  return context.newPage()
}

async function inviteAsAdministrator(page: Page, email: string): Promise<void> {
  await signIn(page, 'admin', '/app/users/new')
  await page.getByLabel(/^First Name/).fill('Hanako')
  await page.getByLabel(/^Last Name/).fill('Sato')
  await page.getByLabel(/^Email/).fill(email)
  await page.getByRole('combobox', { name: /^Role/ }).click()
  await page.getByRole('option', { name: /^User\b/ }).click()
  await page.getByRole('combobox', { name: /^Locale/ }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('User added')).toBeVisible()
}

async function register(nurse: Page): Promise<void> {
  await expect(nurse.getByRole('heading', { name: /Welcome to/ })).toBeVisible()
  await nurse.getByLabel('Password', { exact: true }).fill('qwertyuiop')
  await nurse.getByRole('button', { name: 'Register and sign in' }).click()
  await expect(nurse.getByText('This password is known from leaks. Choose another one.')).toBeVisible()
  await nurse.getByLabel('Password', { exact: true }).fill(FIRST)
  await nurse.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await nurse.getByRole('button', { name: 'Register and sign in' }).click()
}

async function verify(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByLabel('New password').fill(SECOND)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
}
