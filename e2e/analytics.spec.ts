/** Analytics in the browser: a month's numbers and the lists behind them, nights, and the month on paper. */
import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from './test.ts'

/** The month before this one, by the clock of the demo's site: nothing is added to it any more. */
const month = new Date(Date.now() + 9 * 3_600_000 - 31 * 86_400_000).toISOString().slice(0, 7)

test('METRIC-01 METRIC-02 METRIC-03 METRIC-04 a month is read, followed to its alerts, and taken along', async ({
  page,
}) => {
  await signIn(page, 'admin', `/app/analytics?month=${month}`)
  const total = page
    .getByRole('definition')
    .filter({ has: page.getByRole('link') })
    .first()
  const counted = await total.textContent()
  await expect(page.getByRole('img', { name: /07:00: \d+/ })).toBeVisible()
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
