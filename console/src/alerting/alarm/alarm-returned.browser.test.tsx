/** A bed exit that ended by itself leaves the bar, and its page says how and by whom. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ALERT_DETAIL, ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anAlarm, anAlertDetail, anOpenAlarm, aUser, idOf, NOW, openAlarms } from '#console/testing/rows.ts'
import { tell } from '#console/testing/service.ts'

const steps = {
  ...{ userName: null, verdict: null, verdictReason: null, escalationName: null, note: null, source: null },
  ...{ pressedAt: null, notified: null, round: null, recipients: null },
}

test('NIGHT-05 a bed exit that ended by itself leaves the bar, and its page says so', async () => {
  const exit = anOpenAlarm(1, { activity: 'A006', severity: 'high' })
  const resolved = { userId: null, userName: '', at: NOW, outcome: 'returned' as const, note: null }
  let isBack = false
  await openConsole(`/app/alerts/detail/${idOf(1)}`, {
    user: aUser({ role: 'USER' }),
    answers: {
      ...ALERT_LIST,
      ...ALERT_DETAIL,
      'alarm.open': () => (isBack ? openAlarms() : openAlarms(exit)),
      'alert.get': () =>
        anAlertDetail(1, {
          ...{ id: idOf(1), activity: 'A006', severity: 'high' },
          alarm: isBack ? anAlarm({ state: 'resolved', resolved }) : exit.alarm,
          steps: isBack ? [{ ...steps, at: NOW, kind: 'resolved', outcome: 'returned' }] : [],
        }),
    },
  })
  const row = page.getByCss(`[data-alarm="${idOf(1)}"]`)
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await expect.element(row).toBeVisible()
  await expect.element(answer.getByRole('button', { name: /^I’m going/ })).toBeVisible()
  isBack = true
  tell({ type: 'alarm-changed', alertIds: [idOf(1)], unitId: null })
  tell({ type: 'alert-changed', alertIds: [idOf(1)], unitId: null })
  await expect.element(row).not.toBeInTheDocument()
  await expect.element(answer).toMatchTextContent(/Finished\s*Back in bed/)
  await expect.element(answer.getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByText('Finished by the service')).toBeVisible()
})
