/** The test function of all browser tests: a page that fails the test on any console error, and sign-in in one line. */
import { test as base, expect, type Page } from '@playwright/test'

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

/** Chromium writes these by itself for answers that the page handles: the test names the ones it provokes. */
type Fixtures = { allowedErrors: RegExp[] }

export const test = base.extend<Fixtures>({
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use) => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (fault) => faults.push(fault.stack ?? fault.message))
    await use(page)
    expect(faults.filter((fault) => !allowedErrors.some((allowed) => allowed.test(fault)))).toEqual([])
  },
})
export { expect }

/** Signs in through the form and waits for the shell. */
export async function signIn(page: Page, account: Account, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByLabel(/Username|ユーザー名/).fill(MAIL[account])
  await page.getByLabel(/^(Password|パスワード)$/).fill(PASSWORD)
  await page.getByRole('button', { name: /^(Login|ログイン)$/ }).click()
  await expect(page.getByRole('navigation', { name: /Main navigation|メインメニュー/ })).toBeVisible()
  // A pointer that rests on a list keeps new rows from coming by themselves.
  await page.mouse.move(0, 0)
}
