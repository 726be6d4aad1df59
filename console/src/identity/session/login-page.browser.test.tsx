/** The pages before the sign-in, signing in and signing out. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import { aUser } from '#console/testing/rows.ts'
import { type Answers, disconnect, errorAnswer, reconnect, sentTo, serve } from '#console/testing/service.ts'
import { leave } from '#lib/access/session-start.ts'

const PASSWORD = 'mimamori-demo'
const nurse = aUser({ role: 'USER', email: 'nurse@sakura.example' })
const asks: Answers = {
  ...ALERT_LIST,
  'session.firstRunOpen': () => ({ isOpen: false }),
  'session.login': () => nurse,
}
const loginButton = page.getByRole('button', { name: 'Login' })
const passwordField = page.getByLabelText('Password', { exact: true })
const mainTitle = page.getByRole('heading', { level: 1 })
const openSignIn = (path = '/auth/login') => openConsole(path, { user: null, answers: asks })

async function signIn(): Promise<void> {
  await page.getByLabelText('Username').fill('nurse@sakura.example')
  await passwordField.fill(PASSWORD)
  await loginButton.click()
}

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

test('AUTH-05 a failed sign-in shows Invalid Credentials in place and keeps the input', async () => {
  await openSignIn()
  serve({
    'session.login': () => {
      throw errorAnswer('invalid-credentials')
    },
  })
  await signIn()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid Credentials')
  await expect.element(page.getByLabelText('Username')).toHaveValue('nurse@sakura.example')
})

test('AUTH-03 both fields are required', async () => {
  await openSignIn()
  await loginButton.click()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Password is required')).toBeVisible()
  expect(sentTo('session.login')).toEqual([])
})

test('AUTH-10 AUTH-11 an attempted address is reached after sign-in, query included', async () => {
  await openSignIn('/app/alerts/list?view=list&severities=%5B%22critical%22%5D')
  await signIn()
  await expect.element(page.getByText('No Results')).toBeVisible()
  expect(location.pathname).toBe('/app/alerts/list')
  expect(location.search).toContain('view=list')
  expect(sentTo('alert.search').flatMap(({ body }) => body.severities ?? [])).toContain('critical')
})

test('AUTH-06 the remembered password is encrypted and restored', async () => {
  await openSignIn('/app/alerts/list')
  await signIn()
  await expect.poll(() => localStorage.getItem('login-data')).not.toBeNull()
  const stored = localStorage.getItem('login-data')!
  expect(JSON.parse(stored)).toMatchObject({ email: 'nurse@sakura.example', remember: true, encrypted: true })
  expect(stored).not.toContain(PASSWORD)
  expect(stored).not.toContain(btoa(PASSWORD))
  await leave()
  history.replaceState(null, '', '/auth/login')
  await reload()
  await expect.element(passwordField).toHaveValue(PASSWORD)
})

test('AUTH-12 a failed logout shows an error, the session stays, and the next attempt ends it', async () => {
  await openConsole('/app/alerts/list', { user: nurse, answers: asks })
  serve({
    'session.logout': () => {
      throw errorAnswer('unexpected')
    },
  })
  await logOut()
  await expect.element(page.getByText('Unable to logout!')).toBeVisible()
  await expect.element(mainTitle).toHaveTextContent('Alerts')
  expect(localStorage.getItem('session')).not.toBeNull()
  serve({ 'session.logout': () => ({ provider: null }) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(loginButton).toBeVisible()
  expect(localStorage.getItem('session')).toBeNull()
})

test('AUTH-12 after a logout without a network the next sign-in loads the page', async () => {
  const annotator = aUser({ role: 'ANNOTATOR' })
  const noAlerts = page.getByText('Nothing has happened yet.')
  await openConsole('/app/alerts/list', {
    user: annotator,
    answers: { ...asks, 'session.login': () => annotator },
  })
  await expect.element(noAlerts).toBeVisible()
  disconnect()
  await logOut()
  await expect.element(loginButton).toBeVisible()
  reconnect()
  await signIn()
  await expect.element(noAlerts).toBeVisible()
})

test('GEN-02 lng chooses the language of the pages before sign-in', async () => {
  await openSignIn('/auth/login?lng=ja')
  await expect.element(page.getByRole('button', { name: 'ログイン' })).toBeVisible()
  history.replaceState(null, '', '/auth/login?lng=xx')
  await reload()
  await expect.element(loginButton).toBeVisible()
})

test('GEN-01 the sign-in page is accessible in Japanese too, on a phone', async () => {
  await page.viewport(390, 844)
  await openSignIn('/auth/login?lng=ja')
  await expect.element(page.getByRole('button', { name: 'ログイン' })).toBeVisible()
  expect([...widthErrors(), ...(await seriousErrors())]).toEqual([])
})

test('GEN-03 the language of the menu is saved in the profile and counts more than the address', async () => {
  const user = aUser({ role: 'ANNOTATOR' })
  await openConsole('/app/alerts/list', { user, answers: asks })
  const { token: _, tokenExpiresAt: __, ...profile } = user
  serve({ 'profile.patch': ({ body }) => ({ ...profile, ...body }) })
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: '日本語' }).click()
  await expect.element(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
  expect(sentTo('profile.patch').map(({ body }) => body)).toEqual([{ locale: 'ja' }])
  expect(localStorage.getItem('i18nextLng')).toBe('ja')

  await leave()
  await expect.element(page.getByRole('button', { name: 'ログイン' })).toBeVisible()
  history.replaceState(null, '', '/app/alerts/list?lng=en')
  serve({ 'session.login': () => ({ ...user, locale: 'ja' }) })
  await reload()
  await signIn()
  await expect.element(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
})

test('AUTH-01 login and register redirect a signed-in user into the console', async () => {
  const annotator = aUser({ role: 'ANNOTATOR' })
  for (const path of ['/auth/login', '/auth/register']) {
    await openConsole(path, { user: annotator, answers: asks })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
    expect(location.pathname).toBe('/app/alerts/list')
  }
})

test.for(['login-unprotected', 'register-unprotected', 'reset-password', 'verify'])(
  'AUTH-01 a signed-in user can open /auth/%s',
  async (path) => {
    await openConsole(`/auth/${path}`, { user: nurse, answers: asks })
    await expect.element(mainTitle).toBeVisible()
    expect(location.pathname).toBe(`/auth/${path}`)
  },
)

test('AUTH-02 the sign-in remembers by default and shows the password on demand', async () => {
  await openSignIn()
  await expect.element(page.getByText('Somebody is always awake.')).toBeVisible()
  await expect.element(page.getByText('Enter your details below.')).toBeVisible()
  expect(document.querySelector('form')!.getBoundingClientRect().width).toBeLessThanOrEqual(480)
  await expect.element(page.getByLabelText('Remember me')).toBeChecked()
  await passwordField.fill(PASSWORD)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(passwordField).toHaveAttribute('type', 'text')
  await page.viewport(820, 1180)
  await expect.element(page.getByText('Somebody is always awake.')).not.toBeVisible()
})

test.for([
  ['terms', /terms of use/i],
  ['privacy', /privacy policy/i],
] as const)('AUTH-02 the sign-in links %s', async ([path, title]) => {
  await openSignIn()
  await expect.element(page.getByRole('link', { name: title })).toHaveAttribute('href', `/auth/${path}`)
  await openSignIn(`/auth/${path}`)
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('GEN-13 an unknown path goes to /404, which links to the home page', async () => {
  await openConsole('/no/such/page', { user: aUser({ role: 'ANNOTATOR' }), answers: asks })
  await expect.element(page.getByText('This page does not exist')).toBeVisible()
  expect(location.pathname).toBe('/404')
  await page.getByRole('link', { name: /^Go to/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
})

test.for(['/500', '/maintenance'])('GEN-13 %s exists', async (path) => {
  await openConsole(path, { user: nurse, answers: asks })
  await expect.element(mainTitle).toBeVisible()
  expect(location.pathname).toBe(path)
})

/** A list in which nothing is found, and a page that does not exist. */
const DRAWINGS = [
  ['/app/alerts/list?severities=%5B%22critical%22%5D', '0 0 176 132'],
  ['/404', '0 0 320 220'],
] as const
test.for(DRAWINGS)('GEN-08 %s has a drawing that assistive technology passes over', async ([path, viewBox]) => {
  await openConsole(path, { user: nurse, answers: asks })
  const drawing = page.getByCss(`main svg[viewBox="${viewBox}"]`)
  await expect.element(drawing).toBeVisible()
  await expect.element(drawing).toHaveAttribute('aria-hidden', 'true')
  await expect.element(drawing).toHaveAttribute('focusable', 'false')
})
