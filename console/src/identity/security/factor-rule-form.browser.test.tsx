/** Who needs a second step: of a site on its settings, of the operators on the page of the installation. */
import type { FactorRule } from '@mimamori/contract/identity/factor-rule.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_BACKUP } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, SITE } from '#console/testing/rows.ts'
import { type Answers, sentTo } from '#console/testing/service.ts'

const RULE: FactorRule = {
  ...{ tenantId: SITE.id, possible: ['ADMIN', 'USER', 'RESTRICTED_USER', 'ANNOTATOR'], roles: ['ADMIN'] },
  ...{ graceDays: 14, missing: 2, version: 3 },
}
const saving = (rule: FactorRule): Answers => ({
  'factorRule.get': () => rule,
  'factorRule.save': ({ body }) => ({ ...rule, ...body, tenantId: rule.tenantId, version: rule.version + 1 }),
})
const form = page.getByRole('form', { name: 'Second step of sign-in' })

test('REACH-22 an administrator chooses roles and days, and reads who is missing', async () => {
  const security = {
    ...{
      tenantId: SITE.id,
      tenantName: SITE.schemaName,
      ranges: [],
      isStationPinAsked: false,
      ownAddress: '192.0.2.1',
    },
    ...{ lastEditedBy: null, lastEditedAt: null, version: 1 },
  }
  const answers = { ...saving(RULE), 'security.get': () => security }
  await openConsole('/app/settings/list?tabIndex=3', { answers })
  await expect.element(form.getByText('2 people have not set it up.')).toBeVisible()
  await expect.element(form.getByRole('checkbox', { name: 'Site Admin' })).toBeChecked()
  await form.getByRole('checkbox', { name: 'User', exact: true }).click()
  await form.getByLabelText('Time to set it up').fill('7')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Changes saved.')).toBeVisible()
  expect(sentTo('factorRule.save')[0]!.body).toEqual({ roles: ['ADMIN', 'USER'], graceDays: 7, version: 3 })
})

test('REACH-22 the operator requires it of all operators on the page of the installation', async () => {
  const rule: FactorRule = { ...RULE, possible: ['SUPER_ADMIN'], roles: [], missing: 0 }
  const answers: Answers = {
    ...saving(rule),
    'installation.get': () => ({
      ...{ version: '0.1.0', mailWaitsSince: null, externalWaits: null, contactFails: null, openFiles: null, gaps: [] },
      backup: { ...NO_BACKUP, place: null, isOverdue: false },
    }),
  }
  await openConsole('/app/installation', { user: aUser({ role: 'SUPER_ADMIN' }), answers })
  await form.getByRole('checkbox', { name: 'Super Admin' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sentTo('factorRule.save')[0]?.body.roles).toEqual(['SUPER_ADMIN'])
})
