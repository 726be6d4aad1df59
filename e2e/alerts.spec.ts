/** The list of alerts as staff work with it: act and take back, kept filters, judgements. */
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './test.ts'

/** The oldest first: what is raised meanwhile changes nothing in it. */
const OLDEST = '/app/alerts/list?sort=oldest'
const alerts = (page: Page) => page.locator('a[data-alert]')
const idOf = async (alert: Locator) => (await alert.getAttribute('data-alert'))!
const alertOf = (page: Page, id: string) => page.locator(`a[data-alert="${id}"]`)

async function firstIds(page: Page, count: number): Promise<string[]> {
  await expect(alerts(page).first()).toBeVisible()
  return Promise.all(Array.from({ length: count }, (_, at) => idOf(alerts(page).nth(at))))
}

test('ALERT-04 ALERT-10 what one archives leaves the other’s window, and Undo brings it back to both', async ({
  page,
  openWindow,
}) => {
  await signIn(page, 'admin', OLDEST)
  const other = await openWindow()
  await signIn(other, 'nurse', OLDEST)
  const ids = await firstIds(page, 2)
  await expect(alertOf(other, ids[0]!)).toBeVisible()

  for (const at of [0, 1]) await page.getByRole('listitem').getByRole('checkbox').nth(at).check({ force: true })
  const bar = page.getByRole('region', { name: '2 selected' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('2 alerts archived.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  for (const window of [page, other]) for (const id of ids) await expect(alertOf(window, id)).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 alerts unarchived.')).toBeVisible()
  for (const window of [page, other]) for (const id of ids) await expect(alertOf(window, id)).toBeVisible()
})

test('ALERT-03 GEN-10 a filter is kept, made the default, and is in force when the list is opened again', async ({
  page,
}) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await expect(page.getByText('No saved filters')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Severity' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Critical' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/critical/)

  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Save these filters' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill('Only critical')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Default: Only critical' }).click()
  await expect(page.getByRole('button', { name: 'Default: Only critical' })).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/app/alerts/list')
  await expect(page.getByRole('button', { name: 'Only critical' })).toBeVisible()
  await expect(page).toHaveURL(/critical/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Saved filters' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Saved filters' })).toBeVisible()

  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Delete Only critical' }).click()
  await expect(page.getByText('Filter deleted')).toBeVisible()
  await expect(page.getByText('No saved filters')).toBeVisible()
})

test('ALERT-11 an annotator sees alerts, judges them with a reason, and finds nothing else', async ({ page }) => {
  await signIn(page, 'annotator', '/')
  await expect(page).toHaveURL(/alerts\/list/)
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveCount(1)
  await page.goto(OLDEST)
  await alerts(page).first().click()
  await page.getByRole('button', { name: 'False alarm' }).click()
  await page.getByRole('button', { name: 'Bedding moved' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Judged a false alarm' }).last()).toContainText(
    'Bedding moved',
  )
  await page.getByRole('button', { name: 'Other, in words' }).click()
  await page.getByLabel('The reason in your words').fill('The cat')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Judged a false alarm' }).last()).toContainText('The cat')
  for (const name of ['Archive', 'Delete', 'Send again', 'Live view']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
})
