/** The upgrade of a hub in the console, with a hub that sends the contract's messages. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@mimamori/contract/client.ts'
import { archiveName, type UpgradeProgress } from '@mimamori/contract/fleet/upgrade.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

/** As the operator puts it there. */
function putRelease(version: string): void {
  const folder = join(process.env.MIMAMORI_E2E_DATA!, 'hub-releases', version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, archiveName(version, 'x64')), 'an archive')
  writeFileSync(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  ${archiveName(version, 'x64')}\n`)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), Buffer.alloc(64))
}

/** A hub that was started by the launcher. */
async function connectHub(key: string) {
  const stranger = createClient({ base: `${BASE_URL}/api`, token: () => null })
  const { token } = await stranger('hub.session', {
    body: { key, version: '0.2.0', hostname: 'closet', instance: 'closet' },
  })
  const send = createClient({ base: `${BASE_URL}/api`, token: () => token })
  return async (progress: UpgradeProgress | null) =>
    (await send('upgrade.poll', { body: { installation: 'launcher', processor: 'x64', progress } })).offer
}

test('OPS-04 the operator upgrades a hub, sees how far it is, and reads why it returned', async ({ page }) => {
  putRelease('0.9.0')
  const name = `4F hub ${randomUUID().slice(0, 4)}`
  await signIn(page, 'super', '/app/agents/new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Create hub' }).click()
  const key = (await page.getByText(/^mmh_/).first().textContent())!
  const poll = await connectHub(key)
  await poll(null)

  await page.getByRole('link', { name: 'To the hub' }).click()
  await expect(page.getByText('Version 0.9.0 is available.')).toBeVisible()
  await page.getByRole('button', { name: 'Upgrade this hub' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade this hub' }).click()
  await expect(page.getByText('Version 0.9.0: offered')).toBeVisible()

  const { id, version } = (await poll(null))!
  expect(version).toBe('0.9.0')
  await poll({ id, state: 'downloading', percent: 40, reason: null })
  await expect(page.getByText('Version 0.9.0: downloading, 40%')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade this hub' })).toBeDisabled()
  await poll({ id, state: 'returned', percent: null, reason: 'cameras-missing' })
  await expect(page.getByText('Version 0.9.0 did not work; the former version runs again.')).toBeVisible()
  await expect(page.getByText('It saw fewer cameras than the former version.')).toBeVisible()

  await page.goto('/app/agents/list')
  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Version 0.9.0 did not work')).toBeVisible()
})
