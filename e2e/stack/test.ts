/** The test function of all browser tests: pages that fail the test on any console error, and sign-in in one line. */
import { test as base, expect, type Locator, type Page } from '@playwright/test'

export const PASSWORD = 'mimamori-demo'
export type Account = 'super' | 'org' | 'admin' | 'nurse' | 'guest' | 'demo' | 'annotator' | 'kaede'

const MAIL: Record<Account, string> = {
  super: 'super@mimamori.example',
  org: 'org@sakura.example',
  admin: 'admin@sakura.example',
  nurse: 'nurse@sakura.example',
  guest: 'guest@sakura.example',
  demo: 'demo@sakura.example',
  annotator: 'annotator@sakura.example',
  kaede: 'admin@kaede.example',
}

type Fixtures = {
  /** Errors that Chromium logs for responses that the page handles: a test lists those that it provokes. */
  allowedErrors: RegExp[]
  /** Another user's window: a separate browser, whose console errors fail the test as well. */
  openWindow: () => Promise<Page>
}

export const test = base.extend<Fixtures>({
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use) => {
    const errors = errorsOf(page)
    await use(page)
    expect(errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))).toEqual([])
  },
  openWindow: async ({ browser, allowedErrors }, use) => {
    const windows: { page: Page; errors: string[] }[] = []
    await use(async () => {
      const page = await (await browser.newContext()).newPage()
      windows.push({ page, errors: errorsOf(page) })
      return page
    })
    const errors = windows.flatMap((window) => window.errors)
    for (const { page } of windows) await page.context().close()
    expect(errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))).toEqual([])
  },
})

/** Collects errors of the page from now on. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  return errors
}

export { expect }

/** Signs in through the form and waits for the shell. */
export async function signIn(page: Page, account: Account, path = '/'): Promise<void> {
  await signInAs(page, MAIL[account], PASSWORD, path)
}

/** A browser whose test alarm was confirmed before: its device check does not open. */
async function onProvenDevice(page: Page): Promise<void> {
  const proof = { provenAt: '2026-11-01T00:00:00.000Z', provenByName: 'Test', steps: null }
  await page.route('**/api/device/proof/present', (route) => route.fulfill({ json: proof }))
}

/** As `signIn`, for a user outside the standard accounts. */
export async function signInAs(page: Page, email: string, password: string, path = '/'): Promise<void> {
  await onProvenDevice(page)
  await signInOnNewDevice(page, email, password, path)
}

/** On a device without a confirmed test alarm: its device check opens by itself. */
export async function signInOnNewDevice(page: Page, email: string, password = PASSWORD, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByLabel(/Username|ユーザー名/).fill(email)
  await page.getByLabel(/^(Password|パスワード)$/).fill(password)
  await page.getByRole('button', { name: /^(Login|ログイン)$/ }).click()
  await expect(page.getByRole('navigation', { name: /Main navigation|メインメニュー/ })).toBeVisible()
  // A pointer on a list would prevent new rows from appearing automatically.
  await page.mouse.move(0, 0)
}

/** Sets the system's color scheme for a user with the system theme; call it before the first page of the test. */
export async function followSystem(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ scheme: 'system' })))
}

/** Opens it as a user with this language: after sign-in the address cannot select another. */
export async function gotoIn(page: Page, language: string, path: string): Promise<void> {
  await page.evaluate((locale) => {
    const stored = JSON.parse(localStorage.getItem('session') ?? '{}')
    localStorage.setItem('session', JSON.stringify({ ...stored, user: { ...stored.user, locale } }))
  }, language)
  await page.goto(path)
}

/** The latest e-mail with that subject to that address, opened in the operator's mailbox. */
export async function openEmail(operator: Page, email: string, subject: RegExp): Promise<Locator> {
  await operator.getByRole('button', { name: email }).filter({ hasText: subject }).first().click()
  const mail = operator.getByRole('article')
  await expect(mail.getByRole('heading', { name: subject })).toBeVisible()
  return mail
}

/** The link in an e-mail of invitation. */
export async function linkIn(mail: Locator): Promise<string> {
  return (await mail.getByRole('link', { name: /register-unprotected#/ }).getAttribute('href'))!
}

/** Selects several options by typing their names. */
export async function pick(page: Page, field: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  await page.keyboard.press('Escape')
}

/** Calls the service as the page's user. */
export async function callAs(page: Page, method: string, path: string, body?: object) {
  return await page.evaluate(
    async ([method, path, body]) => {
      const { token } = JSON.parse(localStorage.getItem('session')!) as { token: string }
      const headers = { 'X-AuthToken': token, 'Content-Type': 'application/json' }
      const answer = await fetch(`/api/${path}`, { method, headers, body: body && JSON.stringify(body) })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
    [method, path, body] as const,
  )
}
