/** Signing in, staying signed in, and being refused. */
import type { Page } from '@playwright/test'
import { seriousErrors } from '../stack/accessibility.ts'
import { expect, gotoIn, PASSWORD, signIn, test } from '../stack/test.ts'

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

/** The service ends the stream with the session, and refuses the next one and pictures: a browser writes that down. */
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

test.describe('a service that refuses the logout', () => {
  test.use({ allowedErrors: [new RegExp(`${REFUSED.source}|status of 500 .*/api/logout`)] })

  test('AUTH-12 is said, the session stays, and the next try ends it', async ({ page }) => {
    await signIn(page, 'nurse', '/app/alerts/list')
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await page.getByRole('button', { name: /Account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByText('Unable to logout!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('session'))).not.toBeNull()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })
})

test('GEN-02 lng chooses the language of the pages before sign-in', async ({ page }) => {
  await page.goto('/auth/login?lng=ja')
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible()
  await page.goto('/auth/login?lng=xx')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('GEN-03 the language of the menu is the user’s own in every browser and address', async ({ page, openWindow }) => {
  const choose = async (window: Page, menu: string, language: string) => {
    await window.getByRole('button', { name: menu }).click()
    const saved = window.waitForResponse((answer) => answer.url().endsWith('/api/user/profile'))
    await window.getByRole('menuitem', { name: language }).click()
    expect((await saved).status()).toBe(200)
  }
  await signIn(page, 'guest', '/app/alerts/list')
  await choose(page, 'Language', '日本語')
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('ja')

  const other = await openWindow()
  await signIn(other, 'guest', '/auth/login?lng=en')
  await expect(other.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
  await choose(other, '言語', 'English')
  await expect(other.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
})

test('AUTH-01 login and register redirect a signed-in user to the dashboard; the other pages do not', async ({
  page,
}) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  for (const path of ['/auth/login', '/auth/register']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/app\/dashboard$/)
  }
  await page.goto('/auth/login-unprotected')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  for (const path of ['register-unprotected', 'reset-password', 'verify']) {
    await page.goto(`/auth/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/auth/${path}$`))
  }
})

test('AUTH-02 the sign-in remembers by default, shows the password on demand, and links policy and terms', async ({
  page,
}) => {
  await page.goto('/auth/login')
  const welcome = page.getByText('Somebody is always awake.')
  await expect(welcome).toBeVisible()
  await expect(page.getByText('Enter your details below.')).toBeVisible()
  expect((await page.locator('form').boundingBox())!.width).toBeLessThanOrEqual(480)
  await expect(page.getByLabel('Remember me')).toBeChecked()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  for (const [link, title] of [
    ['terms of use', /terms of use/i],
    ['privacy policy', /privacy policy/i],
  ] as const) {
    await page.goto('/auth/login')
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/auth/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(welcome).toBeHidden()
})

test.describe('a page that cannot be shown', () => {
  test.use({ allowedErrors: [/404|TypeError|Cannot read properties of null/] })

  test('GEN-13 an unknown path goes to /404, and /500 and /maintenance exist, each with a way home', async ({
    page,
  }) => {
    await signIn(page, 'nurse', '/app/dashboard')
    await page.goto('/no/such/page')
    await expect(page).toHaveURL(/\/404$/)
    await expect(page.getByText('This page does not exist')).toBeVisible()
    for (const path of ['/500', '/maintenance']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    }
    await page.goto('/404')
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Latest alerts' })).toBeVisible()
  })

  test('GEN-13 a page that crashes says so in its place, and the menu still leads on', async ({ page }) => {
    await signIn(page, 'admin', '/app/dashboard')
    await page.route(/\/api\/user\/search/, (route) =>
      route.fulfill({ json: { records: [null], totalCount: 1, currentPage: 0 } }),
    )
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('This page has a problem')).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })

  test('GEN-08 empty lists and missing pages have a drawing that assistive technology passes over', async ({
    page,
  }) => {
    await signIn(page, 'nurse', '/app/cameras/list?text=no-such-room-anywhere')
    for (const [path, viewBox] of [
      ['/app/cameras/list?text=no-such-room-anywhere', '0 0 176 132'],
      ['/404', '0 0 320 220'],
    ] as const) {
      await page.goto(path)
      const drawing = page.locator(`main svg[viewBox="${viewBox}"]`)
      await expect(drawing).toBeVisible()
      await expect(drawing).toHaveAttribute('aria-hidden', 'true')
      await expect(drawing).toHaveAttribute('focusable', 'false')
    }
  })
})

test('GEN-05 NAV-03 the manual opens in a tab of its own, in the language that is shown', async ({ page }) => {
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
