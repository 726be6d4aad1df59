/** Apps of one camera copied to others; a camera that may not have them is shown. OPS-09. */

import { seriousErrors, widthErrors } from '../stack/accessibility.ts'
import { addCamera, addHub } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 4)

test('OPS-09 the apps of a camera are copied to others, and one without a recipient is named', async ({ page }) => {
  const place = await addHub(BASE_URL, `Copy hub ${RUN}`)
  const [from, heard, unheard] = await Promise.all(
    ['from', 'heard', 'unheard'].map((name) => addCamera(place, `Copy ${name} ${RUN}`, `rtsp://192.0.2.31/${name}`)),
  )
  const { call } = place.admin
  const subscribers = { emails: ['ward@sakura.example'] }
  for (const id of [from!, heard!]) await call('camera.patch', { params: { id }, body: { subscribers } as never })
  for (const appCode of ['A004', 'A005', 'A006'] as const) {
    await call('cameraApp.updateStatus', { params: { id: unheard! }, body: { appCode, state: 'DISABLED' } })
  }
  await call('cameraApp.configure', {
    params: { cameraId: from!, appCode: 'A005' },
    body: { appCode: 'A005', snoozeSeconds: 240 } as never,
  })
  await call('cameraApp.updateStatus', { params: { id: from! }, body: { appCode: 'A005', state: 'ENABLED' } })

  await signIn(page, 'admin', `/app/cameras/apps/${from}`)
  await page.getByRole('button', { name: 'Copy to other cameras' }).click()
  const dialog = page.getByRole('dialog', { name: `Copy apps of Copy from ${RUN}` })
  await expect(dialog.getByRole('checkbox', { name: 'Fall', exact: true })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled()
  const cameras = dialog.getByRole('combobox', { name: 'Cameras' })
  for (const name of ['heard', 'unheard']) {
    await cameras.fill(`Copy ${name} ${RUN}`)
    await page.getByRole('option', { name: `Copy ${name} ${RUN}` }).click()
  }
  await cameras.press('Escape')
  expect(await seriousErrors(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('1 camera has these apps now.')).toBeVisible()
  await expect(dialog.getByText(`Copy unheard ${RUN}: Please add subscriber`)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await widthErrors(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/app/cameras/apps/${heard}`)
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Fall' }).getByText('On', { exact: true }).first(),
  ).toBeVisible()
})
