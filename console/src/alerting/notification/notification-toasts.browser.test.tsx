/** Toasts: what is said by itself over any page, how many at once, and where they lead. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ALERT_DETAIL, ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anAlertDetail, aUser, idOf } from '#console/testing/rows.ts'
import { tell } from '#console/testing/service.ts'

const nurse = aUser({ role: 'USER' })
const toasts = page.getByCss('[data-sonner-toast]')
const raise = (number: number, severity: 'high' | 'low' | 'critical' = 'high') =>
  tell({
    ...{ type: 'alert-raised', alertId: idOf(number), cameraId: null, cameraName: '', location: `Room ${number}` },
    ...{ unitId: null, activity: 'A005', severity, occurredAt: '2026-11-26T11:59:00.000Z' },
  })
const answers = { ...ALERT_LIST, ...ALERT_DETAIL, 'alert.get': () => anAlertDetail(3) }

test('GEN-07 NAV-10 at most five toasts are shown, each news once', async () => {
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .element(page.getByCss('[data-sonner-toaster], section[aria-label*="otifications"]').first())
    .toBeInTheDocument()
  for (const number of [1, 2, 3, 4, 5, 6, 7, 7]) raise(number)
  await expect.element(toasts.filter({ hasText: 'Room 7' })).toBeInTheDocument()
  await expect.poll(() => page.getByCss('[data-sonner-toast][data-visible=true]').elements().length).toBe(5)
  expect(toasts.filter({ hasText: 'Room 7' }).elements()).toHaveLength(1)
})

test('NAV-10 without an alarm bar an urgent alert shows one toast, and a low one shows none', async () => {
  await openConsole('/app/alerts/list', { user: aUser({ role: 'DEMO_USER' }), answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .element(page.getByCss('[data-sonner-toaster], section[aria-label*="otifications"]').first())
    .toBeInTheDocument()
  raise(4, 'low')
  raise(3, 'critical')
  raise(3, 'critical')
  const toast = toasts.filter({ hasText: 'view details' })
  await expect.element(toast).toMatchTextContent('Fall · Room 3')
  expect(toasts.filter({ hasText: 'Room 4' }).elements()).toHaveLength(0)
  await toast.getByRole('button', { name: 'view details' }).click()
  await expect.poll(() => location.pathname).toBe(`/app/alerts/detail/${idOf(3)}`)
})
