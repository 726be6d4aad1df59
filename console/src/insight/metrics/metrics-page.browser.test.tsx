/** The report of a month as a PDF that the service does not make. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { pageOf } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, serve } from '#console/testing/service.ts'

const answers: Answers = {
  'metrics.report': () => {
    throw errorAnswer('unexpected')
  },
  'camera.search': () => pageOf(),
  'unit.search': () => pageOf(),
}

test('METRIC-04 a failed report shows the service’s message, or the console’s own without one', async () => {
  await openConsole('/app/analytics', { answers })
  const asks = page.getByRole('button', { name: 'Download PDF' })
  serve({ 'metrics.downloadReport': () => Response.json({}, { status: 500 }) })
  await asks.click()
  await expect.element(page.getByText('Error generating report')).toBeVisible()
  const message = 'The month is not over.'
  serve({ 'metrics.downloadReport': () => Response.json({ key: 'odd', message }, { status: 500 }) })
  await asks.click()
  await expect.element(page.getByText(message)).toBeVisible()
})
