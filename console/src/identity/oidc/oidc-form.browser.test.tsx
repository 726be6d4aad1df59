/** The provider of an organization on its settings: groups, the test in words, and what is refused. */
import type { Oidc } from '@mimamori/contract/identity/oidc.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { widthErrors } from '#console/testing/accessibility.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aTenant, aUser, idOf, pageOf } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const SAVED: Oidc = {
  ...{ tenantId: idOf(1), isEnabled: true, issuer: 'https://login.example.org', clientId: 'mimamori' },
  ...{ secretLastFour: 'x7Qa', groupsClaim: 'groups', rules: [], isForced: false, isFactor: false },
  ...{ signInKey: 'k3mfd72xqz', redirectUri: 'https://care.example/auth/login', people: 2, version: 3 },
}
const SITE = aTenant({ id: idOf(2), name: 'Sakura' })
const organiser = aUser({ role: 'ORG_ADMIN' })
const security = {
  ...{ tenantId: idOf(1), tenantName: 'Org', ranges: [], isStationPinAsked: false, ownAddress: '192.0.2.1' },
  ...{ lastEditedBy: null, lastEditedAt: null, version: 1 },
}
const RULE = { tenantId: idOf(1), possible: ['ORG_ADMIN' as const], roles: [], graceDays: 14, missing: 0, version: 1 }
const answers = (more: Answers = {}): Answers => ({
  'security.get': () => security,
  'factorRule.get': () => RULE,
  'oidc.get': () => SAVED,
  'oidc.save': ({ body }) => ({ ...SAVED, rules: body.rules, isForced: body.isForced, version: 4 }),
  'tenant.search': () => pageOf(SITE),
  'tenant.get': () => SITE,
  ...more,
})
const form = page.getByRole('form', { name: 'Sign-in with your organization' })
const open = (more?: Answers, user = organiser) =>
  openConsole('/app/settings/list?tabIndex=3', { answers: answers(more), user })

test('REACH-42 an organization admin gives a group a role at a site, and the secret stays', async () => {
  await open()
  await expect.element(form.getByText('k3mfd72xqz')).toBeVisible()
  await expect.element(form.getByText('2 people have signed in through it.')).toBeVisible()
  await form.getByRole('button', { name: 'Add a group' }).click()
  await form.getByRole('textbox', { name: /^Group/ }).fill('care')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('Choose a site; none for an organization admin')).toBeVisible()
  await form.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: 'Sakura' }).click()
  await form.getByLabelText('Unit').fill('2F')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Changes saved.')).toBeVisible()
  expect(sentTo('oidc.save')[0]!.body).toEqual({
    ...{ isEnabled: true, issuer: SAVED.issuer, clientId: 'mimamori', groupsClaim: 'groups' },
    rules: [{ group: 'care', role: 'USER', siteId: SITE.id, unit: '2F' }],
    ...{ isForced: false, isFactor: false, version: 3 },
  })
  await page.viewport(390, 800)
  expect(widthErrors()).toEqual([])
})

test('REACH-42 a site among hundreds is found by typing, and that of a saved rule has its name', async () => {
  const rules = [{ group: 'care', role: 'USER' as const, siteId: SITE.id, unit: '' }]
  const kaede = aTenant({ id: idOf(3), name: 'Kaede' })
  await open({
    'oidc.get': () => ({ ...SAVED, rules }),
    'tenant.search': ({ body }) => pageOf(...(body.text === 'kae' ? [kaede] : [SITE])),
  })
  const site = form.getByRole('combobox', { name: 'Site' })
  await expect.element(site).toHaveValue('Sakura')
  await site.fill('kae')
  await page.getByRole('option', { name: 'Kaede' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sentTo('oidc.save')[0]?.body.rules).toMatchObject([{ siteId: kaede.id }])
  await form.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Organization Admin' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sentTo('oidc.save')[1]?.body.rules).toMatchObject([{ role: 'ORG_ADMIN', siteId: null }])
})

test.each([
  ['issuer-differs', /another issuer than the one entered/],
  ['timeout', /could not be reached: It did not answer in time/],
  [null, /answers as it should/],
] as const)('REACH-40 the test says in words what is wrong: %s', async (reason, words) => {
  await open({ 'oidc.test': () => ({ isReady: reason === null, reason }) })
  await form.getByRole('button', { name: 'Test' }).click()
  await expect.element(form.getByText(words)).toBeVisible()
})

test('REACH-44 it cannot be required before anybody signed in through it', async () => {
  await open({
    'oidc.save': () => {
      throw errorAnswer('oidc-not-tried')
    },
  })
  await form.getByRole('switch', { name: 'Require it' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('First sign in once through this provider: nobody has yet.')).toBeVisible()
})

test('REACH-40 a site shows no provider of its own', async () => {
  await open({}, aUser({ role: 'ADMIN' }))
  await expect.element(page.getByRole('form', { name: 'Second step of sign-in' })).toBeVisible()
  expect(form.elements()).toEqual([])
})
