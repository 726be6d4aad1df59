/** An organization's administrator exports a site, marks it for deletion and withdraws the mark. OPS-09. */
import { readFileSync } from 'node:fs'
import { callAs, expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 6)

test('OPS-09 a site is deleted after its export and its name, and the deletion is withdrawn', async ({ page }) => {
  await signIn(page, 'org', '/app/tenants/list')
  const name = `Sumire ${RUN}`
  const draft = { name, code: `sumire-${RUN}`, region: 'ap-northeast-1' }
  const { body: site } = await callAs(page, 'POST', 'tenant', draft)
  await page.goto(`/app/tenants/edit/${site.id}`)
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Delete this site' }) })
  await expect(card).toContainText('There is no export of the last 24 hours.')
  await expect(card.getByRole('button', { name: 'Delete site' })).toBeDisabled()

  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Export' }).click()
  const zip = readFileSync(await (await saved).path())
  expect(['tenant.jsonl', 'audit.jsonl', 'manifest.json'].filter((file) => !zip.includes(file))).toEqual([])
  await expect(card).toContainText('It counts until')

  await card.getByRole('button', { name: 'Delete site' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('nobody is alerted any more')
  await dialog.getByRole('textbox').fill('Sumire')
  await expect(dialog.getByRole('button', { name: 'Delete site' })).toBeDisabled()
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete site' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'nobody is alerted' })
  await expect(notice).toContainText('All data is removed at')
  await expect(card).toHaveCount(0)
  await page.goto('/app/tenants/list')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Marked for deletion')

  await page.goto(`/app/tenants/edit/${site.id}`)
  await notice.getByRole('button', { name: 'Withdraw the deletion' }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByText('Deletion withdrawn')).toBeVisible()
  await expect(card).toBeVisible()
})
