/** A program that reads alerts by a token: from the settings of a site to the call, the audit, and the end of the token. */
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const NAME = `Care record ${crypto.randomUUID().slice(0, 6)}`

test('REACH-50 a program reads with a token what its scope allows, until it is revoked', async ({ page, request }) => {
  await signIn(page, 'admin', '/app/settings/list?tabIndex=4')
  await page.getByRole('button', { name: 'Create a service account' }).click()
  const form = page.getByRole('form', { name: 'Create a service account' })
  await form.getByLabel('Name').fill(NAME)
  await form.getByRole('checkbox', { name: 'Read alerts' }).click()
  await form.getByRole('button', { name: 'Create a service account' }).click()
  const token = (await page.getByText(/^mma_/).textContent())!

  const ask = (path: string) =>
    request.post(`${BASE_URL}/api/${path}`, { headers: { authorization: `Bearer ${token}` }, data: {} })
  const alerts = await ask('alert/search')
  expect([alerts.status(), (await alerts.json()).totalCount]).toEqual([200, expect.any(Number)])
  expect((await (await ask('camera/view/search')).json()).key).toBe('scope-needed')

  const line = page.getByRole('listitem').filter({ hasText: NAME })
  await page.reload()
  await expect(line).toContainText('last used')
  await line.getByRole('button', { name: `Revoke: ${NAME}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(line).toContainText('Revoked')
  expect((await ask('alert/search')).status()).toBe(401)

  await page.goto('/app/audit')
  const row = page.getByRole('row').filter({ hasText: NAME })
  await expect(row.filter({ hasText: 'Called with a token' }).first()).toBeVisible()
  await expect(row.filter({ hasText: 'Revoked a service account' })).toBeVisible()
})
