/** Hubs as the operator manages them, and as administrators of a site read and restart them. */
import type { AgentDetail } from '@mimamori/contract/fleet/agent.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DASHBOARD } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aTenant, aUser, idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const said = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()

const HUB: AgentDetail = {
  ...{ id: idOf(500), name: '4F hub', tenantId: SITE.id, tenantName: SITE.schemaName, publicId: 'abcdefgh' },
  ...{
    registrationStatus: 'REGISTRATION_COMPLETE',
    keyLastFour: 'wxyz',
    isRevoked: false,
    isNotificationEnabled: true,
  },
  ...{ version: '0.1.0', lastActiveAt: NOW, isOnline: true, running: 'Running', cameraCount: 0, cpuShare: 0.1 },
  ...{ installedBy: null, processor: 'x64', upgrade: null, createdAt: NOW, revision: 1, installation: 'Installed' },
  ...{ hostname: 'hub-4f', startedAt: NOW, memoryBytes: 1e9, memoryTotalBytes: 4e9, diskFreeBytes: 1e10 },
  ...{ diskTotalBytes: 2e10, spooledEvents: 0, addresses: ['192.0.2.5'], macIds: [], runnableApps: null },
  ...{ decoders: null, cameras: { Online: 0, Offline: 0, Inactive: 0, Disabled: 0 }, duplicateAt: null },
  ...{ duplicateHostname: null, damagedStores: [], workerLosses: [], needs: [] },
  ...{ keyRotatedAt: null, previousKeyUntil: null },
}

test('MSG-01 a hub says when it is created, updated and deleted', async () => {
  let hub: AgentDetail | null = null
  const one = () => {
    if (!hub) throw errorAnswer('not-found')
    return hub
  }
  const answers: Answers = {
    'tenant.search': () => pageOf(aTenant()),
    'agent.search': () => (hub ? pageOf(hub) : pageOf()),
    'agent.get': one,
    'agent.create': ({ body }) => {
      hub = { ...HUB, name: body.name }
      return { ...hub, key: 'mmh_key' }
    },
    'agent.patch': ({ body }) => {
      hub = { ...HUB, name: body.name!, revision: 2 }
      return hub
    },
    'agent.remove': () => {
      hub = null
      return {}
    },
    'upgrade.releases': () => ({ releases: [], versionMin: '0.1.0' }),
  }
  const user = aUser({ role: 'SUPER_ADMIN' })
  await openConsole('/app/agents/new', { user, answers })
  await page.getByLabelText('Name').fill('4F hub')
  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Create hub' }).click()
  await said('Hub created')
  expect(sentTo('agent.create')[0]!.body).toMatchObject({ name: '4F hub', tenantId: SITE.id })
  await openConsole('/app/agents/list', { user, answers })
  await page.getByRole('link', { name: '4F hub' }).click()
  await page.getByLabelText('Name').fill('4F hub east')
  await userEvent.keyboard('{Control>}s{/Control}')
  await said('Hub updated')
  await page.getByRole('button', { name: 'Delete hub' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('4F hub east')
  await dialog.getByRole('button', { name: 'Delete hub' }).click()
  await said('Hub deleted')
})

test('NAV-02 a nurse has no hubs in the menu', async () => {
  await openConsole('/app/dashboard', { user: aUser({ role: 'USER' }), answers: DASHBOARD })
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  await expect.element(menu.getByRole('link', { name: 'Cameras' })).toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Hubs' })).not.toBeInTheDocument()
})

test.for(['agents', 'agents/list', 'agents/new', `agents/edit/${idOf(500)}`])(
  'NAV-02 a nurse finds no page %s',
  async (path) => {
    await openConsole(`/app/${path}`, { user: aUser({ role: 'USER' }) })
    await expect.poll(() => location.pathname).toBe('/404')
  },
)

test('NAV-02 an administrator creates no hub', async () => {
  await openConsole('/app/agents/new')
  await expect.poll(() => location.pathname).toBe('/404')
})

test('NAV-02 HUB-02 an administrator reads a hub and restarts it, without its form, its key and other commands', async () => {
  const answers: Answers = { 'agent.get': () => HUB, 'agent.control': () => ({ running: 'Restarting' }) }
  await openConsole(`/app/agents/edit/${HUB.id}`, { answers })
  await expect.element(page.getByRole('heading', { level: 1, name: HUB.name })).toBeVisible()
  for (const name of ['Start', 'Stop', 'Save', 'Delete']) {
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Restart', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart', exact: true }).click()
  await expect.poll(() => sentTo('agent.control').at(-1)?.body).toEqual({ package: 'VCARE', action: 'restart' })
})

test('CAM-15 the page of a hub says what it lacks, and how many cameras that concerns', async () => {
  const needs: AgentDetail['needs'] = [
    { code: 'disk-full', cameraCount: 2 },
    { code: 'hub-slept', cameraCount: 1 },
  ]
  const answers: Answers = {
    'agent.get': () => ({ ...HUB, needs }),
    'tenant.search': () => pageOf(aTenant()),
    'upgrade.releases': () => ({ releases: [], versionMin: '0.1.0' }),
  }
  await openConsole(`/app/agents/edit/${HUB.id}`, { user: aUser({ role: 'SUPER_ADMIN' }), answers })
  await expect.element(page.getByText(/disk of this hub is full.* It concerns 2 cameras\./)).toBeVisible()
  await expect.element(page.getByText(/was in standby.* It concerns 1 camera\./)).toBeVisible()
})
