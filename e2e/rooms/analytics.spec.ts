/** Analytics in the browser: a month's numbers and the lists behind them, nights, the month on paper, Why, and What if. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../stack/test.ts'

/** The month before this one, by the clock of the demo's site: nothing is added to it any more. */
const month = new Date(Date.now() + 9 * 3_600_000 - 31 * 86_400_000).toISOString().slice(0, 7)

test('METRIC-01 METRIC-02 METRIC-03 METRIC-04 a month is read, links to alerts, is exported', async ({ page }) => {
  await signIn(page, 'admin', `/app/analytics?month=${month}`)
  const total = page
    .getByRole('definition')
    .filter({ has: page.getByRole('link') })
    .first()
  const counted = await total.textContent()
  const hours = page.getByRole('img', { name: /07:00: \d+/ })
  await hours.locator('rect[data-of$="T07"]').first().hover()
  await expect(hours.locator('title')).toHaveText(/07:00: \d+$/)
  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await expect(page.getByRole('columnheader', { name: 'All alerts' }).first()).toBeVisible()
  await total.getByRole('link').click()
  await expect(page.getByText(new RegExp(`unseen of ${counted}$`))).toBeVisible()

  await page.goto(`/app/analytics?report=falls&month=${month}`)
  const falls = page
    .getByRole('definition')
    .filter({ has: page.getByRole('link') })
    .first()
  const confirmed = await falls.textContent()
  await falls.getByRole('link').click()
  await expect(page.getByText(new RegExp(`unseen of ${confirmed}$`))).toBeVisible()

  await page.goto(`/app/analytics?report=sleep&month=${month}`)
  await expect(page.getByText('Not a medical measurement').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Nights of Room/ })).toBeVisible()
  await expect(page.getByText('Ohayon', { exact: false }).first()).toBeVisible()

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^[\w-]+-\w+ \d{4}-analytics-report\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

/** A day of the demo's past of which the seconds are known, and in which its hub of today was not there yet. */
const past = { from: new Date(Date.now() - 6 * 86_400_000), to: new Date(Date.now() - 2 * 86_400_000) }

/** The oldest bed exit of that time. */
async function openBedExit(page: Page): Promise<void> {
  const range = `from=${past.from.toISOString()}&to=${past.to.toISOString()}`
  await signIn(page, 'admin', `/app/alerts/list?activities=["A006"]&turned=true&archived=any&${range}`)
  await page.locator('a[data-alert]').first().click()
  await expect(page.getByRole('heading', { name: 'Bed exit' }).first()).toBeVisible()
}

test('METRIC-03 shows second by second why an alert was raised, and why nothing a minute later', async ({ page }) => {
  await openBedExit(page)
  await expect(page.getByText(/at least 30% of the ground they cover beyond its side for 0\.4 s/)).toBeVisible()
  await page.getByRole('link', { name: 'Why this alert' }).click()
  await expect(page.getByRole('heading', { name: 'Why an alert was raised' })).toBeVisible()
  const answer = page.getByRole('listitem').filter({ has: page.getByText('Bed exit', { exact: true }) })
  await expect(answer).toContainText('It was sure: an alert was raised.')
  await expect(page.getByRole('row').filter({ hasText: 'It was sure: an alert was raised.' })).toContainText('Bed exit')

  const slider = page.getByRole('slider', { name: 'Moment' })
  await slider.focus()
  for (let second = 0; second < 20; second++) await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /Somebody was in the bed\. Nobody was seen out of bed\./)
  await slider.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', /The bed was empty\./)

  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByRole('heading', { name: 'Why nothing was raised' })).toBeVisible()
  await expect(answer).not.toContainText('It was sure: an alert was raised.')
  await page.getByRole('button', { name: 'Earlier' }).click()
  await page.getByRole('link', { name: /Alert: Bed exit/ }).click()
  await expect(page.getByRole('heading', { name: 'Bed exit' }).first()).toBeVisible()
})

test('METRIC-03 a user goes from the camera to the moment when nothing happened', async ({ page }) => {
  await openBedExit(page)
  await page.getByRole('link', { name: 'Why this alert' }).click()
  const moment = page.getByLabel('Moment', { exact: true }).and(page.locator('input[type="datetime-local"]'))
  const wall = await moment.inputValue()
  const cameraId = new URL(page.url()).searchParams.get('cameraId')!

  await page.goto(`/app/cameras/live/${cameraId}`)
  await page.getByRole('link', { name: 'Why an alert, or none' }).click()
  await expect(page.getByRole('heading', { name: 'Why', exact: true })).toBeVisible()
  await moment.fill(wall)
  await expect(page.getByRole('heading', { name: 'Why an alert was raised' })).toBeVisible()

  await page.goto(`/app/cameras/edit/${cameraId}`)
  await expect(page.getByRole('link', { name: 'Why an alert, or none' })).toHaveAttribute(
    'href',
    `/app/why?cameraId=${cameraId}`,
  )
})

test.describe('beside a try-out that asks the hub every second', () => {
  // A hub that is still busy with the question before refuses the next one.
  test.use({ allowedErrors: [/429/] })

  test('APP-06 other settings are replayed over two weeks, and their alerts can be opened', async ({ page }) => {
    await openBedExit(page)
    await page.getByRole('link', { name: 'Why this alert' }).click()
    await expect(page).toHaveURL(/cameraId=/)
    const cameraId = new URL(page.url()).searchParams.get('cameraId')!
    await page.goto(`/app/cameras/apps/${cameraId}/settings/A006`)
    const nights = page.locator('section', { hasText: 'The last 14 days with these values' })
    await nights.getByRole('button', { name: 'Replay' }).click()
    const missed = page.getByText('Real ones that would have been missed: 0 of')
    // The hub reads two weeks beside its cameras.
    await expect(missed).toBeVisible({ timeout: 60_000 })
    const counted = nights.getByText(/^Alerts with these values: \d+$/)
    const inForce = Number((await counted.textContent())!.match(/\d+/)![0])
    expect(inForce).toBeGreaterThan(0)

    await page.getByLabel(/^Snooze/).fill('86400')
    await expect(page.getByText('The values were changed since.')).toBeVisible()
    await page.getByRole('button', { name: 'Replay again' }).click()
    await expect(page.getByText('The values were changed since.')).toHaveCount(0)
    const paused = Number((await counted.textContent())!.match(/\d+/)![0])
    expect(paused).toBeLessThan(inForce)

    await page
      .getByRole('listitem')
      .getByRole('link')
      .filter({ has: page.locator('time') })
      .first()
      .click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { name: 'Why', exact: true })).toBeVisible()
    await expect(page.getByText('It was sure: an alert was raised.').first()).toBeVisible()
  })
})
