/** The checklist of a new site on its dashboard, put away and brought back. OPS-09. */
import { callAs, expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 6)

test('OPS-09 a new site shows what it needs, and the list is put away and brought back', async ({ page }) => {
  await signIn(page, 'super', '/app/tenants/list')
  const { records } = (await callAs(page, 'POST', 'tenant/search', { kind: 'organisation' })).body
  const draft = { name: `Tsubaki ${RUN}`, code: `tsubaki-${RUN}`, region: 'ap-northeast-1', parentId: records[0].id }
  const { body: site } = await callAs(page, 'POST', 'tenant', draft)
  await page.goto(`/app/tenants/edit/${site.id}`)
  await page.getByRole('button', { name: `Connect to ${site.name}` }).click()
  await page.getByLabel('Reason').fill('The first steps')
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()

  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'First steps' }) })
  await expect(card).toContainText('0 of 8 done')
  await expect(card).toContainText('There is no camera yet.')
  await card.getByRole('link', { name: 'Put cameras into units' }).click()
  await expect(page).toHaveURL(/\/app\/units\/list/)

  await page.goto('/app/dashboard')
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('No records available')).toBeVisible()
  await expect(card).toHaveCount(0)

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible()
  await page.getByRole('button', { name: 'Show on the dashboard' }).click()
  await page.goto('/app/dashboard')
  await expect(card).toBeVisible()
})
