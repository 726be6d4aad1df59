/** Service accounts on the settings: created with a token that is shown once, and revoked. */
import type { ServiceAccount } from '@mimamori/contract/identity/service-account.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_WEBHOOKS } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, idOf, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, sentTo } from '#console/testing/service.ts'

const ACCOUNT: ServiceAccount = {
  ...{ id: idOf(1), name: 'Care record', tokenLastFour: 'x7Qa', scopes: ['alerts'], sites: null },
  ...{ units: [{ id: idOf(2), name: '2F' }], createdAt: '2026-11-01T00:00:00Z', createdBy: 'Sato' },
  ...{ expiresAt: '2099-11-01T00:00:00Z', lastUsedAt: null, lastUsedFrom: null, revokedAt: null },
}
const answers = (records: ServiceAccount[], kind: 'site' | 'organisation' = 'site'): Answers => ({
  ...NO_WEBHOOKS,
  'serviceAccount.list': () => ({ tenantId: SITE.id, kind, records }),
  'serviceAccount.create': ({ body }) => ({ account: { ...ACCOUNT, name: body.name }, token: 'mma_shown-once' }),
  'serviceAccount.revoke': () => ({ ...ACCOUNT, revokedAt: '2026-11-20T00:00:00Z' }),
  'asset.search': () => pageOf(),
  'contact.list': () => ({ records: [] }),
  'unit.search': () => pageOf(),
  'tenant.search': () => pageOf(),
})
const open = (given: Answers, user = aUser({ role: 'ADMIN' })) =>
  openConsole('/app/settings/list?tabIndex=4', { answers: given, user })

test('REACH-50 an administrator creates a service account, and its token is shown once', async () => {
  await open(answers([]))
  await page.getByRole('button', { name: 'Create a service account' }).click()
  const form = page.getByRole('form', { name: 'Create a service account' })
  await form.getByRole('button', { name: 'Create a service account' }).click()
  await expect.element(form.getByText('Choose at least one')).toBeVisible()
  await form.getByLabelText('Name').fill('Care record')
  await form.getByRole('checkbox', { name: 'Read alerts' }).click()
  await form.getByLabelText('Valid for').fill('90')
  await form.getByRole('button', { name: 'Create a service account' }).click()
  await expect.element(page.getByText('mma_shown-once')).toBeVisible()
  expect(sentTo('serviceAccount.create')[0]!.body).toEqual({
    ...{ name: 'Care record', scopes: ['alerts'], siteIds: [], unitIds: [], days: 90 },
  })
})

test('REACH-50 the list says what an account may read and where, and revokes it', async () => {
  await open(answers([ACCOUNT]))
  await expect.element(page.getByText('Read alerts · 2F')).toBeVisible()
  await expect.element(page.getByText('Token ends in x7Qa · never used')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke: Care record' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => sentTo('serviceAccount.revoke')[0]?.params).toEqual({ id: ACCOUNT.id })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('REACH-50 one that was revoked or has expired says so, and an organization chooses sites', async () => {
  const ended = { ...ACCOUNT, id: idOf(3), name: 'Old', expiresAt: '2026-01-01T00:00:00Z' }
  const organiser = aUser({ role: 'ORG_ADMIN' })
  await open(answers([{ ...ACCOUNT, revokedAt: '2026-11-20T00:00:00Z' }, ended], 'organisation'), organiser)
  await expect.element(page.getByText(/^Revoked /)).toBeVisible()
  await expect.element(page.getByText(/^Expired /)).toBeVisible()
  expect(page.getByRole('button', { name: /^Revoke: / }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Create a service account' }).click()
  await expect.element(page.getByLabelText('Sites')).toBeVisible()
})
