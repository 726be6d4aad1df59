/** Notifications in a real browser: registration, push messages through the real worker, toasts, title and icon. */
import type { Page } from '@playwright/test'
import { type PushBrowser, startPushBrowser } from '../stack/push-browser.ts'
import { expect, signIn, test as withPages } from '../stack/test.ts'

const test = withPages.extend<{ push: PushBrowser }>({
  push: async ({ context, page }, use) => {
    const push = await startPushBrowser(context, page)
    await use(push)
    await push.stop()
  },
})

/** What stands on the screen, as the worker's registration knows it. */
function standing(page: Page): Promise<{ title: string; lang: string; tag: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, lang, tag }) => ({ title, lang, tag }))
  })
}

async function registered(page: Page): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/device/registration/save'))
  await signIn(page, 'nurse', '/app/profile')
  expect((await saved).status()).toBe(200)
}

test('AUTH-17 NAV-10 ALERT-04 a test message arrives by push once, and is in the popup', async ({ page, push }) => {
  await registered(page)
  await expect(page.getByText('On. Alerts reach you even while Mimamori is closed.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test message' }).click()
  // Alarms of other tests ring here, too.
  const tested = () => push.received.find((one) => one.message.severity === null)
  await expect.poll(() => tested() !== undefined, { timeout: 30_000 }).toBe(true)
  const { message } = tested()!
  await push.deliver(message)
  await push.deliver(message)
  await expect(page.getByText('It arrived: this browser has shown it.')).toBeVisible()
  await expect.poll(() => standing(page)).toEqual([{ title: message.title, lang: message.locale, tag: message.tag }])

  await page
    .getByRole('button', { name: /unseen alert|Notifications|needs? an answer/ })
    .first()
    .click()
  const popup = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popup.getByText('Test message').first()).toBeVisible()
})

test('NAV-10 a press on a notification leads the open window to the alert without a reload', async ({ page, push }) => {
  await registered(page)
  // The oldest one is the demo's: the newest are of other tests, and their cameras are gone.
  await page.goto('/app/alerts/list?turned=true')
  const card = page.locator('main li').getByRole('link').first()
  const alert = (await card.getAttribute('href'))!.split('?')[0]!
  expect(alert).toMatch(/^\/app\/alerts\/detail\/[\w-]+$/)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  // A page that answers nothing for a second is taken for one that the system suspended, and is loaded anew.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const worker = await push.worker()
  await worker.evaluate(async (path) => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent: (event: Event) => void
    }
    await scope.registration.showNotification('Fall', { data: { path, receipt: null } })
    const [notification] = await scope.registration.getNotifications()
    const Press = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, init: object) => Event
    scope.dispatchEvent(new Press('notificationclick', { notification }))
  }, alert)
  await expect(page).toHaveURL(new RegExp(`${alert}$`))
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  expect(await standing(page)).toEqual([])
})

test('NAV-10 the front window shows a message instead of the system, even an unreadable one', async ({
  page,
  push,
}) => {
  await registered(page)
  await page.bringToFront()
  const alertId = '019a9b00-0000-7000-8000-00000000000f'
  const fall = {
    tag: `raised:${alertId}`,
    title: 'Fall · Room 203',
    body: 'Critical',
    locale: 'en',
    path: `/app/alerts/detail/${alertId}`,
    severity: 'critical',
    occurredAt: '2026-11-21T17:14:00.000Z',
    receipt: 'not-a-real-one',
  }
  await page.evaluate(() => window.focus())
  await push.deliver(fall)
  await expect(page.getByRole('listitem').filter({ hasText: 'Fall · Room 203' })).toBeVisible()
  expect(await standing(page)).toEqual([])
  await push.deliver('what is this')
  await expect.poll(() => standing(page)).toMatchObject([{ title: 'Mimamori', tag: 'unknown' }])
})

test('AUTH-17 signing out removes the registration and the notifications on the screen', async ({ page, push }) => {
  await registered(page)
  await push.deliver('what is this')
  await expect.poll(async () => (await standing(page)).length).toBe(1)
  const removed = page.waitForResponse((answer) => answer.url().endsWith('/api/device/registration/remove'))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  expect((await removed).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await standing(page)).toEqual([])
})

test('NAV-08 the console can be put on a phone: manifest and icons are there', async ({ page }) => {
  await page.goto('/auth/login')
  const href = (await page.locator('link[rel=manifest]').getAttribute('href'))!
  const answer = await page.request.get(href)
  expect(answer.headers()['content-type']).toContain('manifest+json')
  const { icons } = (await answer.json()) as { icons: { src: string; type: string }[] }
  for (const { src, type } of icons) expect((await page.request.get(src)).headers()['content-type']).toContain(type)
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'",
  })
})
