/** The settings of a bed exit: how long it waits for a return, and in which hours. */
import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { aCamera, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { errorAnswer as anError, sentTo } from '#console/testing/service.ts'

const app: CameraApp = {
  ...{ appCode: 'A006', state: 'ENABLED', isOn: true, stateFrom: 'camera', missingAtSite: null, severity: 'high' },
  ...{ notifies: 'somebody', schedule: null, effectiveSchedule: null, scheduleFrom: 'none', isRunnable: true },
  settings: appSettings.parse({ appCode: 'A006', isNobodyNotified: true }),
}
const camera = {
  ...aCamera(1),
  ...{ description: 'By the window', brand: 'Brand', model: 'Model', streamUrl: 'rtsp://10.0.0.1/s', streamingId: '1' },
  ...{ passwordSet: false, tenantId: SITE.id, version: 1, picture: null, regions: [], runningStatus: 'Running' },
  installationStatus: 'Installed',
  shadow: { desiredVersion: 1, reportedVersion: 1, changedAt: NOW, reportedAt: NOW, errors: [], difference: [] },
} as unknown as CameraDetail
const failed = () => {
  throw anError('not-found')
}

const opened = () =>
  openConsole(`/app/cameras/apps/${camera.id}/settings/A006`, {
    answers: {
      'camera.get': () => camera,
      'cameraApp.list': () => ({ apps: [app] }),
      'cameraApp.configure': ({ body }) => ({ ...app, settings: appSettings.parse(body) }),
      ...{ 'cameraApp.precision': failed, 'cameraApp.tryout': failed, 'ambient.get': failed },
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
