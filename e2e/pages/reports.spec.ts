/** The incident report of the demo's fall, without a model: written, corrected, saved, found again, printed, cleared. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../stack/test.ts'

/** The newest fall of the demo's rooms that has a clip. */
function newestFall(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('session')!) as { token: string }
    const answer = await fetch('/api/alert/search?pageSize=50', {
      method: 'PUT',
      headers: { 'X-AuthToken': token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ activities: ['A005'] }),
    })
    const { records } = (await answer.json()) as { records: { id: string; clipState: string; location: string }[] }
    return records.find(({ clipState, location }) => clipState === 'ready' && location.startsWith('Room '))!.id
  })
}

// What the service refuses once is tried again.
test.use({ allowedErrors: [/status of 500 .*\/api\/eventDetail/] })

function failOnce(page: Page, call: RegExp): Promise<unknown> {
  return page.route(call, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
}

test('REPORT-01 REPORT-04 MSG-01 a fall’s report is generated, edited, saved and cleared', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.goto(`/app/alerts/detail/${await newestFall(page)}`)
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Incident report' }) })
  await failOnce(page, /eventDetail\/generateSummary$/)
  await card.getByRole('button', { name: 'Generate report' }).click()
  await expect(page.getByText('Error generating incident report. Error')).toBeVisible()
  await card.getByRole('button', { name: 'Generate report' }).click()
  await expect(card.getByRole('list', { name: 'Steps of the report' }).getByRole('listitem')).toHaveText([
    /Analyzing video/,
    /Detecting incidents/,
    /Generating report/,
    /Finalizing/,
  ])

  await expect(card.getByText('Draft, not saved yet')).toBeVisible({ timeout: 60_000 })
  await expect(card.getByText(/the camera detected a fall\. Place: /)).toBeVisible()
  await expect(card.getByText('Generated content may contain mistakes and must be checked')).toBeVisible()
  await card.getByText('What the report rests on').click()
  await expect(card.getByText('Written from the facts of the alert, without a model.')).toBeVisible()

  const motionless = card.getByRole('listitem').filter({ hasText: 'After that nothing moved' })
  await motionless.getByRole('button', { name: /Show in the clip/ }).click()
  const clip = page.getByLabel('Clip of the alert').first()
  await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(4)
  expect(await clip.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)

  await card.getByRole('button', { name: 'Edit' }).click()
  const text = card.getByLabel('Text of the report')
  await text.fill(`${await text.inputValue()}\nThe doctor was called at once.`)
  await failOnce(page, /eventDetail(\/update)?$/)
  await card.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText('Error saving report')).toBeVisible()
  await card.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText('Report saved.')).toBeVisible()
  await expect(page.getByText(/Incident report saved by/).last()).toBeVisible()

  await page.reload()
  await expect(card.getByText(/^Saved by /)).toBeVisible()
  const own = card.getByRole('listitem').filter({ hasText: 'The doctor was called at once.' })
  await expect(own.getByRole('img', { name: 'Written by a person' })).toBeVisible()

  await card.getByRole('link', { name: 'Print' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Incident report' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
  await expect(page.getByText('The doctor was called at once.')).toBeVisible()
  await expect(page.getByText('Checked by')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Back to the alert' }).click()
  await failOnce(page, /eventDetail\/[0-9a-f-]{36}\?/)
  await card.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Error deleting report')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Report deleted.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Generate report' })).toBeVisible()
})
