/** Texts of the description that no other story shows: each is triggered here, on the running page. */

import { addHub } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

// The hub of the silent camera is never connected to try settings on.
test.use({ allowedErrors: [/status of 503 .*\/camera\/app\/tryout\//] })

const RUN = crypto.randomUUID().slice(0, 4)

const ONE_REGION = {
  name: 'Bed',
  corners: [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.1 },
    { x: 0.5, y: 0.5 },
  ],
}

/** A camera on its own hub that never sent a frame; its motion app has one region. */
async function addSilentCamera(): Promise<string> {
  const { agentId, admin } = await addHub(BASE_URL, `Words hub ${RUN}`)
  const { id } = await admin.call('camera.register', {
    body: {
      ...{ name: `Words ${RUN}`, description: 'Never sent an image', type: 'AXIS', brand: 'AXIS', model: 'P3245' },
      ...{ streamUrl: 'rtsp://192.0.2.21/stream', streamingId: RUN, location: `Words ${RUN}`, agentId },
    },
  })
  const body = { appCode: 'A003' as const, inferenceEnvironment: 'camera' as const, regions: [ONE_REGION] }
  await admin.call('cameraApp.configure', {
    params: { cameraId: id, appCode: 'A003' },
    body: { ...body, isNobodyNotified: true },
  })
  return id
}

test('CAM-04 CAM-08 CAM-10 a camera without people, frame or a second region shows what to do', async ({ page }) => {
  await signIn(page, 'admin', '/app/cameras/new')
  await page.getByRole('heading', { name: 'More', exact: true }).click()
  await page.getByRole('heading', { name: 'Notifications' }).click()
  for (const missing of ['subscriber', 'User', 'Unit', 'escalation']) {
    await expect(page.getByText(`Please add ${missing}`, { exact: true }).first()).toBeVisible()
  }

  const id = await addSilentCamera()
  await page.goto(`/app/cameras/list?view=grid&text=Words ${RUN}`)
  await expect(page.getByText('No image to be displayed.')).toBeVisible()
  await page.goto(`/app/cameras/edit/${id}/regions?layer=A003`)
  await expect(page.getByText('Corners: 3')).toBeVisible()
  await page.getByRole('button', { name: 'Draw a region' }).click({ force: true })
  const rejection = 'To set multiple ROI, please choose cloud as inference env in General App Settings'
  await expect(page.getByText(rejection)).toBeVisible()

  await page.goto(`/app/cameras/apps/${id}/settings/A003`)
  await page.getByRole('switch', { name: 'A schedule of its own' }).check()
  await page.getByRole('button', { name: 'Never' }).click()
  await page.getByRole('button', { name: 'Add a time' }).click()
  const [start, end] = [page.getByLabel('Start time').last(), page.getByLabel('End time').last()]
  const enter = async (field: typeof start, text: string) => {
    await field.fill(text)
    await page.keyboard.press('Enter')
  }
  await start.fill('25:00')
  await enter(end, '08:00')
  await expect(page.getByText('Invalid Start Time.')).toBeVisible()
  await enter(start, '09:00')
  await expect(page.getByText('Start Time should be less than End Time.')).toBeVisible()
  await enter(end, '30:00')
  await expect(page.getByText('Invalid End Time.')).toBeVisible()
})
