/** Sites and organisations as those who manage them see them: made, changed, entered and left, and what stands in the way. */
import type { ExternalRun } from '@mimamori/contract/site/external.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DASHBOARD, EXTERNAL, SITE_PAGE } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aTenant, aUser, idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const WHY = 'The camera of room 203 stays dark.'
const organiser = aUser({ role: 'ORG_ADMIN', applicationTenant: { ...SITE, id: idOf(899), schemaName: 'Sakura Care' } })
const said = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const save = () => userEvent.keyboard('{Control>}s{/Control}')

test('MSG-01 a site says that it is updated', async () => {
  let site = aTenant()
  const answers: Answers = {
    ...SITE_PAGE,
    'tenant.get': () => site,
    'tenant.patch': ({ body }) => {
      site = aTenant({ passwordMinLength: body.passwordMinLength!, version: 2 })
      return site
    },
  }
  await openConsole(`/app/tenants/edit/${SITE.id}`, { user: organiser, answers })
  await page.getByLabelText('Least length of a password').fill('11')
  await save()
  await said('Site updated')
  expect(sentTo('tenant.patch')[0]!.body).toMatchObject({ id: SITE.id, passwordMinLength: 11 })
})

test('MSG-01 a sync with the external system says that it is completed', async () => {
  const run: ExternalRun = {
    ...{ id: idOf(600), cameraId: null, state: 'done', reason: null, httpStatus: 200, message: null },
    ...{ attempts: 1, cameraCount: 3, cameraName: null, createdAt: NOW, changedAt: NOW },
  }
  let external = EXTERNAL
  const answers: Answers = {
    ...SITE_PAGE,
    'external.get': () => external,
    'external.save': ({ body: { authKey: _, ...draft } }) => {
      external = { ...EXTERNAL, ...draft, keyLastFour: 'ters', version: draft.version + 1 }
      return external
    },
    'external.sync': () => ({ ...run, state: 'pending' }),
    'external.run': () => run,
  }
  await openConsole(`/app/tenants/edit/${SITE.id}`, { user: organiser, answers })
  const form = page.getByRole('form', { name: 'External system' })
  await form.getByLabelText('Address').fill('https://partner.example/cameras')
  await form.getByLabelText('Auth access key').fill('a key of sixteen letters')
  await form.getByRole('switch', { name: 'Send to the external system' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await said('Changes saved.')
  expect(sentTo('external.save')[0]!.body).toMatchObject({ isEnabled: true, authKey: 'a key of sixteen letters' })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await said('Sync with the external system completed.')
})

test('SITE-01 SITE-02 a new site is checked on its fields: code and networks', async () => {
  await openConsole(`/app/tenants/new?parentId=${idOf(899)}`, { user: organiser, answers: SITE_PAGE })
  await page.getByLabelText('Name').fill('Aozora no Mori')
  await page.getByLabelText('Code').fill('aozora no mori')
  const create = page.getByRole('button', { name: 'Create' })
  await create.click()
  await expect.element(page.getByText('Only letters, digits and hyphens.')).toBeVisible()
  await page.getByLabelText('Code').fill('aozora-no-mori')
  await page.getByLabelText(/Networks in CIDR form/).fill('10.20.0.0/16\n127.0.0.0/8')
  await create.click()
  await expect.element(page.getByText('Line 2: No hub ever contacts this network.')).toBeVisible()
  expect(sentTo('tenant.create')).toEqual([])
})

test('OPS-09 an organisation with sites cannot be deleted, and says how many it has', async () => {
  const organisation = aTenant({ id: idOf(899), kind: 'organisation', parentId: null, parentName: null, siteCount: 2 })
  const counts = { residents: 0, alerts: 0, units: 0, cameras: 0, hubs: 0, recordings: 0, files: 0, users: 0 }
  const answers: Answers = {
    ...SITE_PAGE,
    'tenant.get': () => organisation,
    'tenant.deletion': () => ({ counts, siteCount: 2, lastExport: null, needsOtherExporter: false, marked: null }),
  }
  await openConsole(`/app/tenants/edit/${idOf(899)}`, { user: aUser({ role: 'SUPER_ADMIN' }), answers })
  const card = page.getByCss('section').filter({ hasText: 'Delete this organisation' })
  await expect.element(card).toMatchTextContent('This organisation still has 2 sites.')
  await expect.element(card.getByRole('button')).not.toBeInTheDocument()
})

/** Connecting and coming back. */
function connecting(): Answers {
  const impersonatedTenant = { ...SITE, reason: WHY, until: '2026-11-26T13:00:00.000Z' }
  return {
    ...SITE_PAGE,
    ...DASHBOARD,
    'session.impersonate': ({ body }) => ({
      ...organiser,
      token: 'connected',
      impersonatedTenant: { ...impersonatedTenant, reason: body.reason ?? '' },
    }),
    'session.stopImpersonating': () => organiser,
  }
}
const bar = page.getByRole('region', { name: 'You are connected to Sakura no Sato' })

test('SITE-03 NAV-07 connecting asks for a reason, shows it, and coming back leads to the sites', async () => {
  await openConsole('/app/tenants/list', { user: organiser, answers: connecting() })
  const before = history.replaceState
  await page.getByRole('button', { name: 'Connect to Sakura no Sato' }).click()
  const connect = page.getByRole('dialog').getByRole('button', { name: 'Connect' })
  await connect.click()
  await expect.element(page.getByText('Reason is required')).toBeVisible()
  await page.getByLabelText('Reason').fill(WHY)
  await connect.click()
  await expect.element(bar).toMatchTextContent('60 min left')
  await expect.element(bar).toMatchTextContent(WHY)
  await expect.poll(() => location.pathname).toBe('/app/dashboard')
  await bar.getByRole('button', { name: 'Stop impersonating' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Connect to Sakura no Sato' })).toBeVisible()
  // One listener on the address, not one more each time.
  expect(history.replaceState).toBe(before)
})

test('the palette finds a site by its code', async () => {
  const momiji = aTenant({ id: idOf(898), name: 'もみじの里', code: 'momiji-no-sato' })
  const answers: Answers = {
    ...SITE_PAGE,
    'tenant.search': ({ body }) => pageOf(...[aTenant(), momiji].filter(({ code }) => code.includes(body.text ?? ''))),
    'tenant.get': ({ params }) => {
      if (params.id !== momiji.id) throw errorAnswer('not-found')
      return momiji
    },
    'camera.search': () => pageOf(),
    'user.search': () => pageOf(),
    'agent.search': () => pageOf(),
    'unit.search': () => pageOf(),
  }
  await openConsole('/app/tenants/list', { user: aUser({ role: 'SUPER_ADMIN' }), answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByPlaceholder('Where to?').fill('momiji')
  await page.getByRole('option', { name: /もみじの里/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /もみじの里/ })).toBeVisible()
})
