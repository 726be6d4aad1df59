/** Pages in Chromium's back/forward cache, which Playwright disables: over HTTP/1.1 six connections are shared by all. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { startAlarmRoom } from '../../stack/alarm-room.ts'
import { BASE_URL, CHROMIUM_ARGS, CHROMIUM_PATH } from '../../stack/place.ts'
import { expect, signInOnNewDevice, test } from '../../stack/test.ts'

const PATHS = ['/app/recordings/list', '/app/cameras/list', '/app/cameras/new']
const LOADS = 12

let browser: Browser
let page: Page
test.beforeEach(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  page = await (await browser.newContext({ baseURL: BASE_URL })).newPage()
})
test.afterEach(() => browser.close())

test('ALARM-03 hidden pages hold no connection, and a restored one gets its alarms', async () => {
  const room = await startAlarmRoom('Page cache room')
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isFromCache: persisted }))
  })
  // Without request interception: Chromium does not cache a page with intercepted requests.
  await signInOnNewDevice(page, 'admin@sakura.example')
  for (let load = 0; load < LOADS; load++) {
    await page.goto(PATHS[load % PATHS.length]!, { timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // Chromium does not cache a page that is left while its first responses are pending.
  await expect(async () => {
    await page.goto('/app/cameras/list')
    await expect(page.getByRole('link', { name: /Room 201/ }).first()).toBeVisible()
    await page.goto('/app/cameras/new')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => history.back())
    const isFromCache = () => page.evaluate(() => Reflect.get(window, 'isFromCache')).catch(() => null)
    await expect.poll(isFromCache, { timeout: 5_000 }).toBe(true)
  }).toPass({ timeout: 90_000 })
  const alertId = await room.raiseFall()
  // The bar fetches every 20 s: an earlier update came over the stream.
  const line = () => page.evaluate((id) => document.querySelector(`[data-alarm="${id}"]`)?.textContent, alertId)
  await expect.poll(line, { timeout: 10_000 }).toContain('Nobody is going yet')
  await room.stop()
})
