/** The settings of a bed exit: how long it waits for a return, and in which hours; of a fall: whom it calls. */
import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { aCameraDetail, pageOf } from '#console/testing/rows.ts'
import { errorAnswer as anError, sentTo } from '#console/testing/service.ts'

const app: CameraApp = {
  ...{ appCode: 'A006', state: 'ENABLED', isOn: true, stateFrom: 'camera', missingAtSite: null, severity: 'high' },
  ...{ notifies: 'somebody', schedule: null, effectiveSchedule: null, scheduleFrom: 'none', isRunnable: true },
  settings: appSettings.parse({ appCode: 'A006', isNobodyNotified: true }),
}
const camera = aCameraDetail(1)
const failed = () => {
  throw anError('not-found')
}

const opened = (shown: CameraApp = app) =>
  openConsole(`/app/cameras/apps/${camera.id}/settings/${shown.appCode}`, {
    answers: {
      'camera.get': () => camera,
      'cameraApp.list': () => ({ apps: [shown] }),
      'cameraApp.configure': ({ body }) => ({ ...shown, settings: appSettings.parse(body) }),
      'cameraApp.precision': () => ({
        ...{ real: 0, falseAlarms: 0, open: 0, interval: null, weeks: [] },
        falsePerDay: { rate: 0.25, interval: [0.01, 1.4], days: 4 },
        days: [{ day: '2026-11-20', hoursWatched: 24, real: 0, falseAlarms: 1, open: 0, lookIns: 2 }],
        lookIn: shown.appCode === 'A005' ? { real: 1, falseAlarms: 2, open: 3 } : null,
      }),
      ...{ 'cameraApp.tryout': failed, 'ambient.get': failed },
      ...{ 'user.names': () => pageOf(), 'asset.search': () => pageOf(), 'unit.search': () => pageOf() },
    },
  })

test('NIGHT-06 the form of a bed exit sets the minutes to wait and the hours in which it waits', async () => {
  await opened()
  const minutes = page.getByLabelText(/^Not back within/)
  await expect.element(minutes).toHaveValue('0')
  await expect.element(page.getByText(/A fall is always raised at once/)).toBeVisible()
  await userEvent.fill(minutes, '10')
  await userEvent.fill(page.getByLabelText('Waits from'), '21:00')
  await userEvent.fill(page.getByLabelText('Waits until'), '06:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => sentTo('cameraApp.configure')).toHaveLength(1)
  const hours = { notBackFromMinute: 1260, notBackToMinute: 360 }
  expect(sentTo('cameraApp.configure')[0]!.body).toMatchObject({ notBackWithinMinutes: 10, ...hours })
})

test('REAL-12 REAL-13 the form of a fall sets whom it and look-ins call', async () => {
  await opened({ ...app, appCode: 'A005', settings: appSettings.parse({ appCode: 'A005', isNobodyNotified: true }) })
  await expect.element(page.getByText('“Look in”: 1 of 3 judged ones were falls, 3 are not judged.')).toBeVisible()
  await expect.element(page.getByText('0.25 false alarms a day: in the long run 0.01 to 1.4 (95% sure).')).toBeVisible()
  const saved = vi.spyOn(URL, 'createObjectURL')
  await page.getByRole('button', { name: 'Download the days as CSV' }).click()
  await expect.poll(() => saved.mock.calls).toHaveLength(1)
  const file = await (saved.mock.calls[0]![0] as Blob).text()
  expect(file).toBe('Day,Hours watched,Right,False,Not judged,Look in\r\n2026-11-20,24.0,0,1,0,2\r\n')
  await page.getByRole('switch', { name: 'Measure only: a fall calls nobody' }).click()
  await page.getByLabelText('Somebody is no longer seen').click()
  await page.getByRole('option', { name: 'Raise a possible fall' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => sentTo('cameraApp.configure')).toHaveLength(1)
  expect(sentTo('cameraApp.configure')[0]!.body).toMatchObject({ measuresOnly: true, lookIn: 'possible' })
})
