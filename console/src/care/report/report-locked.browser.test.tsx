/** The incident report of a site without the package that it needs. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ALERT_DETAIL } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anAlertDetail, aUser, idOf, SITE } from '#console/testing/rows.ts'

test('NAV-11 without PRO the report is dimmed and out of reach, with a badge that says why', async () => {
  const user = aUser({ role: 'USER', applicationTenant: { ...SITE, license: { packages: ['VCARE'] } } })
  const answers = { ...ALERT_DETAIL, 'alert.get': () => anAlertDetail(1) }
  await openConsole(`/app/alerts/detail/${idOf(1)}`, { user, answers })
  const card = page.getByCss('section').filter({ has: page.getByRole('heading', { name: 'Incident report' }) })
  const dimmed = card.getByCss('[inert]')
  await expect.element(dimmed).toHaveStyle({ opacity: '0.38' })
  await expect.element(dimmed.getByText('Generate report')).toBeVisible()
  await card.getByRole('button', { name: 'PRO' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Available with PRO package Subscription')).toBeVisible()
})
