/** Five hundred alerts in ten seconds: work goes on meanwhile, and every alert is there once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALERT_CHANGES_MAX } from '@mimamori/contract/alerting/alert.ts'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import type { Page } from '@playwright/test'
import { addCamera, addHub, type SignedIn } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 4)
const EARLIER = 20
const ALERTS = 500
const PER_SECOND = 50
const TOASTS_MAX = 5

type Storm = { hub: HubSimulator; admin: SignedIn; cameraId: string; folder: string }
let storm: Storm
test.beforeEach(async () => {
  const { key, agentId, admin } = await addHub(BASE_URL, `Storm hub ${RUN}`)
  const cameraId = await addCamera({ admin, agentId }, `Storm room ${RUN}`, 'rtsp://192.0.2.20/stream')
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-storm-'))
  const hub = createHubSimulator({ service: BASE_URL, key, dataDir: folder })
  storm = { hub, admin, cameraId, folder }
  await hub.start()
})
test.afterEach(async () => {
  await storm.hub.stop()
  rmSync(storm.folder, { recursive: true, force: true })
  // Other tests look for what the demo has.
  const ids = await storedIds(storm)
  for (let at = 0; at < ids.length; at += ALERT_CHANGES_MAX) {
    await storm.admin.call('alert.removeMany', { body: { ids: ids.slice(at, at + ALERT_CHANGES_MAX) } })
  }
})

test('GEN-07 ALERT-10 NAV-08 five hundred alerts in ten seconds all appear once', async ({ page }) => {
  const { hub, cameraId } = storm
  await signIn(page, 'nurse', `/app/alerts/list?cameraIds=${JSON.stringify([cameraId])}`)
  await expect(page.getByText('No Results')).toBeVisible()
  await watchToasts(page)

  // Nobody points at the list: they come by themselves.
  const earlier = await hub.raise(EARLIER, { perSecond: PER_SECOND, severity: 'critical' })
  await expect(page.getByText(`${EARLIER} unseen of ${EARLIER}`)).toBeVisible()

  // Somebody points at the list: they are announced. The pointer leaves, and with the next one all of them come.
  await page.locator('a[data-alert]').first().hover()
  const announced = await hub.raise(3, { perSecond: PER_SECOND, severity: 'critical' })
  await expect(page.getByRole('button', { name: '↑ 3 new alerts' })).toBeVisible()
  await expect(page.locator(`a[data-alert="${announced[0]}"]`)).toHaveCount(0)
  // Where alarms in the bar cover the first card, pointing at it scrolled the page.
  await page.mouse.wheel(0, -2_000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.mouse.move(2, 2)
  await expect(page.locator('main :has(> a[data-alert]):hover, a[data-alert]:hover')).toHaveCount(0)
  earlier.push(...announced, ...(await hub.raise(1, { severity: 'critical' })))
  await expect(page.getByText(`${EARLIER + 4} unseen of ${EARLIER + 4}`)).toBeVisible()
  await expect(page.locator('a[data-alert]').first()).toHaveAttribute('data-alert', earlier.at(-1)!)
  await expect(page.getByRole('button', { name: /new alert/ })).toHaveCount(0)

  // Somebody reads further down: they are announced, and nothing moves.
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await expect(page.locator('a[data-alert]')).toHaveCount(earlier.length)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  const firstShown = page.locator('a[data-alert]').first()
  const before = await firstShown.getAttribute('data-alert')
  const raising = hub.raise(ALERTS, { perSecond: PER_SECOND, severity: 'critical' })
  await expect(page.getByRole('button', { name: /^↑ \d+ new alerts$/ })).toBeVisible()
  await workMeanwhile(page)
  const raised = [...earlier, ...(await raising)]
  await hub.whenDelivered()
  expect(await firstShown.getAttribute('data-alert')).toBe(before)
  const pill = page.getByRole('button', { name: `↑ ${ALERTS} new alerts` })
  await expect(pill).toBeVisible()

  const all = earlier.length + ALERTS
  await pill.click()
  await expect(page.getByText(`${all} unseen of ${all}`)).toBeVisible()
  await expect(pill).toHaveCount(0)
  await expect(firstShown).toHaveAttribute('data-alert', raised.at(-1)!)
  // One room, one row, and one in the numbers.
  await expect(page).toHaveTitle(/^\(\d{1,2}\) /)
  await expect(page.getByRole('button', { name: /, \+99 unseen alerts/ })).toBeVisible()
  await expect(page.locator('[data-alarm]', { hasText: `Storm room ${RUN}` })).toHaveCount(1)
  expect((await storedIds(storm)).sort()).toEqual(raised.toSorted())
  // How long an event takes meanwhile is measured by `npm run bench -- raise-to-screen`.
  expect(await page.evaluate(() => Reflect.get(window, 'mostToasts'))).toBeLessThanOrEqual(TOASTS_MAX)
})

/** Notes how many toasts the page shows at once. */
async function watchToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { mostToasts: 0 })
    const count = () => {
      const shown = document.querySelectorAll('[data-sonner-toast][data-visible=true]:not([data-removed=true])')
      Object.assign(window, { mostToasts: Math.max(Reflect.get(window, 'mostToasts'), shown.length) })
    }
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
}

/** Types, and scrolls, while they arrive. */
async function workMeanwhile(page: Page): Promise<void> {
  for (const word of ['recordings', 'dashboard', 'cameras']) {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.pressSequentially(word, { delay: 60 })
    await expect(field).toHaveValue(word)
    await expect(page.getByRole('option').first()).toContainText(new RegExp(word, 'i'))
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  }
  const from = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 250)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(from)
}

/** All alerts of the room that the service has, page by page. */
async function storedIds({ admin, cameraId }: Storm): Promise<string[]> {
  const ids: string[] = []
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { pageNumber, pageSize: 100 }
    const { records, totalCount } = await admin.call('alert.search', { query, body: { cameraIds: [cameraId] } })
    ids.push(...records.map(({ id }) => id))
    if (records.length === 0 || ids.length >= totalCount) return ids
  }
}
