/** The checklist of a new site on its dashboard, put away and brought back. OPS-09. */
import { FIRST_STEPS } from '@mimamori/contract/site/first-steps.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DASHBOARD } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import type { Answers } from '#console/testing/service.ts'

test('OPS-09 a new site shows what it needs, and the list is put away and brought back', async () => {
  let isHidden = false
  const now = () => ({
    steps: FIRST_STEPS.map((step) => ({ step, isDone: step === 'hub', count: Number(step === 'hub'), of: null })),
    isHidden,
  })
  const answers: Answers = {
    ...DASHBOARD,
    'firstSteps.get': now,
    'firstSteps.hide': ({ body }) => {
      isHidden = body.isHidden
      return now()
    },
  }
  await openConsole('/app/dashboard', { answers })
  const card = page.getByCss('section').filter({ hasText: 'First steps' })
  await expect.element(card).toMatchTextContent(`1 of ${FIRST_STEPS.length} done`)
  await expect.element(card).toMatchTextContent('There is no camera yet.')
  await card.getByRole('link', { name: 'Put cameras into units' }).click()
  await expect.poll(() => location.pathname).toBe('/app/units/list')

  await openConsole('/app/dashboard', { answers })
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect.element(card).not.toBeInTheDocument()
  await reload()
  await expect.element(page.getByText('No records available').first()).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible()
  await page.getByRole('button', { name: 'Show on the dashboard' }).click()
  await openConsole('/app/dashboard', { answers })
  await expect.element(card).toBeVisible()
})
