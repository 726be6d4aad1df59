/** Units as managed by administrators of a site and of its organization, and what others cannot access. */
import type { Page } from '@playwright/test'
import { callAs, expect, pick, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 6)

/** A camera in no unit, whose live streaming follows as that of every new camera. */
async function registerCamera(page: Page, name: string): Promise<string> {
  const stream = { streamUrl: 'rtsp://192.168.10.99/1', streamingId: `door-${RUN}` }
  const about = {
    name,
    description: 'The door',
    brand: 'Sakura',
    model: 'SO-2',
    location: name,
    locationType: 'HALLWAY',
  }
  const { records } = (await callAs(page, 'POST', 'camera/view/search', {})).body
  const draft = { ...about, ...stream, type: 'UNKNOWN', agentId: records[0].agentId }
  const { body } = await callAs(page, 'POST', 'camera/register', draft)
  expect(body).toMatchObject({ name })
  return body.id
}

async function setHours(page: Page, app: string): Promise<void> {
  await page.getByRole('button', { name: `${app}: Edit schedule` }).click()
  await page.getByRole('button', { name: 'Night', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('UNIT-01 UNIT-02 APP-02 a site’s administrator makes a unit, and a camera follows its live streaming hours', async ({
  page,
}) => {
  await signIn(page, 'admin', '/app/units/list')
  const camera = `Door ${RUN}`
  const cameraId = await registerCamera(page, camera)
  await page.getByRole('link', { name: 'New unit' }).click()
  await page.getByLabel('Name').fill(`Hana ${RUN}`)
  await pick(page, 'Cameras', camera)
  await page.getByRole('button', { name: 'New unit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Hana ${RUN}` })).toBeVisible()
  await setHours(page, 'Live streaming')
  await page.goto(`/app/cameras/apps/${cameraId}`)
  const app = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Live streaming' }) })
  await expect(app).toContainText('18:00')
  await expect(app).toContainText('the unit')

  await callAs(page, 'DELETE', `camera/deregister/${cameraId}`)
})
