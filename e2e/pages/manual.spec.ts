import { seriousErrors } from '../stack/accessibility.ts'
import { expect, gotoIn, signIn, test } from '../stack/test.ts'

test('GEN-05 NAV-03 the manual opens in a new tab, in the current language', async ({ page }) => {
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
