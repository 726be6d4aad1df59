/** What reaches one on which channel, and its quiet hours. */
import type { NotificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_RINGER, PREFERENCES } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser } from '#console/testing/rows.ts'
import { sentTo } from '#console/testing/service.ts'

test('REACH-04 a channel gets quiet hours, which must begin and end at different times', async () => {
  let saved: NotificationPreferences = PREFERENCES
  await openConsole('/app/profile', {
    user: aUser({ role: 'USER' }),
    answers: {
      ...NO_RINGER,
      'device.list': () => ({ devices: [], isAnswerer: true }),
      'secondFactor.get': () => ({ onSince: null, recoveryLeft: 0, dueAt: null }),
      'passkey.list': () => ({ records: [] }),
      'notification.preferences': () => saved,
      'notification.savePreferences': ({ body }) => {
        saved = { ...saved, ...(body as NotificationPreferences) }
        return saved
      },
    },
  })
  const quiet = () => saved.quietHours
  await page.getByRole('switch', { name: 'E-mail: quiet hours' }).click()
  await expect.poll(quiet).toEqual({ push: null, http: null, mail: { fromMinute: 1_320, toMinute: 420 } })
  await userEvent.fill(page.getByLabelText('To'), '22:00')
  await page.getByRole('heading', { name: 'Quiet hours' }).click()
  await expect.element(page.getByText('Begin and end differ.')).toBeVisible()
  expect(sentTo('notification.savePreferences')).toHaveLength(1)
  await userEvent.fill(page.getByLabelText('To'), '06:30')
  await page.getByRole('heading', { name: 'Quiet hours' }).click()
  await expect.poll(quiet).toMatchObject({ mail: { fromMinute: 1_320, toMinute: 390 } })
  await page.getByRole('switch', { name: 'E-mail: quiet hours' }).click()
  await expect.poll(quiet).toEqual(PREFERENCES.quietHours)
})
