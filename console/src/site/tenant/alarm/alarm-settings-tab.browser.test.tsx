/** Alarm settings of the own site. */
import type { AlarmSettings } from '@mimamori/contract/site/alarm-settings.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_RINGER } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { SITE } from '#console/testing/rows.ts'
import { sentTo } from '#console/testing/service.ts'

test('NIGHT-05 an administrator turns the end by itself off', async () => {
  let settings: AlarmSettings = {
    ...{ tenantId: SITE.id, alarmSeverities: ['critical', 'high'], arrivalLimitSeconds: 180 },
    ...{ isReturnEnding: true, alarmsPerHourBudget: null, repeatMinutes: 5, version: 1 },
  }
  await openConsole('/app/settings/list?tabIndex=2', {
    answers: {
      ...NO_RINGER,
      'alarmSettings.get': () => settings,
      'alarmSettings.save': ({ body }) => {
        settings = { ...settings, isReturnEnding: body.isReturnEnding ?? true, version: 2 }
        return settings
      },
    },
  })
  const turn = page.getByRole('switch', { name: 'End a bed exit or wake-up when the resident is back in bed' })
  await expect.element(turn).toBeChecked()
  await turn.click()
  await expect.element(turn).not.toBeChecked()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.element(page.getByText('Alarm settings saved')).toBeVisible()
  expect(sentTo('alarmSettings.save').map(({ body }) => body.isReturnEnding)).toEqual([false])
  await expect.element(turn).not.toBeChecked()
})
