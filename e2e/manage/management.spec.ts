/** The pages behind "Management" in both languages and schemes: no serious axe violation, no horizontal scrolling. */
import { errorsOf, firstRecord, LOOKS, openAs } from '../stack/accessibility.ts'
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
