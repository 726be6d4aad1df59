/** Units as administrators and the operator look after them, and who finds no way to them. */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { Unit, UnitDetail } from '@mimamori/contract/site/unit.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SITE_PAGE } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, FOLLOWED_APPS, idOf, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const dialog = page.getByRole('dialog')
const said = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const connected = (role: Role) =>
  aUser({ role, impersonatedTenant: { ...SITE, reason: 'Make a unit', until: '2026-11-26T13:00:00.000Z' } })

/** A site, or an organisation with it, that keeps its units. */
function siteWith(...known: string[]): Answers {
  let rows: Unit[] = []
  const add = (name: string) => {
    const row = {
      ...{ id: idOf(801 + rows.length), name, tenantId: SITE.id, tenantName: SITE.schemaName, cameraCount: 0 },
      ...{ overridesReminderSubscribers: false, version: 1 },
    }
    rows = [...rows, row]
    return row
  }
  let apps: UnitDetail['apps'] = FOLLOWED_APPS
  known.forEach(add)
  return {
    'unit.search': ({ body }) => pageOf(...rows.filter(({ name }) => name.includes(body.name ?? ''))),
    'unit.get': ({ params }) => {
      const row = rows.find(({ id }) => id === params.id)
      if (!row) throw errorAnswer('not-found')
      return { ...row, cameras: [], reminderSubscribers: [], apps }
    },
    'unit.create': ({ body }) => add(body.name),
    'unit.patch': ({ body }) => {
      rows = rows.map((row) => (row.id === body.id ? { ...row, name: body.name!, version: row.version + 1 } : row))
      return rows.find(({ id }) => id === body.id)!
    },
    'unit.remove': ({ params }) => {
      rows = rows.filter(({ id }) => id !== params.id)
      return {}
    },
    'unit.saveSchedule': ({ params, body }) => {
      apps = apps.map((app) => (app.appCode === params.mlAppCode ? { ...app, ...body } : app))
      return apps.find(({ appCode }) => appCode === params.mlAppCode)!
    },
    'camera.search': () => pageOf(),
    'user.names': () => pageOf(),
    ...SITE_PAGE,
  }
}

async function setHours(app: string): Promise<void> {
  await page.getByRole('button', { name: `${app}: Edit schedule` }).click()
  await page.getByRole('button', { name: 'Night', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  // The editor's own words about the week go with it.
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(/18:00/).first()).toBeVisible()
}

async function removeUnit(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete unit' }).click()
  const verb = dialog.getByRole('button', { name: 'Delete unit' })
  await expect.element(verb).toBeDisabled()
  await dialog.getByLabelText(`Type ${name} to confirm`).fill(name)
  await verb.click()
  await said('Unit deleted')
  await expect.poll(() => location.pathname).toBe('/app/units/list')
}

test('UNIT-01 the operator, connected to a site, adds a unit, sets an app’s hours, deletes it by name', async () => {
  await openConsole('/app/units/new', { user: connected('SUPER_ADMIN'), answers: siteWith() })
  await page.getByLabelText('Name').fill('Momo 3F')
  await page.getByRole('button', { name: 'New unit' }).click()
  await said('Unit created')
  await page.getByLabelText('Name').fill('Momo 4F')
  await userEvent.keyboard('{Control>}s{/Control}')
  await said('Unit updated')
  await page.getByLabelText('Fall: State').selectOptions('DISABLED')
  await said('Changes saved.')
  expect(sentTo('unit.saveSchedule')[0]!.body).toMatchObject({ state: 'DISABLED' })
  await setHours('Fall')
  await removeUnit('Momo 4F')
})

test('UNIT-01 an organisation’s administrator makes a unit for a site below, finds and deletes it', async () => {
  await openConsole('/app/units/list', { user: aUser({ role: 'ORG_ADMIN' }), answers: siteWith('Sakura 2F') })
  await expect.element(page.getByRole('columnheader', { name: 'Site' })).toBeVisible()
  await page.getByRole('link', { name: 'New unit' }).first().click()
  await page.getByLabelText('Name').fill('Yuri')
  await page.getByRole('combobox', { name: 'Site' }).fill('Sakura no Sato')
  await page.getByRole('option', { name: 'Sakura no Sato' }).click()
  await page.getByRole('button', { name: 'New unit' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Yuri' })).toBeVisible()
  expect(sentTo('unit.create')[0]!.body).toMatchObject({ name: 'Yuri', tenantId: SITE.id })
  await setHours('Fall')
  await openConsole('/app/units/list', { user: aUser({ role: 'ORG_ADMIN' }), answers: siteWith('Sakura 2F', 'Yuri') })
  await page.getByRole('searchbox', { name: 'Search units' }).fill('Yuri')
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  await expect.element(page.getByRole('row', { name: 'Yuri' })).toMatchTextContent('Sakura no Sato')
  await page.getByRole('link', { name: 'Yuri' }).click()
  await removeUnit('Yuri')
})

test('UNIT-01 UNIT-02 outside of a site the operator adds a unit to a chosen site and finds the way into it', async () => {
  await openConsole('/app/units/list', { user: aUser({ role: 'SUPER_ADMIN' }), answers: siteWith('Sakura 2F') })
  await expect.element(page.getByText('To open one, connect to its site.')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Sakura 2F/ })).toMatchTextContent('Sakura no Sato')
  expect(sentTo('unit.search').some(({ body }) => body.ofAllSites)).toBe(true)
  await page.getByRole('link', { name: 'New unit' }).first().click()
  await page.getByLabelText('Name').fill('Sakura attic')
  await page.getByRole('button', { name: 'New unit' }).click()
  await expect.element(page.getByText('Site is required')).toBeVisible()
  await page.getByRole('combobox', { name: 'Site' }).fill('sakura')
  await page.getByRole('option', { name: 'Sakura no Sato' }).click()
  await page.getByRole('button', { name: 'New unit' }).click()
  await said('Unit created')
  await page.getByRole('row', { name: /Sakura attic/ }).click()
  await expect.element(page.getByRole('button', { name: 'Connect to Sakura no Sato' })).toBeVisible()
})

test.for(['list', 'new', `edit/${idOf(801)}`])('NAV-02 UNIT-02 a nurse finds no page units/%s', async (path) => {
  await openConsole(`/app/units/${path}`, { user: aUser({ role: 'USER' }), answers: siteWith('Sakura 2F') })
  await expect.poll(() => location.pathname).toBe('/404')
})
