/** A second hub, from the console's key to a working hub and back: registration, processes, key, end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const ROOT = join(import.meta.dirname, '..', '..')
let folder: string
let hub: ChildProcess | undefined
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-hub-'))
})
test.afterEach(async () => {
  const ended = hub && hub.exitCode === null ? once(hub, 'exit') : null
  hub?.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

/** As the command on the page says, with a folder of the test's own. */
function startHub(key: string): ChildProcess {
  return spawn(process.execPath, ['hub/src/main.ts', '--service', BASE_URL, '--data', folder], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, MIMAMORI_HUB_KEY: key },
    stdio: 'ignore',
  })
}

const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the registration' }).getByRole('listitem')
const statesOf = (page: Page) => steps(page).evaluateAll((items) => items.map((item) => item.dataset.state))

test('HUB-01 HUB-03 a hub created in the console registers with its key, and is managed', async ({ page }) => {
  // Its own, also where an earlier run left one behind.
  const name = `3F hub ${randomUUID().slice(0, 4)}`
  await signIn(page, 'super', '/app/agents/new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Create hub' }).click()

  await expect(page.getByRole('heading', { level: 1, name: `${name} is ready to be connected` })).toBeVisible()
  const key = (await page.getByText(/^mmh_/).first().textContent())!
  await expect(page.getByText(`MIMAMORI_HUB_KEY=${key} npm run hub`)).toBeVisible()
  await expect(page.getByRole('img', { name: /Code with the address/ })).toBeVisible()
  expect(await statesOf(page)).toEqual(['done', 'now', 'later'])

  hub = startHub(key)
  await expect.poll(() => statesOf(page), { timeout: 60_000 }).toEqual(['done', 'done', 'done'])

  await page.getByRole('link', { name: 'To the hub' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('Online').first()).toBeVisible()

  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped').first()).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeEnabled()

  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('Key revoked').first()).toBeVisible()

  await page.getByRole('button', { name: 'Delete hub' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete hub' }).click()
  await expect(page).toHaveURL(/agents\/list/)
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})
