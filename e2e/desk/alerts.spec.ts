/** The list of alerts as staff work with it: act and take back, saved filters, judgements. */
import type { Locator, Page } from '@playwright/test'
import { signIn as signInByCall } from '../../bench/site/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

/** The oldest first: what is raised meanwhile changes nothing in it. */
const OLDEST = '/app/alerts/list?sort=oldest'
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

test('ALARM-05 the cards are put in the order of urgency, and stay so after a reload', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Most urgent first')
  await expect(page).toHaveURL(/sort=severity/)
  const wordsOf = async () => {
    const words = await alerts(page).allTextContents()
    return words.map((text) => /Critical|High|Medium|Low/.exec(text)?.[0])
  }
  await expect.poll(async () => (await wordsOf())[0]).toBe('Critical')
  await page.reload()
  await expect(alerts(page).first()).toBeVisible()
  const order = ['Critical', 'High', 'Medium', 'Low']
  const ranks = (await wordsOf()).map((word) => order.indexOf(word!))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(ranks[0]).toBe(0)
})

test('ALERT-03 GEN-10 a filter is saved, made the default, and is in force when the list is opened again', async ({
  page,
}) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await expect(page.getByText('No saved filters')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Severity' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Critical' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/critical/)

  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Save these filters' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill('Only critical')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Default: Only critical' }).click()
  await expect(page.getByRole('button', { name: 'Default: Only critical' })).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/app/alerts/list')
  await expect(page.getByRole('button', { name: 'Only critical' })).toBeVisible()
  await expect(page).toHaveURL(/critical/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Saved filters' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Saved filters' })).toBeVisible()

  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Delete Only critical' }).click()
  await expect(page.getByText('Filter deleted')).toBeVisible()
  await expect(page.getByText('No saved filters')).toBeVisible()
})

test('ALERT-11 an annotator sees alerts, judges them with a reason, and finds nothing else', async ({ page }) => {
  await signIn(page, 'annotator', '/')
  await expect(page).toHaveURL(/alerts\/list/)
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveCount(1)
  await page.goto(OLDEST)
  await alerts(page).first().click()
  await page.getByRole('button', { name: 'False alarm' }).click()
  await page.getByRole('button', { name: 'Bedding moved' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Judged a false alarm' }).last()).toContainText(
    'Bedding moved',
  )
  await page.getByRole('button', { name: 'Other, in words' }).click()
  await page.getByLabel('The reason in your words').fill('The cat')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Judged a false alarm' }).last()).toContainText('The cat')
  for (const name of ['Archive', 'Delete', 'Send again', 'Live view']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
})

/** Presses Tab until the focus is there: without a pointer there is no other way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('GEN-01 ALERT-04 ALERT-05 ALERT-11 the keyboard alone selects, archives, restores, opens, judges and pages through alerts', async ({
  page,
}) => {
  await signIn(page, 'admin', `${OLDEST}&view=list`)
  const [first, second, third] = await firstIds(page, 4)
  const { keyboard } = page
  await keyboard.press('j')
  await expect(alertOf(page, first!)).toBeFocused()
  await keyboard.press('x')
  await keyboard.press('j')
  await keyboard.press('Shift+X')
  await expect(page.getByRole('region', { name: '2 selected' })).toBeVisible()
  await keyboard.press('e')
  await expect(page.getByText('2 alerts archived.')).toBeVisible()
  for (const id of [first!, second!]) await expect(alertOf(page, id)).toHaveCount(0)
  // The keyboard focus moves to the one after them.
  await expect(alertOf(page, third!)).toBeFocused()

  await keyboard.press('Alt+t')
  await tabTo(page, page.getByRole('button', { name: 'Undo' }))
  await keyboard.press('Enter')
  await expect(page.getByText('2 alerts unarchived.')).toBeVisible()
  for (const id of [first!, second!]) await expect(alertOf(page, id)).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Alerts', exact: false }).first())
  await keyboard.press('j')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`alerts/detail/${first}`))
  await tabTo(page, page.getByRole('button', { name: 'Not sure' }))
  await keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Not sure' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('listitem').filter({ hasText: 'was not sure' }).last()).toBeVisible()
  await keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`alerts/detail/${second}`))
  // A key that is pressed while the page changes is still meant for the one before.
  await expect(page.getByRole('link', { name: 'Older alert' })).toHaveAttribute('href', new RegExp(first!))
  await keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`alerts/detail/${first}`))
})

test('ALERT-02 ALERT-03 NAV-09 a range of one’s own stands in the address, narrows to it, and is not saved with a filter', async ({
  page,
}) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  const today = new Date().toISOString().slice(0, 10)
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Time range').selectOption('Custom range…')
  const form = page.getByRole('dialog', { name: 'Custom range…' })
  await form.getByLabel('From').fill(`${today}T06:00`)
  await form.getByLabel('To').fill(`${before}T06:00`)
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form.getByText('Start date should be less than End Time.')).toBeVisible()
  await form.getByLabel('From').fill(`${before}T06:00`)
  await form.getByLabel('To').fill(`${today}T06:00`)
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form).toHaveCount(0)

  const bounds = () => {
    const { searchParams } = new URL(page.url())
    return ['from', 'to'].map((name) => Date.parse(searchParams.get(name)?.replaceAll('"', '') ?? ''))
  }
  await expect.poll(() => bounds()[1]! - bounds()[0]!).toBe(2 * 86_400_000)
  const [from, to] = bounds()
  await page.reload()
  await expect(alerts(page).first()).toBeVisible()
  const shown = await alerts(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime')!)))
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((at) => at < from! || at >= to!)).toEqual([])

  await page.getByRole('button', { name: 'Saved filters' }).click()
  await expect(page.getByText('The dates you chose are not saved with it.')).toBeVisible()
})

test('ALERT-01 the detail of an alert shows what, where, when, the inferring device and its viewers', async ({
  page,
}) => {
  await signIn(page, 'admin', '/app/alerts/list?sort=oldest&activities=["A005"]')
  const [id] = await firstIds(page, 1)
  await alertOf(page, id!).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fall')
  const facts = page.locator('dl').filter({ hasText: 'Inferenced by' })
  for (const [name, value] of [
    ['Camera', /\S/],
    ['Location', /\S/],
    ['Unit', /\S/],
    ['App', /^Fall$/],
    ['When', /\d{1,2}:\d{2}:\d{2}/],
    ['Reached us after', /^[\d.]+ sec$/],
    ['Inferenced by', /^Cloud$/],
    ['Seen by', /\S/],
  ] as const) {
    const term = facts.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
    await expect(term.locator('xpath=following-sibling::dd[1]'), name).toHaveText(value)
  }
  await expect(page.getByText('Critical').first()).toBeVisible()
})

test('ALERT-04 ALERT-05 a deleted alert gives way to the next one, and Undo brings it back', async ({ page }) => {
  await signIn(page, 'admin', OLDEST)
  const [id] = await firstIds(page, 1)
  await alertOf(page, id!).click()
  await expect(page).toHaveURL(new RegExp(`alerts/detail/${id}`))
  // What the page still asks of an alert that goes meanwhile is an error in the browser's eyes.
  await expect(page.getByRole('button', { name: 'Generate report' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Alert deleted.')).toBeVisible()
  await expect(page).toHaveURL(/alerts\/detail\//)
  await expect(page).not.toHaveURL(new RegExp(`alerts/detail/${id}`))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Alert taken back.')).toBeVisible()
  await page.goto(`/app/alerts/detail/${id}`)
  await expect(page.getByText(/^Taken back by /)).toBeVisible()
  await page.goto(OLDEST)
  await expect(alertOf(page, id!)).toBeVisible()
})

/** One of the newest that has a clip. */
async function alertWithClip(): Promise<string> {
  const { call } = await signInByCall(BASE_URL, 'nurse@sakura.example')
  const { records } = await call('alert.search', { query: { pageSize: 50 }, body: {} })
  for (const { id } of records) if ((await call('alert.get', { params: { id } })).clipUrl) return id
  throw new Error('The demo has no alert with a clip.')
}

test.describe('ALERT-05 GEN-12 a clip that breaks off', () => {
  test.use({ allowedErrors: [/503/] })

  test('ALERT-05 GEN-12 says so in words, and the keyboard alone takes it up where it stopped', async ({ page }) => {
    const video = page.locator('video')
    const secondsIn = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    const retry = page.getByRole('button', { name: 'Try again' })
    // The line gives the first half of the clip, and then nothing more.
    await page.route(/\/media\//, async (route) => {
      if (route.request().resourceType() !== 'media') return route.continue()
      const answer = await route.fetch({ headers: { ...route.request().headers(), range: 'bytes=0-' } })
      const whole = await answer.body()
      const half = Math.floor(whole.length / 2)
      const [from] = /\d+/.exec(route.request().headers().range ?? '') ?? ['0']
      if (Number(from) >= half) {
        // The browser may ask for the end before it plays: it breaks off only in the middle.
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
