/** The timeline on the page of an alert that nobody answers. */
import type { AlertStep } from '@mimamori/contract/alerting/alert.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ALERT_DETAIL, ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anAlert, anAlertDetail, aUser, idOf, minutesAgo } from '#console/testing/rows.ts'

const round = (ago: number, number: number, ...recipients: string[]): AlertStep => ({
  ...{ at: minutesAgo(ago), kind: 'repeated', userName: null, round: number, recipients },
  ...{ verdict: null, verdictReason: null, escalationName: null, outcome: null, note: null, source: null },
  ...{ pressedAt: null, notified: null },
})
const steps = [
  round(25, 1, 'Yuki Sato', 'Ren Ito'),
  round(20, 2),
  round(15, 3, 'Aoi Mori'),
  round(10, 4, 'Aoi Mori'),
  round(5, 5, 'Aoi Mori'),
]

test('NIGHT-04 the page of an alert says each round and to whom, later ones to the same people together', async () => {
  await openConsole(`/app/alerts/detail/${idOf(1)}`, {
    user: aUser({ role: 'USER' }),
    answers: {
      ...ALERT_LIST,
      ...ALERT_DETAIL,
      'alert.get': () => anAlertDetail(1, { ...anAlert(1, { occurredAt: minutesAgo(30) }), steps }),
      'alert.neighbours': () => ({ newerId: null, olderId: null }),
    },
  })
  const line = (text: string) => expect.element(page.getByText(text)).toBeVisible()
  await line('Nobody answered. Repeated to all on duty: Yuki Sato, Ren Ito')
  await line('Nobody answered. Repeated, and nobody could be reached')
  await line('Nobody answered. Repeated to the administrators: Aoi Mori')
  await line('2 more times, last at')
  expect(page.getByCss('[data-kind="repeated"]').elements()).toHaveLength(3)
})
