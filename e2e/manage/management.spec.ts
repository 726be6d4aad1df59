/** The pages behind "Management" in both languages and schemes: axe finds nothing serious, nothing scrolls sideways. */
import { errorsOf, firstRecord, LOOKS, openAs, seriousErrors } from '../stack/accessibility.ts'
import { type Account, expect, followSystem, signIn, test } from '../stack/test.ts'

/** What each person opens; `record` stands for the first one of the list before it. */
const PAGES: readonly [account: Account, who: string, pages: readonly string[]][] = [
  [
    'super',
    'an operator',
    [
      ...['tenants/list', 'record', 'tenants/new', 'agents/list', 'record', 'agents/new'],
      ...['units/list', 'users/list', 'mail/list', 'audit', 'profile'],
    ],
  ],
  [
    'admin',
    'an administrator',
    [
      ...['users/list', 'record', 'users/new', 'profile', 'audit'],
      ...[
        'settings/list',
        'record',
        'settings/list?tabIndex=1',
        'settings/list?tabIndex=2',
        'settings/list?tabIndex=3',
      ],
      ...['escalation', 'shift', 'tag'].map((kind) => `settings/asset/${kind}/new`),
    ],
  ],
]

for (const look of LOOKS) {
  for (const [account, who, pages] of PAGES) {
    test(`GEN-01 GEN-06 NAV-09 every page of ${who} is accessible and fits, ${look.title}`, async ({ page }) => {
      await followSystem(page, look.scheme)
      await signIn(page, account, '/app/profile')
      await page.setViewportSize({ width: look.widthPx, height: 900 })
      const errors: string[] = []
      let first = ''
      for (const [at, name] of pages.entries()) {
        const path = name === 'record' ? first : `/app/${name}`
        await openAs(page, path, look)
        errors.push(...(await errorsOf(page, path)))
        if (pages[at + 1] === 'record') first = await firstRecord(page)
      }
      expect(errors).toEqual([])
    })
  }

  test(`GEN-01 SITE-03 the units of a connected site are accessible and fit, ${look.title}`, async ({ page }) => {
    await followSystem(page, look.scheme)
    await signIn(page, 'super', '/app/tenants/list?text=Sakura+no+Sato')
    await page.getByRole('button', { name: 'Connect to Sakura no Sato' }).click()
    await page.getByLabel('Reason').fill('The units are looked at.')
    await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('region', { name: 'You are connected to Sakura no Sato' })).toBeVisible()
    await page.setViewportSize({ width: look.widthPx, height: 900 })
    const errors: string[] = []
    let first = ''
    for (const name of ['units/list', 'record', 'units/new']) {
      const path = name === 'record' ? first : `/app/${name}`
      await openAs(page, path, look)
      errors.push(...(await errorsOf(page, path)))
      if (name === 'units/list') first = await firstRecord(page)
    }
    expect(errors).toEqual([])
  })
}

test('NAV-03 NAV-08 outside of a site an operator has no units to choose from, and the title counts nothing', async ({
  page,
}) => {
  await signIn(page, 'super', '/app/tenants/list')
  await expect(page).toHaveTitle('Sites · Mimamori')
  await expect(page.getByRole('banner').getByRole('button', { name: /All units/ })).toHaveCount(0)
  await page.goto('/app/units/list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Deliveries are of one site: an empty list would say that nothing was ever sent.
  await page.goto('/app/deliveries')
  await expect(page.getByRole('main').getByRole('link', { name: /site/i })).toHaveAttribute('href', '/app/tenants/list')
})

test('NAV-08 the window is named after its page, what waits before it', async ({ page }) => {
  await signIn(page, 'admin', '/app/users/list')
  await expect(page).toHaveTitle(/^(\(\+?\d+\) )?Users · Mimamori$/)
  await expect(page.getByRole('button', { name: /All units/ })).toBeVisible()
  await page.getByRole('link', { name: 'New user' }).click()
  await expect(page).toHaveTitle(/^(\(\+?\d+\) )?New user · Mimamori$/)
})

test('SET-01 NAV-11 without PRO escalation is dimmed and out of reach, and says how it can be had', async ({
  page,
}) => {
  await signIn(page, 'kaede', '/app/settings/list')
  await expect(page.getByRole('tab', { name: /Escalation/ })).toBeVisible()
  await expect(page.getByText('PRO', { exact: true }).first()).toBeVisible()
  const link = page.getByRole('link', { name: 'New escalation' })
  const locked = page.locator('main [inert]', { has: link })
  await expect(locked).toHaveCSS('opacity', '0.38')
  await link.evaluate((element) => element.focus())
  await expect(link).not.toBeFocused()
  // The tab list keeps the hint of its own while the panel is looked at.
  await locked.locator('..').hover()
  await expect(page.getByRole('tooltip')).toContainText('Available with PRO package Subscription')
  expect(await seriousErrors(page)).toEqual([])
})

test.describe('with a service that answers nothing', () => {
  test.use({ allowedErrors: [/503/] })

  test('GEN-09 a list that could not be fetched says so in its place and tries again', async ({ page }) => {
    await signIn(page, 'admin', '/app/profile')
    await page.route('**/api/user/search*', (route) =>
      route.fulfill({ status: 503, json: { key: 'unavailable', message: 'Not now.' } }),
    )
    await page.goto('/app/users/list')
    const retry = page.getByRole('main').getByRole('button', { name: /Try again|Retry/ })
    await expect(retry).toBeVisible({ timeout: 30_000 })
    expect(await seriousErrors(page)).toEqual([])
    await page.unroute('**/api/user/search*')
    await retry.click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})
