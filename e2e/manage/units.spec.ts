/** Units as the administrators of a site and of its organisation look after them, and what stays closed to everybody else. */
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

test('UNIT-01 an organisation’s administrator makes a unit for a site below, and changes and deletes it', async ({
  page,
}) => {
  await signIn(page, 'org', '/app/units/list')
  await expect(page.getByRole('columnheader', { name: 'Site' })).toBeVisible()
  await page.getByRole('link', { name: 'New unit' }).first().click()
  await page.getByLabel('Name').fill(`Yuri ${RUN}`)
  await page.getByRole('combobox', { name: 'Site' }).fill('Sakura no Sato')
  await page.getByRole('option', { name: 'Sakura no Sato' }).click()
  await page.getByRole('button', { name: 'New unit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Yuri ${RUN}` })).toBeVisible()
  await setHours(page, 'Fall')
  await expect(page.getByText(/18:00/)).toBeVisible()
  await page.goto('/app/units/list')
  await page.getByRole('searchbox', { name: 'Search units' }).fill(`Yuri ${RUN}`)
  await expect(page.getByRole('row', { name: `Yuri ${RUN}` })).toContainText('Sakura no Sato')
  await page.getByRole('link', { name: `Yuri ${RUN}` }).click()
  await page.getByRole('button', { name: 'Delete unit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Type Yuri ${RUN} to confirm`).fill(`Yuri ${RUN}`)
  await dialog.getByRole('button', { name: 'Delete unit' }).click()
  await expect(page.getByText('Unit deleted')).toBeVisible()
})

test.describe('a nurse', () => {
  // The calls that are refused.
  test.use({ allowedErrors: [/403 \(Forbidden\)/] })

  test('NAV-02 UNIT-02 finds no units to change, and every call that changes one is refused', async ({ page }) => {
    await signIn(page, 'nurse', '/app/cameras/list')
    await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByText('Units')).toHaveCount(0)
    const { body } = await callAs(page, 'POST', 'unit/search', {})
    const { id, version } = body.records[0]
    for (const path of ['list', 'new', `edit/${id}`]) {
      await page.goto(`/app/units/${path}`)
      await expect(page).toHaveURL(/\/404$/)
    }
    const refused = [
      await callAs(page, 'POST', 'unit', { name: 'A' }),
      await callAs(page, 'PUT', 'unit/patch', { id, version, name: 'A' }),
      await callAs(page, 'POST', `unit/schedule/${id}/A008`, { state: 'DISABLED' }),
      await callAs(page, 'DELETE', `unit/${id}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})
