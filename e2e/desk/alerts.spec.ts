/** The list of alerts in daily work: actions and undo, saved filters, verdicts. */
import type { Locator, Page } from '@playwright/test'
import { signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

/** The oldest first: what is raised meanwhile changes nothing in it. */
const OLDEST = '/app/alerts/list?turned=true'
const alerts = (page: Page) => page.locator('a[data-alert]')
const idOf = async (alert: Locator) => (await alert.getAttribute('data-alert'))!
const alertOf = (page: Page, id: string) => page.locator(`a[data-alert="${id}"]`)

async function firstIds(page: Page, count: number): Promise<string[]> {
  await expect(alerts(page).first()).toBeVisible()
  return Promise.all(Array.from({ length: count }, (_, at) => idOf(alerts(page).nth(at))))
}

test('ALERT-04 ALERT-10 an archived alert leaves the other’s window, and Undo returns it to both', async ({
  page,
  openWindow,
}) => {
  await signIn(page, 'admin', OLDEST)
  const other = await openWindow()
  await signIn(other, 'nurse', OLDEST)
  const ids = await firstIds(page, 2)
  await expect(alertOf(other, ids[0]!)).toBeVisible()

  for (const at of [0, 1]) await page.getByRole('listitem').getByRole('checkbox').nth(at).check({ force: true })
  const bar = page.getByRole('region', { name: '2 selected' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('2 alerts archived.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  for (const window of [page, other]) for (const id of ids) await expect(alertOf(window, id)).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 alerts unarchived.')).toBeVisible()
  for (const window of [page, other]) for (const id of ids) await expect(alertOf(window, id)).toBeVisible()
})

/** Presses Tab until the target has the focus, because there is no pointer. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** One of the latest with a clip. */
async function alertWithClip(): Promise<string> {
  const { call } = await signInByCall(BASE_URL, 'nurse@sakura.example')
  const { records } = await call('alert.search', { query: { pageSize: 50 }, body: {} })
  for (const { id } of records) if ((await call('alert.get', { params: { id } })).clipUrl) return id
  throw new Error('The demo has no alert with a clip.')
}

test.describe('ALERT-05 GEN-12 a clip that stops loading', () => {
  test.use({ allowedErrors: [/503/] })

  test('ALERT-05 GEN-12 shows a message, and the keyboard alone resumes it where it stopped', async ({ page }) => {
    const video = page.locator('video')
    const secondsIn = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    const retry = page.getByRole('button', { name: 'Try again' })
    // The connection delivers the first half of the clip, and then nothing.
    await page.route(/\/media\//, async (route) => {
      if (route.request().resourceType() !== 'media') return route.continue()
      const answer = await route.fetch({ headers: { ...route.request().headers(), range: 'bytes=0-' } })
      const whole = await answer.body()
      const half = Math.floor(whole.length / 2)
      const [from] = /\d+/.exec(route.request().headers().range ?? '') ?? ['0']
      if (Number(from) >= half) {
        // The browser may request the end before it plays: break off only in the middle.
        await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0)
        return route.fulfill({ status: 503 })
      }
      const range = `bytes ${from}-${half - 1}/${whole.length}`
      const headers = { ...answer.headers(), 'content-range': range, 'content-length': String(half - Number(from)) }
      return route.fulfill({ status: 206, headers, body: whole.subarray(Number(from), half) })
    })
    await signIn(page, 'nurse', `/app/alerts/detail/${await alertWithClip()}`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(page.getByText(/^(The video takes long to load|Video not available)/)).toBeVisible({ timeout: 60_000 })
    const brokeAtS = await secondsIn()
    expect(brokeAtS).toBeGreaterThan(0)

    await page.unroute(/\/media\//)
    await tabTo(page, retry)
    await page.keyboard.press('Enter')
    await expect(retry).toHaveCount(0)
    await expect.poll(secondsIn).toBeGreaterThan(brokeAtS)
  })
})
